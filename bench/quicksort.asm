# quicksort.asm: sorts 20,000 words by recursion, again and again.
#
# Purpose:   speed of loads, stores and branches that cannot be foreseen
# Input:     none
# Output:    quicksort -2048878383
# Registers: in sort: $a0 and $a1 the first and the last word, $t0 and $t1 what moves towards each
#            other between them, $t2 the pivot, $t3 $t4 words; in main: $s0 rounds left, $s2 the
#            generator, $s3 the checksum

        .data
size:   .word   14                  # rounds
name:   .asciiz "quicksort "
        .align  2
words:  .space  80000               # 20,000 words

        .text
        .globl main
main:   lw      $s0, size
        li      $s2, 1
        li      $s3, 0
        li      $s4, 1103515245     # a well-known generator: x = x * s4 + 12345
round:  la      $t0, words
        li      $t1, 20000
fill:   mult    $s2, $s4
        mflo    $s2
        addiu   $s2, $s2, 12345
        sra     $t2, $s2, 8
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bgtz    $t1, fill

        la      $a0, words
        addiu   $a1, $t0, -4        # the last word
        jal     sort

        la      $t0, words          # the checksum depends on the order
        li      $t1, 19999
check:  lw      $t2, 0($t0)
        lw      $t3, 4($t0)
        bgt     $t2, $t3, wrong
        sll     $t4, $s3, 1
        addu    $s3, $s3, $t4
        addu    $s3, $s3, $t2
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bgtz    $t1, check
        addiu   $s0, $s0, -1
        bgtz    $s0, round
        b       report

wrong:  li      $s3, -1             # not sorted
report: la      $a0, name
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

# sort: $a0 address of the first word, $a1 of the last
sort:   bge     $a0, $a1, sorted    # one word or none
        subu    $t0, $a1, $a0       # the pivot is the one in the middle
        srl     $t0, $t0, 3
        sll     $t0, $t0, 2
        addu    $t0, $t0, $a0
        lw      $t2, 0($t0)
        move    $t0, $a0
        move    $t1, $a1
up:     lw      $t3, 0($t0)         # a word from below that is not smaller
        bge     $t3, $t2, down
        addiu   $t0, $t0, 4
        b       up
down:   lw      $t4, 0($t1)         # a word from above that is not greater
        ble     $t4, $t2, swap
        addiu   $t1, $t1, -4
        b       down
swap:   bgt     $t0, $t1, split
        sw      $t4, 0($t0)
        sw      $t3, 0($t1)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -4
        ble     $t0, $t1, up
split:  addiu   $sp, $sp, -12       # first..t1 and t0..last are left
        sw      $ra, 8($sp)
        sw      $a1, 4($sp)
        sw      $t0, 0($sp)
        move    $a1, $t1
        jal     sort
        lw      $a0, 0($sp)
        lw      $a1, 4($sp)
        jal     sort
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 12
sorted: jr      $ra
