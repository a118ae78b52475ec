# Shows: a semicolon at the end, between statements, and before a comment.
        li   $t0, 5;
        addi $t0, $t0, 1 ;          # one more
        addi $t0, $t0, 1; addi $t1, $t1, 1
        addi $t0, $t0, 1 ; add one to the sum
        .data
x:      .word 5;
