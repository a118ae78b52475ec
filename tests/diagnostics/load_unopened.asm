# Shows: a missing opening parenthesis, and none at all.
        lw   $t0, 4$t1)
        lw   $t0, 4 $t1)
        lw   $t0, 4, $t1
