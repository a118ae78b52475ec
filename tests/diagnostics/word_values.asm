# Shows: values that .word can not store.
.data
        .word "text"
        .word 1.5
        .word 2 + 3
        .word 1, 2 : 3
        .word 5 : 0
        .word x : 3
        .word add
        .word $t0
