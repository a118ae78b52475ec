# classic2048.asm: 2048 on four by four cells, with a score.
#
# Purpose:   the game as the course describes it, written to be read: procedures that keep to the
#            calling convention, stack frames, a table, arrays, and names for all constants
# Input:     lines: W (up), A (left), S (down), D (right), X (quit)
# Output:    the score and the board before each prompt; how the game ends
# Registers: in main: $s0 the score, $s1 the row of the table for the move
#
# A move slides all tiles as far as they go; two equal ones that meet become one of twice the
# value, but no tile merges twice in a move. If the board has changed, a new tile comes: a 2 nine
# times out of ten, else a 4. The score grows by the value of every tile that a merge makes.
# The game ends with a tile of 2048 (won) or when no move is left (lost).

        .eqv    SIDE       4            # cells in a line
        .eqv    CELLS      16           # cells on the board
        .eqv    CELL_BYTES 4            # from a cell to the next one in its row
        .eqv    ROW_BYTES  16           # from a cell to the one below it
        .eqv    WIN_TILE   2048
        .eqv    SMALL_TILE 2            # what comes as a rule
        .eqv    LARGE_TILE 4            # what comes once in LARGE_ODDS
        .eqv    LARGE_ODDS 10
        .eqv    LINE_BYTES 100          # room for a line of input
        .eqv    STREAM     0            # our stream of random numbers

        .eqv    PRINT_INT    1          # services of syscall
        .eqv    PRINT_STRING 4
        .eqv    READ_STRING  8
        .eqv    EXIT         10
        .eqv    RANDOM_BELOW 42

        .data
        .align  2
board:  .word   0:16                    # row by row from the top left; 0 is empty

# The moves. A line of the board begins at the wall that the tiles move to. Each row: the letter,
# where the first line begins (bytes into the board), the way from a cell of a line to the next
# cell, and the way from a line to the next line.
moves:  .word   'W',  0,  16,  4
        .word   'A',  0,   4, 16
        .word   'S', 48, -16,  4
        .word   'D', 12,  -4, 16
        .word   0                       # the end
        .eqv    MOVE_BYTES 16           # from a row of the table to the next one

line:   .space  100
score_text: .asciiz "Score: "
border: .asciiz "+------+------+------+------+\n"
bar:    .asciiz "|"
newline: .asciiz "\n"
pad_1:  .asciiz "    "                  # before a number of one digit
pad_2:  .asciiz "   "
pad_3:  .asciiz "  "
pad_4:  .asciiz " "
after:  .asciiz " "                     # behind any number
blank:  .asciiz "      "                # an empty cell
prompt: .asciiz "Move (W A S D, X to quit):\n"
refused: .asciiz "That is not a move.\n"
stuck:  .asciiz "Nothing moves that way.\n"
won:    .asciiz "You made a 2048!\n"
lost:   .asciiz "No move is left.\n"
bye:    .asciiz "Bye.\n"

        .text
        .globl main
main:   li      $s0, 0                  # score = 0
        jal     add_tile                # a board begins with two tiles
        jal     add_tile

turn:   move    $a0, $s0
        jal     print_board
        li      $a0, WIN_TILE
        jal     has_tile
        la      $a0, won
        bnez    $v0, finish
        jal     can_move
        la      $a0, lost
        beqz    $v0, finish

ask:    la      $a0, prompt
        jal     print_text
        jal     read_letter             # $v0 = the letter, 0 if the line is not one letter
        la      $a0, bye
        beq     $v0, 'X', finish

        move    $a0, $v0
        jal     find_move               # $v0 = its row of the table, 0 if there is none
        move    $s1, $v0
        beqz    $s1, wrong

        lw      $a0, 4($s1)             # where its first line begins
        lw      $a1, 8($s1)             # from cell to cell
        lw      $a2, 12($s1)            # from line to line
        jal     move_board              # $v0 = has it changed?  $v1 = points
        addu    $s0, $s0, $v1
        beqz    $v0, no_change
        jal     add_tile
        b       turn

wrong:  la      $a0, refused
        jal     print_text
        b       ask

no_change:
        la      $a0, stuck
        jal     print_text
        b       ask

finish: jal     print_text              # $a0 = what to say
        li      $v0, EXIT
        syscall

