# hello.asm: prints a greeting and ends.
#
# Purpose:   the first program to assemble; shows where data and code go
# Input:     none
# Output:    Hello, MIPS!
# Registers: $v0 the number of a service, $a0 its argument

        .data
hello:  .asciiz "Hello, MIPS!\n"

        .text
        .globl main
main:   li      $v0, 4              # service 4 prints a string
        la      $a0, hello          # ... that begins at this address
        syscall

        li      $v0, 10             # service 10 ends the program
        syscall
