# Shows: addresses as ARM writes them, and an index as C does.
        ldr  $t0, [$t1]
        ldr  $t0, [$t1, #4]
        strb $t0, [$t1]
        lw   $t0, [$sp]
        ldr  r0, [r1]
        lw   $t0, array[$t1]
