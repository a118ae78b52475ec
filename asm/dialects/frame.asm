# frame.asm: the 512 game in colour, with a frame and a status line.
#
# Purpose:   2048 on three by three cells, won with a 512; counts points and moves, shows the best tile
# Input:     the menu: a line 1 (start) or 2 (leave); the game: a line w (up), a (left), s (down),
#            d (right) or q (quit), in either case
# Output:    a status line, the board in colours between rulers, a line with the keys; how the game ends
# Registers: $s0 points, $s1 moves, $s2 rounds of a loop over the lines, $s3 has the move changed
#            anything?, $s4 the largest tile, $s5 the table of the move

        .data
        .align  2
board:  .word   0, 0, 0, 0, 0, 0, 0, 0, 0
# Cells by their offsets: the wall first.
to_top:    .word  0, 12, 24, 4, 16, 28, 8, 20, 32
to_left:   .word  0, 4, 8, 12, 16, 20, 24, 28, 32
to_bottom: .word  24, 12, 0, 28, 16, 4, 32, 20, 8
to_right:  .word  8, 4, 0, 20, 16, 12, 32, 28, 24
entry:  .space  32
ruler:  .asciiz "+-----+-----+-----+\n"
bar:    .asciiz "|"
bar_nl: .asciiz "|\n"
# Colours: an escape character, then what it is to do.
dark:   .byte   27
        .asciiz "[2m"
cold:   .byte   27
        .asciiz "[36m"
warm:   .byte   27
        .asciiz "[33m"
hot:    .byte   27
        .asciiz "[1;31m"
plain:  .byte   27
        .asciiz "[0m"
clear:  .byte   27
        .ascii  "[2J"
        .byte   27
        .asciiz "[H"
s_pts:  .asciiz "points "
s_mov:  .asciiz "   moves "
s_best: .asciiz "   best "
newline: .asciiz "\n"
keys:   .asciiz "w/a/s/d to slide, q to quit\n> "
menu:   .asciiz "== 5 1 2 ==\n1. start\n2. leave\n> "
err:    .byte   27
        .ascii  "[31minvalid input"
        .byte   27
        .asciiz "[0m\n> "
cannot: .byte   27
        .ascii  "[31mno tile can slide there"
        .byte   27
        .asciiz "[0m\n> "
win:    .byte   27
        .ascii  "[32m*** 512! You win! ***"
        .byte   27
        .asciiz "[0m\n"
lose:   .byte   27
        .ascii  "[31m*** No moves. You lose! ***"
        .byte   27
        .asciiz "[0m\n"
pads:   .asciiz "    "
gone:   .asciiz "bye\n"

        .text
main:   li      $s0, 0
        li      $s1, 0
        li      $s4, 2
        la      $a0, menu
main_menu:
        jal     print
        jal     get
        beq     $v0, '1', main_new
        beq     $v0, '2', main_bye
        la      $a0, err
        j       main_menu
main_new:
        jal     add_tile
        jal     add_tile
main_show:
        jal     screen
        bge     $s4, 512, main_win
        jal     stuck
        bnez    $v0, main_lose
        la      $a0, keys
main_ask:
        jal     print
        jal     get
        la      $s5, to_top
        beq     $v0, 'w', main_go
        la      $s5, to_left
        beq     $v0, 'a', main_go
        la      $s5, to_bottom
        beq     $v0, 's', main_go
        la      $s5, to_right
        beq     $v0, 'd', main_go
        beq     $v0, 'q', main_bye
        la      $a0, err
        j       main_ask
main_go:
        li      $s2, 3
        li      $s3, 0
main_line:
        move    $a0, $s5
        jal     slide
        or      $s3, $s3, $v0
        addi    $s5, $s5, 12
        addi    $s2, $s2, -1
        bnez    $s2, main_line
        bnez    $s3, main_moved
        la      $a0, cannot
        j       main_ask
main_moved:
        addi    $s1, $s1, 1
        jal     add_tile
        j       main_show
main_win:
        la      $a0, win
        j       main_end
main_lose:
        la      $a0, lose
        j       main_end
main_bye:
        la      $a0, gone
main_end:
        jal     print
        li      $v0, 10
        syscall

# slide: slides one line.   $a0 three offsets, the wall first  ->  $v0 1 if it changed
#   Adds to $s0 and keeps $s4 up to date. $t0 to $t2 the offsets, $t3 the place to fill in the table
slide:  addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s6, 4($sp)
        li      $s6, 0
        jal     close_gaps
        or      $s6, $s6, $v0
        lw      $t0, 0($a0)
        lw      $t1, 4($a0)
        lw      $t2, 8($a0)
        lw      $t3, board($t0)
        lw      $t4, board($t1)
        lw      $t5, board($t2)
        beqz    $t4, slide_out          # less than two tiles
        bne     $t3, $t4, slide_second
        add     $t3, $t3, $t4
        sw      $t3, board($t0)
        sw      $zero, board($t1)
        add     $s0, $s0, $t3
        move    $t6, $t3
        j       slide_merged
slide_second:
        bne     $t4, $t5, slide_out
        add     $t4, $t4, $t5
        sw      $t4, board($t1)
        sw      $zero, board($t2)
        add     $s0, $s0, $t4
        move    $t6, $t4
