# Shows: a macro that calls itself.
.macro m
        m
.end_macro
main:   m
