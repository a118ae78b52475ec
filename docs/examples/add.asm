main:   li    $v0, 5
        syscall
        move  $s0, $v0
        li    $v0, 5
        syscall
        add   $a0, $s0, $v0
        li    $v0, 1
        syscall
