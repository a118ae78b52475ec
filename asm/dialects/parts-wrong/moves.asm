# parts/moves.asm: the procedures of the game in parts.

# slide_line: slides one line.   $a0 the cell at the wall, $a1 from cell to cell
#   ->  $v0 not 0 if it changed. The line is one number: $t0 as it was, $t1 as it will be, a byte a cell
slide_line:
        addu    $t8, $a0, $a1
        addu    $t9, $t8, $a1
        lbu     $t2, grid($a0)
        lbu     $t3, grid($t8)
        lbu     $t4, grid($t9)
        sll     $t0, $t4, 8
        or      $t0, $t0, $t3
        sll     $t0, $t0, 8
        or      $t0, $t0, $t2
        li      $t1, 0
        li      $t5, 0                  # bits of $t1 in use
        li      $t6, 0                  # the last tile, 0 if it is not to merge
        move    $t7, $t0
slide_byte:
        beqz    $t7, slide_end
        andi    $t2, $t7, 0xff
        srl     $t7, $t7, 8
        beqz    $t2, slide_byte
        beq     $t2, $t6, slide_merge
        sllv    $t3, $t2, $t5
        or      $t1, $t1, $t3
        addiu   $t5, $t5, 8
        move    $t6, $t2
        b       slide_byte
slide_merge:
        addiu   $t4, $t5, -8            # one more on the exponent that is there
        li      $t3, 1
        sllv    $t3, $t3, $t4
        addu    $t1, $t1, $t3
        addiu   $t6, $t6, 1
        b       slide_byte
slide_end:
        xor     $v0, $t0, $t1
        sb      $t1, grid($a0)
        srl     $t1, $t1, 8
        sb      $t1, grid($t8)
        srl     $t1, $t1, 8
        sb      $t1, grid($t9)
        jr      $ra

# new_tile: a 2 into a free cell, drawn until one is hit.
new_tile:
        li      $a0, 0
        li      $a1, 9
        li      $v0, 42
        syscall
        lbu     $t0, grid($a0)
        bnez    $t0, new_tile
        li      $t0, 1
        sb      $t0, grid($a0)
        jr      $ra

# has_won: $v0 = 1 if the goal is on the board.
has_won:
        li      $t0, LAST
        li      $v0, 1
has_won_cell:
        lbu     $t1, grid($t0)
        beq     $t1, GOAL, has_won_out
        addiu   $t0, $t0, -1
        bgez    $t0, has_won_cell
        li      $v0, 0
has_won_out:
        jr      $ra

# has_lost: $v0 = 1 if every cell is taken and differs from its neighbours.
has_lost:
        li      $v0, 0
        li      $t0, LAST
        li      $t1, WIDTH              # the column, from 3 down to 1
has_lost_cell:
        lbu     $t2, grid($t0)
        beqz    $t2, has_lost_out
        beq     $t1, 1, has_lost_above
        lbu     $t3, grid + -1($t0)
        beq     $t2, $t3, has_lost_out
has_lost_above:
        blt     $t0, WIDTH, has_lost_next
        lbu     $t3, grid + -3($t0)
        beq     $t2, $t3, has_lost_out
has_lost_next:
        addiu   $t0, $t0, -1
        addiu   $t1, $t1, -1
        bnez    $t1, has_lost_cell
        li      $t1, WIDTH
        bgez    $t0, has_lost_cell
        li      $v0, 1
has_lost_out:
        jr      $ra

# print_grid: prints the board, cells between colons.
print_grid:
        li      $t0, 0
print_row:
        li      $t1, WIDTH
        print_char (':')
print_cell:
        print_char (' ')
        lbu     $t2, grid($t0)
        beqz    $t2, print_empty
        li      $a0, 1
        sllv    $a0, $a0, $t2
        li      $v0, 1
        syscall
        b       print_next
print_empty:
        print_char (' ')
print_next:
        print_char ('\t')
        print_char (':')
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, -1
        bnez    $t1, print_cell
        print_char ('\n')
        ble     $t0, LAST, print_row
        jr      $ra
