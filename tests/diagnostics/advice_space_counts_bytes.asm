# .space 9 is nine bytes, not nine words.
        .data
        .align 2
board:  .space 9
        .align 2
score:  .word 0
        .text
main:   li $t0, 2
        sw $t0, board+32
        li $v0, 10
        syscall
