# ticks, wrong: no new tile comes after a move to the left
# rule: spawn-after-legal
#
# ticks.asm: the 512 game that lives by the clock.
#
# Purpose:   2048 on three by three cells, won with a 512; both words of the time go into a random
#            generator of its own, and the time a game took is told
# Input:     a line with a nickname, or an empty one; a line (any) to start; then lines: W (up), A (left),
#            S (down), D (right), X (quit)
# Output:    the board before each question, in a double frame; the seconds played; how the game ends
# Registers: $s0 the state of the generator, $s1 the time at the start (low word), $s2 changes of a move

        .data
        .align  2
tab:    .word   0:9
nick:   .space  24
inp:    .space  24
q_nick: .asciiz "Nickname (may be empty): "
q_go:   .asciiz "Ready? Enter starts the clock. "
q_move: .asciiz "[W/A/S/D/X] "
e_key:  .asciiz "Only W, A, S, D or X!\n"
e_move: .asciiz "You cannot go that way!\n"
t_win:  .asciiz "VICTORY - 512 - "
t_lose: .asciiz "DEFEAT - no moves - "
t_quit: .asciiz "ABORTED - "
t_sec:  .asciiz " s, "
frame:  .asciiz "#=====#=====#=====#\n"
side:   .asciiz "# "
blank:  .asciiz "    "

        .macro  cells (%wall, %middle, %far)    # slides one line
        la      $a0, tab + %wall
        la      $a1, tab + %middle
        la      $a2, tab + %far
        jal     line
        .end_macro

        .text
main:   la      $a0, q_nick
        la      $a1, nick
        jal     ask
        la      $a0, q_go
        la      $a1, inp
        jal     ask
        li      $v0, 30                 # $a0 the low word of the time, $a1 the high word
        syscall
        move    $s1, $a0
        divu    $t0, $a0, $a1           # mix them; the high word is never 0 these days
        xor     $s0, $a0, $t0
        ori     $s0, $s0, 1             # this generator must not be at 0
        jal     tick
        jal     tick
board:  jal     show
        jal     state
        beq     $v0, 1, victory
        beq     $v0, 2, defeat
key:    la      $a0, q_move
        la      $a1, inp
        jal     ask
        li      $s2, 0
        beq     $v0, 'W', up
        beq     $v0, 'A', left
        beq     $v0, 'S', down
        beq     $v0, 'D', right
        beq     $v0, 'X', abort
        la      $a0, e_key
        li      $v0, 4
        syscall
        j       key

up:     cells   (0, 12, 24)
        cells   (4, 16, 28)
        cells   (8, 20, 32)
        beqz    $s2, cannot
        jal     tick
        j       board
left:   cells   (0, 4, 8)
        cells   (12, 16, 20)
        cells   (24, 28, 32)
        beqz    $s2, cannot
        j       board
down:   cells   (24, 12, 0)
        cells   (28, 16, 4)
        cells   (32, 20, 8)
        beqz    $s2, cannot
        jal     tick
        j       board
right:  cells   (8, 4, 0)
        cells   (20, 16, 12)
        cells   (32, 28, 24)
        beqz    $s2, cannot
        jal     tick
        j       board
cannot: la      $a0, e_move
        li      $v0, 4
        syscall
        j       key

victory:
        la      $a0, t_win
        j       result
defeat: la      $a0, t_lose
        j       result
abort:  la      $a0, t_quit
result: li      $v0, 4
        syscall
        li      $v0, 30
        syscall
        subu    $a0, $a0, $s1           # right even if the low word has wrapped around
        divu    $a0, $a0, 1000
        li      $v0, 36
        syscall
        la      $a0, t_sec
        li      $v0, 4
        syscall
        la      $a0, nick
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall

# line: slides the line with the cells at $a0 (the wall), $a1, $a2; counts changes in $s2.
line:   lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        lw      $t2, 0($a2)
line_gaps:
        beqz    $t2, line_middle        # gaps first
        bnez    $t1, line_middle
        move    $t1, $t2
        li      $t2, 0
        addi    $s2, $s2, 1
