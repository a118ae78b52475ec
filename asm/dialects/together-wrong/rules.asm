# together/rules.asm: the rules of the game. `board` is in main.asm.

        .globl  drop_tile
        .globl  find_goal
        .globl  count_moves
        .globl  move_board

        .text
# drop_tile: a 2 into a free cell. Draws how many free cells to pass over.
drop_tile:
        la      $t0, board
        li      $t1, 9
        li      $a1, 0
drop_count:
        lw      $t2, 0($t0)
        bnez    $t2, drop_taken
        addi    $a1, $a1, 1
drop_taken:
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bgtz    $t1, drop_count
        li      $a0, 12
        li      $v0, 42
        syscall
        la      $t0, board
drop_find:
        lw      $t2, 0($t0)
        bnez    $t2, drop_next
        beqz    $a0, drop_here
        addi    $a0, $a0, -1
drop_next:
        addi    $t0, $t0, 4
        j       drop_find
drop_here:
        li      $t2, 2
        sw      $t2, 0($t0)
        jr      $ra

# find_goal: $v0 = 1 if a tile is 512 or more.
find_goal:
        la      $t0, board
        li      $t1, 9
        li      $v0, 1
goal_next:
        lw      $t2, 0($t0)
        bgt     $t2, 512, goal_out
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bgtz    $t1, goal_next
        li      $v0, 0
goal_out:
        jr      $ra

# count_moves: $v0 = free cells and equal neighbours, 0 if no move is left.
count_moves:
        li      $v0, 0
        li      $t0, 0                  # row
moves_row:
        li      $t1, 0                  # column
moves_cell:
        mul     $t2, $t0, 3
        add     $t2, $t2, $t1
        sll     $t2, $t2, 2
        lw      $t3, board($t2)
        beqz    $t3, moves_free
        beq     $t1, 2, moves_below
        lw      $t4, board + 4($t2)
        beq     $t3, $t4, moves_free
moves_below:
        beq     $t0, 2, moves_next
        lw      $t4, board + 12($t2)
        bne     $t3, $t4, moves_next
moves_free:
        addi    $v0, $v0, 1
moves_next:
        addi    $t1, $t1, 1
        bne     $t1, 3, moves_cell
        addi    $t0, $t0, 1
        bne     $t0, 3, moves_row
        jr      $ra

# move_board: slides the board as the key $a0 says.  ->  $v0 -1 unknown key, 0 no change, 1 changed
move_board:
        addi    $sp, $sp, -24
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)
        sw      $s3, 16($sp)
        sw      $s4, 20($sp)
        li      $s3, 3                  # lines
        li      $s4, 0                  # changes
        la      $s0, board              # the cell at the wall
        li      $s1, 12                 # from cell to cell
        li      $s2, 4                  # from line to line
        beq     $a0, 'U', board_line
        li      $s1, 4
        li      $s2, 12
        beq     $a0, 'L', board_line
        la      $s0, board + 32
        li      $s1, -12
        li      $s2, -4
        beq     $a0, 'D', board_line
        li      $s1, -4
        li      $s2, -12
        beq     $a0, 'R', board_line
        li      $v0, -1
        j       board_out
board_line:
        move    $a0, $s0
        move    $a1, $s1
        jal     move_line
        or      $s4, $s4, $v0
        add     $s0, $s0, $s2
        addi    $s3, $s3, -1
        bgtz    $s3, board_line
        move    $v0, $s4
board_out:
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        lw      $s2, 12($sp)
        lw      $s3, 16($sp)
        lw      $s4, 20($sp)
        addi    $sp, $sp, 24
        jr      $ra

# move_line: slides the line at $a0 with steps of $a1.  ->  $v0 1 if it changed
#   $t0 the tile that is compared, $t1 the tile that comes, from $t2; $t3 tiles to come
move_line:
        li      $v0, 0
        move    $t2, $a0
        li      $t3, 2
line_next:
        add     $t2, $t2, $a1
        lw      $t1, 0($t2)
        beqz    $t1, line_more
        lw      $t0, 0($a0)
        beqz    $t0, line_fall          # an empty cell: the tile falls into it
        beq     $t0, $t1, line_join
        add     $a0, $a0, $a1           # another tile: the place before it is the next
        beq     $a0, $t2, line_more
        sw      $t1, 0($a0)
        sw      $zero, 0($t2)
        li      $v0, 1
        j       line_more
line_join:
        add     $t0, $t0, $t1
        sw      $t0, 0($a0)
        sw      $zero, 0($t2)
        add     $a0, $a0, $a1           # it has merged and is done
        li      $v0, 1
        j       line_more
line_fall:
        sw      $t1, 0($a0)
        sw      $zero, 0($t2)
        li      $v0, 1
line_more:
        addi    $t3, $t3, -1
        bgtz    $t3, line_next
        jr      $ra
