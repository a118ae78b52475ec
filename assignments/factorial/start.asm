# Factorials, computed recursively.
#
# Reads integers until a negative one and prints the factorial of each.

.data
equals:    .asciiz "! = "
too_large: .asciiz "! is too large\n"

.text
# Registers: $s0 the number, $s1 its factorial.
main:
        # Read numbers until a negative one; print what is asked for each.
        # $s registers keep their values when fact is called.
        li      $v0, 10
        syscall

# The factorial of a number from 0 to 12.
#   $a0  the number
#   $v0  its factorial
fact:
        # Write the function here.
        li      $v0, 0
        jr      $ra
