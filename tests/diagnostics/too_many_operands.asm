# Shows: more operands than an instruction takes.
        add  $t0, $t1, $t2, $t3
        mult $t0, $t1, $t2
        syscall 4
        jal  f, $a0
        jr   $ra, $t0
f:      jr   $ra
