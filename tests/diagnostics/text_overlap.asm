# Shows: two pieces of code at one address.
        nop
        nop
.text 0x00400004
        li   $t0, 1
