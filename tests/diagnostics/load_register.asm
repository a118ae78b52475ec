# Shows: an address in a register without parentheses.
        lw   $t0, $t1
        sw   $t0, $t1
