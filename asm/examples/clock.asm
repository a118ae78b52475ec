# clock.asm: counts down and measures how long that took.
#
# Purpose:   the time and waiting: services 30 and 32, and numbers of 64 bits
# Input:     none
# Output:    3 2 1 with a pause after each, and whether at least that much time has gone by
# Registers: $s0 the count; $s1 and $s2 the time at the start, low and high word

        .eqv    PRINT_INT    1
        .eqv    PRINT_STRING 4
        .eqv    EXIT         10
        .eqv    TIME         30
        .eqv    SLEEP        32
        .eqv    FROM         3
        .eqv    PAUSE        20         # milliseconds
        .eqv    ALL          60         # FROM pauses

        .data
dots:   .asciiz "...\n"
right:  .asciiz "the clock went on\n"
wrong:  .asciiz "the clock stood still\n"

        .text
        .globl main
main:   li      $v0, TIME               # milliseconds since 1970: $a0 low, $a1 high word
        syscall
        move    $s1, $a0
        move    $s2, $a1

        li      $s0, FROM
count:  move    $a0, $s0
        li      $v0, PRINT_INT
        syscall
        la      $a0, dots
        li      $v0, PRINT_STRING
        syscall
        li      $a0, PAUSE
        li      $v0, SLEEP
        syscall
        addiu   $s0, $s0, -1
        bnez    $s0, count

        li      $v0, TIME
        syscall
        subu    $t0, $a0, $s1           # the difference of the low words,
        sltu    $t1, $a0, $s1           # what had to be borrowed for it,
        subu    $t2, $a1, $s2           # and the difference of the high words
        subu    $t2, $t2, $t1
        la      $a0, right
        bnez    $t2, say                # more than 2^32 milliseconds: patience
        bgeu    $t0, ALL, say
        la      $a0, wrong
say:    li      $v0, PRINT_STRING
        syscall

        li      $v0, EXIT
        syscall