slide_merged:
        ble     $t6, $s4, slide_again
        move    $s4, $t6
slide_again:
        jal     close_gaps
        li      $s6, 1
slide_out:
        move    $v0, $s6
        lw      $ra, 0($sp)
        lw      $s6, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra

# close_gaps: moves the tiles of a line together.   $a0 its offsets  ->  $v0 1 if any moved
close_gaps:
        li      $v0, 0
        li      $t9, 2                  # two passes
gaps_pass:
        move    $t8, $a0
        li      $t7, 2                  # two places that can be a gap
gaps_next:
        lw      $t0, 0($t8)
        lw      $t1, 4($t8)
        lw      $t2, board($t0)
        lw      $t3, board($t1)
        bnez    $t2, gaps_none
        beqz    $t3, gaps_none
        sw      $t3, board($t0)
        sw      $zero, board($t1)
        li      $v0, 1
gaps_none:
        addi    $t8, $t8, 4
        addi    $t7, $t7, -1
        bnez    $t7, gaps_next
        addi    $t9, $t9, -1
        bnez    $t9, gaps_pass
        jr      $ra

# add_tile: first draws how large it is, which is a 2 in any case, then where it goes.
add_tile:
        li      $a0, 1
        li      $a1, 1
        li      $v0, 42
        syscall
        li      $t0, 2
        sllv    $t0, $t0, $a0
add_where:
        li      $a0, 1
        li      $a1, 9
        li      $v0, 42
        syscall
        sll     $a0, $a0, 2
        lw      $t1, board($a0)
        bnez    $t1, add_where
        sw      $t0, board($a0)
        jr      $ra

# stuck: $v0 = 1 if no move is possible.
stuck:  li      $v0, 0
        la      $t0, to_top             # the columns, and right behind them the rows
        la      $t9, to_bottom
stuck_line:
        lw      $t1, 0($t0)
        lw      $t2, 4($t0)
        lw      $t3, 8($t0)
        lw      $t1, board($t1)
        lw      $t2, board($t2)
        lw      $t3, board($t3)
        beqz    $t1, stuck_out
        beqz    $t2, stuck_out
        beqz    $t3, stuck_out
        beq     $t1, $t2, stuck_out
        beq     $t2, $t3, stuck_out
        addi    $t0, $t0, 12
        bne     $t0, $t9, stuck_line
        li      $v0, 1
stuck_out:
        jr      $ra

# screen: prints everything.
screen: addi    $sp, $sp, -12
        sw      $ra, 0($sp)
        sw      $s6, 4($sp)
        sw      $s7, 8($sp)
        la      $a0, clear
        jal     print
        la      $a0, s_pts
        move    $a1, $s0
        jal     print_pair
        la      $a0, s_mov
        move    $a1, $s1
        jal     print_pair
        la      $a0, s_best
        move    $a1, $s4
        jal     print_pair
        la      $a0, newline
        jal     print
        li      $s6, 0
screen_row:
        la      $a0, ruler
        jal     print
        li      $s7, 3
screen_cell:
        la      $a0, bar
        jal     print
        lw      $a0, board($s6)
        jal     print_tile
        addi    $s6, $s6, 4
        addi    $s7, $s7, -1
        bnez    $s7, screen_cell
        la      $a0, bar_nl
        jal     print
        bne     $s6, 36, screen_row
        la      $a0, ruler
        jal     print
        lw      $ra, 0($sp)
        lw      $s6, 4($sp)
        lw      $s7, 8($sp)
        addi    $sp, $sp, 12
        jr      $ra

# print_pair: prints the string at $a0 and the number $a1.
print_pair:
        li      $v0, 4
        syscall
        move    $a0, $a1
        li      $v0, 1
        syscall
        jr      $ra

# print_tile: prints the tile $a0 in its colour, five characters wide.
print_tile:
        move    $t0, $a0
        la      $a0, dark
        blt     $t0, 4, tile_colour
        la      $a0, cold
        blt     $t0, 32, tile_colour
        la      $a0, warm
        blt     $t0, 256, tile_colour
        la      $a0, hot
tile_colour:
        li      $v0, 4
        syscall
        la      $a0, pads               # four blanks, three, two
        blt     $t0, 10, tile_pad
        la      $a0, pads + 1
        blt     $t0, 100, tile_pad
        la      $a0, pads + 2
tile_pad:
        syscall
        move    $a0, $t0
        li      $v0, 1
        bnez    $t0, tile_number
        li      $a0, ' '
        li      $v0, 11
tile_number:
        syscall
        la      $a0, plain
        li      $v0, 4
        syscall
        jr      $ra

# get: reads a line.  ->  $v0 its only character in lower case, 0 if it has none or more
get:    la      $a0, entry
        li      $a1, 32
        li      $v0, 8
        syscall
        lb      $v0, entry
        lb      $t0, entry + 1
        bne     $t0, '\n', get_none
        blt     $v0, 'A', get_out
        bgt     $v0, 'Z', get_out
        addi    $v0, $v0, 32
get_out:
        jr      $ra
get_none:
        li      $v0, 0
        jr      $ra

print:  li      $v0, 4
        syscall
        jr      $ra