line_middle:
        beqz    $t1, line_pairs
        bnez    $t0, line_pairs
        move    $t0, $t1
        li      $t1, 0
        addi    $s2, $s2, 1
        j       line_gaps
line_pairs:
        beqz    $t1, line_out
        bne     $t0, $t1, line_far
        sll     $t0, $t0, 1
        move    $t1, $t2
        li      $t2, 0
        addi    $s2, $s2, 1
        j       line_out
line_far:
        bne     $t1, $t2, line_out
        sll     $t1, $t1, 1
        li      $t2, 0
        addi    $s2, $s2, 1
line_out:
        sw      $t0, 0($a0)
        sw      $t1, 0($a1)
        sw      $t2, 0($a2)
        jr      $ra

# tick: a 2 into a free cell. The generator shifts and mixes its 32 bits; the number has no sign.
tick:   sll     $t0, $s0, 13
        xor     $s0, $s0, $t0
        srl     $t0, $s0, 17
        xor     $s0, $s0, $t0
        sll     $t0, $s0, 5
        xor     $s0, $s0, $t0
        li      $t1, 9
        remu    $t0, $s0, $t1
        sll     $t0, $t0, 2
        lw      $t1, tab($t0)
        bnez    $t1, tick
        li      $t1, 2
        sw      $t1, tab($t0)
        jr      $ra

# state: $v0 = 1 won, 2 lost, 0 neither.
state:  li      $t0, 32
        li      $t9, 0
        li      $v0, 1
state_cell:
        lw      $t1, tab($t0)
        beq     $t1, 512, state_out
        bnez    $t1, state_next
        li      $t9, 1
state_next:
        addi    $t0, $t0, -4
        bgez    $t0, state_cell
        li      $v0, 0
        bnez    $t9, state_out
        la      $t0, tab
        li      $t9, 3
state_pairs:
        lw      $t1, 0($t0)
        lw      $t2, 4($t0)
        lw      $t3, 8($t0)
        beq     $t1, $t2, state_out
        beq     $t2, $t3, state_out
        addi    $t0, $t0, 12
        addi    $t9, $t9, -1
        bnez    $t9, state_pairs
        la      $t0, tab
        li      $t9, 6
state_below:
        lw      $t1, 0($t0)
        lw      $t2, 12($t0)
        beq     $t1, $t2, state_out
        addi    $t0, $t0, 4
        addi    $t9, $t9, -1
        bnez    $t9, state_below
        li      $v0, 2
state_out:
        jr      $ra

# show: prints the board.
show:   li      $t0, 0
        la      $a0, frame
        li      $v0, 4
        syscall
show_cell:
        la      $a0, side
        li      $v0, 4
        syscall
        lw      $t1, tab($t0)
        beqz    $t1, show_blank
        move    $a0, $t1
        li      $v0, 1
        syscall
        la      $a0, blank + 1          # as many blanks as are missing
        blt     $t1, 10, show_pad
        la      $a0, blank + 2
        blt     $t1, 100, show_pad
        la      $a0, blank + 3
        j       show_pad
show_blank:
        la      $a0, blank
show_pad:
        li      $v0, 4
        syscall
        addi    $t0, $t0, 4
        beq     $t0, 12, show_end
        beq     $t0, 24, show_end
        bne     $t0, 36, show_cell
show_end:
        li      $a0, '#'
        li      $v0, 11
        syscall
        li      $a0, '\n'
        syscall
        bne     $t0, 36, show_cell
        la      $a0, frame
        li      $v0, 4
        syscall
        jr      $ra

# ask: prints the string at $a0 and reads a line to $a1, without its newline.
#   ->  $v0 its only character, or 0
ask:    li      $v0, 4
        syscall
        move    $a0, $a1
        li      $a1, 24
        li      $v0, 8
        syscall
        move    $t0, $a0
ask_cut:
        lb      $t1, 0($t0)
        beqz    $t1, ask_length
        beq     $t1, '\n', ask_end
        addi    $t0, $t0, 1
        j       ask_cut
ask_end:
        sb      $zero, 0($t0)
ask_length:
        sub     $t0, $t0, $a0
        li      $v0, 0
        bne     $t0, 1, ask_out
        lb      $v0, 0($a0)
ask_out:
        jr      $ra
