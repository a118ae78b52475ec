# A constant that needs more than 32 bits.
main:   li $t0, 5000000000
        li $v0, 10
        syscall
