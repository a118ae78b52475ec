# clock.asm: the 512 game by numbers, with the clock for chance.
#
# Purpose:   2048 on three by three cells, won with a 512; everything is read as an integer, and
#            new tiles come where the clock points
# Input:     integers: in the menu 1 (new game) or 0 (quit); in the game 8 (up), 4 (left), 2 (down),
#            6 (right) as on the number pad, or 0 (quit)
# Output:    the board before each question, 0 for an empty cell; how the game ends
# Registers: in main: $s0 the move, $s1 the line, $s2 has the board changed?
#
# The board has a border of its own: five by five words of which the inner three by three are cells.
# The border is never empty and never equal to a tile, so that nobody has to look for the edge.

        .eqv    EDGE    1               # no tile
        .eqv    ROW     20              # bytes from a cell to the one below it
        .eqv    FIRST   24              # the first cell, in bytes

        .data
board:  .word   EDGE:6
        .word   0, 0, 0, EDGE, EDGE
        .word   0, 0, 0, EDGE, EDGE
        .word   0, 0, 0
        .word   EDGE:6
# For each cell where it is, in bytes from the board.
cells:  .byte   24, 28, 32, 44, 48, 52, 64, 68, 72
menu_text: .asciiz "512\n1: start\n0: exit\nchoice: "
ask_text: .asciiz "8 up, 2 down, 4 left, 6 right, 0 exit: "
bad_text: .asciiz "invalid number\n"
no_text: .asciiz "illegal move\n"
win_text: .asciiz "512 reached, congratulations\n"
lose_text: .asciiz "game over\n"
exit_text: .asciiz "exit\n"

        .text
main:   la      $a0, menu_text
        jal     print
        jal     read
        beqz    $v0, quit
        beq     $v0, 1, start
        la      $a0, bad_text
        jal     print
        b       main
start:  jal     spawn
        jal     spawn

loop:   jal     print_board
        jal     check                   # $v0 = 0, or what to say
        bnez    $v0, finish
ask:    la      $a0, ask_text
        jal     print
        jal     read
        beqz    $v0, quit
        # $a0 the cell at the wall of the first line, $a1 away from the wall, $a2 to the next line
        li      $a0, FIRST
        li      $a1, ROW
        li      $a2, 4
        beq     $v0, 8, shift
        li      $a1, 4
        li      $a2, ROW
        beq     $v0, 4, shift
        li      $a0, 72                 # the last cell
        li      $a1, -4
        li      $a2, -20
        beq     $v0, 6, shift
        li      $a1, -20
        li      $a2, -4
        beq     $v0, 2, shift
        la      $a0, bad_text
        jal     print
        b       ask

shift:  li      $s2, 0
        li      $s1, 3
shift_line:
        jal     pull
        addu    $a0, $a0, $a2
        addiu   $s1, $s1, -1
        bnez    $s1, shift_line
        bnez    $s2, shifted
        la      $a0, no_text
        jal     print
        b       ask
shifted:
        jal     spawn
        b       loop

quit:   la      $v0, exit_text
finish: move    $a0, $v0
        jal     print
        li      $v0, 10
        syscall

# pull: for each cell of a line from the wall on, pulls the next tile into it, and then an equal one.
#   $a0 the cell at the wall, $a1 to the next cell;  sets $s2 if that changes anything
#   $t0 the cell, $t1 what is in it, $t2 a cell farther out, $t3 the tile there
pull:   move    $t0, $a0
pull_cell:
        lw      $t1, board($t0)
        beq     $t1, EDGE, pull_out
        move    $t2, $t0
pull_look:
        addu    $t2, $t2, $a1           # look for the next tile, at most as far as the edge
        lw      $t3, board($t2)
        beqz    $t3, pull_look
        beq     $t3, EDGE, pull_next
        bnez    $t1, pull_equal
        sw      $t3, board($t0)         # into the empty cell, then look for its equal
        sw      $zero, board($t2)
        li      $s2, 1
        move    $t1, $t3
        b       pull_look
pull_equal:
        bne     $t3, $t1, pull_next
        sll     $t1, $t1, 1
        sw      $t1, board($t0)
        sw      $zero, board($t2)
        li      $s2, 1
pull_next:
        addu    $t0, $t0, $a1
        b       pull_cell
pull_out:
        jr      $ra

# spawn: a 2 into the cell that the clock points to, or the next empty one behind it.
spawn:  li      $v0, 30
        syscall                         # $a0 = the lower half of the milliseconds
        li      $t0, 9
        remu    $t0, $a0, $t0
spawn_try:
        lbu     $t1, cells($t0)
        lw      $t2, board($t1)
        beqz    $t2, spawn_set
        addiu   $t0, $t0, 1
        bne     $t0, 9, spawn_try
        li      $t0, 0
        b       spawn_try
spawn_set:
        li      $t2, 2
        sw      $t2, board($t1)
        jr      $ra

# check: has the game ended?  ->  $v0 what to say, 0 if it goes on
#   $t0 which cell, $t1 where, $t2 its tile, $t3 a neighbour, $t4 is a move left?
check:  li      $t0, 0
        li      $t4, 0
check_cell:
        lbu     $t1, cells($t0)
        lw      $t2, board($t1)
        la      $v0, win_text
        beq     $t2, 512, check_out
        beqz    $t2, check_free
        lw      $t3, board + 4($t1)
        beq     $t2, $t3, check_free
        lw      $t3, board + ROW($t1)
        bne     $t2, $t3, check_next
check_free:
        li      $t4, 1
check_next:
        addiu   $t0, $t0, 1
        bne     $t0, 9, check_cell
        li      $v0, 0
        bnez    $t4, check_out
        la      $v0, lose_text
check_out:
        jr      $ra

# print_board: three lines of numbers.   $t0 which cell, $t1 cells left in the row
print_board:
        li      $t0, 0
board_row:
        li      $t1, 3
board_cell:
        lbu     $t2, cells($t0)
        lw      $a0, board($t2)
        li      $v0, 1
        syscall
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, -1
        li      $a0, ' '
        bnez    $t1, board_gap
        li      $a0, '\n'
board_gap:
        li      $v0, 11
        syscall
        bnez    $t1, board_cell
        bne     $t0, 9, board_row
        jr      $ra

# print: prints the string at $a0.
print:  li      $v0, 4
        syscall
        jr      $ra

# read: reads an integer.  ->  $v0
read:   li      $v0, 5
        syscall
        jr      $ra
