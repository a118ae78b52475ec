# signed.asm: the 512 game with random numbers of 32 bits.
#
# Purpose:   2048 on three by three cells, won with a 512; the addresses of the free cells are listed,
#            and a random integer, which can be negative, chooses one of them
# Input:     lines: e (up), s (left), d (down), f (right), x (quit)
# Output:    the board before each question; how the game ends
# Registers: $s0 what the keys mean: addresses of three lines, $s1 lines left, $s2 changes

        .data
        .align  2
cell:                                   # the nine cells, row by row
a1:     .word   0
a2:     .word   0
a3:     .word   0
b1:     .word   0
b2:     .word   0
b3:     .word   0
c1:     .word   0
c2:     .word   0
c3:     .word   0
free:   .word   0:9                     # addresses of the free cells
# What a key does: the lines by their cells, from the wall.
e_key:  .word   a1, b1, c1, a2, b2, c2, a3, b3, c3
d_key:  .word   c1, b1, a1, c2, b2, a2, c3, b3, a3
s_key:  .word   a1, a2, a3, b1, b2, b3, c1, c2, c3
f_key:  .word   a3, a2, a1, b3, b2, b1, c3, c2, c1
text:   .space  80
howto:  .asciiz "e: up, s: left, d: down, f: right, x: exit\n"
query:  .asciiz "e/s/d/f/x "
wrong:  .asciiz "e, s, d, f or x, please\n"
idle:   .asciiz "nothing happens\n"
win:    .asciiz "512. You are the champion.\n"
lose:   .asciiz "You are stuck. The game is over.\n"

        .text
main:   la      $a0, howto
        li      $v0, 4
        syscall
        jal     birth
        jal     birth
turn:   jal     print
        jal     check
        bltz    $v0, is_lost
        bgtz    $v0, is_won
ask:    la      $a0, query
        li      $v0, 4
        syscall
        la      $a0, text
        li      $a1, 80
        li      $v0, 8
        syscall
        lh      $t0, text               # a letter and the newline, as one number
        la      $s0, e_key
        beq     $t0, 0x0a65, push
        la      $s0, s_key
        beq     $t0, 0x0a73, push
        la      $s0, d_key
        beq     $t0, 0x0a64, push
        la      $s0, f_key
        beq     $t0, 0x0a66, push
        beq     $t0, 0x0a78, exit
        la      $a0, wrong
        li      $v0, 4
        syscall
        j       ask

push:   li      $s1, 3
        li      $s2, 0
push_line:
        lw      $a0, 0($s0)
        lw      $a1, 4($s0)
        lw      $a2, 8($s0)
        jal     slide
        add     $s2, $s2, $v0
        addi    $s0, $s0, 12
        addi    $s1, $s1, -1
        bnez    $s1, push_line
        beqz    $s2, nothing
        jal     birth
        j       turn
nothing:
        la      $a0, idle
        li      $v0, 4
        syscall
        j       ask

is_won: la      $a0, win
        j       finish
is_lost:
        la      $a0, lose
finish: li      $v0, 4
        syscall
exit:   li      $v0, 10
        syscall

# slide: slides the line with the cells at $a0 (at the wall), $a1, $a2.  ->  $v0 changes
slide:  lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        lw      $t2, 0($a2)
        li      $v0, 0
        beqz    $t2, slide_2            # the far tile has somewhere to go?
        bnez    $t1, slide_2
        move    $t1, $t2
        li      $t2, 0
        addi    $v0, $v0, 1
slide_2:
        beqz    $t1, slide_store        # then the far one is gone, too
        bnez    $t0, slide_near
        move    $t0, $t1
        move    $t1, $t2
        li      $t2, 0
        addi    $v0, $v0, 1
slide_near:
        bne     $t0, $t1, slide_far
        add     $t0, $t0, $t1
        move    $t1, $t2
        li      $t2, 0
        addi    $v0, $v0, 1
        j       slide_store
slide_far:
        beqz    $t2, slide_store
        bne     $t1, $t2, slide_store
        add     $t1, $t1, $t2
        li      $t2, 0
        addi    $v0, $v0, 1
slide_store:
        sw      $t0, 0($a0)
        sw      $t1, 0($a1)
        sw      $t2, 0($a2)
        jr      $ra

# birth: puts a 2 into a free cell.
birth:  la      $t0, cell
        la      $t1, free
        la      $t2, free               # behind the last cell
birth_list:
        lw      $t3, 0($t0)
        bnez    $t3, birth_taken
        sw      $t0, 0($t1)
        addi    $t1, $t1, 4
birth_taken:
        addi    $t0, $t0, 4
        bne     $t0, $t2, birth_list
        sub     $t1, $t1, $t2
        sra     $t1, $t1, 2             # how many
        li      $a0, 0
        li      $v0, 41
        syscall
        sll     $a0, $a0, 1             # without its sign
        srl     $a0, $a0, 1
        div     $a0, $t1
        mfhi    $t0
        sll     $t0, $t0, 2
        lw      $t0, free($t0)
        li      $t1, 2
        sw      $t1, 0($t0)
        jr      $ra

# check: $v0 = 1 won, -1 lost, 0 neither. Every line of two of the tables is looked through.
check:  la      $t0, cell
        li      $t1, 9
        li      $v0, 1
check_won:
        lw      $t2, 0($t0)
        beq     $t2, 512, check_out
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, check_won
        li      $v0, 0
        la      $t0, e_key
        li      $t1, 3
check_column:
        lw      $t2, 0($t0)
        lw      $t3, 4($t0)
        lw      $t4, 8($t0)
        lw      $t2, 0($t2)
        lw      $t3, 0($t3)
        lw      $t4, 0($t4)
        beqz    $t2, check_out
        beqz    $t3, check_out
        beqz    $t4, check_out
        beq     $t2, $t3, check_out
        beq     $t3, $t4, check_out
        addi    $t0, $t0, 12
        addi    $t1, $t1, -1
        bnez    $t1, check_column
        la      $t0, s_key
        li      $t1, 3
check_row:
        lw      $t2, 0($t0)
        lw      $t3, 4($t0)
        lw      $t4, 8($t0)
        lw      $t2, 0($t2)
        lw      $t3, 0($t3)
        lw      $t4, 0($t4)
        beq     $t2, $t3, check_out
        beq     $t3, $t4, check_out
        addi    $t0, $t0, 12
        addi    $t1, $t1, -1
        bnez    $t1, check_row
        li      $v0, -1
check_out:
        jr      $ra

# print: prints the board in columns, a dot for an empty cell.
print:  la      $t0, cell
        li      $t1, 3
print_row:
        li      $t2, 3
print_cell:
        lw      $t3, 0($t0)
        li      $v0, 11
        li      $a0, ' '
        bge     $t3, 100, print_tile
        syscall
        bge     $t3, 10, print_tile
        syscall
print_tile:
        move    $a0, $t3
        li      $v0, 1
        bnez    $t3, print_it
        li      $a0, '.'
        li      $v0, 11
print_it:
        syscall
        addi    $t0, $t0, 4
        addi    $t2, $t2, -1
        li      $a0, ' '
        li      $v0, 11
        bnez    $t2, print_gap
        li      $a0, '\n'
print_gap:
        syscall
        bnez    $t2, print_cell
        addi    $t1, $t1, -1
        bnez    $t1, print_row
        jr      $ra
