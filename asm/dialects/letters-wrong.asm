# letters, wrong: overlooks the pairs of the last two columns
# rule: loss
#
# letters.asm: the 512 game in letters.
#
# Purpose:   2048 on three by three cells in which an A is a 2, a B a 4, and an I wins; the board is an
#            array of bytes of exponents, and every line is pushed through three registers
# Input:     a line: o (oben), l (links), u (unten), r (rechts) or e (Ende), which the program names
# Output:    the board before each question, a dot for an empty cell; what was wrong; how it ends
# Registers: in the game: $s0 the first cell of a line, $s1 the step in it, $s2 that to the next line

        .data
board:  .byte   0:9
line:   .space  4
rules:  .asciiz "A und A wird B. Wer ein I hat, hat gewonnen.\n"
ask:    .asciiz "Zug (o=oben, u=unten, l=links, r=rechts, e=Ende): "
what:   .asciiz "Ungueltige Eingabe.\n"
stays:  .asciiz "So bewegt sich nichts.\n"
won:    .asciiz "Gewonnen!\n"
lost:   .asciiz "Verloren.\n"
bye:    .asciiz "Bis bald.\n"

        .text
main:   la      $a0, rules
        jal     say
        jal     spawn
        jal     spawn
turn:   jal     show
        jal     ending
        beqz    $v0, key
        move    $a0, $v0
        b       quit
key:    la      $a0, ask
        jal     say
        la      $a0, line
        li      $a1, 4
        li      $v0, 8
        syscall
        lb      $t0, line
        li      $s0, 0
        li      $s1, 3
        li      $s2, 1
        beq     $t0, 'o', push
        li      $s1, 1
        li      $s2, 3
        beq     $t0, 'l', push
        li      $s0, 6
        li      $s1, -3
        li      $s2, 1
        beq     $t0, 'u', push
        li      $s0, 2
        li      $s1, -1
        li      $s2, 3
        beq     $t0, 'r', push
        la      $a0, bye
        beq     $t0, 'e', quit
        la      $a0, what
        jal     say
        b       key
quit:   jal     say
        li      $v0, 10
        syscall

# Pushes three lines; $s3 says whether anything has changed.
push:   li      $s3, 0
        li      $s4, 3
push_line:
        addu    $t1, $s0, $s1
        addu    $t2, $t1, $s1
        lb      $t4, board($s0)
        lb      $t5, board($t1)
        lb      $t6, board($t2)
        bnez    $t5, push_near
        move    $t5, $t6
        li      $t6, 0
push_near:
        bnez    $t4, push_pair
        move    $t4, $t5
        move    $t5, $t6
        li      $t6, 0
push_pair:
        beqz    $t4, push_put
        bne     $t4, $t5, push_far
        addiu   $t4, $t4, 1
        move    $t5, $t6
        li      $t6, 0
        b       push_put
push_far:
        beqz    $t5, push_put
        bne     $t5, $t6, push_put
        addiu   $t5, $t5, 1
        li      $t6, 0
push_put:
        lb      $t7, board($s0)
        sne     $t7, $t7, $t4
        or      $s3, $s3, $t7
        lb      $t7, board($t1)
        sne     $t7, $t7, $t5
        or      $s3, $s3, $t7
        lb      $t7, board($t2)
        sne     $t7, $t7, $t6
        or      $s3, $s3, $t7
        sb      $t4, board($s0)
        sb      $t5, board($t1)
        sb      $t6, board($t2)
        addu    $s0, $s0, $s2
        addiu   $s4, $s4, -1
        bnez    $s4, push_line
        la      $a0, stays
        beqz    $s3, blocked
        jal     spawn
        b       turn
blocked:
        jal     say
        b       key

# spawn: an A in a random empty cell.
spawn:  li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
        lb      $t0, board($a0)
        bnez    $t0, spawn
        li      $t0, 1
        sb      $t0, board($a0)
        jr      $ra

# ending: what is to be said about the board?  ->  $v0, 0 if nothing
ending: li      $t0, 8
        li      $t2, 0                  # moves that are left
        la      $v0, won
ending_cell:
        lb      $t1, board($t0)
        beq     $t1, 9, ending_out
        seq     $t1, $t1, $zero
        addu    $t2, $t2, $t1
        addiu   $t0, $t0, -1
        bgez    $t0, ending_cell
        li      $t0, 5
ending_column:
        lb      $t1, board($t0)
        lb      $t3, board + 3($t0)
        seq     $t3, $t1, $t3
        addu    $t2, $t2, $t3
        addiu   $t0, $t0, -1
        bgez    $t0, ending_column
        li      $t0, 6
ending_row:
        lb      $t1, board($t0)
        lb      $t3, board + 1($t0)
        seq     $t1, $t1, $t3
        addu    $t2, $t2, $t1
        addiu   $t0, $t0, -3
        bgez    $t0, ending_row
        li      $v0, 0
        bnez    $t2, ending_out
        la      $v0, lost
ending_out:
        jr      $ra

# show: prints the board.  $t0 the cell, $t1 cells left in the row
show:   li      $t0, 0
        li      $v0, 11
show_row:
        li      $t1, 3
show_cell:
        li      $a0, ' '
        syscall
        lb      $t2, board($t0)
        li      $a0, '.'
        beqz    $t2, show_it
        addiu   $a0, $t2, 64
show_it:
        syscall
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, -1
        bnez    $t1, show_cell
        li      $a0, '\n'
        syscall
        bne     $t0, 9, show_row
        jr      $ra

say:    li      $v0, 4
        syscall
        jr      $ra
