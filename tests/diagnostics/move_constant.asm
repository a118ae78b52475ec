# Shows: move with a constant, and with a label.
.data
count:  .word 3
.text
        move $t0, 5
        move $t1, count
