# numbers.asm: asks for a name and for numbers, and adds the numbers up.
#
# Purpose:   strings and integers in and out: services 1, 4, 5 and 8
# Input:     a line with a name, then integers, one a line; 0 is the last
# Output:    a greeting, how many numbers there were, and their sum
# Registers: $s0 the sum, $s1 how many

        .eqv    PRINT_INT    1
        .eqv    PRINT_STRING 4
        .eqv    READ_INT     5
        .eqv    READ_STRING  8
        .eqv    EXIT         10
        .eqv    NAME_BYTES   20         # 19 characters and the NUL behind them

        .data
who:    .asciiz "Your name? "
hello:  .asciiz "Hello, "
ask:    .asciiz "Numbers, and 0 at the end:\n"
count:  .asciiz "numbers: "
sum:    .asciiz "\nsum: "
end:    .asciiz "\n"
name:   .space  20

        .text
        .globl main
main:   li      $v0, PRINT_STRING
        la      $a0, who
        syscall

        li      $v0, READ_STRING        # at most $a1 - 1 characters; what is longer is lost
        la      $a0, name
        li      $a1, NAME_BYTES
        syscall

        li      $v0, PRINT_STRING
        la      $a0, hello
        syscall
        la      $a0, name               # $v0 is still 4; the name ends with the newline
        syscall
        la      $a0, ask
        syscall

        li      $s0, 0
        li      $s1, 0
next:   li      $v0, READ_INT           # a line that is no integer ends the program
        syscall
        beqz    $v0, show
        addu    $s0, $s0, $v0
        addiu   $s1, $s1, 1
        b       next

show:   li      $v0, PRINT_STRING
        la      $a0, count
        syscall
        li      $v0, PRINT_INT
        move    $a0, $s1
        syscall
        li      $v0, PRINT_STRING
        la      $a0, sum
        syscall
        li      $v0, PRINT_INT
        move    $a0, $s0
        syscall
        li      $v0, PRINT_STRING
        la      $a0, end
        syscall

        li      $v0, EXIT
        syscall
