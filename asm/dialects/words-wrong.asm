# words, wrong: of three equal tiles the two far from the wall merge
# rule: merge-order
#
# words.asm: the 512 game that is told in words.
#
# Purpose:   2048 on three by three cells, won with a 512; moves are whole words, in either case; the
#            newline is cut off before a word is compared
# Input:     lines: up, down, left, right, quit; before that play or quit
# Output:    the board before each question, cells in slots; how the game ends
# Registers: $s0 the number of the word, $s1 the score, $s2 0 until a tile moves

        .data
        .align  2
dict:   .word   w_up, w_left, w_down, w_right, w_play, w_quit
starts: .word   0, 0, 24, 8             # up, left, down, right: the first cell in bytes,
hops:   .word   12, 4, -12, -4          # from cell to cell,
skips:  .word   4, 12, 4, 12            # and from line to line
grid:   .word   0:9
trio:   .word   0:3
text:   .space  128
w_up:   .asciiz "up"
w_left: .asciiz "left"
w_down: .asciiz "down"
w_right: .asciiz "right"
w_play: .asciiz "play"
w_quit: .asciiz "quit"
hello:  .asciiz "A game of sliding tiles. Say play or quit.\n"
tell:   .asciiz "Say up, down, left, right or quit.\n"
pardon: .asciiz "Pardon?\n"
useless: .asciiz "But nothing would move.\n"
points: .asciiz "Points: "
win:    .asciiz "There it is, the 512. You won!\n"
loss:   .asciiz "There is nothing left to do. You lost!\n"
bye:    .asciiz "Come again.\n"

        .text
main:   li      $s1, 0
        la      $a0, hello
greet:  jal     speak
        jal     listen
        beq     $v0, 4, opening
        beq     $v0, 5, bye_bye
        la      $a0, pardon
        j       greet
opening:
        jal     sow
        jal     sow
position:
        jal     picture
        jal     finished                # $v0 = 0, or what to say
        bnez    $v0, the_end
demand: la      $a0, tell
request:
        jal     speak
        jal     listen
        move    $s0, $v0
        beq     $s0, 5, bye_bye
        blt     $s0, 4, go
        la      $a0, pardon
        j       request

go:     sll     $s0, $s0, 2
        lw      $a0, starts($s0)
        lw      $a1, hops($s0)
        lw      $a2, skips($s0)
        li      $a3, 3
        li      $s2, 0
go_line:
        jal     shift_line
        or      $s2, $s2, $v0
        addu    $s1, $s1, $v1
        addu    $a0, $a0, $a2
        addiu   $a3, $a3, -1
        bnez    $a3, go_line
        beqz    $s2, in_vain
        jal     sow
        j       position
in_vain:
        la      $a0, useless
        jal     speak
        j       demand

bye_bye:
        la      $v0, bye
the_end:
        move    $a0, $v0
        jal     speak
        li      $v0, 10
        syscall

# shift_line: the line at $a0 in steps of $a1.  ->  $v0 not 0 if it changed, $v1 points
#   $t0 cell, $t1 tiles in `trio`, in bytes
shift_line:
        sw      $zero, trio
        sw      $zero, trio + 4
        sw      $zero, trio + 8
        li      $v0, 0
        li      $v1, 0
        li      $t1, 0
        move    $t0, $a0
        li      $t2, 3
line_in:
        lw      $t3, grid($t0)
        beqz    $t3, line_gap
        sw      $t3, trio($t1)
        addiu   $t1, $t1, 4
line_gap:
        addu    $t0, $t0, $a1
        addiu   $t2, $t2, -1
        bnez    $t2, line_in
        lw      $t3, trio
        lw      $t4, trio + 4
        lw      $t5, trio + 8
        beqz    $t4, line_out           # one tile or none
        beq     $t4, $t5, line_far
        beq     $t3, $t4, line_near
        j       line_out
line_near:
        addu    $t3, $t3, $t4
        move    $v1, $t3
        move    $t4, $t5
        li      $t5, 0
        j       line_out
line_far:
        addu    $t4, $t4, $t5
        move    $v1, $t4
        li      $t5, 0
