# Shows: integer instructions on floating-point registers and the other way round.
        add  $f0, $f1, $f2
        lw   $f0, 0($t0)
        add.s $t0, $t1, $t2
        move $f0, $f2
        move $t0, $f2
