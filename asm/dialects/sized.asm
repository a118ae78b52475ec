# sized.asm: the game on a board as large as the player wants.
#
# Purpose:   2048 on 3x3, 4x4 or 5x5 cells; the goal is 512, 2048 or 8192 accordingly
# Input:     an integer: the size; an integer: 1 (play) or 2 (leave);
#            then a line for each move: W (up), A (left), S (down), D (right) or Q (quit)
# Output:    the board before each question, tabs between the cells; how the game ends
# Registers: in a move: $s0 first cell of the line, $s1 from line to line, $s2 from cell to cell (all
#            in bytes), $s3 lines left, $s4 has anything changed?, $s5 the size

        .eqv    STREAM 7                # the number of our own random generator

        .data
goal:   .word   0
board:  .word   0:25
packed: .word   0:5                     # one line without its gaps
buffer: .space  8
ask_n:  .asciiz "How large shall the board be (3, 4 or 5)? "
bad_n:  .asciiz "Only 3, 4 and 5 are possible.\n"
menu:   .asciiz "1: play\n2: leave\nYour choice? "
bad_m:  .asciiz "1 or 2, please.\n"
aim:    .asciiz "Make a tile of "
dot:    .asciiz ".\n"
ask:    .asciiz "Move (W/A/S/D/Q)? "
bad:    .asciiz "That is not a move.\n"
same:   .asciiz "That moves nothing.\n"
win:    .asciiz "Congratulations, you made it!\n"
lose:   .asciiz "No more moves. You lost.\n"

        .text
main:
        li      $v0, 30                 # the time: low word in $a0, high word in $a1
        syscall
        xor     $a1, $a0, $a1
        li      $a0, STREAM
        li      $v0, 40
        syscall
size:
        la      $a0, ask_n
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        move    $s5, $v0
        li      $t0, 512
        beq     $s5, 3, size_known
        li      $t0, 2048
        beq     $s5, 4, size_known
        li      $t0, 8192
        beq     $s5, 5, size_known
        la      $a0, bad_n
        li      $v0, 4
        syscall
        b       size
size_known:
        sw      $t0, goal
choose:
        la      $a0, menu
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        beq     $v0, 1, play
        beq     $v0, 2, exit
        la      $a0, bad_m
        li      $v0, 4
        syscall
        b       choose

play:
        la      $a0, aim
        li      $v0, 4
        syscall
        lw      $a0, goal
        li      $v0, 1
        syscall
        la      $a0, dot
        li      $v0, 4
        syscall
        jal     new_tile
        jal     new_tile
round:
        jal     draw
        jal     state
        beq     $v0, 1, won
        beq     $v0, 2, lost
question:
        la      $a0, ask
        li      $v0, 4
        syscall
        la      $a0, buffer
        li      $a1, 8
        li      $v0, 8
        syscall
        lb      $t0, buffer
        lb      $t1, buffer + 1
        bne     $t1, 10, no_move        # more than one character
        sll     $t1, $s5, 2             # a row in bytes
        mul     $t2, $t1, $s5           # the board in bytes
        li      $s0, 0
        move    $s1, $t1                # left
        li      $s2, 4
        beq     $t0, 'A', move_all
        li      $s1, 4                  # up
        move    $s2, $t1
        beq     $t0, 'W', move_all
        addiu   $s0, $t1, -4            # right: from the end of the first row
        move    $s1, $t1
        li      $s2, -4
        beq     $t0, 'D', move_all
        subu    $s0, $t2, $t1           # down: from the start of the last row
        li      $s1, 4
        negu    $s2, $t1
        beq     $t0, 'S', move_all
        beq     $t0, 'Q', exit
no_move:
        la      $a0, bad
        li      $v0, 4
        syscall
        b       question

move_all:
        move    $s3, $s5
        li      $s4, 0
