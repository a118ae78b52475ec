# procedures, wrong: a move that changes nothing is answered by a new tile, too
# rule: spawn-after-legal
#
# procedures.asm: the 512 game as procedures with stack frames.
#
# Purpose:   2048 on three by three cells, won with a 512; every step is a procedure that keeps to
#            the calling convention, and only one direction is programmed: the board is turned until
#            the wall is on the left, slid, and turned on until it stands upright again
# Input:     the menu: one character, N (new game) or Q (quit); the game: a line with W, A, S, D
#            or Q (quit)
# Output:    the board before each question, in cells of five characters; how the game ends
# Registers: in main: $s0 quarter turns of the move, $s1 does the board differ?

        .data
board:  .byte   0:9                     # exponents: 1 is a tile of 2, 9 one of 512, 0 is empty
turned: .byte   0:9                     # room to turn the board in
before: .byte   0:9                     # the board before the move
text:   .space  80
title:  .asciiz "*** 512 ***\n(N)ew game or (Q)uit?\n"
prompt: .asciiz "W/A/S/D to move, Q to quit\n"
huh:    .asciiz "Please use one of these keys.\n"
still:  .asciiz "That changes nothing.\n"
good:   .asciiz "Well done, you made the 512!\n"
bad:    .asciiz "No moves left. Better luck next time!\n"
thanks: .asciiz "Thanks for playing.\n"
rule:   .asciiz "+-----+-----+-----+\n"
open:   .asciiz "| "
close:  .asciiz " "
last:   .asciiz "|\n"
blanks: .asciiz "   "
blank:  .asciiz " "

        .text
main:   la      $a0, title
        jal     put
        li      $v0, 12
        syscall
        beq     $v0, 'Q', quit
        bne     $v0, 'N', main
        jal     new_tile
        jal     new_tile
round:  jal     draw_board
        jal     is_won
        la      $a0, good
        bnez    $v0, over
        jal     is_lost
        la      $a0, bad
        bnez    $v0, over
choose: la      $a0, prompt
        jal     put
        jal     get_key
        li      $s0, 0                  # quarter turns to the left until the wall is there
        beq     $v0, 'A', go
        li      $s0, 1
        beq     $v0, 'W', go
        li      $s0, 2
        beq     $v0, 'D', go
        li      $s0, 3
        beq     $v0, 'S', go
        beq     $v0, 'Q', quit
        la      $a0, huh
        jal     put
        b       choose
go:     jal     remember
        move    $a0, $s0
        jal     turn_left
        jal     slide_left
        li      $a0, 4
        subu    $a0, $a0, $s0
        jal     turn_left
        jal     differs
        move    $s1, $v0
        bnez    $s1, moved
        la      $a0, still
        jal     put
moved:  jal     new_tile
        b       round
quit:   la      $a0, thanks
over:   jal     put
        li      $v0, 10
        syscall

# ---------------------------------------------------------------------------------------------
# turn_left: turns the board to the left.   $a0 how many quarters
#   $s0 quarters left
turn_left:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
turn_next:
        beqz    $s0, turn_done
        jal     turn_once
        addiu   $s0, $s0, -1
        b       turn_next
turn_done:
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# turn_once: a quarter to the left: row r, column c comes from row c, column 2 - r.
#   $t0 row, $t1 column, $t2 to, $t3 from
turn_once:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $t0, 0
        li      $t2, 0
once_row:
        li      $t1, 0
once_cell:
        mul     $t3, $t1, 3
        addiu   $t3, $t3, 2
        subu    $t3, $t3, $t0
        lbu     $t4, board($t3)
        sb      $t4, turned($t2)
        addiu   $t2, $t2, 1
        addiu   $t1, $t1, 1
        bne     $t1, 3, once_cell
        addiu   $t0, $t0, 1
        bne     $t0, 3, once_row
        la      $a0, turned
        la      $a1, board
        jal     copy
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# copy: nine bytes from $a0 to $a1.
copy:   li      $t0, 9
copy_next:
        lbu     $t1, 0($a0)
        sb      $t1, 0($a1)
        addiu   $a0, $a0, 1
        addiu   $a1, $a1, 1
        addiu   $t0, $t0, -1
        bnez    $t0, copy_next
        jr      $ra

# remember: keeps the board, so that it can be seen whether a move changed it.
remember:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        la      $a0, board
        la      $a1, before
        jal     copy
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# differs: is the board another one than before the move?  ->  $v0 1 or 0
differs:
        li      $v0, 1
        li      $t0, 8
differs_next:
        lbu     $t1, board($t0)
        lbu     $t2, before($t0)
        bne     $t1, $t2, differs_done
        addiu   $t0, $t0, -1
        bgez    $t0, differs_next
        li      $v0, 0
