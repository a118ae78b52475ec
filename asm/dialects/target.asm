# target.asm: the 512 game with a tile to aim at.
#
# Purpose:   2048 on three by three cells; the tile that wins is asked for, and the game goes on after it;
#            the board is an array of words, turned until the wall is at the top
# Input:     an integer: the tile to aim at; the game: a character w (up), a (left), s (down), d (right)
#            or q (quit)
# Output:    the board before each question, a dash for an empty cell; that the aim is reached, once
# Registers: in the game: $s0 the aim, $s1 whether it has been reached, $s2 the number of turns

        .data
board:  .word   0:9
other:  .word   0:9
turned: .byte   24, 12, 0, 28, 16, 4, 32, 20, 8 # where each cell comes from if the left becomes the top
hello:  .asciiz "Which tile do you want to reach to win? "
ask:    .asciiz "w/a/s/d, q quits: "
what:   .asciiz "\nunknown key\n"
stays:  .asciiz "\nblocked\n"
won:    .asciiz "You have reached your aim. Go on if you like.\n"
lost:   .asciiz "Stuck. The end.\n"
bye:    .asciiz "\nStopped.\n"

        .text
main:   la      $a0, hello
        jal     say
        li      $v0, 5
        syscall
        move    $s0, $v0
        li      $s1, 0
        jal     spawn
        jal     spawn
turn:   jal     show
        jal     ending
        beqz    $v0, key
        move    $a0, $v0
        jal     say
        beqz    $s1, stop
key:    la      $a0, ask
        jal     say
        li      $v0, 12
        syscall
        li      $s2, 0
        beq     $v0, 'w', push
        li      $s2, 3
        beq     $v0, 'd', push
        li      $s2, 2
        beq     $v0, 's', push
        li      $s2, 1
        beq     $v0, 'a', push
        la      $a0, bye
        beq     $v0, 'q', quit
        la      $a0, what
        jal     say
        b       key
quit:   jal     say
stop:   li      $v0, 10
        syscall

# Turns the board until the wall is at the top, pushes up, and turns it on until it is as before.
push:   move    $s3, $s2
push_turn:
        beqz    $s3, push_up
        jal     turn_board
        addiu   $s3, $s3, -1
        b       push_turn
push_up:
        li      $s4, 0                  # has anything changed?
        li      $t0, 8
push_column:
        lw      $t4, board($t0)
        lw      $t5, board + 12($t0)
        lw      $t6, board + 24($t0)
        bnez    $t5, push_near
        move    $t5, $t6
        li      $t6, 0
push_near:
        bnez    $t4, push_pair
        move    $t4, $t5
        move    $t5, $t6
        li      $t6, 0
push_pair:
        bne     $t4, $t5, push_far
        sll     $t4, $t4, 1
        move    $t5, $t6
        li      $t6, 0
        b       push_put
push_far:
        bne     $t5, $t6, push_put
        sll     $t5, $t5, 1
        li      $t6, 0
push_put:
        lw      $t1, board($t0)
        sne     $t1, $t1, $t4
        or      $s4, $s4, $t1
        lw      $t1, board + 12($t0)
        sne     $t1, $t1, $t5
        or      $s4, $s4, $t1
        lw      $t1, board + 24($t0)
        sne     $t1, $t1, $t6
        or      $s4, $s4, $t1
        sw      $t4, board($t0)
        sw      $t5, board + 12($t0)
        sw      $t6, board + 24($t0)
        addiu   $t0, $t0, -4
        bgez    $t0, push_column
        li      $s3, 4
        subu    $s3, $s3, $s2
push_back:
        beq     $s3, 4, push_done
        jal     turn_board
        addiu   $s3, $s3, -1
        bnez    $s3, push_back
push_done:
        la      $a0, stays
        beqz    $s4, blocked
        jal     spawn
        b       turn
blocked:
        jal     say
        b       key

# turn_board: a quarter to the right.
turn_board:
        li      $t0, 0
        li      $t1, 0
turn_cell:
        lb      $t2, turned($t0)
        lw      $t2, board($t2)
        sw      $t2, other($t1)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 4
        bne     $t0, 9, turn_cell
turn_copy:
        addiu   $t1, $t1, -4
        lw      $t2, other($t1)
        sw      $t2, board($t1)
        bnez    $t1, turn_copy
        jr      $ra

# spawn: a random number without its sign, modulo 9, until a cell is empty.
spawn:  li      $a0, 0
        li      $v0, 41
        syscall
        li      $t0, 9
        divu    $a0, $t0
        mfhi    $t0
        sll     $t0, $t0, 2
        lw      $t1, board($t0)
        bnez    $t1, spawn
        li      $t1, 2
        sw      $t1, board($t0)
        jr      $ra

# ending: what is to be said about the board?  ->  $v0, 0 if nothing; $s1 is 1 once the aim is reached
ending: li      $t0, 32
        li      $t2, 0
ending_cell:
        lw      $t1, board($t0)
        bnez    $t1, ending_tile
        addiu   $t2, $t2, 1
ending_tile:
        bnez    $s1, ending_next
        blt     $t1, $s0, ending_next
        li      $s1, 1
        la      $v0, won
        jr      $ra
ending_next:
        addiu   $t0, $t0, -4
        bgez    $t0, ending_cell
        li      $t0, 20
ending_column:
        lw      $t1, board($t0)
        lw      $t3, board + 12($t0)
        seq     $t3, $t1, $t3
        addu    $t2, $t2, $t3
        addiu   $t0, $t0, -4
        bgez    $t0, ending_column
        li      $t0, 24
ending_row:
        lw      $t1, board($t0)
        lw      $t3, board + 4($t0)
        lw      $t4, board + 8($t0)
        seq     $t1, $t1, $t3
        seq     $t3, $t3, $t4
        addu    $t2, $t2, $t1
        addu    $t2, $t2, $t3
        addiu   $t0, $t0, -12
        bgez    $t0, ending_row
        li      $v0, 0
        bnez    $t2, ending_out
        la      $v0, lost
        li      $s1, 0
ending_out:
        jr      $ra

# show: prints the board.  $t0 the cell in bytes, $t1 cells left in the row
show:   li      $a0, '\n'
        li      $v0, 11
        syscall
        li      $t0, 0
show_row:
        li      $t1, 3
show_cell:
        lw      $t2, board($t0)
        li      $a0, '-'
        li      $v0, 11
        beqz    $t2, show_it
        move    $a0, $t2
        li      $v0, 1
show_it:
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, show_cell
        li      $a0, '\n'
        syscall
        bne     $t0, 36, show_row
        jr      $ra

say:    li      $v0, 4
        syscall
        jr      $ra
