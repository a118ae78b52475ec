# Shows: numbers that MARS can not read.
        li   $t0, 0b101
        li   $t1, 1_000
        li   $t2, 0FFh
        li   $t3, 0x123456789
        li   $t4, 0xfg
1st:    nop
