# arith.asm: a loop of integer arithmetic, without memory.
#
# Purpose:   speed of additions, shifts, logic and multiplication
# Input:     none
# Output:    arith -262590124
# Registers: in loop: $s0 rounds left, $s1 a factor, $t0 a xorshift generator, $t1 and $t2
#            scratch, $s2 the checksum

        .data
size:   .word   5000000             # rounds
name:   .asciiz "arith "

        .text
        .globl main
main:   lw      $s0, size
        li      $s1, 40503          # odd, so that no bits are lost
        li      $s2, 0
        li      $t0, 1              # any seed but zero
loop:   sll     $t1, $t0, 13
        xor     $t0, $t0, $t1
        srl     $t1, $t0, 17
        xor     $t0, $t0, $t1
        sll     $t1, $t0, 5
        xor     $t0, $t0, $t1
        mult    $t0, $s1
        mflo    $t2
        sra     $t1, $t2, 3
        subu    $s2, $t1, $s2
        slt     $t1, $s2, $t2
        addu    $s2, $s2, $t1
        addiu   $s0, $s0, -1
        bgtz    $s0, loop

        la      $a0, name
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        li      $a0, 10             # a newline
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