# ---------------------------------------------------------------------------------------------
# move_board: slides every line of the board to its wall.
#   $a0 bytes from the board to the first cell of the first line
#   $a1 bytes from a cell of a line to the next, $a2 bytes from a line to the next
#   -> $v0 1 if any cell has changed, else 0; $v1 the points
#   $s0 the line, $s1 cell to cell, $s2 line to line, $s3 lines left, $s4 changed, $s5 points
move_board:
        addiu   $sp, $sp, -28
        sw      $ra, 24($sp)
        sw      $s5, 20($sp)
        sw      $s4, 16($sp)
        sw      $s3, 12($sp)
        sw      $s2, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)

        la      $s0, board
        addu    $s0, $s0, $a0
        move    $s1, $a1
        move    $s2, $a2
        li      $s3, SIDE
        li      $s4, 0
        li      $s5, 0
move_next:
        move    $a0, $s0
        move    $a1, $s1
        jal     slide_line
        or      $s4, $s4, $v0
        addu    $s5, $s5, $v1
        addu    $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bnez    $s3, move_next

        move    $v0, $s4
        move    $v1, $s5
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $s2, 8($sp)
        lw      $s3, 12($sp)
        lw      $s4, 16($sp)
        lw      $s5, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 28
        jr      $ra

# ---------------------------------------------------------------------------------------------
# slide_line: slides one line to its wall and merges equal neighbours, each tile once.
#   $a0 the cell at the wall, $a1 bytes to the next cell
#   -> $v0 1 if any cell has changed, else 0; $v1 the points
#   $t0 the cell looked at, $t1 cells left, $t2 its tile
#   $t3 the first cell that nothing has been moved to yet
#   $t4 the tile before that cell if it may still merge, else 0
slide_line:
        li      $v0, 0
        li      $v1, 0
        move    $t0, $a0
        li      $t1, SIDE
        move    $t3, $a0
        li      $t4, 0
slide_next:
        lw      $t2, 0($t0)
        beqz    $t2, slide_step         # empty: nothing to move
        sw      $zero, 0($t0)           # take the tile up ...
        beq     $t2, $t4, slide_merge
        sw      $t2, 0($t3)             # ... and put it down at the first free cell
        move    $t4, $t2                # it may merge with the next tile
        beq     $t0, $t3, slide_stayed
        li      $v0, 1
slide_stayed:
        addu    $t3, $t3, $a1
        b       slide_step
slide_merge:
        addu    $t2, $t2, $t2
        subu    $t5, $t3, $a1           # the cell of the tile that it meets
        sw      $t2, 0($t5)
        addu    $v1, $v1, $t2
        li      $v0, 1
        li      $t4, 0                  # a tile that was made in this move merges no more
slide_step:
        addu    $t0, $t0, $a1
        addiu   $t1, $t1, -1
        bnez    $t1, slide_next
        jr      $ra

# ---------------------------------------------------------------------------------------------
# add_tile: puts a new tile into one of the empty cells, each with the same chance. There must be
# one. Draws the cell first (0 is the first empty one), then the value (0 is a large tile).
#   $s0 the cell
add_tile:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)

        la      $t0, board              # count the empty cells
        li      $t1, CELLS
        li      $a0, 0
add_count:
        lw      $t2, 0($t0)
        bnez    $t2, add_full
        addiu   $a0, $a0, 1
add_full:
        addiu   $t0, $t0, CELL_BYTES
        addiu   $t1, $t1, -1
        bnez    $t1, add_count

        jal     random_below            # $v0 = how many empty cells to pass over
        la      $s0, board
add_seek:
        lw      $t2, 0($s0)
        bnez    $t2, add_pass
        beqz    $v0, add_found
        addiu   $v0, $v0, -1
add_pass:
        addiu   $s0, $s0, CELL_BYTES
        b       add_seek

add_found:
        li      $a0, LARGE_ODDS
        jal     random_below
        li      $t0, SMALL_TILE
        bnez    $v0, add_store
        li      $t0, LARGE_TILE
add_store:
        sw      $t0, 0($s0)

        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ---------------------------------------------------------------------------------------------
# random_below: a random number.
#   $a0 the bound  ->  $v0 from 0 to the bound - 1
random_below:
        move    $a1, $a0
        li      $a0, STREAM
        li      $v0, RANDOM_BELOW
        syscall
        move    $v0, $a0
        jr      $ra

# ---------------------------------------------------------------------------------------------
# has_tile: looks for a tile.
#   $a0 its value  ->  $v0 1 if it is on the board, else 0
has_tile:
        la      $t0, board
        li      $t1, CELLS
        li      $v0, 1
