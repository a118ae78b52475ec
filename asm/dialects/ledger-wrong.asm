# ledger, wrong: d leaves out the last row
# rule: slide
#
# ledger.asm: the 512 game, kept in columns of tabs.
#
# Purpose:   2048 on three by three cells, won with a 512; the board is an array of words, each move three
#            calls with three addresses
# Input:     an integer: the seed of the generator; the game: a line w, a, s, d or q; after a lost game the
#            player's initials
# Output:    the board, cells between tabs, blank if empty, with the question right behind its last row
# Registers: in the game: $s0 the points, $s1 has the board changed?

        .data
board:  .word   0:9
line:   .space  4
seed:   .asciiz "Seed of the generator (any number): "
ask:    .asciiz "? "
what:   .asciiz "w, a, s, d or q\n"
stays:  .asciiz "not possible\n"
won:    .asciiz "\nThe sum is right: 512\n"
lost:   .asciiz "\nThe books are closed.\nYour initials: "
points: .asciiz "\nPoints: "

        .macro  slide(%a, %b, %c)
        la      $a0, board + %a
        la      $a1, board + %b
        la      $a2, board + %c
        jal     push
        .end_macro

        .text
main:   la      $a0, seed
        jal     say
        li      $v0, 5
        syscall
        move    $a1, $v0
        li      $a0, 0
        li      $v0, 40
        syscall
        li      $s0, 0
        jal     spawn
        jal     spawn
turn:   jal     show
        jal     ending
        beq     $v0, 1, victory
        beq     $v0, 2, defeat
key:    la      $a0, ask
        jal     say
        jal     read
        li      $s1, 0
        beq     $v0, 'w', up
        beq     $v0, 'a', left
        beq     $v0, 's', down
        beq     $v0, 'd', right
        beq     $v0, 'q', stop
        la      $a0, what
        jal     say
        b       turn
up:     slide(0,12, 24)
        slide(4,16, 28)
        slide(8,20, 32)
        b       moved
left:   slide(0,4, 8)
        slide(12,16, 20)
        slide(24,28, 32)
        b       moved
down:   slide(24,12, 0)
        slide(28,16, 4)
        slide(32,20, 8)
        b       moved
right:  slide(8,4, 0)
        slide(20,16, 12)
        slide(20,16, 12)
moved:  beqz    $s1, nothing
        jal     spawn
        b       turn
nothing:
        la      $a0, stays
        jal     say
        b       turn
victory:
        la      $a0, won
        jal     say
        b       stop
defeat: la      $a0, lost
        jal     say
        jal     read
stop:   li      $v0, 10
        syscall

# push: the cells of a line at $a0 (the wall), $a1, $a2; adds to the points and sets $s1.
push:   lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        lw      $t2, 0($a2)
        bnez    $t1, push_wall
        beqz    $t2, push_wall
        move    $t1, $t2
        li      $t2, 0
        li      $s1, 1
push_wall:
        bnez    $t0, push_merge
        beqz    $t1, push_merge
        move    $t0, $t1
        move    $t1, $t2
        li      $t2, 0
        li      $s1, 1
push_merge:
        beqz    $t0, push_put
        bne     $t0, $t1, push_far
        sll     $t0, $t0, 1
        addu    $s0, $s0, $t0
        move    $t1, $t2
        li      $t2, 0
        li      $s1, 1
        b       push_put
push_far:
        beqz    $t1, push_put
        bne     $t1, $t2, push_put
        sll     $t1, $t1, 1
        addu    $s0, $s0, $t1
        li      $t2, 0
        li      $s1, 1
push_put:
        sw      $t0, 0($a0)
        sw      $t1, 0($a1)
        sw      $t2, 0($a2)
        jr      $ra

# spawn: a 2 in the drawn cell, or in the next one that is empty.
spawn:  li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
spawn_try:
        sll     $t0, $a0, 2
        lw      $t1, board($t0)
        beqz    $t1, spawn_put
        addiu   $a0, $a0, 1
        bne     $a0, 9, spawn_try
        li      $a0, 0
        b       spawn_try
spawn_put:
        li      $t1, 2
        sw      $t1, board($t0)
        jr      $ra

# ending: $v0 = 1 won, 2 lost, 0 neither
ending: li      $t0, 32
        li      $t2, 0
ending_cell:
        lw      $t1, board($t0)
        li      $v0, 1
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
        li      $v0, 2
ending_out:
        jr      $ra

# show: the points, and the board with a tab between its cells; no line ends behind the last one.
show:   la      $a0, points
        li      $v0, 4
        syscall
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $t0, 0
show_row:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        li      $t1, 3
show_cell:
        lw      $t2, board($t0)
        beqz    $t2, show_tab
        move    $a0, $t2
        li      $v0, 1
        syscall
show_tab:
        li      $a0, '\t'
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, show_cell
        bne     $t0, 36, show_row
        jr      $ra

say:    li      $v0, 4
        syscall
        jr      $ra

# read: reads a line.  ->  $v0 its first letter
read:   la      $a0, line
        li      $a1, 3
        li      $v0, 8
        syscall
        lbu     $v0, line
        jr      $ra
