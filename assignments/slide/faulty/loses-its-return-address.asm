# Slides and merges rows of three cells, faulty: slide_left does not save $ra before it calls slide

.data
board:  .word 2, 2, 4
        .word 0, 4, 4
        .word 2, 0, 2
blank:  .asciiz " "
line:   .asciiz "\n"

.text
# Shows what the board becomes.
main:
        la      $a0, board
        jal     slide_left
        li      $t8, 9
        la      $t9, board
show:   lw      $a0, 0($t9)
        li      $v0, 1
        syscall
        la      $a0, blank
        li      $v0, 4
        syscall
        addiu   $t9, $t9, 4
        addiu   $t8, $t8, -1
        bnez    $t8, show
        la      $a0, line
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# Slides a row of three words to its first cell and merges equal neighbours, each tile once.
#   $a0  the address of the first cell
#   $a1  how many bytes the next cell is away; may be negative
#   $v0  1 if a cell changed, else 0
slide:
        addu    $t3, $a0, $a1
        addu    $t4, $t3, $a1
        lw      $t0, 0($a0)
        lw      $t1, 0($t3)
        lw      $t2, 0($t4)
        move    $t5, $t0
        move    $t6, $t1
        move    $t7, $t2
        bnez    $t1, second_full        # close the gap in the middle
        move    $t1, $t2
        li      $t2, 0
second_full:
        bnez    $t0, first_full         # and the one at the wall
        move    $t0, $t1
        move    $t1, $t2
        li      $t2, 0
first_full:
        bne     $t0, $t1, no_first_pair # also two empty cells: that does no harm
        sll     $t0, $t0, 1
        move    $t1, $t2
        li      $t2, 0
        j       merged
no_first_pair:
        bne     $t1, $t2, merged
        sll     $t1, $t1, 1
        li      $t2, 0
merged:
        sw      $t0, 0($a0)
        sw      $t1, 0($t3)
        sw      $t2, 0($t4)
        xor     $t0, $t0, $t5
        xor     $t1, $t1, $t6
        xor     $t2, $t2, $t7
        or      $v0, $t0, $t1
        or      $v0, $v0, $t2
        sltu    $v0, $zero, $v0
        jr      $ra

# Slides the three rows of a board to the left.
#   $a0  the address of the first of nine words
#   $v0  how many rows changed
slide_left:
        addiu   $sp, $sp, -16
        sw      $s0, 8($sp)
        sw      $s1, 4($sp)
        sw      $s2, 0($sp)
        move    $s0, $a0
        li      $s1, 3
        li      $s2, 0
next_row:
        move    $a0, $s0
        li      $a1, 4
        jal     slide
        addu    $s2, $s2, $v0
        addiu   $s0, $s0, 12
        addiu   $s1, $s1, -1
        bnez    $s1, next_row
        move    $v0, $s2
        lw      $s2, 0($sp)
        lw      $s1, 4($sp)
        lw      $s0, 8($sp)
        addiu   $sp, $sp, 16
        jr      $ra
