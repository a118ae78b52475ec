# Shows: one warning for many values.
.data
        .byte 200 : 50
