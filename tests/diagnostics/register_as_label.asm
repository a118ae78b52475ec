# Shows: a name without a dollar sign where a label could stand.
        lw   $t0, t1
        beq  $t0, $t1, t2
