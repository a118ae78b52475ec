# Shows: misspelt instructions.
main:   lw   $t0, 0($sp)
        adi  $t0, $t0, 1
        sycall
        mvoe $t0, $t1
        frobnicate $t0
        li.s $f0, 1.5
