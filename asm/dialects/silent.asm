# silent.asm: the 512 game of few words.
#
# Purpose:   2048 on three by three cells, won with a 512; when the game is lost the program just ends
# Input:     characters, each in a line: w (up), a (left), s (down), d (right), . (quit)
# Output:    the board before each question; a star when the game is won, nothing when it is lost
# Registers: $s0 to $s7 and $t9 the cells, row by row

# The board lives in nine registers. A line is moved by a macro, and so is everything else.

        .macro  slide (%a, %b, %c)      # %a is at the wall; $t7 counts changes
        move    $t0, %a
        move    $t1, %b
        move    $t2, %c
        bnez    %b, gap_near
        move    %b, %c
        li      %c, 0
gap_near:
        bnez    %a, gap_none
        move    %a, %b
        move    %b, %c
        li      %c, 0
gap_none:
        bne     %a, %b, far_pair
        add     %a, %a, %b
        move    %b, %c
        li      %c, 0
        b       compare
far_pair:
        bne     %b, %c, compare
        add     %b, %b, %c
        li      %c, 0
compare:
        xor     $t0, $t0, %a
        or      $t7, $t7, $t0
        xor     $t1, $t1, %b
        or      $t7, $t7, $t1
        xor     $t2, $t2, %c
        or      $t7, $t7, $t2
        .end_macro

        .macro  put_if (%number, %cell) # a 2 into the cell, if it has this number and is free
        bne     $a0, %number, other
        bnez    %cell, new_tile
        li      %cell, 2
        b       placed
other:
        .end_macro

        .macro  cell (%register, %behind)
        move    $a0, %register
        li      $v0, 1
        syscall
        li      $a0, %behind
        li      $v0, 11
        syscall
        .end_macro

        .macro  is_goal (%register)
        beq     %register, 512, star
        .end_macro

        .macro  alive (%one, %other)
        beq     %one, %other, question
        .end_macro

        .text
main:   li      $s0, 0
        li      $s1, 0
        li      $s2, 0
        li      $s3, 0
        li      $s4, 0
        li      $s5, 0
        li      $s6, 0
        li      $s7, 0
        li      $t9, 0
        li      $t8, 2                  # tiles to come
new_tile:
        li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
        put_if  (0, $s0)
        put_if  (1, $s1)
        put_if  (2, $s2)
        put_if  (3, $s3)
        put_if  (4, $s4)
        put_if  (5, $s5)
        put_if  (6, $s6)
        put_if  (7, $s7)
        bnez    $t9, new_tile
        li      $t9, 2
placed: addi    $t8, $t8, -1
        bgtz    $t8, new_tile

        cell    ($s0, '\t')
        cell    ($s1, '\t')
        cell    ($s2, '\n')
        cell    ($s3, '\t')
        cell    ($s4, '\t')
        cell    ($s5, '\n')
        cell    ($s6, '\t')
        cell    ($s7, '\t')
        cell    ($t9, '\n')
        is_goal ($s0)
        is_goal ($s1)
        is_goal ($s2)
        is_goal ($s3)
        is_goal ($s4)
        is_goal ($s5)
        is_goal ($s6)
        is_goal ($s7)
        is_goal ($t9)
        beqz    $s0, question           # a free cell
        beqz    $s1, question
        beqz    $s2, question
        beqz    $s3, question
        beqz    $s4, question
        beqz    $s5, question
        beqz    $s6, question
        beqz    $s7, question
        beqz    $t9, question
        alive   ($s0, $s1)
        alive   ($s1, $s2)
        alive   ($s3, $s4)
        alive   ($s4, $s5)
        alive   ($s6, $s7)
        alive   ($s7, $t9)
        alive   ($s0, $s3)
        alive   ($s3, $s6)
        alive   ($s1, $s4)
        alive   ($s4, $s7)
        alive   ($s2, $s5)
        alive   ($s5, $t9)
        b       quit

question:
        li      $a0, '>'
        li      $v0, 11
        syscall
        li      $v0, 12
        syscall
        move    $t3, $v0
        li      $a0, '\n'
        li      $v0, 11
        syscall
        li      $t7, 0
        li      $t8, 1
        beq     $t3, 'w', up
        beq     $t3, 'a', left
        beq     $t3, 's', down
        beq     $t3, 'd', right
        beq     $t3, '.', quit
        li      $a0, '?'
        li      $v0, 11
        syscall
        b       question
up:     slide   ($s0, $s3, $s6)
        slide   ($s1, $s4, $s7)
        slide   ($s2, $s5, $t9)
        b       moved
left:   slide   ($s0, $s1, $s2)
        slide   ($s3, $s4, $s5)
        slide   ($s6, $s7, $t9)
        b       moved
down:   slide   ($s6, $s3, $s0)
        slide   ($s7, $s4, $s1)
        slide   ($t9, $s5, $s2)
        b       moved
right:  slide   ($s2, $s1, $s0)
        slide   ($s5, $s4, $s3)
        slide   ($t9, $s7, $s6)
moved:  bnez    $t7, new_tile
        li      $a0, '!'
        li      $v0, 11
        syscall
        b       question

star:   li      $a0, '*'
        li      $v0, 11
        syscall
quit:   li      $v0, 10
        syscall
