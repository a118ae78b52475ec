# The sieve of Eratosthenes, faulty.
#
# Mistake: crosses out every second number from the square on.
# Shown by the input: "25\n"
#
# Reads n and prints the primes up to n, and how many there are.

.data
crossed:   .space 1001          # a byte for each number; 1 is crossed out
primes:    .asciiz " primes\n"
too_large: .asciiz "too large\n"

.text
# Registers: $s0 n, $s1 a number, $s2 how many primes there are, $t0 a multiple.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        bgt     $s0, 1000, large
        li      $s1, 2
sieve:
        mul     $t0, $s1, $s1           # smaller multiples are crossed out already
        bgt     $t0, $s0, sieved
        lb      $t1, crossed($s1)
        bnez    $t1, next
        li      $t2, 1
cross:
        bgt     $t0, $s0, next
        sb      $t2, crossed($t0)
        addiu   $t0, $t0, 2
        j       cross
next:
        addiu   $s1, $s1, 1
        j       sieve
sieved:
        li      $s1, 2
        li      $s2, 0
print:
        bgt     $s1, $s0, printed
        lb      $t1, crossed($s1)
        bnez    $t1, composite
        addiu   $s2, $s2, 1
        move    $a0, $s1
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
composite:
        addiu   $s1, $s1, 1
        j       print
printed:
        move    $a0, $s2
        li      $v0, 1
        syscall
        la      $a0, primes
        li      $v0, 4
        syscall
        j       end
large:
        la      $a0, too_large
        li      $v0, 4
        syscall
end:
        li      $v0, 10
        syscall
