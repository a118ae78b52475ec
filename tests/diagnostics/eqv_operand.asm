# Shows: an error in a line that .eqv has rewritten.
.eqv COUNT $t5
.eqv STEP  $t6
        addi COUNT, COUNT, STEP
