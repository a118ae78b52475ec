# boxes.asm: the 512 game in registers, with macros, in boxes of other signs.
#
# Purpose:   2048 on three by three cells, won with a 512; the board is in registers, a move is a
#            macro for each line, and upper and lower case are the same
# Input:     the menu: a line P (new game), B (enter a board: three lines, each a row of three
#            numbers) or E (quit); the game: W (up), A (left), S (down), D (right), R (new tiles on
#            or off), E (quit); all in either case
# Output:    the board before every question, whether it has changed or not; how the game ends
# Registers: $s0 to $s7 and $t9 the cells, row by row, 0 is empty; $t8 are new tiles off?;
#            $v1 has the board changed?

        .data
entry:  .space  60
top:    .asciiz "\n    Let us play 512!\n    P = play, B = board of your own, E = end: "
rows:   .asciiz "Three rows of three numbers, please.\n"
query:  .asciiz "W A S D, R, E: "
strange: .asciiz "Not a command!\n"
useless: .asciiz "Not possible!\n"
random_off: .asciiz "New tiles: off\n"
random_on: .asciiz "New tiles: on\n"
hurray: .asciiz "HURRAY! 512!\n"
sorry:  .asciiz "SORRY, THAT WAS IT.\n"
ended:  .asciiz "Ended.\n"
frame:  .asciiz "#===#===#===#\n"
side:   .asciiz "#"
three:  .asciiz "   "
two:    .asciiz "  "
one:    .asciiz " "
feed:   .asciiz "\n"

# Prints a string.
.macro say (%text)
        la      $a0, %text
        li      $v0, 4
        syscall
.end_macro

# Slides three cells towards the first of them. Sets $v1 if that changes anything.
.macro slide (%a, %b, %c)
        bnez    %b, gap                 # close the gap in the middle
        beqz    %c, gap
        move    %b, %c
        li      %c, 0
        li      $v1, 1
gap:    bnez    %a, pair                # and the one at the wall
        beqz    %b, done                # an empty line
        move    %a, %b
        move    %b, %c
        li      %c, 0
        li      $v1, 1
pair:   beqz    %b, done                # a single tile
        bne     %a, %b, other
        sll     %a, %a, 1
        move    %b, %c
        li      %c, 0
        li      $v1, 1
        b       done
other:  bne     %b, %c, done
        sll     %b, %b, 1
        li      %c, 0
        li      $v1, 1
done:
.end_macro

# Prints one cell, its number to the left.
.macro print_cell (%cell)
        say     (side)
        move    $a0, %cell
        li      $v0, 1
        beqz    $a0, blank
        syscall
        bge     %cell, 100, out
        bge     %cell, 10, wide
        say     (two)
        b       out
wide:   say     (one)
        b       out
blank:  say     (three)
out:
.end_macro

.macro print_row (%a, %b, %c)
        print_cell (%a)
        print_cell (%b)
        print_cell (%c)
        say     (side)
        say     (feed)
        say     (frame)
.end_macro

# Puts a 2 into a cell if it is the one that was drawn ($a0) and empty.
.macro place (%number, %cell)
        bne     $a0, %number, not_here
        bnez    %cell, not_here
        li      %cell, 2
        li      $v1, 0                  # placed
not_here:
.end_macro

# Goes to a label if two cells are equal.
.macro if_equal (%a, %b, %label)
        beq     %a, %b, %label
.end_macro

# Reads the number that $t0 points to, up to the first sign that is no digit.
.macro parse (%cell)
        li      %cell, 0
digit:  lbu     $t1, 0($t0)
        addiu   $t0, $t0, 1
        blt     $t1, '0', out
        mul     %cell, %cell, 10
        addu    %cell, %cell, $t1
        addiu   %cell, %cell, -48
        b       digit
out:
.end_macro

.macro parse_row (%a, %b, %c)
        jal     read_line
        la      $t0, entry
        parse   (%a)
        parse   (%b)
        parse   (%c)
.end_macro

        .text
