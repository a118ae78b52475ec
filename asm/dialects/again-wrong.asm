# again, wrong: the board is not emptied: from the second game on, the old tiles are still there
# rule: start
#
# again.asm: the 512 game, as often as one likes.
#
# Purpose:   2048 on three by three cells, won with a 512; a game that has ended leads back to the menu
# Input:     the menu: a line n (new game), h (help) or q (quit);
#            the game: a line i (up), j (left), k (down), l (right) or q (quit)
# Output:    the board before each question, in a frame; how the game ends; then the menu
# Registers: $s0 games won, $s1 games lost, $s2 changed cells, $s3 where a line begins, $s4 its step, $s5
#            from line to line

        .data
menu:   .asciiz "\n n   new game\n h   help\n q   quit\n: "
help:   .asciiz "i, j, k, l push the tiles up, left, down, right. A 512 wins.\n"
ask:    .asciiz "i j k l q: "
bad:    .asciiz "Not in the menu.\n"
badkey: .asciiz "Not a key.\n"
stays:  .asciiz "No effect.\n"
won:    .asciiz "You won this game. "
lost:   .asciiz "You lost this game. "
wins:   .asciiz "Won so far: "
losses: .asciiz ", lost so far: "
nl:     .asciiz "\n"
top:    .asciiz ".-----------------.\n"
low:    .asciiz "'-----------------'\n"
bar:    .asciiz "|"
wide:   .asciiz "     "
pre:    .asciiz "   "
        .align  2
g:      .space  36
r:      .space  12
s:      .space  64

        .text
main:   li      $s0, 0
        li      $s1, 0
top_menu:
        la      $a0, menu
        jal     prompt
        beq     $v0, 'n', new
        beq     $v0, 'h', show_help
        beq     $v0, 'q', quit
        la      $a0, bad
        jal     puts
        j       top_menu
show_help:
        la      $a0, help
        jal     puts
        j       top_menu

new:                                    # the board is empty
        # Two tiles: the second is 1 to 8 cells behind the first, around the board.
        li      $a1, 9
        jal     random
        move    $t0, $v0
        li      $a1, 8
        jal     random
        add     $t1, $t0, $v0
        addi    $t1, $t1, 1
        rem     $t1, $t1, 9
        sll     $t0, $t0, 2
        sll     $t1, $t1, 2
        li      $t2, 2
        sw      $t2, g($t0)
        sw      $t2, g($t1)

turn:   jal     draw
        jal     rate
        beq     $v0, 1, game_won
        beq     $v0, 2, game_lost
key:    la      $a0, ask
        jal     prompt
        li      $s3, 0
        li      $s4, 12
        li      $s5, 4
        beq     $v0, 'i', push
        li      $s4, 4
        li      $s5, 12
        beq     $v0, 'j', push
        li      $s3, 24
        li      $s4, -12
        li      $s5, 4
        beq     $v0, 'k', push
        li      $s3, 8
        li      $s4, -4
        li      $s5, 12
        beq     $v0, 'l', push
        beq     $v0, 'q', quit
        la      $a0, badkey
        jal     puts
        j       key

push:   li      $s2, 0
        li      $t9, 3                  # lines left
line:   li      $t0, 0                  # the tiles of the line go to r
        li      $t1, 0
        sw      $zero, r
        sw      $zero, r + 4
        sw      $zero, r + 8
        move    $t2, $s3
        li      $t3, 3
fetch:  lw      $t4, g($t2)
        beqz    $t4, fetch_next
        bne     $t4, $t1, fetch_new
        addi    $t0, $t0, -4            # like the one before it: they are one
        sll     $t4, $t4, 1
        sw      $t4, r($t0)
        addi    $t0, $t0, 4
        li      $t1, 0
        j       fetch_next
fetch_new:
        sw      $t4, r($t0)
        addi    $t0, $t0, 4
        move    $t1, $t4
fetch_next:
        add     $t2, $t2, $s4
        addi    $t3, $t3, -1
        bnez    $t3, fetch
        li      $t0, 0
        move    $t2, $s3
store:  lw      $t4, r($t0)
        lw      $t5, g($t2)
        sw      $t4, g($t2)
        beq     $t4, $t5, store_next
        addi    $s2, $s2, 1
