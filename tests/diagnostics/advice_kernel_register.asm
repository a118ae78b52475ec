# The handler uses $k0 as well.
main:   li $k0, 3
        add $t0, $k0, $k0
        li $v0, 10
        syscall
        .ktext 0x80000180
        mfc0 $k0, $14
        addiu $k0, $k0, 4
        mtc0 $k0, $14
        eret
