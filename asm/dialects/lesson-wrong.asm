# lesson, wrong: a merged tile merges again
# rule: merge-once
#
# lesson.asm: the 512 game with a lesson before it.
#
# Purpose:   2048 on three by three cells, won with a 512; the board is an array of bytes of exponents,
#            and a cell is found by its row and column
# Input:     a line to begin; the game: a line W (up), A (left), S (down), D (right) or X, after which
#            Y quits and any other line does not
# Output:    how to play, with an example in boards; the board before each question, its rows labelled
# Registers: in the game: $s0 the key, $s1 the line, $s2 what has changed, $s3 where the next tile goes,
#            $s4 the tile before it, $s5 the distance from the wall

        .data
board:  .byte   0:9
line:   .space  12
lesson: .ascii  "2048 ON NINE CELLS\n\nEqual tiles merge. If this is your board\n\n"
        .ascii  "  2 2 .\n  . 4 .\n  . . .\n\nthen A makes it\n\n  4 . .\n  4 . .\n  . . 2\n\n"
        .asciiz "A 512 wins. Press Enter to begin. "
ask:    .asciiz "W A S D or X > "
sure:   .asciiz "Do you really want to leave (Y/N)? "
what:   .asciiz "Please read the lesson again.\n"
stays:  .asciiz "The board stays as it is.\n"
won:    .asciiz "Lesson learnt: this is a 512.\n"
lost:   .asciiz "No move is left. Better luck next time.\n"
bye:    .asciiz "See you.\n"
heading:
        .asciiz "\n    1    2    3\n"
gap:    .asciiz "    "

        .text
main:   la      $a0, lesson
        jal     say
        jal     read
        jal     spawn
        jal     spawn
turn:   jal     show
        jal     ending
        bnez    $v0, over
key:    la      $a0, ask
        jal     say
        jal     read
        move    $s0, $v0
        beq     $s0, 'W', push
        beq     $s0, 'A', push
        beq     $s0, 'S', push
        beq     $s0, 'D', push
        beq     $s0, 'X', quit
        la      $a0, what
        b       again
quit:   la      $a0, sure
        jal     say
        jal     read
        la      $a0, stays
        bne     $v0, 'Y', again
        la      $v0, bye
over:   move    $a0, $v0
        jal     say
        li      $v0, 10
        syscall

# Each line from the wall outwards: a tile goes to the next free place, or into an equal one before it.
push:   li      $s1, 0
        li      $s2, 0
push_line:
        li      $s3, 0
        li      $s4, 0
        li      $s5, 0
push_cell:
        move    $a0, $s5
        jal     cell
        lb      $t1, 0($v0)
        beqz    $t1, push_next
        sb      $zero, 0($v0)
        move    $t2, $v0                # where it was
        bne     $t1, $s4, push_move
        addiu   $s3, $s3, -1
        addiu   $t1, $t1, 1
        move    $s4, $t1
        b       push_put
push_move:
        move    $s4, $t1
push_put:
        move    $a0, $s3
        jal     cell
        sb      $t1, 0($v0)
        addiu   $s3, $s3, 1
        beq     $v0, $t2, push_next
        li      $s2, 1
push_next:
        addiu   $s5, $s5, 1
        bne     $s5, 3, push_cell
        addiu   $s1, $s1, 1
        bne     $s1, 3, push_line
        la      $a0, stays
        beqz    $s2, again
        jal     spawn
        b       turn
again:  jal     say
        b       key

# cell: a place of line $s1 at a distance $a0 from the wall of key $s0  ->  $v0 its address
cell:   li      $t5, 2
        subu    $t5, $t5, $a0           # the distance from the other wall
        move    $t6, $a0                # up
        move    $t7, $s1
        beq     $s0, 'W', cell_at
        move    $t6, $t5                # down
        beq     $s0, 'S', cell_at
        move    $t6, $s1                # left
        move    $t7, $a0
        beq     $s0, 'A', cell_at
        move    $t7, $t5                # right
cell_at:
        mul     $t6, $t6, 3             # row and column
        addu    $t6, $t6, $t7
        la      $v0, board
        addu    $v0, $v0, $t6
        jr      $ra

# spawn: draws a row and a column until the cell is empty, and puts a 2 there.
spawn:  li      $a0, 1
        li      $a1, 3
        li      $v0, 42
        syscall
        mul     $t0, $a0, 3
        li      $a0, 1
        li      $v0, 42
        syscall
        addu    $t0, $t0, $a0
        lb      $t1, board($t0)
        bnez    $t1, spawn
        li      $t1, 1
        sb      $t1, board($t0)
        jr      $ra

# ending: has the game ended?  ->  $v0 what to say, 0 if it goes on
ending: li      $t0, 0
        li      $t4, 0                  # empty cells and equal neighbours
        li      $t5, 0                  # the column
ending_cell:
        lb      $t1, board($t0)
        la      $v0, won
        beq     $t1, 9, ending_out
        bnez    $t1, ending_right
        addiu   $t4, $t4, 1
ending_right:
        beq     $t5, 2, ending_below
        lb      $t2, board + 1($t0)
        seq     $t2, $t1, $t2
        addu    $t4, $t4, $t2
ending_below:
        bgt     $t0, 5, ending_next
        lb      $t2, board + 3($t0)
        seq     $t2, $t1, $t2
        addu    $t4, $t4, $t2
ending_next:
        addiu   $t5, $t5, 1
        bne     $t5, 3, ending_step
        li      $t5, 0
ending_step:
        addiu   $t0, $t0, 1
        bne     $t0, 9, ending_cell
        li      $v0, 0
        bnez    $t4, ending_out
        la      $v0, lost
ending_out:
        jr      $ra

# show: prints the board.  $t0 the cell, $t1 the row's letter
show:   la      $a0, heading
        li      $v0, 4
        syscall
        li      $t0, 0
        li      $t1, 'A'
show_row:
        move    $a0, $t1
        li      $v0, 11
        syscall
        li      $t3, 3
show_cell:
        la      $a0, gap
        li      $v0, 4
        syscall
        lb      $t2, board($t0)
        bnez    $t2, show_tile
        li      $a0, '.'
        li      $v0, 11
        syscall
        b       show_next
show_tile:
        li      $a0, 1
        sllv    $a0, $a0, $t2
        li      $v0, 1
        syscall
show_next:
        addiu   $t0, $t0, 1
        addiu   $t3, $t3, -1
        bnez    $t3, show_cell
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addiu   $t1, $t1, 1
        bne     $t0, 9, show_row
        jr      $ra

say:    li      $v0, 4
        syscall
        jr      $ra

# read: reads a line.  ->  $v0 its letter, 0 if it is not just one
read:   la      $a0, line
        li      $a1, 12
        li      $v0, 8
        syscall
        lbu     $v0, line
        lbu     $t0, line + 1
        beq     $t0, '\n', read_out
        li      $v0, 0
read_out:
        jr      $ra
