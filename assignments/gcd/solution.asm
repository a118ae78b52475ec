# Greatest common divisors by Euclid's algorithm.
#
# Reads pairs of integers until two zeros and prints the divisor of each pair.

.data
and_text: .asciiz " and "
colon:    .asciiz ": "

.text
# Registers: $s0 the first number of a pair, $s1 the second, $s2 the result.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        li      $v0, 5
        syscall
        move    $s1, $v0
        or      $t0, $s0, $s1           # 0 only if both are
        beqz    $t0, end
        move    $a0, $s0
        move    $a1, $s1
        jal     gcd
        move    $s2, $v0
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, and_text
        li      $v0, 4
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, colon
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        j       main
end:
        li      $v0, 10
        syscall

# The greatest common divisor.
#   $a0, $a1  two integers
#   $v0       their greatest common divisor, never negative
gcd:
        abs     $a0, $a0
        abs     $a1, $a1
divide:
        beqz    $a1, found
        div     $a0, $a1
        move    $a0, $a1
        mfhi    $a1                     # the remainder
        j       divide
found:
        move    $v0, $a0
        jr      $ra
