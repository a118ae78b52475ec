# heap.asm: reads numbers into a linked list and prints them in reverse.
#
# Purpose:   memory that is asked for while the program runs: service 9
# Input:     integers, one a line; 0 is the last
# Output:    the numbers, the last one first
# Registers: $s0 the newest node of the list, 0 if there is none; $s1 the number

        .eqv    PRINT_INT    1
        .eqv    READ_INT     5
        .eqv    ALLOCATE     9
        .eqv    EXIT         10
        .eqv    PRINT_CHAR   11
        .eqv    VALUE        0          # a node: its number ...
        .eqv    NEXT         4          # ... and the address of the node before it
        .eqv    NODE_BYTES   8

        .text
        .globl main
main:   li      $s0, 0                  # an empty list
read:   li      $v0, READ_INT
        syscall
        move    $s1, $v0
        beqz    $s1, print
        li      $v0, ALLOCATE           # $v0 = the address of so many new bytes
        li      $a0, NODE_BYTES
        syscall
        sw      $s1, VALUE($v0)
        sw      $s0, NEXT($v0)
        move    $s0, $v0
        b       read

print:  beqz    $s0, done
        lw      $a0, VALUE($s0)
        li      $v0, PRINT_INT
        syscall
        li      $a0, '\n'
        li      $v0, PRINT_CHAR
        syscall
        lw      $s0, NEXT($s0)
        b       print

done:   li      $v0, EXIT
        syscall
