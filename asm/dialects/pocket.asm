# pocket.asm: the 512 game with the smallest buffer that holds a key.
#
# Purpose:   2048 on three by three cells, won with a 512; a line is read into two bytes, so that only
#            its first character counts; the player presses Enter to start
# Input:     a line (any) to start; then lines: W or w (up), A or a (left), S or s (down), D or d
#            (right), X or x (quit)
# Output:    the board before each question, between bars, blank if empty; how the game ends
# Registers: $s0, $s1, $s2 the cells of a line, $s7 1 if the move has changed something

# The nine cells have names, and each move names the lines that it slides.

        .macro  say (%string)
        la      $a0, %string
        li      $v0, 4
        syscall
        .end_macro

# Slides one line; the first of the three cells is at the wall.
        .macro  slide (%first, %second, %third)
        lw      $s0, %first
        lw      $s1, %second
        lw      $s2, %third
        jal     squeeze
        sw      $s0, %first
        sw      $s1, %second
        sw      $s2, %third
        .end_macro

# Leaves for `%there` if one of the two cells is empty or both are equal.
        .macro  pair (%one, %other, %there)
        lw      $t0, %one
        lw      $t1, %other
        beqz    $t0, %there
        beqz    $t1, %there
        beq     $t0, $t1, %there
        .end_macro

# Leaves for `%there` if the cell is a 512.
        .macro  goal (%cell, %there)
        lw      $t0, %cell
        beq     $t0, 512, %there
        .end_macro

        .macro  row (%a, %b, %c)
        lw      $a0, %a
        jal     show_cell
        lw      $a0, %b
        jal     show_cell
        lw      $a0, %c
        jal     show_cell
        say     (bar_end)
        .end_macro

        .data
c1:     .word   0
c2:     .word   0
c3:     .word   0
c4:     .word   0
c5:     .word   0
c6:     .word   0
c7:     .word   0
c8:     .word   0
c9:     .word   0
key:    .space  2
title:  .asciiz "\n*** 512 in your pocket ***\nW A S D move the tiles, X stops.\n"
enter:  .asciiz "Press ENTER to start..."
prompt: .asciiz "key> "
wrong:  .asciiz "wrong key\n"
nope:   .asciiz "no tile moved\n"
win:    .asciiz "512 - YOU WIN\n"
over:   .asciiz "GAME OVER\n"
line:   .asciiz "+-----+-----+-----+\n"
bar:    .asciiz "| "
bar_end: .asciiz "|\n"
blank4: .asciiz "    "
blank3: .asciiz "   "
blank2: .asciiz "  "
blank1: .asciiz " "

        .text
main:   say     (title)
        say     (enter)
        jal     read_key
        jal     new_two
        jal     new_two

show:   say     (line)
        row     (c1, c2, c3)
        row     (c4, c5, c6)
        row     (c7, c8, c9)
        say     (line)
        goal    (c1, won)
        goal    (c2, won)
        goal    (c3, won)
        goal    (c4, won)
        goal    (c5, won)
        goal    (c6, won)
        goal    (c7, won)
        goal    (c8, won)
        goal    (c9, won)
        pair    (c1, c2, ask)
        pair    (c2, c3, ask)
        pair    (c4, c5, ask)
        pair    (c5, c6, ask)
        pair    (c7, c8, ask)
        pair    (c8, c9, ask)
        pair    (c1, c4, ask)
        pair    (c4, c7, ask)
        pair    (c2, c5, ask)
        pair    (c5, c8, ask)
        pair    (c3, c6, ask)
        pair    (c6, c9, ask)
        say     (over)
        j       end

ask:    say     (prompt)
        jal     read_key
        li      $s7, 0
        beq     $v0, 'W', up
        beq     $v0, 'w', up
        beq     $v0, 'A', left
        beq     $v0, 'a', left
        beq     $v0, 'S', down
        beq     $v0, 's', down
        beq     $v0, 'D', right
        beq     $v0, 'd', right
        beq     $v0, 'X', end
        beq     $v0, 'x', end
        say     (wrong)
        j       ask

up:     slide   (c1, c4, c7)
        slide   (c2, c5, c8)
        slide   (c3, c6, c9)
        j       done
left:   slide   (c1, c2, c3)
        slide   (c4, c5, c6)
        slide   (c7, c8, c9)
        j       done
down:   slide   (c7, c4, c1)
        slide   (c8, c5, c2)
        slide   (c9, c6, c3)
        j       done
right:  slide   (c3, c2, c1)
        slide   (c6, c5, c4)
        slide   (c9, c8, c7)
done:   bnez    $s7, changed
        say     (nope)
        j       ask
changed:
        jal     new_two
        j       show

won:    say     (win)
end:    li      $v0, 10
        syscall

# squeeze: slides $s0, $s1, $s2 towards $s0; sets $s7 if anything changes.
squeeze:
        bnez    $s0, first_full
        or      $t0, $s1, $s2
        beqz    $t0, squeezed           # an empty line
        move    $s0, $s1
        move    $s1, $s2
        li      $s2, 0
        li      $s7, 1
        j       squeeze                 # the second may have been empty, too
first_full:
        bnez    $s1, second_full
        beqz    $s2, squeezed
        move    $s1, $s2
        li      $s2, 0
        li      $s7, 1
second_full:
        bne     $s0, $s1, second_pair
        add     $s0, $s0, $s1
        move    $s1, $s2
        li      $s2, 0
        li      $s7, 1
        jr      $ra
second_pair:
        bne     $s1, $s2, squeezed
        beqz    $s1, squeezed
        add     $s1, $s1, $s2
        li      $s2, 0
        li      $s7, 1
squeezed:
        jr      $ra

# new_two: puts a 2 into a free cell. The cells lie one behind the other, so that a number is a cell.
new_two:
        li      $v0, 42
        li      $a0, 512
        li      $a1, 9
        syscall
        sll     $t0, $a0, 2
        la      $t1, c1
        add     $t0, $t0, $t1
        lw      $t1, 0($t0)
        bnez    $t1, new_two
        li      $t1, 2
        sw      $t1, 0($t0)
        jr      $ra

# show_cell: prints a bar, and the tile $a0 to the left in four characters.
show_cell:
        move    $t0, $a0
        say     (bar)
        beqz    $t0, pad4
        move    $a0, $t0
        li      $v0, 1
        syscall
        bge     $t0, 100, pad1
        bge     $t0, 10, pad2
        say     (blank3)
        jr      $ra
pad4:   say     (blank4)
        jr      $ra
pad2:   say     (blank2)
        jr      $ra
pad1:   say     (blank1)
        jr      $ra

# read_key: reads a line.  ->  $v0 its first character
read_key:
        la      $a0, key
        li      $a1, 2
        li      $v0, 8
        syscall
        lb      $v0, key
        jr      $ra