menu:   say     (top)
        jal     read_key
        beq     $v0, 'P', new_game
        beq     $v0, 'B', own_board
        beq     $v0, 'E', leave
        say     (strange)
        b       menu

new_game:
        li      $s0, 0
        li      $s1, 0
        li      $s2, 0
        li      $s3, 0
        li      $s4, 0
        li      $s5, 0
        li      $s6, 0
        li      $s7, 0
        li      $t9, 0
        jal     new_tile
        jal     new_tile
        b       begin
own_board:
        say     (rows)
        parse_row ($s0, $s1, $s2)
        parse_row ($s3, $s4, $s5)
        parse_row ($s6, $s7, $t9)
begin:  li      $t8, 0

turn:   say     (frame)
        print_row ($s0, $s1, $s2)
        print_row ($s3, $s4, $s5)
        print_row ($s6, $s7, $t9)
        li      $t0, 512
        if_equal ($s0, $t0, won)
        if_equal ($s1, $t0, won)
        if_equal ($s2, $t0, won)
        if_equal ($s3, $t0, won)
        if_equal ($s4, $t0, won)
        if_equal ($s5, $t0, won)
        if_equal ($s6, $t0, won)
        if_equal ($s7, $t0, won)
        if_equal ($t9, $t0, won)
        beqz    $s0, ask                # an empty cell: a move is left
        beqz    $s1, ask
        beqz    $s2, ask
        beqz    $s3, ask
        beqz    $s4, ask
        beqz    $s5, ask
        beqz    $s6, ask
        beqz    $s7, ask
        beqz    $t9, ask
        if_equal ($s0, $s1, ask)        # equal neighbours in rows
        if_equal ($s1, $s2, ask)
        if_equal ($s3, $s4, ask)
        if_equal ($s4, $s5, ask)
        if_equal ($s6, $s7, ask)
        if_equal ($s7, $t9, ask)
        if_equal ($s0, $s3, ask)        # and in columns
        if_equal ($s3, $s6, ask)
        if_equal ($s1, $s4, ask)
        if_equal ($s4, $s7, ask)
        if_equal ($s2, $s5, ask)
        if_equal ($s5, $t9, ask)
        say     (sorry)
        b       exit
won:    say     (hurray)
        b       exit

ask:    say     (query)
        jal     read_key
        li      $v1, 0
        beq     $v0, 'W', up
        beq     $v0, 'A', left
        beq     $v0, 'S', down
        beq     $v0, 'D', right
        beq     $v0, 'R', switch
        beq     $v0, 'E', leave
        say     (strange)
        b       turn
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
moved:  bnez    $v1, changed
        say     (useless)
        b       turn
changed:
        bnez    $t8, turn
        jal     new_tile
        b       turn
switch: xori    $t8, $t8, 1
        bnez    $t8, switched_off
        say     (random_on)
        b       turn
switched_off:
        say     (random_off)
        b       turn

leave:  say     (ended)
exit:   li      $v0, 10
        syscall

# new_tile: draws until the cell is an empty one, and puts a 2 there.
new_tile:
        li      $v1, 1                  # not placed yet
        li      $a0, 1
        li      $a1, 9
        li      $v0, 42
        syscall
        place   (0, $s0)
        place   (1, $s1)
        place   (2, $s2)
        place   (3, $s3)
        place   (4, $s4)
        place   (5, $s5)
        place   (6, $s6)
        place   (7, $s7)
        place   (8, $t9)
        bnez    $v1, new_tile
        jr      $ra

# read_line: reads a line into `entry`.
read_line:
        la      $a0, entry
        li      $a1, 60
        li      $v0, 8
        syscall
        jr      $ra

# read_key: reads a line.  ->  $v0 its first letter, as a capital
read_key:
        la      $a0, entry
        li      $a1, 60
        li      $v0, 8
        syscall
        lbu     $v0, entry
        blt     $v0, 'a', key_out
        addiu   $v0, $v0, -32           # from 'a' to 'A'
key_out:
        jr      $ra
