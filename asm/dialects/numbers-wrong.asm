# numbers, wrong: the mark of a change is never taken back, so that impossible moves bring new tiles, too
# rule: spawn-after-legal
#
# numbers.asm: the 512 game, all by numbers.
#
# Purpose:   2048 on three by three cells, won with a 512; every answer is an integer
# Input:     integers: in the menu 1 (start) or 2 (stop); in the game 1 (left), 2 (right), 3 (up),
#            4 (down) or 5 (stop)
# Output:    the board and the legend before each question; how the game ends
# Registers: $s0 row, $s1 column (0 to 2), $s2 has the pass changed anything?, $s3 has the move changed
#            anything?, $s6 and $s7 one step towards the wall: rows and columns

        .data
        .align  2
M:      .word   0, 0, 0
        .word   0, 0, 0
        .word   0, 0, 0
merged: .word   0:9                     # 1 where this move has merged
TITLE:  .asciiz "\n===== 512 =====\n"
MENU:   .asciiz "1) start\n2) stop\nnumber: "
LEGEND: .asciiz "1 = left, 2 = right, 3 = up, 4 = down, 5 = stop\nnumber: "
BAD:    .asciiz "there is no such number\n"
NONE:   .asciiz "this move is not possible\n"
WON:    .asciiz "you reached 512, you are the winner\n"
LOST:   .asciiz "no moves left, you are the loser\n"
STOP:   .asciiz "stopped\n"
SPACES: .asciiz "    "
NL:     .asciiz "\n"

        .text
main:   la      $a0, TITLE
        jal     PRINT
menu:   la      $a0, MENU
        jal     PRINT
        li      $v0, 5
        syscall
        beq     $v0, 1, start
        beq     $v0, 2, stop
        la      $a0, BAD
        jal     PRINT
        j       menu

start:  li      $s3, 0
        jal     SPAWN
        jal     SPAWN
show:   jal     BOARD
        jal     WINNER
        bnez    $v0, won
        jal     LOSER
        bnez    $v0, lost
ask:    la      $a0, LEGEND
        jal     PRINT
        li      $v0, 5
        syscall
        li      $s6, 0
        li      $s7, -1
        beq     $v0, 1, push
        li      $s7, 1
        beq     $v0, 2, push
        li      $s6, -1
        li      $s7, 0
        beq     $v0, 3, push
        li      $s6, 1
        beq     $v0, 4, push
        beq     $v0, 5, stop
        la      $a0, BAD
        jal     PRINT
        j       ask

# Passes over the board, from the wall or to it, until one changes nothing: whatever has room next to
# it moves there, whatever has an equal tile next to it merges, but no tile twice.
push:   li      $t0, 32
clear:  sw      $zero, merged($t0)
        addi    $t0, $t0, -4
        bgez    $t0, clear
pass:   li      $s2, 0
        li      $t9, 0                  # the how many-th cell; from the wall, whichever it is
cell:   move    $t0, $t9
        add     $t1, $s6, $s7
        blez    $t1, forwards           # the wall is at the left or at the top
        li      $t0, 8
        sub     $t0, $t0, $t9
forwards:
        li      $t1, 3
        div     $t0, $t1
        mflo    $s0
        mfhi    $s1
        sll     $t0, $t0, 2             # the cell
        add     $t1, $s0, $s6
        add     $t2, $s1, $s7
        bltz    $t1, next               # at the wall already
        bltz    $t2, next
        bgt     $t1, 2, next
        bgt     $t2, 2, next
        mul     $t1, $t1, 3
        add     $t1, $t1, $t2
        sll     $t1, $t1, 2             # its neighbour
        lw      $t2, M($t0)
        lw      $t3, M($t1)
        beqz    $t2, next
        beqz    $t3, shift
        bne     $t2, $t3, next
        lw      $t4, merged($t0)
        lw      $t5, merged($t1)
        or      $t4, $t4, $t5
        bnez    $t4, next
        sll     $t3, $t3, 1
        sw      $t3, M($t1)
        sw      $zero, M($t0)
        li      $t4, 1
        sw      $t4, merged($t1)
        li      $s2, 1
        li      $s3, 1
        j       next
shift:  sw      $t2, M($t1)
        sw      $zero, M($t0)
        lw      $t4, merged($t0)        # the mark goes with its tile
        sw      $t4, merged($t1)
        sw      $zero, merged($t0)
        li      $s2, 1
        li      $s3, 1
next:   addi    $t9, $t9, 1
        bne     $t9, 9, cell
        bnez    $s2, pass
        bnez    $s3, legal
        la      $a0, NONE
        jal     PRINT
        j       ask
legal:  jal     SPAWN
        j       show

won:    la      $a0, WON
        j       say_end
lost:   la      $a0, LOST
        j       say_end
stop:   la      $a0, STOP
say_end:
        jal     PRINT
        li      $v0, 10
        syscall

# SPAWN: a random cell, and from there on to the next free one.
SPAWN:  li      $v0, 42
        li      $a0, 0
        li      $a1, 9
        syscall
spawn_try:
        sll     $t0, $a0, 2
        lw      $t1, M($t0)
        beqz    $t1, spawn_here
        addi    $a0, $a0, 4             # 4 and 9 have no divisor in common: it comes to every cell
        blt     $a0, 9, spawn_try
        addi    $a0, $a0, -9
        j       spawn_try
spawn_here:
        li      $t1, 2
        sw      $t1, M($t0)
        jr      $ra

# WINNER: $v0 = 1 if there is a 512.
WINNER: li      $v0, 0
        li      $t0, 0
winner_cell:
        lw      $t1, M($t0)
        bne     $t1, 512, winner_next
        li      $v0, 1
winner_next:
        addi    $t0, $t0, 4
        blt     $t0, 36, winner_cell
        jr      $ra

# LOSER: $v0 = 1 if all cells are taken and no neighbours are equal.
LOSER:  li      $v0, 0
        li      $t0, 0
loser_free:
        lw      $t1, M($t0)
        beqz    $t1, loser_no
        addi    $t0, $t0, 4
        blt     $t0, 36, loser_free
        li      $t0, 0
loser_row:
        lw      $t1, M($t0)             # row $t0 / 12
        lw      $t2, M + 4($t0)
        lw      $t3, M + 8($t0)
        beq     $t1, $t2, loser_no
        beq     $t2, $t3, loser_no
        addi    $t0, $t0, 12
        blt     $t0, 36, loser_row
        li      $t0, 0
loser_column:
        lw      $t1, M($t0)
        lw      $t2, M + 12($t0)
        lw      $t3, M + 24($t0)
        beq     $t1, $t2, loser_no
        beq     $t2, $t3, loser_no
        addi    $t0, $t0, 4
        blt     $t0, 12, loser_column
        li      $v0, 1
loser_no:
        jr      $ra

# BOARD: prints the board, zeros and all.
BOARD:  li      $t0, 0
        la      $a0, NL
        li      $v0, 4
        syscall
board_next:
        la      $a0, SPACES
        li      $v0, 4
        syscall
        lw      $a0, M($t0)
        li      $v0, 1
        syscall
        addi    $t0, $t0, 4
        rem     $t1, $t0, 12
        bnez    $t1, board_next
        la      $a0, NL
        li      $v0, 4
        syscall
        blt     $t0, 36, board_next
        jr      $ra

PRINT:  li      $v0, 4
        syscall
        jr      $ra
