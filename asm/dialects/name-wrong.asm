# name, wrong: the loop stops one tile too soon: a new game begins with a single 2
# rule: start
#
# name.asm: the 512 game for a player with a name.
#
# Purpose:   2048 on three by three cells, won with a 512; asks who is playing, then shows a menu. Every
#            move is a move to the left on a board that has been turned before and is turned back after
# Input:     a line with the name; the menu: a line N (new game) or E (end);
#            the game: a line W (up), A (left), S (down), D (right) or E (end), in either case
# Output:    a greeting; the board before each question, in brackets; how the game ends
# Registers: $s0 quarter turns before the move, $s1 quarter turns still to do, $s2 has a tile moved?

        .data
board:  .word   0, 0, 0, 0, 0, 0, 0, 0, 0
turned: .word   0, 0, 0, 0, 0, 0, 0, 0, 0
name:   .space  40
input:  .space  100
who:    .asciiz "Hello! What is your name? "
hi:     .asciiz "Welcome, "
nobody: .asciiz "stranger"
menu:   .asciiz "!\n  N = new game\n  E = end\n"
arrow:  .asciiz "> "
next:   .asciiz "Where to (w/a/s/d, e to end)? "
huh:    .asciiz "Sorry, I did not get that.\n"
stuck:  .asciiz "The tiles stay where they are.\n"
won:    .asciiz "You have made 512 and won, "
lost:   .asciiz "No move is left, you have lost, "
bye:    .asciiz "See you soon, "
stop:   .asciiz ".\n"
open:   .asciiz "[ "
gap:    .asciiz " ]  [ "
close:  .asciiz " ]\n"

        .text
        .globl  main
main:   la      $a0, who
        li      $v0, 4
        syscall
        la      $a0, name
        li      $a1, 40
        li      $v0, 8
        syscall
        la      $t0, name               # cut the newline off
strip:  lb      $t1, 0($t0)
        beqz    $t1, stripped
        beq     $t1, '\n', cut
        addi    $t0, $t0, 1
        j       strip
cut:    sb      $zero, 0($t0)
stripped:
        la      $a0, hi
        jal     puts_name
        la      $a0, menu
        li      $v0, 4
        syscall
ask_menu:
        la      $a0, arrow
        li      $v0, 4
        syscall
        jal     get_letter
        beq     $v0, 'n', new_game
        beq     $v0, 'e', quit
        la      $a0, huh
        li      $v0, 4
        syscall
        j       ask_menu

new_game:
        li      $s1, 2                  # tiles to begin with
first:  jal     add_tile
        addi    $s1, $s1, -1
        bgt     $s1, 1, first

loop:   jal     print_board
        jal     is_won
        bnez    $v0, game_won
        jal     can_move
        beqz    $v0, game_lost
ask:    la      $a0, next
        li      $v0, 4
        syscall
        jal     get_letter
        li      $s0, 0
        beq     $v0, 'a', push
        li      $s0, 1                  # a quarter turn to the left puts the top on the left
        beq     $v0, 'w', push
        li      $s0, 2
        beq     $v0, 'd', push
        li      $s0, 3
        beq     $v0, 's', push
        beq     $v0, 'e', quit
        la      $a0, huh
        li      $v0, 4
        syscall
        j       ask

push:   move    $s1, $s0
before: beqz    $s1, slide
        jal     turn
        addi    $s1, $s1, -1
        j       before
slide:  jal     slide_left
        move    $s2, $v0
        li      $s1, 4
        sub     $s1, $s1, $s0
after:  jal     turn                    # four turns in all; four of them do no harm
        addi    $s1, $s1, -1
        bgtz    $s1, after
        bnez    $s2, moved
        la      $a0, stuck
        li      $v0, 4
        syscall
        j       ask
moved:  jal     add_tile
        j       loop

game_won:
        la      $a0, won
        j       farewell
game_lost:
        la      $a0, lost
        j       farewell
quit:   la      $a0, bye
farewell:
        jal     puts_name
        la      $a0, stop
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# turn: turns the board by a quarter to the left: cell (r, c) goes to (2 - c, r).
turn:   li      $t0, 0                  # r
turn_row:
        li      $t1, 0                  # c
turn_cell:
        mul     $t2, $t0, 12
        sll     $t3, $t1, 2
        add     $t2, $t2, $t3
        lw      $t4, board($t2)
        li      $t5, 2
        sub     $t5, $t5, $t1
        mul     $t5, $t5, 12
        sll     $t3, $t0, 2
        add     $t5, $t5, $t3
        sw      $t4, turned($t5)
        addi    $t1, $t1, 1
        blt     $t1, 3, turn_cell
        addi    $t0, $t0, 1
        blt     $t0, 3, turn_row
        li      $t0, 0