store_next:
        add     $t2, $t2, $s4
        addi    $t0, $t0, 4
        bne     $t0, 12, store
        add     $s3, $s3, $s5
        addi    $t9, $t9, -1
        bnez    $t9, line
        beqz    $s2, no_effect
        jal     tile
        j       turn
no_effect:
        la      $a0, stays
        jal     puts
        j       key

game_won:
        addi    $s0, $s0, 1
        la      $a0, won
        j       result
game_lost:
        addi    $s1, $s1, 1
        la      $a0, lost
result: jal     puts
        la      $a0, wins
        jal     puts
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, losses
        jal     puts
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, nl
        jal     puts
        j       top_menu

quit:   li      $v0, 10
        syscall

# random: a number from 0 to $a1 - 1.  ->  $v0
random: li      $a0, 8
        li      $v0, 42
        syscall
        move    $v0, $a0
        jr      $ra

# tile: a 2 into the first free cell from a random one on.
tile:   addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $a1, 9
        jal     random
        sll     $v0, $v0, 2
tile_try:
        lw      $t0, g($v0)
        beqz    $t0, tile_put
        addi    $v0, $v0, -4
        bgez    $v0, tile_try
        li      $v0, 32
        j       tile_try
tile_put:
        li      $t0, 2
        sw      $t0, g($v0)
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra

# rate: $v0 = 1 for a won board, 2 for a lost one, else 0.
rate:   li      $t0, 32
        li      $v0, 1
rate_won:
        lw      $t1, g($t0)
        bge     $t1, 512, rate_out
        addi    $t0, $t0, -4
        bgez    $t0, rate_won
        li      $v0, 0
        li      $t0, 32
rate_free:
        lw      $t1, g($t0)
        beqz    $t1, rate_out
        addi    $t0, $t0, -4
        bgez    $t0, rate_free
        li      $t0, 20                 # each cell but the last row and the one below
rate_below:
        lw      $t1, g($t0)
        lw      $t2, g + 12($t0)
        beq     $t1, $t2, rate_out
        addi    $t0, $t0, -4
        bgez    $t0, rate_below
        li      $t0, 28                 # each but the last column and the one beside
rate_beside:
        lw      $t1, g($t0)
        lw      $t2, g + 4($t0)
        beq     $t1, $t2, rate_out
        addi    $t0, $t0, -4
        beq     $t0, 20, rate_edge
        beq     $t0, 8, rate_edge
        bgez    $t0, rate_beside
        li      $v0, 2
        jr      $ra
rate_edge:
        addi    $t0, $t0, -4
        j       rate_beside
rate_out:
        jr      $ra

# draw: prints the board.
draw:   la      $a0, top
        li      $v0, 4
        syscall
        li      $t0, 0
        li      $t1, 3
draw_cell:
        la      $a0, bar
        li      $v0, 4
        syscall
        lw      $t2, g($t0)
        la      $a0, wide
        beqz    $t2, draw_blank
        la      $a0, pre
        blt     $t2, 10, draw_blank
        la      $a0, pre + 1
        blt     $t2, 100, draw_blank
        la      $a0, pre + 2
draw_blank:
        li      $v0, 4
        syscall
        beqz    $t2, draw_next
        move    $a0, $t2
        li      $v0, 1
        syscall
        la      $a0, pre + 2
        li      $v0, 4
        syscall
draw_next:
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, draw_cell
        li      $t1, 3
        la      $a0, bar
        li      $v0, 4
        syscall
        la      $a0, nl
        syscall
        bne     $t0, 36, draw_cell
        la      $a0, low
        syscall
        jr      $ra

# prompt: prints the string at $a0, reads a line.  ->  $v0 its only character, or 0
prompt: li      $v0, 4
        syscall
        la      $a0, s
        li      $a1, 64
        li      $v0, 8
        syscall
        lb      $v0, s
        lb      $t0, s + 1
        beq     $t0, '\n', prompt_out
        li      $v0, 0
prompt_out:
        jr      $ra

puts:   li      $v0, 4
        syscall
        jr      $ra
