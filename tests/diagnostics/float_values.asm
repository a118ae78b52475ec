# Shows: values that .float and .asciiz can not store.
.data
        .float 0x10
        .float x
        .float 1e40
        .float -Infinity
        .asciiz hello
        .asciiz 5
