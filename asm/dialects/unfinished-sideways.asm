# unfinished-sideways.asm: the 512 game as far as it has come: left and right.
#
# Purpose:   2048 on three by three cells, won with a 512; A and D slide the tiles, W and S are still to
#            be written
# Input:     the menu: a line 1 (new game) or 2 (exit); the game: a line W, A (left), S, D (right) or X
# Output:    the board before each question; how the game ends
# Registers: $s0 the row in bytes, $s1 0 for left and 1 for right, $s2 has the board changed?

        .data
        .align  2
board:  .word   0:9
input:  .space  100
menu:   .asciiz "1. New game\n2. Exit\n"
prompt: .asciiz "Enter W, A, S, D or X: "
todo:   .asciiz "not implemented\n"
wrong:  .asciiz "Invalid input\n"
nothing: .asciiz "Invalid move\n"
win:    .asciiz "You win\n"
lose:   .asciiz "Game over\n"
line:   .asciiz "-------------\n"
bar:    .asciiz "|"
nl:     .asciiz "\n"
b3:     .asciiz "   "
b2:     .asciiz "  "
b1:     .asciiz " "

        .text
main:   la      $a0, menu
        jal     print
        jal     read
        beq     $v0, '1', new_game
        beq     $v0, '2', exit
        la      $a0, wrong
        jal     print
        j       main
new_game:
        jal     spawn
        jal     spawn
show:   jal     print_board
        jal     is_win
        bnez    $v0, won
        jal     is_lose
        bnez    $v0, lost
ask:    la      $a0, prompt
        jal     print
        jal     read
        li      $s1, 0
        beq     $v0, 'A', slide
        li      $s1, 1
        beq     $v0, 'D', slide
        beq     $v0, 'W', later
        beq     $v0, 'S', later
        beq     $v0, 'X', exit
        la      $a0, wrong
        jal     print
        j       ask
later:  la      $a0, todo
        jal     print
        j       ask

slide:  li      $s0, 0
        li      $s2, 0
row:    move    $t1, $s0                # $t1, $t2, $t3 the cells, from the wall
        addi    $t2, $s0, 4
        addi    $t3, $s0, 8
        beqz    $s1, from_left
        move    $t1, $t3
        move    $t3, $s0
from_left:
        lw      $t4, board($t1)
        lw      $t5, board($t2)
        lw      $t6, board($t3)
        bnez    $t5, gap
        move    $t5, $t6
        li      $t6, 0
gap:    bnez    $t4, merge
        move    $t4, $t5
        move    $t5, $t6
        li      $t6, 0
merge:  bne     $t4, $t5, merge2
        add     $t4, $t4, $t5
        move    $t5, $t6
        li      $t6, 0
        j       store
merge2: bne     $t5, $t6, store
        add     $t5, $t5, $t6
        li      $t6, 0
store:  lw      $t7, board($t1)
        beq     $t7, $t4, store2
        li      $s2, 1
store2: lw      $t7, board($t2)
        beq     $t7, $t5, store3
        li      $s2, 1
store3: lw      $t7, board($t3)
        beq     $t7, $t6, store4
        li      $s2, 1
store4: sw      $t4, board($t1)
        sw      $t5, board($t2)
        sw      $t6, board($t3)
        addi    $s0, $s0, 12
        bne     $s0, 36, row
        bnez    $s2, moved
        la      $a0, nothing
        jal     print
        j       ask
moved:  jal     spawn
        j       show

won:    la      $a0, win
        jal     print
        j       exit
lost:   la      $a0, lose
        jal     print
exit:   li      $v0, 10
        syscall

# spawn: a 2 into a free cell.
spawn:  li      $v0, 42
        li      $a0, 0
        li      $a1, 9
        syscall
        sll     $t0, $a0, 2
        lw      $t1, board($t0)
        bnez    $t1, spawn
        li      $t1, 2
        sw      $t1, board($t0)
        jr      $ra

# is_win: $v0 = 1 if there is a 512.
is_win: li      $v0, 0
        li      $t0, 0
win_cell:
        lw      $t1, board($t0)
        bne     $t1, 512, win_next
        li      $v0, 1
win_next:
        addi    $t0, $t0, 4
        bne     $t0, 36, win_cell
        jr      $ra

# is_lose: $v0 = 1 if no move is possible, up and down included.
is_lose:
        li      $v0, 0
        li      $t0, 0
lose_free:
        lw      $t1, board($t0)
        beqz    $t1, lose_out
        addi    $t0, $t0, 4
        bne     $t0, 36, lose_free
        li      $t0, 0
lose_row:
        lw      $t1, board($t0)
        lw      $t2, board + 4($t0)
        lw      $t3, board + 8($t0)
        beq     $t1, $t2, lose_out
        beq     $t2, $t3, lose_out
        addi    $t0, $t0, 12
        bne     $t0, 36, lose_row
        li      $t0, 0
lose_column:
        lw      $t1, board($t0)
        lw      $t2, board + 12($t0)
        lw      $t3, board + 24($t0)
        beq     $t1, $t2, lose_out
        beq     $t2, $t3, lose_out
        addi    $t0, $t0, 4
        bne     $t0, 12, lose_column
        li      $v0, 1
lose_out:
        jr      $ra

# print_board: prints the board.
print_board:
        la      $a0, line
        li      $v0, 4
        syscall
        li      $t0, 0
board_row:
        li      $t1, 3
board_cell:
        la      $a0, bar
        li      $v0, 4
        syscall
        lw      $t2, board($t0)
        la      $a0, b3
        beqz    $t2, board_pad
        la      $a0, b2
        blt     $t2, 10, board_pad
        la      $a0, b1
        bge     $t2, 100, board_number
board_pad:
        li      $v0, 4
        syscall
        beqz    $t2, board_next
board_number:
        move    $a0, $t2
        li      $v0, 1
        syscall
board_next:
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, board_cell
        la      $a0, bar
        li      $v0, 4
        syscall
        la      $a0, nl
        syscall
        bne     $t0, 36, board_row
        la      $a0, line
        syscall
        jr      $ra

# read: reads a line.  ->  $v0 its only character, or 0
read:   la      $a0, input
        li      $a1, 100
        li      $v0, 8
        syscall
        lb      $v0, input
        lb      $t0, input + 1
        beq     $t0, '\n', read_out
        li      $v0, 0
read_out:
        jr      $ra

print:  li      $v0, 4
        syscall
        jr      $ra
