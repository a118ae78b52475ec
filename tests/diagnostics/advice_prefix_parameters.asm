# One parameter begins like another.
        .macro add3(%x, %xy)
        add $t5, %xy, %x
        .end_macro
main:   add3($t0, $t1)
        li $v0, 10
        syscall
