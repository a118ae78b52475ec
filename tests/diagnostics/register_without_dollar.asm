# Shows: registers without the dollar sign.
main:   add  $t0, t1, t2
        lw   t0, 0($sp)
        move $a0, V0
