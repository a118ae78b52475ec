# hall.asm: the 512 game between visits to a menu.
#
# Purpose:   2048 on three by three cells, won with a 512; the board is an array of halfwords, and a line
#            of it is a start and a step
# Input:     the menu: an integer 1 (play), 2 (help) or 3 (leave); the game: a line w, a, s, d, or q,
#            which leads back to the menu, as the end of a game does
# Output:    the board in boxes of underscores before each question; how the game ends
# Registers: in the game: $s0 the key, $s1 the first line, $s2 the step along it, $s3 to the next one

        .data
board:  .half   0:9
line:   .space  16
menu:   .asciiz "\nH A L L\n 1 play\n 2 help\n 3 leave\nYour choice: "
help:   .asciiz "Push equal tiles together with w, a, s and d until there is a 512.\n"
other:  .asciiz "There is no such choice.\n"
ask:    .asciiz "key (q for the menu): "
what:   .asciiz "That is no key.\n"
stays:  .asciiz "Nothing can move there.\n"
won:    .asciiz "Into the hall of fame!\n"
lost:   .asciiz "No way out.\n"
roof:   .asciiz " _____ _____ _____\n"
wall:   .asciiz "|     |     |     |\n"
floor:  .asciiz "|_____|_____|_____|\n"
bar:    .asciiz "|"
end:    .asciiz "|\n"
none:   .asciiz "     "
two:    .asciiz "  "
one:    .asciiz " "

        .text
main:
choose: la      $a0, menu
        jal     say
        li      $v0, 5
        syscall
        beq     $v0, 1, begin
        beq     $v0, 3, leave
        la      $a0, help
        beq     $v0, 2, answer
        la      $a0, other
answer: jal     say
        b       choose
leave:  li      $v0, 10
        syscall

begin:  li      $t0, 16
clear:  sh      $zero, board($t0)
        addiu   $t0, $t0, -2
        bgez    $t0, clear
        jal     spawn
        jal     spawn
turn:   jal     show
        jal     ending
        bnez    $v0, over
key:    la      $a0, ask
        jal     say
        la      $a0, line
        li      $a1, 16
        li      $v0, 8
        syscall
        lbu     $s0, line
        lbu     $t0, line + 1
        bne     $t0, '\n', odd
        beq     $s0, 'q', choose
        li      $s1, 0                  # up: from the first row down, column by column
        li      $s2, 6
        li      $s3, 2
        beq     $s0, 'w', push
        li      $s2, 2                  # left
        li      $s3, 6
        beq     $s0, 'a', push
        li      $s1, 16                 # down and right: the same from the last cell on
        li      $s2, -6
        li      $s3, -2
        beq     $s0, 's', push
        li      $s2, -2
        li      $s3, -6
        beq     $s0, 'd', push
odd:    la      $a0, what
        jal     say
        b       key
over:   move    $a0, $v0
        jal     say
        b       choose

# Slides the three lines; $t9 is not 0 once a cell has changed.
push:   li      $t8, 3
        li      $t9, 0
push_line:
        addu    $t1, $s1, $s2
        addu    $t2, $t1, $s2
        lh      $t4, board($s1)
        lh      $t5, board($t1)
        lh      $t6, board($t2)
        bnez    $t5, near               # the far gap, then the one at the wall
        move    $t5, $t6
        li      $t6, 0
near:   bnez    $t4, pair
        move    $t4, $t5
        move    $t5, $t6
        li      $t6, 0
pair:   bne     $t4, $t5, pair_far
        addu    $t4, $t4, $t5
        move    $t5, $t6
        li      $t6, 0
        b       put
pair_far:
        bne     $t5, $t6, put
        addu    $t5, $t5, $t6
        li      $t6, 0
put:    lh      $t3, board($s1)
        xor     $t3, $t3, $t4
        or      $t9, $t9, $t3
        lh      $t3, board($t1)
        xor     $t3, $t3, $t5
        or      $t9, $t9, $t3
        lh      $t3, board($t2)
        xor     $t3, $t3, $t6
        or      $t9, $t9, $t3
        sh      $t4, board($s1)
        sh      $t5, board($t1)
        sh      $t6, board($t2)
        addu    $s1, $s1, $s3
        addiu   $t8, $t8, -1
        bnez    $t8, push_line
        beqz    $t9, nothing
        jal     spawn
        b       turn
nothing:
        la      $a0, stays
        jal     say
        b       key

# spawn: draws until a cell is empty, and puts a 2 there.
spawn:  li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
        sll     $t0, $a0, 1
        lh      $t1, board($t0)
        bnez    $t1, spawn
        li      $t1, 2
        sh      $t1, board($t0)
        jr      $ra

# ending: has the game ended?  ->  $v0 what to say, 0 if it goes on
ending: li      $t0, 16
        li      $t2, 0                  # empty cells and equal neighbours
ending_cell:
        lh      $t1, board($t0)
        la      $v0, won
        beq     $t1, 512, ending_out
        bnez    $t1, ending_next
        addiu   $t2, $t2, 1
ending_next:
        addiu   $t0, $t0, -2
        bgez    $t0, ending_cell
        li      $t0, 10                 # the cell above of each in the last two rows
ending_column:
        lh      $t1, board($t0)
        lh      $t3, board + 6($t0)
        seq     $t3, $t1, $t3
        addu    $t2, $t2, $t3
        addiu   $t0, $t0, -2
        bgez    $t0, ending_column
        li      $t0, 12                 # the two pairs of each row
ending_row:
        lh      $t1, board($t0)
        lh      $t3, board + 2($t0)
        lh      $t4, board + 4($t0)
        seq     $t1, $t1, $t3
        seq     $t3, $t3, $t4
        addu    $t2, $t2, $t1
        addu    $t2, $t2, $t3
        addiu   $t0, $t0, -6
        bgez    $t0, ending_row
        li      $v0, 0
        bnez    $t2, ending_out
        la      $v0, lost
ending_out:
        jr      $ra

# show: prints the board.  $t0 the cell in bytes, $t1 cells left in the row
show:   li      $v0, 4
        la      $a0, roof
        syscall
        li      $t0, 0
show_row:
        la      $a0, wall
        syscall
        li      $t1, 3
show_cell:
        la      $a0, bar
        syscall
        lh      $t2, board($t0)
        la      $a0, none
        beqz    $t2, show_blank
        la      $a0, two                # one digit: two blanks on each side
        blt     $t2, 100, show_left
        la      $a0, one
show_left:
        syscall
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 4
        la      $a0, one
        bgt     $t2, 9, show_blank
        la      $a0, two
show_blank:
        syscall
        addiu   $t0, $t0, 2
        addiu   $t1, $t1, -1
        bnez    $t1, show_cell
        la      $a0, end
        syscall
        la      $a0, floor
        syscall
        bne     $t0, 18, show_row
        jr      $ra

say:    li      $v0, 4
        syscall
        jr      $ra
