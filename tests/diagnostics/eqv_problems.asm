# Shows: what can be wrong with .eqv.
.eqv A # nothing
.eqv $t0 5
.eqv X X
.eqv SIZE 10
.eqv SIZE 20
