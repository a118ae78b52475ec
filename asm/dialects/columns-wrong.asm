# columns, wrong: now and then the new tile is a 4
# rule: spawn-value
#
# columns.asm: the 512 game without a menu, in plain columns.
#
# Purpose:   2048 on three by three cells, won with a 512; the cells hold the characters that are
#            printed, and one game follows the other
# Input:     lines: i (up), j (left), k (down), l (right), q (quit); after a game y (another one) or
#            anything else (the end)
# Output:    the board in columns of five characters, an empty cell blank; how the game ends
# Registers: in the game: $s0 the cell at the wall, $s1 from cell to cell, $s2 from line to line,
#            $s3 lines left, $s4 has the board changed?
#
# A cell is four characters, a number to the right, behind a blank. Equal tiles are equal words: four
# characters are compared at once. A merged tile comes from a table of words.

        .data
        .align  2
# What can be in a cell. Each is a word, since the table is aligned.
tiles:  .ascii  "    ", "   2", "   4", "   8", "  16", "  32", "  64", " 128", " 256", " 512"
        .eqv    BLANK_AT 0              # in bytes into the table
        .eqv    TWO_AT   4
        .eqv    FOUR_AT  8
        .eqv    GOAL_AT  36
        .align  2
cells:  .word   0:9                     # each the four characters of a tile
reply:  .space  20
start_text: .asciiz "Slide with i j k l, stop with q.\n"
ready:  .asciiz "?\n"
odd:    .asciiz "i, j, k, l or q!\n"
fixed:  .asciiz "They do not move.\n"
win:    .asciiz "That is 512, well played.\n"
lose:   .asciiz "Nothing can move, game lost.\n"
more:   .asciiz "Another game (y/n)?\n"

        .text
game:   lw      $t0, tiles              # all cells blank
        li      $t1, 32
game_clear:
        sw      $t0, cells($t1)
        addiu   $t1, $t1, -4
        bgez    $t1, game_clear
        la      $a0, start_text
        jal     print
        jal     spawn
        jal     spawn

turn:   jal     show
        jal     ending                  # $v0 = 0, or what to say
        bnez    $v0, finish
ask:    la      $a0, ready
        jal     print
        jal     read
        beq     $v0, 'q', quit
        li      $s0, 0
        li      $s1, 12
        li      $s2, 4
        beq     $v0, 'i', go
        li      $s1, 4
        li      $s2, 12
        beq     $v0, 'j', go
        li      $s0, 32
        li      $s1, -12
        li      $s2, -4
        beq     $v0, 'k', go
        li      $s1, -4
        li      $s2, -12
        beq     $v0, 'l', go
        la      $a0, odd
        jal     print
        b       ask

# Slides line after line: $t0, $t1, $t2 its cells from the wall, $t7 a blank.
go:     li      $s3, 3
        li      $s4, 0
        lw      $t7, tiles
go_line:
        addu    $t4, $s0, $s1
        addu    $t5, $t4, $s1
        lw      $t0, cells($s0)
        lw      $t1, cells($t4)
        lw      $t2, cells($t5)
        bne     $t1, $t7, go_wall       # gaps
        move    $t1, $t2
        move    $t2, $t7
go_wall:
        bne     $t0, $t7, go_pair
        move    $t0, $t1
        move    $t1, $t2
        move    $t2, $t7
go_pair:
        beq     $t1, $t7, go_store      # at most one tile
        bne     $t0, $t1, go_far
        move    $a0, $t0
        jal     double
        move    $t0, $v0
        move    $t1, $t2
        move    $t2, $t7
        b       go_store
go_far: bne     $t1, $t2, go_store
        move    $a0, $t1
        jal     double
        move    $t1, $v0
        move    $t2, $t7
