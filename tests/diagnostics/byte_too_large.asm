# Shows: values that do not fit a byte or a half.
.data
        .byte 255, 300, -129
        .half 0xffff, 70000
