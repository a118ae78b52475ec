# Shows: registers in upper case, with a letter for a digit, or unknown.
        li   $T0, 1
        addi $to, $to, 1
        move $t0, $lo
        move $t0, $spp
        move $t0, %t1
