# Shows: arithmetic in operands.
.eqv N 10
        li   $t0, N-1
        li   $t1, 2 + 3
        lw   $t2, 4+4($sp)
        li   $t3, N*4
