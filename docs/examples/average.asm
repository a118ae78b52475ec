        .data
msg:    .asciiz "mean: "
        .text
main:   li    $t0, 70000
        mov   $t2, $t0
        slti  $t3, $t2, 40000
        la    $a0, mgs
