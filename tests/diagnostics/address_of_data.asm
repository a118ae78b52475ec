# Shows: data at an address where there is no memory.
.data 0x00400000
        .asciiz "hello"
        .word 5
