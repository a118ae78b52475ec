# matmul.asm: the product of two matrices of 80 x 80 integers, again and again.
#
# Purpose:   speed of word loads and stores, of multiplication, and of three nested loops
# Input:     none
# Output:    matmul 1078854778
# Registers: $s0 rounds left, $s1 bytes of a row, $s2 $s3 $s4 the row of A, the column of B and
#            the place in C, $t0 elements left of the sum, $t1 and $t2 their addresses, $t3 $t4
#            the elements, $t5 the sum, $t6 $t7 rows and columns left, $s5 the checksum

        .data
size:   .word   10                  # rounds
name:   .asciiz "matmul "
        .align  2
a1:     .space  25600               # 80 * 80 words
b2:     .space  25600
c1:     .space  25600

        .text
        .globl main
main:   lw      $s0, size
        li      $s1, 320            # 80 words
        li      $s5, 0

# Fill A and B with small numbers, positive and negative.
        la      $t1, a1
        la      $t2, b2
        li      $t0, 6400
        li      $t3, 12345
fill:   sll     $t4, $t3, 5         # t3 = t3 * 33 + 17
        addu    $t3, $t3, $t4
        addiu   $t3, $t3, 17
        sra     $t4, $t3, 20
        sw      $t4, 0($t1)
        sra     $t4, $t3, 24
        sw      $t4, 0($t2)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, 4
        addiu   $t0, $t0, -1
        bgtz    $t0, fill

round:  la      $s2, a1
        la      $s4, c1
        li      $t6, 80
row:    la      $s3, b2
        li      $t7, 80
column: move    $t1, $s2
        move    $t2, $s3
        li      $t0, 80
        li      $t5, 0
inner:  lw      $t3, 0($t1)
        lw      $t4, 0($t2)
        mul     $t3, $t3, $t4
        addu    $t5, $t5, $t3
        addiu   $t1, $t1, 4         # along the row
        addu    $t2, $t2, $s1       # down the column
        addiu   $t0, $t0, -1
        bgtz    $t0, inner
        sw      $t5, 0($s4)
        xor     $s5, $s5, $t5
        sll     $t5, $s5, 1
        srl     $s5, $s5, 31
        or      $s5, $s5, $t5       # rotated, so that the order of results matters
        addiu   $s4, $s4, 4
        addiu   $s3, $s3, 4
        addiu   $t7, $t7, -1
        bgtz    $t7, column
        addu    $s2, $s2, $s1
        addiu   $t6, $t6, -1
        bgtz    $t6, row
        la      $t1, a1             # another A for the next round
        lw      $t2, 0($t1)
        addiu   $t2, $t2, 1
        sw      $t2, 0($t1)
        addiu   $s0, $s0, -1
        bgtz    $s0, round

        la      $a0, name
        li      $v0, 4
        syscall
        move    $a0, $s5
        li      $v0, 1
        syscall
        li      $a0, 10             # a newline
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
