# The quotient stays in LO.
main:   li $t0, 20
        li $t1, 5
        div $t0, $t1
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
