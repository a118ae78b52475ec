# Shows: a constant where a register goes.
        add  $t0, 5, $t1
        sub  $t0, 10, $t1
        add  $t0, 1, 2
        slt  $t0, $t1, 5
        mult $t0, 5
