# stages, wrong: the new tile is put where the draw says, counting all cells: it can replace another tile
# rule: spawn-empty-cell
#
# stages.asm: the 512 game in slow motion.
#
# Purpose:   2048 on three by three cells, won with a 512; shows the board after the tiles have slid, and
#            once more when the new tile is there
# Input:     a line g (go) or o (out); then lines: W (up), A (left), S (down), D (right), O (out)
# Output:    two boards for each move; how the game ends
# Registers: $s0 the cell at the wall, $s1 from cell to cell, $s2 from line to line (in bytes), $s3 lines
#            left, $s4 changes, $s5 tiles on the board

        .data
b:      .byte   0:9                     # a tile by its exponent: 1 is a 2, 9 is a 512
        .align  2
powers: .word   0, 2, 4, 8, 16, 32, 64, 128, 256, 512
buf:    .space  12
hello:  .asciiz "Type g to go, o to get out: "
odd_go: .asciiz "I know g and o.\n"
begin:  .asciiz "The first two tiles:\n"
slid:   .asciiz "The tiles slide:\n"
added:  .asciiz "A new tile comes:\n"
dir:    .asciiz "W A S D or O? "
odd:    .asciiz "I know W, A, S, D and O.\n"
none:   .asciiz "No tile can slide that way.\n"
yeah:   .asciiz "512, and the game is yours!\n"
alas:   .asciiz "All is blocked, the game is gone!\n"

        .text
main:   la      $a0, hello
        jal     ask
        beq     $v0, 'g', first
        beq     $v0, 'o', out
        la      $a0, odd_go
        jal     print
        j       main

# Two different cells: the second of eight, with the first left out.
first:  li      $a0, 4
        li      $a1, 9
        li      $v0, 42
        syscall
        move    $t0, $a0
        li      $a0, 4
        li      $a1, 8
        li      $v0, 42
        syscall
        blt     $a0, $t0, second
        addi    $a0, $a0, 1
second: li      $t1, 1
        sb      $t1, b($t0)
        sb      $t1, b($a0)
        li      $s5, 2
        la      $a0, begin
        jal     show

choose: la      $a0, dir
        jal     ask
        li      $s0, 0
        li      $s1, 3
        li      $s2, 1
        beq     $v0, 'W', slide
        li      $s1, 1
        li      $s2, 3
        beq     $v0, 'A', slide
        li      $s0, 8
        li      $s1, -3
        li      $s2, -1
        beq     $v0, 'S', slide
        li      $s1, -1
        li      $s2, -3
        beq     $v0, 'D', slide
        beq     $v0, 'O', out
        la      $a0, odd
        jal     print
        j       choose

slide:  li      $s3, 3
        li      $s4, 0
slide_line:
        move    $t0, $s0                # where the next tile goes, unless it merges
        li      $t1, 0                  # the tile before that, 0 if it must not merge
        move    $t2, $s0                # where we look
        li      $t3, 3
slide_cell:
        lb      $t4, b($t2)
        beqz    $t4, slide_next
        sb      $zero, b($t2)
        beq     $t4, $t1, slide_merge
        sb      $t4, b($t0)
        beq     $t0, $t2, slide_stays
        addi    $s4, $s4, 1
slide_stays:
        move    $t1, $t4
        add     $t0, $t0, $s1
        j       slide_next
slide_merge:
        sub     $t5, $t0, $s1
        addi    $t4, $t4, 1
        sb      $t4, b($t5)
        li      $t1, 0
        addi    $s4, $s4, 1
        addi    $s5, $s5, -1
slide_next:
        add     $t2, $t2, $s1
        addi    $t3, $t3, -1
        bnez    $t3, slide_cell
        add     $s0, $s0, $s2
        addi    $s3, $s3, -1
        bnez    $s3, slide_line
        bnez    $s4, changed
        la      $a0, none
        jal     print
        j       choose

changed:
        la      $a0, slid
        jal     show
        # One of the 9 - $s5 free cells, counted from the last one.
        li      $a0, 4
        li      $a1, 9
        sub     $a1, $a1, $s5
        li      $v0, 42
        syscall
        li      $t0, 9
look:   addi    $t0, $t0, -1
        addi    $a0, $a0, -1
        bgez    $a0, look
        li      $t1, 1
        sb      $t1, b($t0)
        addi    $s5, $s5, 1
        la      $a0, added
        jal     show

        la      $t0, b                  # won?
        li      $t1, 9
won:    lb      $t2, 0($t0)
        beq     $t2, 9, winner
        addi    $t0, $t0, 1
        addi    $t1, $t1, -1
        bnez    $t1, won
        bne     $s5, 9, choose          # lost? not while there is a free cell
        li      $t0, 0
pairs:  lb      $t1, b($t0)             # rows, and the same for columns
        lb      $t2, b + 1($t0)
        lb      $t3, b + 2($t0)
        beq     $t1, $t2, choose
        beq     $t2, $t3, choose
        addi    $t0, $t0, 3
        bne     $t0, 9, pairs
        li      $t0, 0
pairs_below:
        lb      $t1, b($t0)
        lb      $t2, b + 3($t0)
        beq     $t1, $t2, choose
        addi    $t0, $t0, 1
        bne     $t0, 6, pairs_below
        la      $a0, alas
        j       last
winner: la      $a0, yeah
last:   jal     print
out:    li      $v0, 10
        syscall

# show: prints the string at $a0 and the board.
show:   li      $v0, 4
        syscall
        li      $t0, 0
        li      $t1, 3
show_cell:
        lb      $t2, b($t0)
        sll     $t2, $t2, 2
        lw      $a0, powers($t2)
        li      $v0, 1
        bnez    $a0, show_tile
        li      $a0, '.'
        li      $v0, 11
show_tile:
        syscall
        addi    $t0, $t0, 1
        addi    $t1, $t1, -1
        li      $a0, ' '
        bnez    $t1, show_gap
        li      $a0, '\n'
        li      $t1, 3
show_gap:
        li      $v0, 11
        syscall
        bne     $t0, 9, show_cell
        jr      $ra

# ask: prints the string at $a0 and reads a line.  ->  $v0 its only character, or 0
ask:    li      $v0, 4
        syscall
        la      $a0, buf
        li      $a1, 12
        li      $v0, 8
        syscall
        lb      $v0, buf
        lb      $t0, buf + 1
        beq     $t0, '\n', ask_out
        li      $v0, 0
ask_out:
        jr      $ra

print:  li      $v0, 4
        syscall
        jr      $ra