next_line:
        # Collect the tiles; $t7 is the one that the next may merge with, or -1.
        move    $t0, $s0
        move    $t1, $s5
        li      $t2, 0                  # bytes collected
        li      $t7, -1
collect:
        lw      $t3, board($t0)
        beqz    $t3, collect_next
        bltz    $t7, collect_add
        lw      $t4, packed($t7)
        bne     $t3, $t4, collect_add
        addu    $t4, $t4, $t3
        sw      $t4, packed($t7)
        li      $t7, -1
        b       collect_next
collect_add:
        sw      $t3, packed($t2)
        move    $t7, $t2
        addiu   $t2, $t2, 4
collect_next:
        addu    $t0, $t0, $s2
        addiu   $t1, $t1, -1
        bnez    $t1, collect
        # Put them back, and zeros behind them.
        move    $t0, $s0
        move    $t1, $s5
        li      $t5, 0
put:    li      $t3, 0
        bge     $t5, $t2, put_tile
        lw      $t3, packed($t5)
put_tile:
        lw      $t4, board($t0)
        beq     $t3, $t4, put_next
        sw      $t3, board($t0)
        li      $s4, 1
put_next:
        addiu   $t5, $t5, 4
        addu    $t0, $t0, $s2
        addiu   $t1, $t1, -1
        bnez    $t1, put
        addu    $s0, $s0, $s1
        addiu   $s3, $s3, -1
        bnez    $s3, next_line
        beqz    $s4, nothing
        jal     new_tile
        b       round
nothing:
        la      $a0, same
        li      $v0, 4
        syscall
        b       question

won:    la      $a0, win
        li      $v0, 4
        syscall
        b       exit
lost:   la      $a0, lose
        li      $v0, 4
        syscall
exit:   li      $v0, 10
        syscall

# new_tile: draws a cell until it is a free one and puts a 2 there.
new_tile:
        mul     $t0, $s5, $s5
new_draw:
        li      $a0, STREAM
        move    $a1, $t0
        li      $v0, 42
        syscall
        sll     $a0, $a0, 2
        lw      $t1, board($a0)
        bnez    $t1, new_draw
        li      $t1, 2
        sw      $t1, board($a0)
        jr      $ra

# state: $v0 = 0 the game goes on, 1 won, 2 lost.   $t0 row, $t1 column, $t2 cell in bytes
state:  lw      $t8, goal
        sll     $t9, $s5, 2
        li      $v0, 2
        li      $t0, 0
        li      $t2, 0
state_row:
        li      $t1, 0
state_cell:
        lw      $t3, board($t2)
        bge     $t3, $t8, state_won
        beqz    $t3, state_open
        addiu   $t5, $t1, 1             # the right neighbour
        beq     $t5, $s5, state_below
        lw      $t4, board + 4($t2)
        beq     $t3, $t4, state_open
state_below:
        addiu   $t5, $t0, 1
        beq     $t5, $s5, state_next
        addu    $t5, $t2, $t9
        lw      $t4, board($t5)
        bne     $t3, $t4, state_next
state_open:
        li      $v0, 0                  # but there may be a won cell further on
state_next:
        addiu   $t2, $t2, 4
        addiu   $t1, $t1, 1
        bne     $t1, $s5, state_cell
        addiu   $t0, $t0, 1
        bne     $t0, $s5, state_row
        jr      $ra
state_won:
        li      $v0, 1
        jr      $ra

# draw: prints the board.   $t0 cell in bytes, $t1 rows left, $t2 cells left in the row
draw:   li      $t0, 0
        move    $t1, $s5
draw_row:
        move    $t2, $s5
draw_cell:
        lw      $a0, board($t0)
        li      $v0, 1
        bnez    $a0, draw_it
        li      $a0, '.'
        li      $v0, 11
draw_it:
        syscall
        li      $a0, '\t'
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, -1
        bnez    $t2, draw_cell
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addiu   $t1, $t1, -1
        bnez    $t1, draw_row
        jr      $ra
