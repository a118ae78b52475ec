# Shows: a destination that is meant to be a source too.
        add  $t0, $t1
        addi $t0, 1
        mul  $t0, $t1
        neg  $t0
