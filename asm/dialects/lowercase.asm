# lowercase.asm: the 512 game in lower case, with a menu of words and a board of dots.
#
# Purpose:   2048 on three by three cells, won with a 512; the menu is answered by words, the board
#            has no frame, and a saved board is entered as one line
# Input:     the menu: a line new, load (then a line of nine numbers) or quit;
#            the game: a line w (up), a (left), s (down), d (right) or x (quit)
# Output:    the board before each question, a dot for an empty cell; how the game ends
# Registers: in the game: $s0 the first cell of the move, $s1 from cell to cell, $s2 from line to
#            line (in bytes), $s3 has the board changed?, $s4 lines left

        .data
grid:   .half   0:9                     # row by row; 0 is empty
input:  .space  64
word_new: .asciiz "new\n"
word_load: .asciiz "load\n"
word_quit: .asciiz "quit\n"
welcome: .asciiz "tiny 512. type new, load or quit\n> "
give:   .asciiz "all nine numbers in one line\n> "
ready:  .asciiz "> "
unknown: .asciiz "sorry?\n"
useless: .asciiz "no tile can go there\n"
victory: .asciiz "five hundred and twelve: you have won\n"
defeat: .asciiz "stuck: you have lost\n"
leaving: .asciiz "see you\n"

        .text
start:  la      $a0, welcome
        jal     print
        jal     get_line
        la      $a0, word_new
        jal     is_word
        bnez    $v0, fresh
        la      $a0, word_load
        jal     is_word
        bnez    $v0, load
        la      $a0, word_quit
        jal     is_word
        bnez    $v0, stop
        la      $a0, unknown
        jal     print
        b       start

fresh:  jal     add_two
        jal     add_two
        b       play

# Reads nine numbers out of one line.  $t0 the character, $t1 the cell in bytes, $t2 the number
load:   la      $a0, give
        jal     print
        jal     get_line
        la      $t0, input
        li      $t1, 0
load_number:
        li      $t2, 0
load_digit:
        lbu     $t3, 0($t0)
        addiu   $t0, $t0, 1
        blt     $t3, '0', load_end      # a blank or the end of the line
        mul     $t2, $t2, 10
        addu    $t2, $t2, $t3
        addiu   $t2, $t2, -48           # '0'
        b       load_digit
load_end:
        sh      $t2, grid($t1)
        addiu   $t1, $t1, 2
        bne     $t1, 18, load_number

play:   jal     print_grid
        jal     status                  # $v0 = 0, or what to say
        beqz    $v0, choose
        move    $a0, $v0
        jal     print
        b       exit
choose: la      $a0, ready
        jal     print
        jal     get_line
        lbu     $t0, input + 1
        bne     $t0, '\n', wrong
        lbu     $t0, input
        beq     $t0, 'x', stop
        li      $s0, 0                  # up: columns, from the top
        li      $s1, 6
        li      $s2, 2
        beq     $t0, 'w', go
        li      $s1, 2                  # left: rows, from the left
        li      $s2, 6
        beq     $t0, 'a', go
        li      $s0, 16                 # right: rows, from the last cell
        li      $s1, -2
        li      $s2, -6
        beq     $t0, 'd', go
        li      $s1, -6                 # down: columns, from the last cell
        li      $s2, -2
        beq     $t0, 's', go
wrong:  la      $a0, unknown
        jal     print
        b       choose

go:     li      $s3, 0
        li      $s4, 3
go_line:
        jal     slide
        addu    $s0, $s0, $s2
        addiu   $s4, $s4, -1
        bnez    $s4, go_line
        bnez    $s3, went
        la      $a0, useless
        jal     print
        b       choose
went:   jal     add_two
        b       play

stop:   la      $a0, leaving
        jal     print
exit:   li      $v0, 10
        syscall

