# Shows: a macro label whose name is part of another word.
.macro show
l:      nop
        la   $a0, l
        j    l
.end_macro
main:   show
a: b:   nop
