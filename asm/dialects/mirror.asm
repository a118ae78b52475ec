# mirror.asm: the 512 game that shows where it came from.
#
# Purpose:   2048 on three by three cells, won with a 512; nine cells are words, and a line is slid by three
#            passes over its two pairs
# Input:     a line U, L, D, R or E (end); Enter after a line that does nothing
# Output:    the board, and behind it the one before the last move; cells between commas
# Registers: in the game: $s0 the cell at the wall, $s1 the step outwards, $s2 to the next line,
#            $s3 lines left, $s4 has the board changed?

        .data
board:  .word   0:9
before: .word   0:9
kept:   .word   0:9
line:   .space  20
is:     .asciiz "The board is\n"
was:    .asciiz "and it was\n"
ask:    .asciiz "U, L, D, R, or E: "
nope:   .asciiz "This does nothing. Press Enter. "
won:    .asciiz "512! You are through the mirror.\n"
lost:   .asciiz "There is nothing left to do.\n"
comma:  .asciiz ", "

        .text
main:   jal     spawn
        jal     spawn
turn:   la      $a0, is
        la      $a1, board
        jal     show
        la      $a0, was
        la      $a1, before
        jal     show
        jal     ending
        bnez    $v0, over
key:    la      $a0, ask
        jal     say
        jal     read
        la      $s0, board
        li      $s1, 12
        li      $s2, 4
        beq     $v0, 'U', push
        li      $s1, 4
        li      $s2, 12
        beq     $v0, 'L', push
        addiu   $s0, $s0, 32
        li      $s1, -12
        li      $s2, -4
        beq     $v0, 'D', push
        li      $s1, -4
        li      $s2, -12
        beq     $v0, 'R', push
        beq     $v0, 'E', stop
wait:   la      $a0, nope
        jal     say
        jal     read
        b       key
over:   move    $a0, $v0
        jal     say
stop:   li      $v0, 10
        syscall

push:   li      $t0, 32                 # keep the board
keep:   lw      $t1, board($t0)
        sw      $t1, kept($t0)
        addiu   $t0, $t0, -4
        bgez    $t0, keep
        li      $s3, 3
        li      $s4, 0
push_line:
        addu    $t1, $s0, $s1
        addu    $t2, $t1, $s1
        li      $t3, 2                  # gaps, twice
push_gaps:
        move    $a0, $s0
        move    $a1, $t1
        jal     gap
        move    $a0, $t1
        move    $a1, $t2
        jal     gap
        addiu   $t3, $t3, -1
        bnez    $t3, push_gaps
        move    $a0, $s0                # the pairs, the one at the wall first
        move    $a1, $t1
        jal     pair
        move    $a0, $t1
        move    $a1, $t2
        jal     pair
        move    $a0, $s0                # and the gap that a pair has left
        move    $a1, $t1
        jal     gap
        move    $a0, $t1
        move    $a1, $t2
        jal     gap
        addu    $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bnez    $s3, push_line
        beqz    $s4, wait
        li      $t0, 32
copy:   lw      $t1, kept($t0)
        sw      $t1, before($t0)
        addiu   $t0, $t0, -4
        bgez    $t0, copy
        jal     spawn
        b       turn

# gap: moves the tile at $a1 to $a0 if there is none.
gap:    lw      $t4, 0($a0)
        lw      $t5, 0($a1)
        bnez    $t4, gap_out
        beqz    $t5, gap_out
        sw      $t5, 0($a0)
        sw      $zero, 0($a1)
        li      $s4, 1
gap_out:
        jr      $ra

# pair: merges two equal tiles at $a0 and $a1.
pair:   lw      $t4, 0($a0)
        lw      $t5, 0($a1)
        beqz    $t4, pair_out
        bne     $t4, $t5, pair_out
        addu    $t4, $t4, $t5
        sw      $t4, 0($a0)
        sw      $zero, 0($a1)
        li      $s4, 1
pair_out:
        jr      $ra

# spawn: a cell is drawn, and then every second one is tried until one is empty.
spawn:  li      $a0, 3
        li      $a1, 9
        li      $v0, 42
        syscall
spawn_try:
        sll     $t0, $a0, 2
        lw      $t1, board($t0)
        beqz    $t1, spawn_put
        addiu   $a0, $a0, 2
        blt     $a0, 9, spawn_try
        addiu   $a0, $a0, -9
        b       spawn_try
spawn_put:
        li      $t1, 2
        sw      $t1, board($t0)
        jr      $ra

# ending: has the game ended?  ->  $v0 what to say, 0 if it goes on
ending: li      $t0, 32
        li      $t2, 0
ending_cell:
        lw      $t1, board($t0)
        la      $v0, won
        beq     $t1, 512, ending_out
        bnez    $t1, ending_next
        addiu   $t2, $t2, 1
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
ending_out:
        jr      $ra

# show: the words at $a0, and the board at $a1.
show:   li      $v0, 4
        syscall
        li      $t0, 3
show_row:
        li      $t1, 3
show_cell:
        lw      $a0, 0($a1)
        li      $v0, 1
        syscall
        addiu   $a1, $a1, 4
        addiu   $t1, $t1, -1
        beqz    $t1, show_end
        la      $a0, comma
        li      $v0, 4
        syscall
        b       show_cell
show_end:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addiu   $t0, $t0, -1
        bnez    $t0, show_row
        jr      $ra

say:    li      $v0, 4
        syscall
        jr      $ra

# read: reads a line.  ->  $v0 its letter, 0 if it is not just one
read:   la      $a0, line
        li      $a1, 20
        li      $v0, 8
        syscall
        lbu     $v0, line
        lbu     $t0, line + 1
        beq     $t0, '\n', read_out
        li      $v0, 0
read_out:
        jr      $ra
