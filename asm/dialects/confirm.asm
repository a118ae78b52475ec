# confirm.asm: the 512 game that makes sure after every move.
#
# Purpose:   2048 on three by three cells, won with a 512; after every move, good or bad, it asks
#            whether to continue. Only moving to the left is written out; the other moves mirror or
#            flip the board before and after
# Input:     lines: w (up), a (left), s (down), d (right), each followed by a line y or n
# Output:    the board after each move, in a box; how the game ends
# Registers: $s0 the direction, $s1 has something moved?

        .data
A:      .word   0:9
in:     .space  4
m1:     .asciiz "Let's play 512.\n"
m2:     .asciiz "Direction (w, a, s, d): "
m3:     .asciiz "Continue? (y/n): "
m4:     .asciiz "Unknown direction.\n"
m5:     .asciiz "Illegal move.\n"
m6:     .asciiz "You won the game.\n"
m7:     .asciiz "You lost the game.\n"
m8:     .asciiz "Just y or n.\n"
box:    .asciiz "=============\n"
side:   .asciiz "|"
sp3:    .asciiz "   "
sp2:    .asciiz "  "
sp1:    .asciiz " "
nl:     .asciiz "\n"

        .macro  print_s (%label)
        la      $a0, %label
        li      $v0, 4
        syscall
        .end_macro

        .macro  read_c (%reg)           # the first character of a line of at most two
        la      $a0, in
        li      $a1, 4
        li      $v0, 8
        syscall
        lb      %reg, in
        .end_macro

        .text
main:
        print_s (m1)
        jal     spawn
        jal     spawn
        jal     show
ask:
        print_s (m2)
        read_c  ($s0)
        beq     $s0, 'w', go_up
        beq     $s0, 'a', go_left
        beq     $s0, 's', go_down
        beq     $s0, 'd', go_right
        print_s (m4)
        j       sure

go_up:
        jal     transpose
        jal     left
        move    $s1, $v0
        jal     transpose
        j       gone
go_left:
        jal     left
        move    $s1, $v0
        j       gone
go_down:
        jal     transpose
        jal     mirror
        jal     left
        move    $s1, $v0
        jal     mirror
        jal     transpose
        j       gone
go_right:
        jal     mirror
        jal     left
        move    $s1, $v0
        jal     mirror
gone:
        beqz    $s1, illegal
        jal     spawn
        jal     show
        jal     max
        beq     $v0, 512, win
        jal     moves_left
        beqz    $v0, lose
        j       sure
illegal:
        print_s (m5)
sure:
        print_s (m3)
        read_c  ($t0)
        beq     $t0, 'y', ask
        beq     $t0, 'n', exit
        print_s (m8)
        j       sure
win:
        print_s (m6)
        j       exit
lose:
        print_s (m7)
exit:
        li      $v0, 10
        syscall

# transpose: rows become columns.
transpose:
        la      $t0, A
        lw      $t1, 4($t0)
        lw      $t2, 12($t0)
        sw      $t2, 4($t0)
        sw      $t1, 12($t0)
        lw      $t1, 8($t0)
        lw      $t2, 24($t0)
        sw      $t2, 8($t0)
        sw      $t1, 24($t0)
        lw      $t1, 20($t0)
        lw      $t2, 28($t0)
        sw      $t2, 20($t0)
        sw      $t1, 28($t0)
        jr      $ra

# mirror: left becomes right.
mirror:
        la      $t0, A
        li      $t3, 3
mirror_row:
        lw      $t1, 0($t0)
        lw      $t2, 8($t0)
        sw      $t2, 0($t0)
        sw      $t1, 8($t0)
        addi    $t0, $t0, 12
        addi    $t3, $t3, -1
        bgtz    $t3, mirror_row
        jr      $ra

# left: slides all rows to the left.  ->  $v0 1 if anything has changed
left:
        la      $t0, A
        li      $t4, 3
        li      $v0, 0
left_row:
        lw      $t1, 0($t0)
        lw      $t2, 4($t0)
        lw      $t3, 8($t0)
        li      $t5, 2                  # twice, for a row with two gaps
left_gaps:
        bnez    $t2, left_gap1
        beqz    $t3, left_gap1
        move    $t2, $t3
        li      $t3, 0
        li      $v0, 1
left_gap1:
        bnez    $t1, left_gap2
        beqz    $t2, left_gap2
        move    $t1, $t2
        li      $t2, 0
        li      $v0, 1
left_gap2:
        addi    $t5, $t5, -1
        bgtz    $t5, left_gaps
        beqz    $t2, left_done
        beq     $t1, $t2, left_12
        beq     $t2, $t3, left_23
        j       left_done
left_12:
        add     $t1, $t1, $t2
        move    $t2, $t3
        li      $t3, 0
        li      $v0, 1
        j       left_done
left_23:
        add     $t2, $t2, $t3
        li      $t3, 0
        li      $v0, 1
left_done:
        sw      $t1, 0($t0)
        sw      $t2, 4($t0)
        sw      $t3, 8($t0)
        addi    $t0, $t0, 12
        addi    $t4, $t4, -1
        bgtz    $t4, left_row
        jr      $ra

# spawn: looks for a free cell by drawing, puts a 2 there.
spawn:
        li      $v0, 42
        li      $a0, 5
        li      $a1, 9
        syscall
        mul     $a0, $a0, 4
        lw      $t0, A($a0)
        bnez    $t0, spawn
        li      $t0, 2
        sw      $t0, A($a0)
        jr      $ra

# max: the largest tile.  ->  $v0
max:
        li      $v0, 0
        li      $t0, 0
max_next:
        lw      $t1, A($t0)
        ble     $t1, $v0, max_less
        move    $v0, $t1
max_less:
        addi    $t0, $t0, 4
        bne     $t0, 36, max_next
        jr      $ra

# moves_left: how many cells are free or equal to the one at their right or below.  ->  $v0
moves_left:
        li      $v0, 0
        li      $t0, 0                  # row
ml_row:
        li      $t1, 0                  # column
ml_cell:
        mul     $t2, $t0, 3
        add     $t2, $t2, $t1
        sll     $t2, $t2, 2
        lw      $t3, A($t2)
        bnez    $t3, ml_right
        addi    $v0, $v0, 1
ml_right:
        bge     $t1, 2, ml_below
        lw      $t4, A + 4($t2)
        bne     $t3, $t4, ml_below
        addi    $v0, $v0, 1
ml_below:
        bge     $t0, 2, ml_next
        lw      $t4, A + 12($t2)
        bne     $t3, $t4, ml_next
        addi    $v0, $v0, 1
ml_next:
        addi    $t1, $t1, 1
        blt     $t1, 3, ml_cell
        addi    $t0, $t0, 1
        blt     $t0, 3, ml_row
        jr      $ra

# show: prints the board.
show:
        print_s (box)
        li      $t0, 0
show_row:
        li      $t1, 3
show_cell:
        print_s (side)
        lw      $t2, A($t0)
        la      $a0, sp3
        beqz    $t2, show_pad
        la      $a0, sp2
        blt     $t2, 10, show_pad
        la      $a0, sp1
        bge     $t2, 100, show_number
show_pad:
        li      $v0, 4
        syscall
show_number:
        beqz    $t2, show_next
        move    $a0, $t2
        li      $v0, 1
        syscall
show_next:
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bgtz    $t1, show_cell
        print_s (side)
        print_s (nl)
        blt     $t0, 36, show_row
        print_s (box)
        jr      $ra