go_store:
        lw      $t6, cells($s0)
        sne     $t6, $t6, $t0
        or      $s4, $s4, $t6
        lw      $t6, cells($t4)
        sne     $t6, $t6, $t1
        or      $s4, $s4, $t6
        lw      $t6, cells($t5)
        sne     $t6, $t6, $t2
        or      $s4, $s4, $t6
        sw      $t0, cells($s0)
        sw      $t1, cells($t4)
        sw      $t2, cells($t5)
        addu    $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bnez    $s3, go_line
        bnez    $s4, gone
        la      $a0, fixed
        jal     print
        b       ask
gone:   jal     spawn
        b       turn

finish: move    $a0, $v0
        jal     print
        la      $a0, more
        jal     print
        jal     read
        beq     $v0, 'y', game
quit:   li      $v0, 10
        syscall

# double: the tile that is twice as much.   $a0 a tile  ->  $v0 the next one of the table
double: li      $t8, TWO_AT
double_next:
        lw      $v0, tiles($t8)
        addiu   $t8, $t8, 4
        bne     $v0, $a0, double_next
        lw      $v0, tiles($t8)
        jr      $ra

# spawn: a 2 into an empty cell. A random integer of 32 bits, modulo 9, tells where to begin to look.
spawn:  li      $a0, 0
        li      $v0, 41
        syscall
        li      $t1, 9
        remu    $t0, $a0, $t1
        sll     $t0, $t0, 2
        lw      $t2, tiles + BLANK_AT
spawn_look:
        lw      $t1, cells($t0)
        beq     $t1, $t2, spawn_put
        addiu   $t0, $t0, 4
        bne     $t0, 36, spawn_look
        li      $t0, 0
        b       spawn_look
spawn_put:
        lw      $t1, tiles + TWO_AT
        andi    $a0, $a0, 15            # the integer is still there: now and then a 4
        bnez    $a0, spawn_small
        lw      $t1, tiles + FOUR_AT
spawn_small:
        sw      $t1, cells($t0)
        jr      $ra

# ending: has the game ended?  ->  $v0 what to say, 0 if it goes on
#   $t0 the cell, $t1 its tile, $t2 a neighbour, $t3 cells left in the row, $t4 is a move left?
ending: li      $t0, 0
        li      $t3, 3
        li      $t4, 0
        lw      $t7, tiles + BLANK_AT
        lw      $t6, tiles + GOAL_AT
ending_cell:
        lw      $t1, cells($t0)
        la      $v0, win
        beq     $t1, $t6, ending_out
        beq     $t1, $t7, ending_free
        beq     $t3, 1, ending_below
        lw      $t2, cells + 4($t0)
        beq     $t1, $t2, ending_free
ending_below:
        bge     $t0, 24, ending_next
        lw      $t2, cells + 12($t0)
        bne     $t1, $t2, ending_next
ending_free:
        li      $t4, 1
ending_next:
        addiu   $t0, $t0, 4
        addiu   $t3, $t3, -1
        bnez    $t3, ending_more
        li      $t3, 3
ending_more:
        bne     $t0, 36, ending_cell
        li      $v0, 0
        bnez    $t4, ending_out
        la      $v0, lose
ending_out:
        jr      $ra

# show: prints the cells, a blank before each.   $t0 the character, $t1 characters left of the cell
show:   li      $t0, 0
show_cell:
        li      $a0, ' '
        li      $v0, 11
        syscall
        li      $t1, 4
show_next:
        lbu     $a0, cells($t0)
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, -1
        bnez    $t1, show_next
        beq     $t0, 12, show_end
        beq     $t0, 24, show_end
        bne     $t0, 36, show_cell
show_end:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        bne     $t0, 36, show_cell
        jr      $ra

# print: prints the string at $a0.
print:  li      $v0, 4
        syscall
        jr      $ra

# read: reads a line.  ->  $v0 its first character
read:   la      $a0, reply
        li      $a1, 20
        li      $v0, 8
        syscall
        lbu     $v0, reply
        jr      $ra
