# Code behind .data: MARS drops it without a word.
        .data
total:  .word 0
main:   lw $t0, total
        addi $t0, $t0, 1
        li $v0, 10
        syscall
