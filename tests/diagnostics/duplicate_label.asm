# Shows: the same label in two functions.
f:      li   $t0, 3
loop:   addi $t0, $t0, -1
        bgtz $t0, loop
        jr   $ra
g:      li   $t0, 5
loop:   addi $t0, $t0, -1
        bgtz $t0, loop
        jr   $ra
