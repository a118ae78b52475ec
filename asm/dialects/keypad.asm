# keypad.asm: the 512 game on the number keys, one key at a time.
#
# Purpose:   2048 on three by three cells, won with a 512; keys are read as characters, and a newline
#            between them does not matter
# Input:     characters: s (start) or 0 (leave), then 8 (up), 4 (left), 2 (down), 6 (right), 0 (leave)
# Output:    the board before each question, underscores for empty cells; how the game ends
# Registers: $s0 the exponents of the line from the wall, four bits each; $s1 has the board changed?

# A cell is a byte: 0 if it is empty, else the exponent of its tile, so that 9 is a 512.

        .data
field:  .byte   0:9
intro:  .asciiz "[s]tart or [0] leave: "
ask:    .asciiz "8 4 2 6 (0 leaves): "
what:   .asciiz "?? only 8, 4, 2, 6 and 0\n"
idle:   .asciiz "-- blocked\n"
good:   .asciiz ">> 512! well played\n"
bad:    .asciiz ">> no way out, game lost\n"
tile:   .ascii  "   _", "   2", "   4", "   8", "  16", "  32", "  64", " 128", " 256", " 512"

        .text
main:   la      $a0, intro
        jal     print
        jal     key
        beq     $v0, '0', leave
        bne     $v0, 's', main
        li      $t0, 8                  # nothing on the board
wipe:   sb      $zero, field($t0)
        addi    $t0, $t0, -1
        bgez    $t0, wipe
        jal     grow
        jal     grow
step:   jal     paint
        jal     judge
        bltz    $v0, defeat
        bgtz    $v0, victory
prompt: la      $a0, ask
        jal     print
        jal     key
        li      $s1, 0
        # $a0 the cell at the wall, $a1 to the next one in the line, $a2 to the next line, $a3 lines
        beq     $v0, '8', north
        beq     $v0, '4', west
        beq     $v0, '2', south
        beq     $v0, '6', east
        beq     $v0, '0', leave
        la      $a0, what
        jal     print
        j       prompt

north:  li      $a0, 0
        li      $a1, 3
        li      $a2, 1
        li      $a3, 3
        j       shove
west:   li      $a0, 0
        li      $a1, 1
        li      $a2, 3
        li      $a3, 3
        j       shove
south:  li      $a0, 6
        li      $a1, -3
        li      $a2, 1
        li      $a3, 3
        j       shove
east:   li      $a0, 2
        li      $a1, -1
        li      $a2, 3
        li      $a3, 3
shove:  jal     pack
        add     $a0, $a0, $a2
        addi    $a3, $a3, -1
        bgtz    $a3, shove
        beqz    $s1, blocked
        jal     grow
        j       step
blocked:
        la      $a0, idle
        jal     print
        j       prompt

victory:
        la      $a0, good
        jal     print
        j       leave
defeat: la      $a0, bad
        jal     print
leave:  li      $v0, 10
        syscall

# pack: slides the line that begins at $a0 with steps of $a1; counts changed cells in $s1.
#   $t0 what is written, $t1 what is read, $t2 the cell that is read, $t3 cells left,
#   $t4 the tile waiting for a partner (0: none), $t5 the cell that is written
pack:   move    $t2, $a0
        move    $t5, $a0
        li      $t3, 3
        li      $t4, 0
        li      $s0, 0                  # the new line, built from the low end
        li      $t6, 0                  # bits in it
pack_read:
        lbu     $t1, field($t2)
        beqz    $t1, pack_next
        beqz    $t4, pack_wait
        beq     $t1, $t4, pack_pair
        sllv    $t7, $t4, $t6           # the waiting one stays single
        or      $s0, $s0, $t7
        addi    $t6, $t6, 4
pack_wait:
        move    $t4, $t1
        j       pack_next
pack_pair:
        addi    $t4, $t4, 1
        sllv    $t7, $t4, $t6
        or      $s0, $s0, $t7
        addi    $t6, $t6, 4
        li      $t4, 0
pack_next:
        add     $t2, $t2, $a1
        addi    $t3, $t3, -1
        bgtz    $t3, pack_read
        sllv    $t7, $t4, $t6           # nobody came; 0 does no harm
        or      $s0, $s0, $t7
        li      $t3, 3
pack_write:
        andi    $t0, $s0, 15
        srl     $s0, $s0, 4
        lbu     $t1, field($t5)
        beq     $t0, $t1, pack_same
        sb      $t0, field($t5)
        addi    $s1, $s1, 1
pack_same:
        add     $t5, $t5, $a1
        addi    $t3, $t3, -1
        bgtz    $t3, pack_write
        jr      $ra

# grow: a 2 (exponent 1) into a free cell. First the exponent is drawn, from one possible, then the cell.
grow:   li      $a0, 99
        li      $a1, 1
        li      $v0, 42
        syscall
        addi    $t0, $a0, 1
grow_cell:
        li      $a0, 99
        li      $a1, 9
        li      $v0, 42
        syscall
        lbu     $t1, field($a0)
        bnez    $t1, grow_cell
        sb      $t0, field($a0)
        jr      $ra

# judge: $v0 = 1 won, -1 lost, 0 neither.
judge:  li      $v0, 1
        li      $t0, 8
        li      $t9, 0                  # chances to move
judge_cell:
        lbu     $t1, field($t0)
        bge     $t1, 9, judge_out
        seq     $t2, $t1, $zero
        add     $t9, $t9, $t2
        blt     $t0, 3, judge_left      # nothing above
        lbu     $t2, field + -3($t0)
        seq     $t2, $t1, $t2
        add     $t9, $t9, $t2
judge_left:
        beqz    $t0, judge_next
        beq     $t0, 3, judge_next      # nothing to the left
        beq     $t0, 6, judge_next
        lbu     $t2, field + -1($t0)
        seq     $t2, $t1, $t2
        add     $t9, $t9, $t2
judge_next:
        addi    $t0, $t0, -1
        bgez    $t0, judge_cell
        li      $v0, 0
        bnez    $t9, judge_out
        li      $v0, -1
judge_out:
        jr      $ra

# paint: prints the board, four characters a cell, straight from the table.
paint:  li      $t0, 0
        li      $a0, '\n'
        li      $v0, 11
        syscall
paint_cell:
        lbu     $t1, field($t0)
        sll     $t1, $t1, 2
        li      $t2, 4
paint_char:
        lbu     $a0, tile($t1)
        li      $v0, 11
        syscall
        addi    $t1, $t1, 1
        addi    $t2, $t2, -1
        bgtz    $t2, paint_char
        addi    $t0, $t0, 1
        li      $t3, 3
        rem     $t2, $t0, $t3
        bgtz    $t2, paint_cell
        li      $a0, '\n'
        li      $v0, 11
        syscall
        blt     $t0, 9, paint_cell
        jr      $ra

print:  li      $v0, 4
        syscall
        jr      $ra

# key: reads a character that is no newline.  ->  $v0
key:    li      $v0, 12
        syscall
        beq     $v0, '\n', key
        move    $t0, $v0
        li      $a0, '\n'               # the key stands on the screen; the answer on the next line
        li      $v0, 11
        syscall
        move    $v0, $t0
        jr      $ra
