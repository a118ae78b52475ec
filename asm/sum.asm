# sum.asm: adds up an array of words and prints the sum.
#
# Purpose:   a loop over an array, and a procedure that keeps to the calling convention
# Input:     none
# Output:    sum = 45
# Registers: in sum: $t0 address of the next word, $t1 words left, $t2 the word, $v0 the sum

        .data
table:  .word   1, 2, 3, 4, 5, 6, 7, 8, 9
        .eqv    WORDS 9
text:   .asciiz "sum = "

        .text
        .globl main
main:   la      $a0, table
        li      $a1, WORDS
        jal     sum
        move    $s0, $v0            # the syscalls below need $v0

        li      $v0, 4
        la      $a0, text
        syscall

        li      $v0, 1              # service 1 prints an integer
        move    $a0, $s0
        syscall

        li      $v0, 11             # service 11 prints a character
        li      $a0, '\n'
        syscall

        li      $v0, 10
        syscall

# sum: adds words.
#   $a0 address of the first, $a1 how many  ->  $v0 their sum
sum:    move    $t0, $a0
        move    $t1, $a1
        li      $v0, 0
next:   beqz    $t1, done           # nothing left
        lw      $t2, 0($t0)
        addu    $v0, $v0, $t2
        addiu   $t0, $t0, 4         # a word has four bytes
        addiu   $t1, $t1, -1
        b       next
done:   jr      $ra
