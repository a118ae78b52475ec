# Shows: a jump to another part of memory.
.data
x:      .word 0
.text
        j    x
