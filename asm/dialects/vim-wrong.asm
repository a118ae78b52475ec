# vim, wrong: a key that means nothing moves the tiles to the right
# rule: invalid-input
#
# vim.asm: the 512 game for people who live in their editor.
#
# Purpose:   2048 on three by three cells, won with a 512; h j k l are read as characters, without Enter:
#            a newline is a key like any other and not one of the four
# Input:     characters: h (left), j (down), k (up), l (right), q (quit)
# Output:    the board before each question, tildes around it; how the game ends
# Registers: $s0 the game's board, $s1 the board before the move, $s2 the key

        .data
now:    .half   0:9
old:    .half   0:9
status: .asciiz "-- INSERT hjkl, q quits -- "
error:  .asciiz "\nE492: Not an editor command\n"
fail:   .asciiz "\nE21: Cannot make changes\n"
good:   .asciiz "\"512\" written\n"
bad:    .asciiz "E37: No moves left, game over\n"
left_edge: .asciiz "~ |"
edge:   .asciiz "|"
right_edge: .asciiz "|\n"
cr:     .asciiz "\n"

        .text
main:   la      $s0, now
        la      $s1, old
        jal     insert
        jal     insert
refresh:
        jal     show
        jal     test
        beq     $v0, 1, written
        beq     $v0, 2, stuck
command:
        la      $a0, status
        li      $v0, 4
        syscall
        li      $v0, 12
        syscall
        move    $s2, $v0
        jal     copy
        li      $a0, 0
        li      $a1, 2
        li      $a2, 6
        beq     $s2, 'h', normal
        li      $a1, 6
        li      $a2, 2
        beq     $s2, 'k', normal
        li      $a0, 16                 # from the last cell backwards
        li      $a1, -6
        li      $a2, -2
        beq     $s2, 'j', normal
        li      $a1, -2
        li      $a2, -6
        beq     $s2, 'l', normal
        beq     $s2, 'q', quit
normal: jal     slide_all
        jal     differs
        beqz    $v0, unchanged
        jal     insert
        la      $a0, cr
        li      $v0, 4
        syscall
        j       refresh
unchanged:
        la      $a0, fail
        li      $v0, 4
        syscall
        j       command
written:
        la      $a0, good
        j       last_words
stuck:  la      $a0, bad
last_words:
        li      $v0, 4
        syscall
quit:   li      $v0, 10
        syscall

# slide_all: slides three lines. $a0 the first cell, $a1 from cell to cell, $a2 from line to line.
slide_all:
        addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s3, 4($sp)
        li      $s3, 3
        addu    $a0, $a0, $s0
slide_next:
        jal     slide
        addu    $a0, $a0, $a2
        addi    $s3, $s3, -1
        bnez    $s3, slide_next
        lw      $ra, 0($sp)
        lw      $s3, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra

# slide: slides the line at $a0 with steps of $a1. What is done depends on which cells are taken:
# bit 2 of $t3 is the cell at the wall, bit 0 the farthest.
slide:  addu    $t8, $a0, $a1
        addu    $t9, $t8, $a1
        lhu     $t0, 0($a0)
        lhu     $t1, 0($t8)
        lhu     $t2, 0($t9)
        sltu    $t3, $zero, $t0
        sll     $t3, $t3, 1
        sltu    $t4, $zero, $t1
        or      $t3, $t3, $t4
        sll     $t3, $t3, 1
        sltu    $t4, $zero, $t2
        or      $t3, $t3, $t4
        beq     $t3, 0, slide_out
        beq     $t3, 4, slide_out
        beq     $t3, 1, slide_far
        beq     $t3, 2, slide_middle
        beq     $t3, 7, slide_three
        beq     $t3, 6, slide_two       # two tiles: bring them to $t0 and $t1
        beq     $t3, 5, slide_around
        move    $t0, $t1                # 3: the wall is free
slide_around:
        move    $t1, $t2
slide_two:
        li      $t2, 0
        bne     $t0, $t1, slide_store
        sll     $t0, $t0, 1
        li      $t1, 0
        j       slide_store
slide_three:
        bne     $t0, $t1, slide_behind
        sll     $t0, $t0, 1
        move    $t1, $t2
        li      $t2, 0
        j       slide_store
slide_behind:
        bne     $t1, $t2, slide_out
        sll     $t1, $t1, 1
        li      $t2, 0
        j       slide_store
slide_far:
        move    $t0, $t2
        li      $t2, 0
        j       slide_store
slide_middle:
        move    $t0, $t1
        li      $t1, 0
slide_store:
        sh      $t0, 0($a0)
        sh      $t1, 0($t8)
        sh      $t2, 0($t9)
slide_out:
        jr      $ra

# copy: keeps the board as it is before a move.
copy:   li      $t0, 9
        move    $t1, $s0
        move    $t2, $s1
copy_next:
        lhu     $t3, 0($t1)
        sh      $t3, 0($t2)
        addi    $t1, $t1, 2
        addi    $t2, $t2, 2
        addi    $t0, $t0, -1
        bnez    $t0, copy_next
        jr      $ra

# differs: $v0 = 1 if the board is no longer what it was.
differs:
        li      $t0, 0
        li      $v0, 1
differs_next:
        addu    $t1, $s0, $t0
        addu    $t2, $s1, $t0
        lhu     $t1, 0($t1)
        lhu     $t2, 0($t2)
        bne     $t1, $t2, differs_out
        addi    $t0, $t0, 2
        bne     $t0, 18, differs_next
        li      $v0, 0
differs_out:
        jr      $ra

# insert: a 2 into the free cell that comes up in the draw; draws again if it is taken.
insert: li      $v0, 42
        li      $a0, 2
        li      $a1, 9
        syscall
        sll     $a0, $a0, 1
        addu    $a0, $a0, $s0
        lhu     $t0, 0($a0)
        bnez    $t0, insert
        li      $t0, 2
        sh      $t0, 0($a0)
        jr      $ra

# test: $v0 = 1 won, 2 lost, 0 neither.
test:   li      $t0, 0                  # column in bytes
        li      $t1, 0                  # row in bytes
        li      $v0, 2
test_cell:
        addu    $t2, $t0, $t1
        addu    $t2, $t2, $s0
        lhu     $t3, 0($t2)
        beq     $t3, 512, test_won
        beqz    $t3, test_free
        beq     $t0, 4, test_below
        lhu     $t4, 2($t2)
        beq     $t3, $t4, test_free
test_below:
        beq     $t1, 12, test_next
        lhu     $t4, 6($t2)
        bne     $t3, $t4, test_next
test_free:
        li      $v0, 0
test_next:
        addi    $t0, $t0, 2
        bne     $t0, 6, test_cell
        li      $t0, 0
        addi    $t1, $t1, 6
        bne     $t1, 18, test_cell
        jr      $ra
test_won:
        li      $v0, 1
        jr      $ra

# show: prints the board between bars.
show:   move    $t0, $s0
        addi    $t2, $s0, 18
show_row:
        la      $a0, left_edge
        li      $v0, 4
        syscall
        li      $t1, 3
show_cell:
        lhu     $a0, 0($t0)
        li      $v0, 1
        bnez    $a0, show_it
        li      $a0, ' '
        li      $v0, 11
show_it:
        syscall
        addi    $t0, $t0, 2
        addi    $t1, $t1, -1
        beqz    $t1, show_end
        la      $a0, edge
        li      $v0, 4
        syscall
        j       show_cell
show_end:
        la      $a0, right_edge
        li      $v0, 4
        syscall
        bne     $t0, $t2, show_row
        jr      $ra
