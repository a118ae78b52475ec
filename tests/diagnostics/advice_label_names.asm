# A label with the name of an instruction, and one with the name of a macro.
        .macro done
        li $v0, 10
        syscall
        .end_macro
main:   li $t0, 3
sub:    addi $t0, $t0, -1
        bnez $t0, sub
done:   done
