# Shows: code at an address where it can not stand.
.text 0x00400002
        nop
.text 0x10010000
        nop
