# Shows: a character in an .eqv, which MARS cuts.
.eqv LETTER 'a'
        li   $t0, LETTER
