# A pseudo-instruction uses $at too.
main:   li $at, 7
        bge $t0, $t1, next
next:   add $t2, $at, $t0
        li $v0, 10
        syscall
