# Shows: j with a register, jr with a label, a missing register.
main:   jal  f
        j    $ra
f:      jr
        jr   main
        j    0x00400000
