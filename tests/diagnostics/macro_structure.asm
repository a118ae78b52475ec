# Shows: macros that are not closed, nested or named wrongly.
.macro add
.macro m(x)
.macro n
.end_macro m
.end_macro
.end_macro
.macro
.macro open
        nop
