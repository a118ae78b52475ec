# Shows: pseudo-instructions when they are switched off.
.data
x:      .word 1
.text
        li   $t0, 70000
        addi $t0, $t1, 70000
        la   $t1, x
        move $t2, $t0
        blt  $t0, $t1, end
end:    nop
