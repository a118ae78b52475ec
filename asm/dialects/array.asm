# array.asm: the 512 game on an array, each move a table of cells.
#
# Purpose:   2048 on three by three cells, won with a 512; the board is an array of words, and a
#            move is twelve lines of a table: three lines of three cells, from the wall outwards
# Input:     the menu: a line 1 (new game), 2 (enter a board: nine integers) or X (quit);
#            the game: a line W (up), A (left), S (down), D (right) or X (quit)
# Output:    the board before each question, cells to the right; how the game ends
# Registers: in the game: $s0 the table of the move, $s1 lines left, $s2 has the board changed?

        .data
board:  .word   0:9                     # row by row; 0 is empty

# Where the cells of each line are, in bytes from the board: the cell at the wall comes first.
up:     .byte   0, 12, 24,  4, 16, 28,  8, 20, 32
left:   .byte   0,  4,  8, 12, 16, 20, 24, 28, 32
down:   .byte  24, 12,  0, 28, 16,  4, 32, 20,  8
right:  .byte   8,  4,  0, 20, 16, 12, 32, 28, 24

line:   .space  32
hello:  .asciiz "FIVE HUNDRED AND TWELVE\n1 - play\n2 - set up a board\nX - leave\n? "
cells:  .asciiz "Nine numbers, one in a line:\n"
ask:    .asciiz "Your move (WASD, X leaves): "
what:   .asciiz "I do not know that.\n"
stays:  .asciiz "Nothing moves.\n"
won:    .asciiz "You win!\n"
lost:   .asciiz "You lose!\n"
bye:    .asciiz "Goodbye.\n"
ruler:  .asciiz "-------------\n"
bar:    .asciiz "|"
end:    .asciiz "|\n"
pad_3:  .asciiz "   "
pad_2:  .asciiz "  "
pad_1:  .asciiz " "

        .text
main:
menu:   la      $a0, hello
        jal     say
        jal     read
        beq     $v0, '1', new_game
        beq     $v0, '2', set_up
        beq     $v0, 'X', leave
        la      $a0, what
        jal     say
        b       menu

new_game:
        jal     spawn                   # the array is empty at first
        jal     spawn
        b       turn

set_up: la      $a0, cells
        jal     say
        la      $t0, board
        li      $t1, 9
set_up_next:
        li      $v0, 5                  # any integer is taken as it is
        syscall
        sw      $v0, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, set_up_next

turn:   jal     show
        jal     find_end                # $v0 = 0, or what to say
        bnez    $v0, finish
question:
        la      $a0, ask
        jal     say
        jal     read
        la      $s0, up
        beq     $v0, 'W', push
        la      $s0, left
        beq     $v0, 'A', push
        la      $s0, down
        beq     $v0, 'S', push
        la      $s0, right
        beq     $v0, 'D', push
        beq     $v0, 'X', leave
        la      $a0, what
        jal     say
        b       question

# Slides the three lines of the table at $s0. In $t0, $t1, $t2: the tiles of a line from the wall.
push:   li      $s1, 3
        li      $s2, 0
move_line:
        lb      $t3, 0($s0)             # the cells
        lb      $t4, 1($s0)
        lb      $t5, 2($s0)
        lw      $t0, board($t3)
        lw      $t1, board($t4)
        lw      $t2, board($t5)
        bnez    $t1, close_first        # close the gaps, the middle one first
        move    $t1, $t2
        li      $t2, 0
close_first:
        bnez    $t0, merge
        move    $t0, $t1
        move    $t1, $t2
        li      $t2, 0
merge:  bne     $t0, $t1, merge_far
        sll     $t0, $t0, 1             # the two at the wall, and the third moves up
        move    $t1, $t2
        li      $t2, 0
        b       put_back
merge_far:
        bne     $t1, $t2, put_back
        sll     $t1, $t1, 1
        li      $t2, 0
