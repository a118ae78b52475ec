# powers, wrong: the second pair of a line leaves its other tile
# rule: merge-value
#
# powers.asm: the 512 game in powers of two, called 2048.
#
# Purpose:   2048 on three by three cells, shown as powers; nine words of exponents, moves by tables of
#            cells; a game is won before another tile comes
# Input:     integers: 1 (up), 2 (down), 3 (left), 4 (right) or 5 (exit)
# Output:    the board before each question, with points and turns behind its rows; how it ends
# Registers: in the game: $s0 points, $s1 turns, $s2 the table of a move

        .data
board:  .word   0:9
ups:    .byte   0, 12, 24,  4, 16, 28,  8, 20, 32
downs:  .byte   24, 12, 0,  28, 16, 4,  32, 20, 8
lefts:  .byte   0, 4, 8,  12, 16, 20,  24, 28, 32
rights: .byte   8, 4, 0,  20, 16, 12,  32, 28, 24
title:  .asciiz "** 2048 **\n"
ask:    .asciiz "1-Up 2-Down 3-Left 4-Right 5-Exit\n"
what:   .asciiz "No such move\n"
none:   .asciiz "0     "
two:    .asciiz "2^"
after:  .asciiz "   "
points: .asciiz "  Points: "
turns:  .asciiz "  Turns: "
won:    .asciiz "Winner!\n"
lost:   .asciiz "No move is left.\n"

        .text
main:   la      $a0, title
        jal     say
        li      $s0, 0
        li      $s1, 0
        jal     spawn
        jal     spawn
turn:   jal     show
        jal     stuck
        beqz    $v0, key
        la      $a0, lost
        b       over
key:    la      $a0, ask
        jal     say
        li      $v0, 5
        syscall
        la      $s2, ups
        beq     $v0, 1, push
        la      $s2, downs
        beq     $v0, 2, push
        la      $s2, lefts
        beq     $v0, 3, push
        la      $s2, rights
        beq     $v0, 4, push
        beq     $v0, 5, leave
        b       refuse

# Pushes the lines of a table; $s3 says whether anything has changed, $s4 whether there is a 512.
push:   li      $s3, 0
        li      $s4, 0
        addiu   $s5, $s2, 9
push_line:
        lb      $t1, 0($s2)
        lb      $t2, 1($s2)
        lb      $t3, 2($s2)
        lw      $t4, board($t1)
        lw      $t5, board($t2)
        lw      $t6, board($t3)
        bnez    $t5, push_near
        move    $t5, $t6
        li      $t6, 0
push_near:
        bnez    $t4, push_pair
        move    $t4, $t5
        move    $t5, $t6
        li      $t6, 0
push_pair:
        beqz    $t4, push_put
        bne     $t4, $t5, push_far
        addiu   $t4, $t4, 1
        move    $t5, $t6
        li      $t6, 0
        addu    $s0, $s0, $t4
        seq     $t7, $t4, 9
        or      $s4, $s4, $t7
        b       push_put
push_far:
        beqz    $t5, push_put
        bne     $t5, $t6, push_put
        addiu   $t5, $t5, 1
        addu    $s0, $s0, $t5
        seq     $t7, $t5, 9
        or      $s4, $s4, $t7
push_put:
        lw      $t7, board($t1)
        sne     $t7, $t7, $t4
        or      $s3, $s3, $t7
        lw      $t7, board($t2)
        sne     $t7, $t7, $t5
        or      $s3, $s3, $t7
        lw      $t7, board($t3)
        sne     $t7, $t7, $t6
        or      $s3, $s3, $t7
        sw      $t4, board($t1)
        sw      $t5, board($t2)
        sw      $t6, board($t3)
        addiu   $s2, $s2, 3
        bne     $s2, $s5, push_line
        beqz    $s3, refuse
        addiu   $s1, $s1, 1
        bnez    $s4, winner
        jal     spawn
        b       turn
refuse: la      $a0, what
        jal     say
        b       key
winner: jal     show
        la      $a0, won
over:   jal     say
leave:  li      $v0, 10
        syscall

# spawn: a 2 in a random empty cell.
spawn:  li      $a0, 3
        li      $a1, 9
        li      $v0, 42
        syscall
        sll     $t0, $a0, 2
        lw      $t1, board($t0)
        bnez    $t1, spawn
        li      $t1, 1
        sw      $t1, board($t0)
        jr      $ra

# stuck: is there no move?  ->  $v0
stuck:  li      $v0, 0
        li      $t0, 32
stuck_cell:
        lw      $t1, board($t0)
        beqz    $t1, stuck_out
        addiu   $t0, $t0, -4
        bgez    $t0, stuck_cell
        li      $t0, 20
stuck_column:
        lw      $t1, board($t0)
        lw      $t2, board + 12($t0)
        beq     $t1, $t2, stuck_out
        addiu   $t0, $t0, -4
        bgez    $t0, stuck_column
        li      $t0, 24
stuck_row:
        lw      $t1, board($t0)
        lw      $t2, board + 4($t0)
        lw      $t3, board + 8($t0)
        beq     $t1, $t2, stuck_out
        beq     $t2, $t3, stuck_out
        addiu   $t0, $t0, -12
        bgez    $t0, stuck_row
        li      $v0, 1
stuck_out:
        jr      $ra

# show: prints the board.  $t0 the cell in bytes, $t1 the end of the row
show:   li      $t0, 0
show_row:
        addiu   $t1, $t0, 12
show_cell:
        lw      $t2, board($t0)
        la      $a0, none
        li      $v0, 4
        beqz    $t2, show_next
        la      $a0, two
        syscall
        move    $a0, $t2
        li      $v0, 1
        syscall
        la      $a0, after
        li      $v0, 4
show_next:
        syscall
        addiu   $t0, $t0, 4
        bne     $t0, $t1, show_cell
        la      $a0, points
        move    $t3, $s0
        beq     $t0, 12, show_number
        la      $a0, turns
        move    $t3, $s1
        bne     $t0, 24, show_end
show_number:
        syscall
        move    $a0, $t3
        li      $v0, 1
        syscall
show_end:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        bne     $t0, 36, show_row
        jr      $ra

say:    li      $v0, 4
        syscall
        jr      $ra
