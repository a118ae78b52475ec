# survey, wrong: two equal tiles become one, but the second of them stays on the board
# rule: merge-value
#
# survey.asm: the 512 game behind three questions.
#
# Purpose:   2048 on three by three cells, won with a 512; first comes the menu, then the player's age,
#            then whether the rules are known
# Input:     a line p (play) or l (leave); an integer: the age; a line y or n;
#            the game: a line u (up), d (down), l (left), r (right) or q (quit)
# Output:    the board before each question, between exclamation marks; how the game ends
# Registers: $s0 first cell of the line, $s1 second, $s2 third (addresses); $s3 lines left, $s4 from line
#            to line, $s5 changes so far, $s6 the age

        .data
answer: .space  16
cell:   .space  36
first:  .asciiz "(p)lay or (l)eave?\n"
again:  .asciiz "p or l!\n"
age:    .asciiz "How old are you?\n"
ages:   .asciiz "Nobody is that old.\n"
known:  .asciiz "Do you know the rules (y/n)?\n"
yes_no: .asciiz "y or n!\n"
rules:  .asciiz "Tiles slide to the side you name. Equal tiles become one. Make a 512.\n"
fine:   .asciiz "Fine.\n"
go:     .asciiz "u, d, l, r or q?\n"
no:     .asciiz "u, d, l, r or q!\n"
still:  .asciiz "Nothing changed.\n"
well:   .asciiz "512! Not bad at the age of "
sorry:  .asciiz "It is over, you lost at the age of "
bang:   .asciiz "! "
end:    .asciiz "!\n"

        .text
start:  la      $a0, first
        jal     ask_letter
        beq     $v0, 'p', ask_age
        beq     $v0, 'l', leave
        la      $a0, again
        jal     print
        j       start
ask_age:
        la      $a0, age
        jal     print
        li      $v0, 5
        syscall
        move    $s6, $v0
        bltz    $s6, bad_age
        blt     $s6, 130, ask_rules
bad_age:
        la      $a0, ages
        jal     print
        j       ask_age
ask_rules:
        la      $a0, known
        jal     ask_letter
        la      $a0, fine
        beq     $v0, 'y', begin
        la      $a0, rules
        beq     $v0, 'n', begin
        la      $a0, yes_no
        jal     print
        j       ask_rules

begin:  jal     print
        jal     put_two
        jal     put_two
turn:   jal     print_cells
        jal     over
        bnez    $v0, finish
ask:    la      $a0, go
        jal     ask_letter
        li      $s3, 3
        li      $s5, 0
        beq     $v0, 'u', up
        beq     $v0, 'd', down
        beq     $v0, 'l', left
        beq     $v0, 'r', right
        beq     $v0, 'q', leave
        la      $a0, no
        jal     print
        j       ask

up:     la      $s0, cell
        la      $s1, cell + 12
        la      $s2, cell + 24
        li      $s4, 4
        j       lines
down:   la      $s0, cell + 24
        la      $s1, cell + 12
        la      $s2, cell
        li      $s4, 4
        j       lines
left:   la      $s0, cell
        la      $s1, cell + 4
        la      $s2, cell + 8
        li      $s4, 12
        j       lines
right:  la      $s0, cell + 8
        la      $s1, cell + 4
        la      $s2, cell
        li      $s4, 12
lines:  jal     gaps
        move    $a0, $s0
        move    $a1, $s1
        jal     join
        move    $a0, $s1
        move    $a1, $s2
        jal     join
        jal     gaps
        add     $s0, $s0, $s4
        add     $s1, $s1, $s4
        add     $s2, $s2, $s4
        addi    $s3, $s3, -1
        bnez    $s3, lines
        beqz    $s5, unchanged
        jal     put_two
        j       turn
unchanged:
        la      $a0, still
        jal     print
        j       ask

finish: move    $a0, $v0
        jal     print
        move    $a0, $s6
        li      $v0, 1
        syscall
        la      $a0, end
        jal     print
