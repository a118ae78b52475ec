# unfinished-crash.asm: the 512 game that shows a board and then fails.
#
# Purpose:   2048 on three by three cells; the board is shown, but every move ends in a run-time error,
#            because the offset of a cell is a number of cells and not of bytes
# Input:     a line s (start); then lines W (up), A (left), S (down), D (right), Q (quit)
# Output:    the board
# Registers: $s0 the first cell of a line, $s1 from cell to cell, $s2 from line to line, $s3 lines left

        .data
        .align  2
matrix: .word   0:9
answer: .space  10
hello:  .asciiz "s to start: "
where:  .asciiz "W/A/S/D/Q: "
no:     .asciiz "invalid\n"

        .text
main:   la      $a0, hello
        jal     ask
        bne     $v0, 's', main
        jal     random_two
        jal     random_two
draw:   jal     output
input:  la      $a0, where
        jal     ask
        li      $s0, 0
        li      $s1, 3
        li      $s2, 1
        beq     $v0, 'W', move_all
        li      $s1, 1
        li      $s2, 3
        beq     $v0, 'A', move_all
        li      $s0, 8
        li      $s1, -3
        li      $s2, -1
        beq     $v0, 'S', move_all
        li      $s1, -1
        li      $s2, -3
        beq     $v0, 'D', move_all
        beq     $v0, 'Q', exit
        la      $a0, no
        li      $v0, 4
        syscall
        j       input

move_all:
        li      $s3, 3
move_line:
        add     $t1, $s0, $s1
        add     $t2, $t1, $s1
        lw      $t4, matrix($s0)
        lw      $t5, matrix($t1)
        lw      $t6, matrix($t2)
        bnez    $t5, close
        move    $t5, $t6
        li      $t6, 0
close:  bnez    $t4, closed
        move    $t4, $t5
        move    $t5, $t6
        li      $t6, 0
closed: sw      $t4, matrix($s0)
        sw      $t5, matrix($t1)
        sw      $t6, matrix($t2)
        add     $s0, $s0, $s2
        addi    $s3, $s3, -1
        bnez    $s3, move_line
        jal     random_two
        j       draw

exit:   li      $v0, 10
        syscall

# random_two: a 2 into a free cell.
random_two:
        li      $v0, 42
        li      $a0, 0
        li      $a1, 9
        syscall
        sll     $a0, $a0, 2
        lw      $t0, matrix($a0)
        bnez    $t0, random_two
        li      $t0, 2
        sw      $t0, matrix($a0)
        jr      $ra

# output: prints the board.
output: li      $t0, 0
output_cell:
        li      $a0, '|'
        li      $v0, 11
        syscall
        lw      $a0, matrix($t0)
        li      $v0, 1
        bnez    $a0, output_it
        li      $a0, ' '
        li      $v0, 11
output_it:
        syscall
        addi    $t0, $t0, 4
        rem     $t1, $t0, 12
        bnez    $t1, output_cell
        li      $a0, '|'
        li      $v0, 11
        syscall
        li      $a0, '\n'
        syscall
        bne     $t0, 36, output_cell
        jr      $ra

# ask: prints the string at $a0, reads a line.  ->  $v0 its first character
ask:    li      $v0, 4
        syscall
        la      $a0, answer
        li      $a1, 10
        li      $v0, 8
        syscall
        lb      $v0, answer
        jr      $ra
