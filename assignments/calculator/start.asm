# A calculator with a menu.
#
# Reads choices and numbers, and prints the results, until the choice is 0.

.data
menu:     .ascii  "1 add\n2 subtract\n3 multiply\n"
        .asciiz "4 divide\n5 remainder\n0 quit\n> "
ask_a:    .asciiz "a = "
ask_b:    .asciiz "b = "
equals:   .asciiz "= "
unknown:  .asciiz "unknown choice\n"
by_zero:  .asciiz "division by zero\n"
bye:      .asciiz "bye\n"

.text
# Registers: $s0 the choice, $s1 and $s2 the numbers, $s3 the result.
main:
        # Write the program here.
        li      $v0, 10
        syscall
