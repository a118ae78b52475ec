# The sieve of Eratosthenes.
#
# Reads n and prints the primes up to n, and how many there are.

.data
crossed:   .space 1001          # a byte for each number; 1 is crossed out
primes:    .asciiz " primes\n"
too_large: .asciiz "too large\n"

.text
# Registers: $s0 n, $s1 a number, $s2 how many primes there are, $t0 a multiple.
main:
        # Write the program here.
        li      $v0, 10
        syscall
