# Shows: the offset behind the parentheses.
        lw   $t0, ($t1)4