# slide: slides the line whose wall is at $s0; sets $s3 if that changes anything. Each tile is
# carried towards the wall until it meets another one.
#   $t0 the tile's number in its line, $t1 its cell, $t2 the tile, $t3 the cell before it,
#   $t4 what is there, $t5 the cell that a merge has closed, none at first
slide:  li      $t0, 1
        li      $t5, -1
slide_tile:
        mul     $t1, $t0, $s1
        addu    $t1, $t1, $s0
        lhu     $t2, grid($t1)
        beqz    $t2, slide_next
slide_step:
        beq     $t1, $s0, slide_next    # at the wall
        subu    $t3, $t1, $s1
        lhu     $t4, grid($t3)
        beqz    $t4, slide_on
        bne     $t4, $t2, slide_next    # another tile
        beq     $t3, $t5, slide_next    # an equal one that has just been made
        sll     $t2, $t2, 1
        sh      $t2, grid($t3)
        sh      $zero, grid($t1)
        move    $t5, $t3
        li      $s3, 1
        b       slide_next
slide_on:
        sh      $t2, grid($t3)
        sh      $zero, grid($t1)
        move    $t1, $t3
        li      $s3, 1
        b       slide_step
slide_next:
        addiu   $t0, $t0, 1
        bne     $t0, 3, slide_tile
        jr      $ra

# add_two: a 2 into an empty cell; draws until it hits one.
add_two:
        li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
        sll     $a0, $a0, 1
        lhu     $t0, grid($a0)
        bnez    $t0, add_two
        li      $t0, 2
        sh      $t0, grid($a0)
        jr      $ra

# status: has the game ended?  ->  $v0 what to say, 0 if it goes on
#   $t0 the cell in bytes, $t1 its tile, $t2 a neighbour, $t4 the column in bytes, $t5 is a move left?
status: li      $t0, 0
        li      $t4, 0
        li      $t5, 0
status_cell:
        lhu     $t1, grid($t0)
        la      $v0, victory
        beq     $t1, 512, status_out
        beqz    $t1, status_free
        beq     $t4, 4, status_below    # the last column has nothing to its right
        lhu     $t2, grid + 2($t0)
        beq     $t1, $t2, status_free
status_below:
        bge     $t0, 12, status_next    # the last row has nothing below it
        lhu     $t2, grid + 6($t0)
        bne     $t1, $t2, status_next
status_free:
        li      $t5, 1
status_next:
        addiu   $t0, $t0, 2
        addiu   $t4, $t4, 2
        bne     $t4, 6, status_more
        li      $t4, 0
status_more:
        bne     $t0, 18, status_cell
        li      $v0, 0
        bnez    $t5, status_out
        la      $v0, defeat
status_out:
        jr      $ra

# print_grid: prints the rows, a blank between the cells.   $t0 the cell in bytes, $t1 cells left
print_grid:
        li      $t0, 0
grid_row:
        li      $t1, 3
grid_cell:
        lhu     $a0, grid($t0)
        li      $v0, 1
        bnez    $a0, grid_print
        li      $a0, '.'
        li      $v0, 11
grid_print:
        syscall
        addiu   $t0, $t0, 2
        addiu   $t1, $t1, -1
        li      $a0, ' '
        bnez    $t1, grid_gap
        li      $a0, '\n'
grid_gap:
        li      $v0, 11
        syscall
        bnez    $t1, grid_cell
        bne     $t0, 18, grid_row
        jr      $ra

# is_word: is the line the word at $a0?  ->  $v0 1 or 0
is_word:
        la      $t0, input
        li      $v0, 0
word_next:
        lbu     $t1, 0($a0)
        lbu     $t2, 0($t0)
        bne     $t1, $t2, word_out
        addiu   $a0, $a0, 1
        addiu   $t0, $t0, 1
        bnez    $t1, word_next
        li      $v0, 1
word_out:
        jr      $ra

# print: prints the string at $a0.
print:  li      $v0, 4
        syscall
        jr      $ra

# get_line: reads a line into `input`.
get_line:
        la      $a0, input
        li      $a1, 64
        li      $v0, 8
        syscall
        jr      $ra
