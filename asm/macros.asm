# macros.asm: counts down with macros.
#
# Purpose:   macros with parameters, a label of its own in each expansion, and .eqv
# Input:     none
# Output:    3 2 1 liftoff
# Registers: $s0 the count

        .eqv    FROM 3

        .macro  print_string(%text)
        .data
string: .asciiz %text
        .text
        li      $v0, 4
        la      $a0, string
        syscall
        .end_macro

        .macro  print_int(%register)
        li      $v0, 1
        move    $a0, %register
        syscall
        .end_macro

        .macro  exit
        li      $v0, 10
        syscall
        .end_macro

        .text
        .globl main
main:   li      $s0, FROM
count:  print_int($s0)
        print_string(" ")
        addiu   $s0, $s0, -1
        bnez    $s0, count
        print_string("liftoff\n")
        exit
