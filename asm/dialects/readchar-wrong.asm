# readchar, wrong: q is a key like any other: the program cannot be left
# rule: quit
#
# readchar.asm: the 512 game on a cleared screen, played character by character.
#
# Purpose:   2048 on three by three cells, won with a 512; no menu, a score, and a screen that is
#            cleared before each board
# Input:     characters: w (up), a (left), s (down), d (right), q (quit)
# Output:    escape sequences that clear the screen, the score, the moves and the board before each
#            question, an underscore for an empty cell; how the game ends
# Registers: in main: $s0 the score, $s1 the moves, $s2 the key, $s3 the board as it was (a bit
#            pattern), $s4 the line that is slid, $s5 the tiles of that line put together
#
# The board is nine digits of four bits: 1 is a tile of 2, 9 one of 512, 0 is empty. The first eight
# cells are in one word, low digit first, and the ninth in another. A line of three cells becomes a
# number of three digits, the cell at the wall lowest.

        .data
low:    .word   0
high:   .word   0
# The cells of each line from the wall outwards, for w, a, s and d.
lines:  .byte   0, 3, 6, 1, 4, 7, 2, 5, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   6, 3, 0, 7, 4, 1, 8, 5, 2
        .byte   2, 1, 0, 5, 4, 3, 8, 7, 6
letters: .asciiz "wasd"
clear:  .byte   27, '[', '2', 'J', 27, '[', 'H', 0
score:  .asciiz "Score "
moves:  .asciiz "   Moves "
newline: .asciiz "\n"
hint:   .asciiz "[wasd] move  [q] give up\n"
noise:  .asciiz "no such key\n"
wall:   .asciiz "nothing moved\n"
cheer:  .asciiz "*** 512! You are the champion. ***\n"
pity:   .asciiz "*** The board is full. The end. ***\n"
given:  .asciiz "You gave up.\n"

        .text
        li      $s0, 0
        li      $s1, 0
        jal     spawn
        jal     spawn

round:  jal     picture
        jal     judge                   # $v0 = 0, or what to say
        bnez    $v0, finish
again:  la      $a0, hint
        jal     print
        li      $v0, 12
        syscall
        move    $s2, $v0
        la      $v0, given
        li      $s4, 0                  # which of the four letters?
find:   lbu     $t0, letters($s4)
        beqz    $t0, unknown
        beq     $t0, $s2, found
        addiu   $s4, $s4, 1
        b       find
unknown:
        la      $a0, noise
        jal     print
        b       again

found:  mul     $s4, $s4, 9             # its lines
        addiu   $s6, $s4, 9
        lw      $s3, low
        lw      $s7, high
each:   jal     gather                  # $v0 = the digits of the line, without gaps
        move    $a0, $v0
        jal     merge                   # $v0 = what they come to, $v1 = points
        addu    $s0, $s0, $v1
        move    $a0, $v0
        jal     scatter
        addiu   $s4, $s4, 3
        bne     $s4, $s6, each
        lw      $t0, low
        bne     $t0, $s3, changed
        lw      $t0, high
        bne     $t0, $s7, changed
        la      $a0, wall
        jal     print
        b       again
changed:
        addiu   $s1, $s1, 1
        jal     spawn
        b       round

finish: move    $a0, $v0
        jal     print
        li      $v0, 10
        syscall

# ---------------------------------------------------------------------------------------------
# get: the digit of a cell.   $a0 the cell  ->  $v0 the digit
get:    beq     $a0, 8, get_high
        lw      $v0, low
        sll     $t8, $a0, 2
        srlv    $v0, $v0, $t8
        andi    $v0, $v0, 15
        jr      $ra
get_high:
        lw      $v0, high
        jr      $ra

# set: changes a cell.   $a0 the cell, $a1 its digit;  uses $t8, $t9
set:    beq     $a0, 8, set_high
        sll     $t8, $a0, 2
        li      $t9, 15
        sllv    $t9, $t9, $t8
        not     $t9, $t9
        lw      $v0, low
        and     $v0, $v0, $t9
        sllv    $t9, $a1, $t8
        or      $v0, $v0, $t9
        sw      $v0, low
        jr      $ra
set_high:
        sw      $a1, high
        jr      $ra

