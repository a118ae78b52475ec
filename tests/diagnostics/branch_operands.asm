# Shows: branches with too few, too many or misplaced operands.
loop:   beq  $t0, loop
        bnez $t0, $t1, loop
        blt  5, $t0, loop
        bne  $t0, $t1
        beq  $t0, loop, $t1
        beq  $t0, $t1, 8
        b    loop, $t0
