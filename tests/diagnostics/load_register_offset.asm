# Shows: a register as offset, as in C.
.data
scores: .word 1, 2, 3
.text
        la   $t1, scores
        li   $t2, 4
        lw   $t0, $t2($t1)
        lw   $t0, scores[$t2]
        lw   $t0, scores+$t2
        lw   $t0, scores-4
