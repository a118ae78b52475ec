# Shows: a missing closing parenthesis.
        lw   $t0, 4($t1         # next element
        sb   $t0, ($t1