# gather: the tiles of the line at $s4, without gaps.  ->  $v0 up to three digits
#   $t0 cells left, $t1 the number, $t2 where its next digit goes, $t3 in the table
gather: addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $t0, 3
        li      $t1, 0
        li      $t2, 0
        move    $t3, $s4
gather_next:
        lbu     $a0, lines($t3)
        jal     get
        beqz    $v0, gather_step
        sllv    $v0, $v0, $t2
        or      $t1, $t1, $v0
        addiu   $t2, $t2, 4
gather_step:
        addiu   $t3, $t3, 1
        addiu   $t0, $t0, -1
        bnez    $t0, gather_next
        move    $v0, $t1
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# merge: merges the first pair of equal digits.   $a0 the digits  ->  $v0 the digits, $v1 points
merge:  andi    $t0, $a0, 15
        srl     $t1, $a0, 4
        andi    $t1, $t1, 15
        srl     $t2, $a0, 8
        move    $v0, $a0
        li      $v1, 0
        beqz    $t1, merge_out          # at most one tile
        bne     $t0, $t1, merge_second
        addiu   $t0, $t0, 1
        sll     $t2, $t2, 4             # the third tile moves up
        or      $v0, $t0, $t2
        li      $v1, 1
        sllv    $v1, $v1, $t0
        jr      $ra
merge_second:
        bne     $t1, $t2, merge_out
        addiu   $t1, $t1, 1
        sll     $v0, $t1, 4
        or      $v0, $v0, $t0
        li      $v1, 1
        sllv    $v1, $v1, $t1
merge_out:
        jr      $ra

# scatter: puts digits back into the line at $s4.   $a0 the digits;  $t0, $t1, $t3 as in gather
scatter:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $t0, 3
        move    $t1, $a0
        move    $t3, $s4
scatter_next:
        lbu     $a0, lines($t3)
        andi    $a1, $t1, 15
        srl     $t1, $t1, 4
        jal     set
        addiu   $t3, $t3, 1
        addiu   $t0, $t0, -1
        bnez    $t0, scatter_next
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# spawn: a 2 into the cell that is drawn or the next empty one behind it.   $t0 the cell
spawn:  addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
        move    $t0, $a0
spawn_look:
        move    $a0, $t0
        jal     get
        beqz    $v0, spawn_here
        addiu   $t0, $t0, 1
        bne     $t0, 9, spawn_look
        li      $t0, 0
        b       spawn_look
spawn_here:
        li      $a1, 1
        jal     set
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# judge: has the game ended?  ->  $v0 what to say, 0 if it goes on
#   $t0 the cell, $t1 its digit, $t2 the column
judge:  addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $t0, 0
        li      $t3, 0                  # moves that are left
judge_cell:
        move    $a0, $t0
        jal     get
        move    $t1, $v0
        la      $v0, cheer
        beq     $t1, 9, judge_out
        beqz    $t1, judge_move
        rem     $t2, $t0, 3
        beq     $t2, 2, judge_below
        addiu   $a0, $t0, 1
        jal     get
        beq     $v0, $t1, judge_move
judge_below:
        bge     $t0, 6, judge_next
        addiu   $a0, $t0, 3
        jal     get
        bne     $v0, $t1, judge_next
judge_move:
        li      $t3, 1
judge_next:
        addiu   $t0, $t0, 1
        bne     $t0, 9, judge_cell
        li      $v0, 0
        bnez    $t3, judge_out
        la      $v0, pity
judge_out:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# picture: clears the screen and prints everything.   $t0 the cell
picture:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        la      $a0, clear
        jal     print
        la      $a0, score
        jal     print
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, moves
        jal     print
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, newline
        jal     print
        li      $t0, 0
picture_cell:
        move    $a0, $t0
        jal     get
        li      $a0, '_'
        beqz    $v0, picture_mark
        li      $a0, 1
        sllv    $a0, $a0, $v0
        li      $v0, 1
        syscall
        b       picture_gap
picture_mark:
        li      $v0, 11
        syscall
picture_gap:
        addiu   $t0, $t0, 1
        rem     $t1, $t0, 3
        li      $a0, '\t'
        bnez    $t1, picture_put
        li      $a0, '\n'
picture_put:
        li      $v0, 11
        syscall
        bne     $t0, 9, picture_cell
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# print: prints the string at $a0.
print:  li      $v0, 4
        syscall
        jr      $ra
