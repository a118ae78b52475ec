# unfinished-no-end.asm: the 512 game without an end.
#
# Purpose:   2048 on three by three cells; every move works, but the program never says that a game is
#            won or lost: it goes on asking
# Input:     lines: w (up), a (left), s (down), d (right), q (quit)
# Output:    the board before each question
# Registers: $s0 the first cell of a line, $s1 from cell to cell, $s2 from line to line, $s3 lines left,
#            $s4 changes

        .data
        .align  2
t:      .word   0:9
buf:    .space  16
ask:    .asciiz "move: "
what:   .asciiz "w, a, s, d or q\n"
idle:   .asciiz "that does not move anything\n"

        .text
main:   jal     add_one
        jal     add_one
again:  jal     show
input:  la      $a0, ask
        li      $v0, 4
        syscall
        la      $a0, buf
        li      $a1, 16
        li      $v0, 8
        syscall
        lb      $t0, buf
        li      $s0, 0
        li      $s1, 12
        li      $s2, 4
        beq     $t0, 'w', go
        li      $s1, 4
        li      $s2, 12
        beq     $t0, 'a', go
        li      $s0, 32
        li      $s1, -12
        li      $s2, -4
        beq     $t0, 's', go
        li      $s1, -4
        li      $s2, -12
        beq     $t0, 'd', go
        beq     $t0, 'q', quit
        la      $a0, what
        li      $v0, 4
        syscall
        j       input

go:     li      $s3, 3
        li      $s4, 0
go_line:
        move    $t0, $s0                # the place to fill
        move    $t1, $s0                # the tile that comes
        li      $t2, 2
go_next:
        add     $t1, $t1, $s1
        lw      $t3, t($t1)
        beqz    $t3, go_done
        lw      $t4, t($t0)
        beqz    $t4, go_fall
        bne     $t3, $t4, go_beside
        add     $t3, $t3, $t4
        sw      $t3, t($t0)
        sw      $zero, t($t1)
        add     $t0, $t0, $s1
        addi    $s4, $s4, 1
        j       go_done
go_beside:
        add     $t0, $t0, $s1
        beq     $t0, $t1, go_done
go_fall:
        sw      $t3, t($t0)
        sw      $zero, t($t1)
        addi    $s4, $s4, 1
go_done:
        addi    $t2, $t2, -1
        bnez    $t2, go_next
        add     $s0, $s0, $s2
        addi    $s3, $s3, -1
        bnez    $s3, go_line
        beqz    $s4, idle_move
        jal     add_one
        j       again
idle_move:
        la      $a0, idle
        li      $v0, 4
        syscall
        j       input

quit:   li      $v0, 10
        syscall

# add_one: a 2 into a free cell.
add_one:
        li      $v0, 42
        li      $a0, 0
        li      $a1, 9
        syscall
        sll     $a0, $a0, 2
        lw      $t0, t($a0)
        bnez    $t0, add_one
        li      $t0, 2
        sw      $t0, t($a0)
        jr      $ra

# show: prints the board.
show:   li      $t0, 0
        li      $t1, 3
show_cell:
        lw      $a0, t($t0)
        li      $v0, 1
        bnez    $a0, show_it
        li      $a0, '_'
        li      $v0, 11
show_it:
        syscall
        li      $a0, '\t'
        li      $v0, 11
        syscall
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, show_cell
        li      $t1, 3
        li      $a0, '\n'
        syscall
        bne     $t0, 36, show_cell
        jr      $ra
