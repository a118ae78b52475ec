# $zero can not be changed.
main:   addi $zero, $zero, 5
        li $v0, 10
        syscall
