# Shows: a macro used above its definition.
main:   print_int($t0)
        exit
.macro print_int(%x)
        move $a0, %x
        li   $v0, 1
        syscall
.end_macro
