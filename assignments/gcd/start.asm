# Greatest common divisors by Euclid's algorithm.
#
# Reads pairs of integers until two zeros and prints the divisor of each pair.

.data
and_text: .asciiz " and "
colon:    .asciiz ": "

.text
# Registers: $s0 the first number of a pair, $s1 the second, $s2 the result.
main:
        # Read pairs until two zeros; print what is asked for each.
        li      $v0, 10
        syscall

# The greatest common divisor.
#   $a0, $a1  two integers
#   $v0       their greatest common divisor, never negative
gcd:
        # Write the function here.
        li      $v0, 0
        jr      $ra
