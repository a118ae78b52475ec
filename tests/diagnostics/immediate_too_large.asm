# Shows: constants that do not fit, in instructions that have no longer form.
        slti $t1, $t0, 40000
        sll  $t0, $t0, 32
        lui  $t0, 0x12345
        teqi $t0, 70000
        and  $t0, $t1, -1
