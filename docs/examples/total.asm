        .data
table:  .word 4, 8, 15
text:   .asciiz "total: "
        .text
main:   la    $a0, table
        li    $a1, 3
        jal   total
        move  $s0, $v0
        la    $a0, text
        li    $v0, 4
        syscall
        move  $a0, $s0
        li    $v0, 1
        syscall
        li    $a0, '\n'
        li    $v0, 11
        syscall
        li    $v0, 10
        syscall

total:  li    $v0, 0
loop:   lw    $t0, 0($a0)
        add   $v0, $v0, $t0
        addi  $a0, $a0, 4
        addi  $a1, $a1, -1
        bgez  $a1, loop
        jr    $ra
