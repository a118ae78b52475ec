# Shows: malformed character literals.
        li   $t0, 'ab'
        li   $t1, ''
        li   $t2, '\x'
        li   $t3, 'a
