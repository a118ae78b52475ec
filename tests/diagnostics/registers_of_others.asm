# Shows: registers by the names of other machines, and by numbers that are not for programs.
        add  $r1, $t0, $t1
        add  $r8, $r9, $r31
        add  r1, r2, r3
        mov  r0, r1
