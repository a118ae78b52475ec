# Shows: instructions of other machines.
main:   mov  $t0, $t1
        push $ra
        call f
        pop  $ra
        inc  $t0
        ret
f:      bal  main
        cmp  $t0, $t1
        print $t0
        mov