leave:  li      $v0, 10
        syscall

# gaps: moves the tiles of the line together, towards the first cell. Three swaps are enough.
gaps:   addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        move    $a0, $s0
        move    $a1, $s1
        jal     fill
        move    $a0, $s1
        move    $a1, $s2
        jal     fill
        move    $a0, $s0
        move    $a1, $s1
        jal     fill
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra

# fill: if the cell at $a0 is empty, the tile at $a1 goes there. Counts that in $s5.
fill:   lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        bnez    $t0, fill_out
        beqz    $t1, fill_out
        sw      $t1, 0($a0)
        sw      $zero, 0($a1)
        addi    $s5, $s5, 1
fill_out:
        jr      $ra

# join: if the tiles at $a0 and $a1 are equal, they become one. Counts that in $s5.
join:   lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        beqz    $t0, join_out
        bne     $t0, $t1, join_out
        add     $t0, $t0, $t1
        sw      $t0, 0($a0)
        addi    $s5, $s5, 1
join_out:
        jr      $ra

# put_two: counts the empty cells, draws one of them and puts a 2 there.
put_two:
        li      $a1, 0
        la      $t0, cell
        la      $t2, cell + 36
put_count:
        lw      $t1, 0($t0)
        bnez    $t1, put_full
        addi    $a1, $a1, 1
put_full:
        addi    $t0, $t0, 4
        bne     $t0, $t2, put_count
        li      $a0, 3
        li      $v0, 42
        syscall
put_find:
        addi    $t0, $t0, -4            # from the last cell on
        lw      $t1, 0($t0)
        bnez    $t1, put_find
        addi    $a0, $a0, -1
        bgez    $a0, put_find
        li      $t1, 2
        sw      $t1, 0($t0)
        jr      $ra

# over: $v0 = 0 if the game goes on, else what to say.
over:   la      $t0, cell
        la      $t2, cell + 36
        li      $t3, 0                  # empty cells
over_cell:
        lw      $t1, 0($t0)
        la      $v0, well
        beq     $t1, 512, over_out
        bnez    $t1, over_full
        addi    $t3, $t3, 1
over_full:
        addi    $t0, $t0, 4
        bne     $t0, $t2, over_cell
        li      $v0, 0
        bnez    $t3, over_out
        la      $t0, cell
        li      $t3, 0                  # the number of the cell
over_pair:
        lw      $t1, 0($t0)
        rem     $t4, $t3, 3
        beq     $t4, 2, over_down
        lw      $t2, 4($t0)
        beq     $t1, $t2, over_out
over_down:
        bge     $t3, 6, over_next
        lw      $t2, 12($t0)
        beq     $t1, $t2, over_out
over_next:
        addi    $t0, $t0, 4
        addi    $t3, $t3, 1
        bne     $t3, 9, over_pair
        la      $v0, sorry
over_out:
        jr      $ra

# print_cells: prints the board.
print_cells:
        la      $t0, cell
        li      $t1, 3
cells_row:
        li      $t2, 3
cells_cell:
        la      $a0, bang
        li      $v0, 4
        syscall
        lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        addi    $t0, $t0, 4
        addi    $t2, $t2, -1
        bnez    $t2, cells_cell
        la      $a0, end
        li      $v0, 4
        syscall
        addi    $t1, $t1, -1
        bnez    $t1, cells_row
        jr      $ra

# ask_letter: prints the string at $a0 and reads a line.  ->  $v0 its character, 0 if there are more
ask_letter:
        li      $v0, 4
        syscall
        la      $a0, answer
        li      $a1, 16
        li      $v0, 8
        syscall
        lb      $v0, answer
        lb      $t0, answer + 1
        beq     $t0, 10, letter_only
        li      $v0, 0
letter_only:
        jr      $ra

print:  li      $v0, 4
        syscall
        jr      $ra