turn_copy:
        lw      $t1, turned($t0)
        sw      $t1, board($t0)
        addi    $t0, $t0, 4
        blt     $t0, 36, turn_copy
        jr      $ra

# slide_left: slides the three rows to the left.  ->  $v0 1 if a tile has moved
# A tile goes to the cell at $t1, where the last tile is or the first gap.
slide_left:
        li      $v0, 0
        la      $t0, board              # the row
        la      $t9, board + 36
slide_row:
        move    $t1, $t0                # where a tile would go
        addi    $t2, $t0, 4             # where one comes from
        addi    $t3, $t0, 12            # the end of the row
slide_cell:
        lw      $t4, 0($t2)
        beqz    $t4, slide_next
        lw      $t5, 0($t1)
        beqz    $t5, slide_into
        bne     $t4, $t5, slide_beside
        add     $t5, $t5, $t4
        sw      $t5, 0($t1)
        sw      $zero, 0($t2)
        addi    $t1, $t1, 4             # nothing else merges with this one
        li      $v0, 1
        j       slide_next
slide_into:
        sw      $t4, 0($t1)
        sw      $zero, 0($t2)
        li      $v0, 1
        j       slide_next
slide_beside:
        addi    $t1, $t1, 4
        beq     $t1, $t2, slide_next    # it is there already
        sw      $t4, 0($t1)
        sw      $zero, 0($t2)
        li      $v0, 1
slide_next:
        addi    $t2, $t2, 4
        bne     $t2, $t3, slide_cell
        move    $t0, $t3
        bne     $t0, $t9, slide_row
        jr      $ra

# add_tile: a 2 into a free cell: row and column are drawn until there is one.
add_tile:
        li      $a0, 1
        li      $a1, 3
        li      $v0, 42
        syscall
        mul     $t0, $a0, 12
        li      $a0, 1
        li      $a1, 3
        li      $v0, 42
        syscall
        sll     $a0, $a0, 2
        add     $t0, $t0, $a0
        lw      $t1, board($t0)
        bnez    $t1, add_tile
        li      $t1, 2
        sw      $t1, board($t0)
        jr      $ra

# is_won: $v0 = 1 if there is a 512.
is_won: li      $t0, 32
        li      $v0, 1
won_cell:
        lw      $t1, board($t0)
        beq     $t1, 512, won_out
        addi    $t0, $t0, -4
        bgez    $t0, won_cell
        li      $v0, 0
won_out:
        jr      $ra

# can_move: $v0 = 1 if a cell is free or two neighbours are equal.
can_move:
        li      $v0, 1
        li      $t0, 32
free_cell:
        lw      $t1, board($t0)
        beqz    $t1, can_out
        addi    $t0, $t0, -4
        bgez    $t0, free_cell
        li      $t0, 24                 # cells side by side, row after row
side:   lw      $t1, board($t0)
        lw      $t2, board + 4($t0)
        lw      $t3, board + 8($t0)
        beq     $t1, $t2, can_out
        beq     $t2, $t3, can_out
        addi    $t0, $t0, -12
        bgez    $t0, side
        li      $t0, 20                 # one above the other
above:  lw      $t1, board($t0)
        lw      $t2, board + 12($t0)
        beq     $t1, $t2, can_out
        addi    $t0, $t0, -4
        bgez    $t0, above
        li      $v0, 0
can_out:
        jr      $ra

# print_board: prints the board, each cell in brackets.
print_board:
        li      $t0, 0
board_row:
        la      $a0, open
        li      $v0, 4
        syscall
        li      $t1, 3
board_cell:
        lw      $a0, board($t0)
        li      $v0, 1
        bnez    $a0, board_tile
        li      $a0, '.'
        li      $v0, 11
board_tile:
        syscall
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        la      $a0, gap
        bnez    $t1, board_gap
        la      $a0, close
board_gap:
        li      $v0, 4
        syscall
        bnez    $t1, board_cell
        blt     $t0, 36, board_row
        jr      $ra

# puts_name: prints the string at $a0 and then the name.
puts_name:
        li      $v0, 4
        syscall
        la      $a0, name
        lb      $t0, 0($a0)
        bnez    $t0, has_name
        la      $a0, nobody
has_name:
        li      $v0, 4
        syscall
        jr      $ra

# get_letter: reads a line.  ->  $v0 its letter in lower case, 0 if it is not just one character
get_letter:
        la      $a0, input
        li      $a1, 100
        li      $v0, 8
        syscall
        lb      $t0, input + 1
        li      $v0, 0
        bne     $t0, '\n', letter_out
        lb      $v0, input
        blt     $v0, 'A', letter_out
        ori     $v0, $v0, 0x20
letter_out:
        jr      $ra
