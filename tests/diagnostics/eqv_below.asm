# Shows: a name used above its .eqv.
        li   $t1, SIZE
        la   $t0, LIMIT
.eqv SIZE 10
.eqv LIMIT 20
