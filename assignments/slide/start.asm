# Slides and merges rows of three cells.

.data
board:  .word 2, 2, 4
        .word 0, 4, 4
        .word 2, 0, 2
blank:  .asciiz " "
line:   .asciiz "\n"

.text
# Shows what the board becomes.
main:
        la      $a0, board
        jal     slide_left
        li      $t8, 9
        la      $t9, board
show:   lw      $a0, 0($t9)
        li      $v0, 1
        syscall
        la      $a0, blank
        li      $v0, 4
        syscall
        addiu   $t9, $t9, 4
        addiu   $t8, $t8, -1
        bnez    $t8, show
        la      $a0, line
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# Slides a row of three words to its first cell and merges equal neighbours, each tile once.
#   $a0  the address of the first cell
#   $a1  how many bytes the next cell is away; may be negative
#   $v0  1 if a cell changed, else 0
slide:
        # Write the function here.
        li      $v0, 0
        jr      $ra

# Slides the three rows of a board to the left.
#   $a0  the address of the first of nine words
#   $v0  how many rows changed
slide_left:
        # Write the function here. It calls slide, so it has to save $ra.
        li      $v0, 0
        jr      $ra