put_back:
        lw      $t6, board($t3)
        xor     $t6, $t6, $t0
        or      $s2, $s2, $t6           # not 0 once any cell differs
        lw      $t6, board($t4)
        xor     $t6, $t6, $t1
        or      $s2, $s2, $t6
        lw      $t6, board($t5)
        xor     $t6, $t6, $t2
        or      $s2, $s2, $t6
        sw      $t0, board($t3)
        sw      $t1, board($t4)
        sw      $t2, board($t5)
        addiu   $s0, $s0, 3
        addiu   $s1, $s1, -1
        bnez    $s1, move_line
        beqz    $s2, nothing
        jal     spawn
        b       turn
nothing:
        la      $a0, stays
        jal     say
        b       question

leave:  la      $v0, bye
finish: move    $a0, $v0
        jal     say
        li      $v0, 10
        syscall

# spawn: puts a 2 into one of the empty cells, each with the same chance. There must be one.
spawn:  li      $t0, 32                 # count them, from the last cell to the first
        li      $a1, 0
spawn_count:
        lw      $t1, board($t0)
        bnez    $t1, spawn_taken
        addiu   $a1, $a1, 1
spawn_taken:
        addiu   $t0, $t0, -4
        bgez    $t0, spawn_count
        li      $a0, 0
        li      $v0, 42
        syscall                         # $a0 = how many empty cells to pass over
        li      $t0, -4
spawn_next:
        addiu   $t0, $t0, 4
        lw      $t1, board($t0)
        bnez    $t1, spawn_next
        addiu   $a0, $a0, -1
        bgez    $a0, spawn_next
        li      $t1, 2
        sw      $t1, board($t0)
        jr      $ra

# find_end: has the game ended?  ->  $v0 what to say, 0 if it goes on
find_end:
        li      $t0, 32
        li      $t2, 0                  # empty cells and equal neighbours
find_next:
        lw      $t1, board($t0)
        la      $v0, won
        beq     $t1, 512, find_out
        bnez    $t1, find_step
        addiu   $t2, $t2, 1
find_step:
        addiu   $t0, $t0, -4
        bgez    $t0, find_next
        # Neighbours follow each other in the lines of two tables: rows in one, columns in the other.
        li      $t0, 0
find_pair:
        lb      $t3, up($t0)            # `left` comes right behind `up`
        lb      $t4, up + 1($t0)
        lb      $t5, up + 2($t0)
        lw      $t3, board($t3)
        lw      $t4, board($t4)
        lw      $t5, board($t5)
        seq     $t6, $t3, $t4
        addu    $t2, $t2, $t6
        seq     $t6, $t4, $t5
        addu    $t2, $t2, $t6
        addiu   $t0, $t0, 3
        bne     $t0, 18, find_pair
        li      $v0, 0
        bnez    $t2, find_out
        la      $v0, lost
find_out:
        jr      $ra

# show: prints the board.  $t0 the cell in bytes, $t1 cells left in the row
show:   li      $t0, 0
        la      $a0, ruler
        li      $v0, 4
        syscall
show_row:
        li      $t1, 3
show_cell:
        la      $a0, bar
        li      $v0, 4
        syscall
        lw      $t2, board($t0)
        la      $a0, pad_3
        beqz    $t2, show_pad
        la      $a0, pad_2
        blt     $t2, 10, show_pad
        la      $a0, pad_1
        blt     $t2, 100, show_pad
        b       show_number
show_pad:
        li      $v0, 4
        syscall
show_number:
        beqz    $t2, show_step
        move    $a0, $t2
        li      $v0, 1
        syscall
show_step:
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, show_cell
        la      $a0, end
        li      $v0, 4
        syscall
        bne     $t0, 36, show_row
        la      $a0, ruler
        li      $v0, 4
        syscall
        jr      $ra

# say: prints the string at $a0.
say:    li      $v0, 4
        syscall
        jr      $ra

# read: reads a line.  ->  $v0 its letter, 0 if it is not just one
read:   la      $a0, line
        li      $a1, 32
        li      $v0, 8
        syscall
        lbu     $v0, line
        lbu     $t0, line + 1
        beq     $t0, '\n', read_out
        li      $v0, 0
read_out:
        jr      $ra
