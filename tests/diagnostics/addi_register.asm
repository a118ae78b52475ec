# Shows: an immediate instruction with a register.
        addi $t0, $t1, $t2
        sll  $t0, $t1, $t2
