# arguments.asm: prints the words that it was started with, and ends with their number.
#
# Purpose:   arguments of a program, and an exit code: service 17
# Input:     words on the command line: fivetwelve run arguments.asm -- one two
# Output:    the words, one a line; the exit code is how many there are
# Registers: $s0 how many, $s1 the address of the next one's address, $s2 how many are left

        .eqv    PRINT_STRING 4
        .eqv    PRINT_CHAR   11
        .eqv    EXIT_CODE    17

        .text
        .globl main
main:   move    $s0, $a0                # at the start $a0 is their number,
        move    $s1, $a1                # $a1 the address of an array of addresses
        move    $s2, $s0
next:   beqz    $s2, done
        lw      $a0, 0($s1)
        li      $v0, PRINT_STRING
        syscall
        li      $a0, '\n'
        li      $v0, PRINT_CHAR
        syscall
        addiu   $s1, $s1, 4
        addiu   $s2, $s2, -1
        b       next

done:   move    $a0, $s0
        li      $v0, EXIT_CODE
        syscall
