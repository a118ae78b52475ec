# Reads two integers and prints their sum, faulty: it subtracts

.data
line:   .asciiz "\n"

.text
        li      $v0, 5
        syscall
        move    $t0, $v0
        li      $v0, 5
        syscall
        subu    $a0, $t0, $v0
        li      $v0, 1
        syscall
        la      $a0, line
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
