# paused, wrong: one new tile in ten is a 4, as in the game with the large board
# rule: spawn-value
#
# paused.asm: the 512 game with a pause before every board.
#
# Purpose:   2048 on three by three cells, won with a 512; waits for Enter between a move and the board
#            that comes of it. Has a random generator of its own, seeded by the clock
# Input:     lines: W (up), A (left), S (down), D (right), Q (quit), in either case; an empty line at
#            each pause
# Output:    the board after each pause; how the game ends
# Registers: $s0 state of the generator, $s1 first cell of a line, $s2 from cell to cell, $s3 from line
#            to line, $s4 lines left, $s5 changed cells

        .data
title:  .asciiz "512 - take your time\n"
pause:  .asciiz "(press Enter to see the board)"
which:  .asciiz "W, A, S or D? (Q to quit) "
error:  .asciiz "W, A, S, D or Q only.\n"
fixed:  .asciiz "The tiles cannot go there.\n"
won:    .asciiz "Yes! 512! The game is won.\n"
over:   .asciiz "The board is full and nothing fits. The game is lost.\n"
        .align  2
tiles:  .word   0:9
line:   .space  12
reply:  .space  20

        .text
main:   li      $v0, 30
        syscall
        move    $s0, $a0                # any seed will do, even a negative one
        la      $a0, title
        li      $v0, 4
        syscall
        jal     new
        jal     new
wait:   la      $a0, pause
        jal     ask
        jal     board
        jal     won_or_lost
        bnez    $v0, end
again:  la      $a0, which
        jal     ask
        ori     $t0, $v0, 0x20
        li      $s1, 0
        li      $s2, 12
        li      $s3, 4
        beq     $t0, 'w', push
        li      $s2, 4
        li      $s3, 12
        beq     $t0, 'a', push
        li      $s1, 32
        li      $s2, -12
        li      $s3, -4
        beq     $t0, 's', push
        li      $s2, -4
        li      $s3, -12
        beq     $t0, 'd', push
        beq     $t0, 'q', exit
        la      $a0, error
        li      $v0, 4
        syscall
        j       again

push:   li      $s4, 3
        li      $s5, 0
push_line:
        sw      $zero, line             # the line without gaps
        sw      $zero, line + 4
        sw      $zero, line + 8
        la      $t0, line
        move    $t1, $s1
        li      $t2, 3
take:   lw      $t3, tiles($t1)
        beqz    $t3, took
        sw      $t3, 0($t0)
        addi    $t0, $t0, 4
took:   add     $t1, $t1, $s2
        addi    $t2, $t2, -1
        bgtz    $t2, take
        lw      $t3, line               # the first two, or else the last two
        lw      $t4, line + 4
        lw      $t5, line + 8
        bne     $t3, $t4, last_two
        sll     $t3, $t3, 1
        move    $t4, $t5
        li      $t5, 0
        j       write
last_two:
        bne     $t4, $t5, write
        sll     $t4, $t4, 1
        li      $t5, 0
write:  lw      $t6, tiles($s1)
        add     $t0, $s1, $s2
        lw      $t7, tiles($t0)
        add     $t1, $t0, $s2
        lw      $t8, tiles($t1)
        sw      $t3, tiles($s1)
        sw      $t4, tiles($t0)
        sw      $t5, tiles($t1)
        sne     $t6, $t6, $t3
        sne     $t7, $t7, $t4
        sne     $t8, $t8, $t5
        add     $s5, $s5, $t6
        add     $s5, $s5, $t7
        add     $s5, $s5, $t8
        add     $s1, $s1, $s3
        addi    $s4, $s4, -1
        bgtz    $s4, push_line
        beqz    $s5, nothing
        jal     new
        j       wait
nothing:
        la      $a0, fixed
        li      $v0, 4
        syscall
        j       again

end:    move    $a0, $v0
        li      $v0, 4
        syscall
exit:   li      $v0, 10
        syscall

# rand: the next number of the generator, from 0 to $a0 - 1.  ->  $v0
# The low bits of such a generator are not very random: the upper half is used.
rand:   mulu    $s0, $s0, 1103515245
        addiu   $s0, $s0, 12345
        srl     $v0, $s0, 16
        remu    $v0, $v0, $a0
        jr      $ra

# new: draws a number among the free cells and puts a 2 into the one with that number.
new:    addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $a0, 0
        li      $t0, 0
free:   lw      $t1, tiles($t0)
        seq     $t1, $t1, 0
        add     $a0, $a0, $t1
        addi    $t0, $t0, 4
        bne     $t0, 36, free
        jal     rand
        li      $t0, 0
find:   lw      $t1, tiles($t0)
        bnez    $t1, find_next
        beqz    $v0, found
        addi    $v0, $v0, -1
find_next:
        addi    $t0, $t0, 4
        j       find
found:  move    $t2, $t0
        li      $a0, 10
        jal     rand
        seq     $t1, $v0, 0
        li      $t0, 2
        sllv    $t1, $t0, $t1
        move    $t0, $t2
        sw      $t1, tiles($t0)
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra

# won_or_lost: $v0 = what to say, or 0.
won_or_lost:
        li      $t0, 0
        li      $t9, 0                  # free cells and equal neighbours
        li      $t8, 0                  # column
scan:   lw      $t1, tiles($t0)
        beq     $t1, 512, say_won
        beqz    $t1, some
        bge     $t0, 24, scan_right
        lw      $t2, tiles + 12($t0)
        beq     $t1, $t2, some
scan_right:
        beq     $t8, 2, scan_next
        lw      $t2, tiles + 4($t0)
        bne     $t1, $t2, scan_next
some:   addi    $t9, $t9, 1
scan_next:
        addi    $t0, $t0, 4
        addi    $t8, $t8, 1
        bne     $t8, 3, scan_on
        li      $t8, 0
scan_on:
        bne     $t0, 36, scan
        li      $v0, 0
        bnez    $t9, said
        la      $v0, over
        jr      $ra
say_won:
        la      $v0, won
said:   jr      $ra

# board: prints the tiles, a tab before each, 0 for an empty cell.
board:  li      $t0, 0
        li      $t1, 3
board_cell:
        li      $a0, '\t'
        li      $v0, 11
        syscall
        lw      $a0, tiles($t0)
        li      $v0, 1
        syscall
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, board_cell
        li      $t1, 3
        li      $a0, '\n'
        li      $v0, 11
        syscall
        bne     $t0, 36, board_cell
        jr      $ra

# ask: prints the string at $a0 and reads a line.  ->  $v0 its only character, 0 if it has more
ask:    li      $v0, 4
        syscall
        la      $a0, reply
        li      $a1, 20
        li      $v0, 8
        syscall
        lb      $v0, reply
        lb      $t0, reply + 1
        beq     $t0, '\n', ask_out
        li      $v0, 0
ask_out:
        jr      $ra
