# characters.asm: shows the code of characters in three ways.
#
# Purpose:   characters in and out, and integers in other bases: services 11, 12, 34, 35 and 36
# Input:     characters, one a line (the first of a line counts); a full stop is the last
# Output:    for each the character, its code without sign, in base 16 and in base 2; then the
#            largest number without sign
# Registers: $s0 the character

        .eqv    EXIT         10
        .eqv    PRINT_CHAR   11
        .eqv    READ_CHAR    12
        .eqv    PRINT_HEX    34
        .eqv    PRINT_BINARY 35
        .eqv    PRINT_UNSIGNED 36

        .text
        .globl main
main:   li      $v0, READ_CHAR          # $v0 = the code of the character
        syscall
        move    $s0, $v0
        beq     $s0, '.', largest

        move    $a0, $s0
        li      $v0, PRINT_CHAR
        syscall
        li      $a0, ' '
        syscall                         # $v0 is still 11
        move    $a0, $s0
        li      $v0, PRINT_UNSIGNED
        syscall
        li      $a0, ' '
        li      $v0, PRINT_CHAR
        syscall
        move    $a0, $s0
        li      $v0, PRINT_HEX
        syscall
        li      $a0, ' '
        li      $v0, PRINT_CHAR
        syscall
        move    $a0, $s0
        li      $v0, PRINT_BINARY
        syscall
        li      $a0, '\n'
        li      $v0, PRINT_CHAR
        syscall
        b       main

largest:
        li      $a0, -1                 # 32 ones: with a sign -1, without one the largest
        li      $v0, PRINT_UNSIGNED
        syscall
        li      $a0, '\n'
        li      $v0, PRINT_CHAR
        syscall
        li      $v0, EXIT
        syscall
