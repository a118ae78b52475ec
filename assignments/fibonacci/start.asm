# Fibonacci numbers, by a loop.
#
# Reads integers until a negative one and prints the Fibonacci number of each.

.data
too_large: .asciiz "too large"

.text
# Registers: $s0 how many numbers fit into a word.
main:
        # Read numbers until a negative one; print what is asked for each.
        li      $v0, 10
        syscall

# The Fibonacci number F(n).
#   $a0  n, from 0 to 47
#   $v0  F(n), without a sign
fib:
        # Write the function here.
        li      $v0, 0
        jr      $ra
