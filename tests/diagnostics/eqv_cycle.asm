# Shows: two .eqv that mean each other.
.eqv AA BB
.eqv BB AA
        li   $t0, AA
