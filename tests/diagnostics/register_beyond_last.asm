# Shows: registers that do not exist.
        li   $t10, 1
        move $a4, $t0
        add  $s8, $s0, $s1
        add  $t0, $r1, $r2
        add.s $f32, $f0, $f1
        addi $32, $0, 1
