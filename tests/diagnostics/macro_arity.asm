# Shows: a macro with the wrong number of arguments.
.macro print_int(%x)
        move $a0, %x
        li   $v0, 1
        syscall
.end_macro
main:   print_int
        print_int($t0, $t1)
        print_int(4($sp))
        print_itn($t0)
