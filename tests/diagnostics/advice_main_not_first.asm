# The program begins with the function, not with main.
square: mul $v0, $a0, $a0
        jr $ra
main:   li $a0, 5
        jal square
        li $v0, 10
        syscall
