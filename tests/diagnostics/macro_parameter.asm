# Shows: a parameter that the macro does not have.
.macro show(%x)
        move $a0, %y
.end_macro
main:   show($t0)
