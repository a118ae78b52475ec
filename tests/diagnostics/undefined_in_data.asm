# Shows: an unknown name in a data list, and code below .data.
.data
table:  .word first, secnd
first:  .word 1
second: .word 2
        foo  $t0
