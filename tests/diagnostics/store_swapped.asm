# Shows: the operands of sw are the wrong way round.
.data
total:  .word 0
.text
main:   li   $t0, 7
        la   $t1, total
        sw   0($t1), $t0
        sw   total, $t0