line_out:
        move    $t0, $a0
        lw      $t6, grid($t0)
        sne     $t7, $t6, $t3
        or      $v0, $v0, $t7
        sw      $t3, grid($t0)
        addu    $t0, $t0, $a1
        lw      $t6, grid($t0)
        sne     $t7, $t6, $t4
        or      $v0, $v0, $t7
        sw      $t4, grid($t0)
        addu    $t0, $t0, $a1
        lw      $t6, grid($t0)
        sne     $t7, $t6, $t5
        or      $v0, $v0, $t7
        sw      $t5, grid($t0)
        jr      $ra

# sow: a 2 in a free cell: a number from 0 to 8 is drawn until its cell is free.
sow:    li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
        sll     $a0, $a0, 2
        lw      $t0, grid($a0)
        bnez    $t0, sow
        li      $t0, 2
        sw      $t0, grid($a0)
        jr      $ra

# finished: $v0 = what to say if the game has ended, else 0.
finished:
        li      $t0, 32
        li      $t2, 0
fin_scan:
        lw      $t1, grid($t0)
        la      $v0, win
        beq     $t1, 512, fin_out
        bnez    $t1, fin_taken
        li      $t2, 1
fin_taken:
        addiu   $t0, $t0, -4
        bgez    $t0, fin_scan
        li      $v0, 0
        bnez    $t2, fin_out
        li      $t0, 0                  # the middle of each row and of each column has two neighbours
fin_row:
        lw      $t1, grid + 4($t0)
        lw      $t2, grid($t0)
        beq     $t1, $t2, fin_out
        lw      $t2, grid + 8($t0)
        beq     $t1, $t2, fin_out
        addiu   $t0, $t0, 12
        bne     $t0, 36, fin_row
        li      $t0, 0
fin_column:
        lw      $t1, grid + 12($t0)
        lw      $t2, grid($t0)
        beq     $t1, $t2, fin_out
        lw      $t2, grid + 24($t0)
        beq     $t1, $t2, fin_out
        addiu   $t0, $t0, 4
        bne     $t0, 12, fin_column
        la      $v0, loss
fin_out:
        jr      $ra

# picture: the points and the board.
picture:
        la      $a0, points
        li      $v0, 4
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        li      $t0, 0
        li      $t1, 0                  # columns printed
pic_cell:
        bnez    $t1, pic_tile
        li      $a0, '\n'
        li      $v0, 11
        syscall
        li      $a0, '#'
        syscall
pic_tile:
        lw      $t2, grid($t0)
        move    $a0, $t2
        li      $v0, 1
        bnez    $t2, pic_print
        li      $a0, ' '
        li      $v0, 11
pic_print:
        syscall
        li      $v0, 11
        li      $a0, ' '                # as wide as 512
        bge     $t2, 100, pic_wide
        syscall
        bge     $t2, 10, pic_wide
        syscall
pic_wide:
        li      $a0, '#'
        syscall
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 1
        bne     $t1, 3, pic_more
        li      $t1, 0
pic_more:
        bne     $t0, 36, pic_cell
        li      $a0, '\n'
        syscall
        jr      $ra

# listen: reads a line.  ->  $v0 the number of its word, 6 if it is none
listen: la      $a0, text
        li      $a1, 128
        li      $v0, 8
        syscall
        la      $t0, text               # lower case; the newline becomes the end
lower:  lbu     $t1, 0($t0)
        beqz    $t1, look_up
        bne     $t1, '\n', not_end
        sb      $zero, 0($t0)
        j       look_up
not_end:
        blt     $t1, 'A', lower_next
        bgt     $t1, 'Z', lower_next
        addiu   $t1, $t1, 32
        sb      $t1, 0($t0)
lower_next:
        addiu   $t0, $t0, 1
        j       lower
look_up:
        li      $v0, 0
try_word:
        sll     $t0, $v0, 2
        lw      $t0, dict($t0)
        la      $t1, text
same:   lbu     $t2, 0($t0)
        lbu     $t3, 0($t1)
        bne     $t2, $t3, other_word
        beqz    $t2, known
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 1
        j       same
other_word:
        addiu   $v0, $v0, 1
        bne     $v0, 6, try_word
known:  jr      $ra

# speak: prints the string at $a0.
speak:  li      $v0, 4
        syscall
        jr      $ra