differs_done:
        jr      $ra

# ---------------------------------------------------------------------------------------------
# slide_left: slides all three rows.   $s0 the row in bytes
slide_left:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        li      $s0, 0
slide_next:
        la      $a0, board
        addu    $a0, $a0, $s0
        jal     squeeze
        la      $a0, board
        addu    $a0, $a0, $s0
        jal     join
        la      $a0, board
        addu    $a0, $a0, $s0
        jal     squeeze
        addiu   $s0, $s0, 3
        bne     $s0, 9, slide_next
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# squeeze: moves the tiles of the row at $a0 together.   $t0 from, $t1 to, $t2 tiles seen
squeeze:
        move    $t0, $a0
        move    $t1, $a0
        addiu   $t2, $a0, 3
squeeze_next:
        lbu     $t3, 0($t0)
        beqz    $t3, squeeze_step
        sb      $zero, 0($t0)
        sb      $t3, 0($t1)
        addiu   $t1, $t1, 1
squeeze_step:
        addiu   $t0, $t0, 1
        bne     $t0, $t2, squeeze_next
        jr      $ra

# join: merges equal neighbours of the row at $a0, which has no gaps.
join:   lbu     $t0, 0($a0)
        lbu     $t1, 1($a0)
        lbu     $t2, 2($a0)
        beqz    $t0, join_done
        bne     $t0, $t1, join_second
        addiu   $t0, $t0, 1             # one more in the exponent is twice the value
        sb      $t0, 0($a0)
        sb      $zero, 1($a0)
        jr      $ra
join_second:
        beqz    $t1, join_done
        bne     $t1, $t2, join_done
        addiu   $t1, $t1, 1
        sb      $t1, 1($a0)
        sb      $zero, 2($a0)
join_done:
        jr      $ra

# ---------------------------------------------------------------------------------------------
# new_tile: draws a cell until it is an empty one, and puts a 2 there.
new_tile:
        li      $a0, 7                  # our stream of random numbers
        li      $a1, 9
        li      $v0, 42
        syscall
        lbu     $t0, board($a0)
        bnez    $t0, new_tile
        li      $t0, 1
        sb      $t0, board($a0)
        jr      $ra

# is_won: is there a 512?  ->  $v0 1 or 0
is_won: li      $t0, 8
won_next:
        lbu     $t1, board($t0)
        li      $v0, 1
        beq     $t1, 9, won_done
        addiu   $t0, $t0, -1
        bgez    $t0, won_next
        li      $v0, 0
won_done:
        jr      $ra

# is_lost: is no move left?  ->  $v0 1 or 0
# Tries out whether sliding changes anything, in each direction.   $s0 quarter turns so far
is_lost:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        jal     remember
        li      $s0, 0
lost_next:
        la      $a0, before
        la      $a1, board
        jal     copy
        move    $a0, $s0
        jal     turn_left
        jal     slide_left
        li      $a0, 4
        subu    $a0, $a0, $s0
        jal     turn_left
        jal     differs
        bnez    $v0, lost_no
        addiu   $s0, $s0, 1
        bne     $s0, 4, lost_next
        li      $v0, 1
        b       lost_done
lost_no:
        la      $a0, before
        la      $a1, board
        jal     copy
        li      $v0, 0
lost_done:
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ---------------------------------------------------------------------------------------------
# draw_board: prints the board.   $s0 the cell
draw_board:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        li      $s0, 0
board_row:
        la      $a0, rule
        jal     put
board_cell:
        lbu     $a0, board($s0)
        jal     draw_cell
        addiu   $s0, $s0, 1
        beq     $s0, 3, board_end
        beq     $s0, 6, board_end
        bne     $s0, 9, board_cell
board_end:
        la      $a0, last
        jal     put
        bne     $s0, 9, board_row
        la      $a0, rule
        jal     put
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# draw_cell: prints a bar and a cell of five characters.   $a0 the exponent;  $s0 keeps it
draw_cell:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        la      $a0, open
        jal     put
        la      $a0, blanks
        beqz    $s0, cell_text
        li      $a0, 1
        sllv    $a0, $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, blank              # a number of three digits needs none
        bge     $s0, 7, cell_done
        bge     $s0, 4, cell_text
        jal     put
        la      $a0, blank
cell_text:
        jal     put
cell_done:
        la      $a0, close
        jal     put
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# put: prints the string at $a0.
put:    li      $v0, 4
        syscall
        jr      $ra

# get_key: reads a line.  ->  $v0 its first character
get_key:
        la      $a0, text
        li      $a1, 80
        li      $v0, 8
        syscall
        lbu     $v0, text
        jr      $ra
