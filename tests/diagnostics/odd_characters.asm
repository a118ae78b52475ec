# Shows: other characters that can not stand alone.
        li   $t0, %
        li   $t0, @5
        { nop }
        li   $t0, \
