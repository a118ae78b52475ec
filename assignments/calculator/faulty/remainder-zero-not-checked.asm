# A calculator with a menu, faulty.
#
# Mistake: division by 0 is noticed for 4, but not for 5.
# Shown by the input: "5\n1\n0\n0\n"
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
        la      $a0, menu
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        move    $s0, $v0
        beqz    $s0, quit
        bltz    $s0, no_choice
        bgt     $s0, 5, no_choice
        la      $a0, ask_a
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        move    $s1, $v0
        la      $a0, ask_b
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        move    $s2, $v0
        beq     $s0, 1, add_them
        beq     $s0, 2, subtract
        beq     $s0, 3, multiply
        bne     $s0, 4, no_zero
        beqz    $s2, zero
no_zero:
        div     $s1, $s2
        mflo    $s3                     # the quotient
        beq     $s0, 4, show
        mfhi    $s3                     # the remainder
        j       show
add_them:
        addu    $s3, $s1, $s2           # add would stop the program when the sum is too large
        j       show
subtract:
        subu    $s3, $s1, $s2
        j       show
multiply:
        mul     $s3, $s1, $s2
show:
        la      $a0, equals
        li      $v0, 4
        syscall
        move    $a0, $s3
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        j       main
zero:
        la      $a0, by_zero
        li      $v0, 4
        syscall
        j       main
no_choice:
        la      $a0, unknown
        li      $v0, 4
        syscall
        j       main
quit:
        la      $a0, bye
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
