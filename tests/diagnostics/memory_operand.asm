# Shows: arithmetic on variables in memory.
.data
x:      .word 1
sum:    .word 0
.text
        add  $t0, $t1, x
        add  sum, $t0, $t1
        addi $t0, 4($sp), 1
        sub  $t0, $t1, 0($t2)