has_next:
        lw      $t2, 0($t0)
        beq     $t2, $a0, has_end
        addiu   $t0, $t0, CELL_BYTES
        addiu   $t1, $t1, -1
        bnez    $t1, has_next
        li      $v0, 0
has_end:
        jr      $ra

# ---------------------------------------------------------------------------------------------
# can_move: whether a move is left, that is an empty cell or two equal neighbours.
#   -> $v0 1 if there is, else 0
#   $t0 the cell, $t1 rows left, $t2 columns left, $t3 its tile, $t4 a neighbour
can_move:
        la      $t0, board
        li      $v0, 1
        li      $t1, SIDE
can_row:
        li      $t2, SIDE
can_cell:
        lw      $t3, 0($t0)
        beqz    $t3, can_end
        beq     $t2, 1, can_below       # the last of its row has nothing to its right
        lw      $t4, CELL_BYTES($t0)
        beq     $t3, $t4, can_end
can_below:
        beq     $t1, 1, can_next        # the last row has nothing below it
        lw      $t4, ROW_BYTES($t0)
        beq     $t3, $t4, can_end
can_next:
        addiu   $t0, $t0, CELL_BYTES
        addiu   $t2, $t2, -1
        bnez    $t2, can_cell
        addiu   $t1, $t1, -1
        bnez    $t1, can_row
        li      $v0, 0
can_end:
        jr      $ra

# ---------------------------------------------------------------------------------------------
# read_letter: reads a line.
#   -> $v0 the letter if the line is one character, else 0
read_letter:
        la      $a0, line
        li      $a1, LINE_BYTES
        li      $v0, READ_STRING
        syscall
        lbu     $v0, line               # the line is followed by a newline
        lbu     $t0, line + 1
        beq     $t0, '\n', letter_end
        li      $v0, 0
letter_end:
        jr      $ra

# ---------------------------------------------------------------------------------------------
# find_move: looks a letter up in the table of moves.
#   $a0 the letter  ->  $v0 the address of its row, 0 if there is none
find_move:
        la      $v0, moves
find_next:
        lw      $t0, 0($v0)
        beqz    $t0, find_none
        beq     $t0, $a0, find_end
        addiu   $v0, $v0, MOVE_BYTES
        b       find_next
find_none:
        li      $v0, 0
find_end:
        jr      $ra

# ---------------------------------------------------------------------------------------------
# print_board: prints the score and the board.
#   $a0 the score
#   $s0 the cell, $s1 rows left, $s2 columns left
print_board:
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $s2, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)

        move    $s0, $a0                # the score, until it is printed
        la      $a0, score_text
        jal     print_text
        move    $a0, $s0
        li      $v0, PRINT_INT
        syscall
        la      $a0, newline
        jal     print_text

        la      $s0, board
        li      $s1, SIDE
board_row:
        la      $a0, border
        jal     print_text
        li      $s2, SIDE
board_cell:
        la      $a0, bar
        jal     print_text
        lw      $a0, 0($s0)
        jal     print_cell
        addiu   $s0, $s0, CELL_BYTES
        addiu   $s2, $s2, -1
        bnez    $s2, board_cell
        la      $a0, bar
        jal     print_text
        la      $a0, newline
        jal     print_text
        addiu   $s1, $s1, -1
        bnez    $s1, board_row
        la      $a0, border
        jal     print_text

        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $s2, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# ---------------------------------------------------------------------------------------------
# print_cell: prints a tile in six columns.
#   $a0 its value, 0 for an empty cell
#   $s0 the value
print_cell:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0

        la      $a0, blank
        beqz    $s0, cell_text          # nothing but blanks
        la      $a0, pad_1              # a longer number has fewer blanks before it
        blt     $s0, 10, cell_number
        la      $a0, pad_2
        blt     $s0, 100, cell_number
        la      $a0, pad_3
        blt     $s0, 1000, cell_number
        la      $a0, pad_4
cell_number:
        jal     print_text
        move    $a0, $s0
        li      $v0, PRINT_INT
        syscall
        la      $a0, after
cell_text:
        jal     print_text

        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ---------------------------------------------------------------------------------------------
# print_text: prints a string.
#   $a0 its address
print_text:
        li      $v0, PRINT_STRING
        syscall
        jr      $ra
