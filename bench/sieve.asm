# sieve.asm: the sieve of Eratosthenes over 100,000 bytes, again and again.
#
# Purpose:   speed of byte stores with a stride, and of byte loads in a row
# Input:     none
# Output:    sieve 527560
# Registers: $s0 rounds left, $s1 the flags, $s2 how many there are, $s3 the checksum, $s4 the
#            prime at hand, $t0 an index, $t1 an address, $t2 a flag, $s5 address of the last flag

        .data
size:   .word   55                  # rounds
name:   .asciiz "sieve "
flags:  .space  100000              # one byte a number, not 0 if it has a divisor

        .text
        .globl main
main:   lw      $s0, size
        la      $s1, flags
        li      $s2, 100000
        addu    $s5, $s1, $s2       # behind the last flag
        li      $s3, 0

round:  move    $t1, $s1            # forget the round before
clear:  sb      $zero, 0($t1)
        addiu   $t1, $t1, 1
        bne     $t1, $s5, clear

        li      $s4, 2
prime:  mul     $t0, $s4, $s4       # smaller multiples are struck out already
        bge     $t0, $s2, count
        addu    $t1, $s1, $s4
        lbu     $t2, 0($t1)
        bne     $t2, $zero, next    # not a prime
        addu    $t1, $s1, $t0
        li      $t2, 1
strike: sb      $t2, 0($t1)
        addu    $t1, $t1, $s4
        blt     $t1, $s5, strike
next:   addiu   $s4, $s4, 1
        b       prime

count:  li      $t0, 0              # primes of this round
        addiu   $t1, $s1, 2         # 0 and 1 are none
look:   lbu     $t2, 0($t1)
        bne     $t2, $zero, struck
        addiu   $t0, $t0, 1
struck: addiu   $t1, $t1, 1
        bne     $t1, $s5, look
        addu    $s3, $s3, $t0
        addiu   $s0, $s0, -1
        bgtz    $s0, round

        la      $a0, name
        li      $v0, 4
        syscall
        move    $a0, $s3
        li      $v0, 1
        syscall
        li      $a0, 10             # a newline
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
