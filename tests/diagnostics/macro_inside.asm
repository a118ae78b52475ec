# Shows: an error inside a macro, two calls deep.
.macro load(%to, %from)
        lw   %to, %from
.end_macro
.macro show(%x)
        load($a0, %x)
        li   $v0, 1
        syscall
.end_macro
main:   show(5)
        show("text")
