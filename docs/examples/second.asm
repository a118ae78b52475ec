        .data
arr:    .word 3, 5, 8
        .text
main:   la    $t0, arr
        li    $t1, 1
        add   $t2, $t0, $t1
        lw    $a0, 0($t2)
        li    $v0, 1
        syscall
