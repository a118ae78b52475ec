# A snake on the bitmap display, which eats what lies in its way and grows; faulty.
#
# Mistake: its rows have 64 units.
# Shown by: the first picture
#
# The picture has 32 by 32 units of 8 by 8 pixels and begins at $gp. Registers of main:
#   $s0  where the head is in `body`, as an offset     $s1  the same of the tail
#   $s2  column of the head                            $s3  its row
#   $s4  columns a move goes to the right              $s5  rows it goes down
#   $s6  address of the next piece of food in `food`

        .eqv    GREEN   0x0000ff00
        .eqv    RED     0x00ff0000
        .eqv    BLACK   0x00000000
        .eqv    KEY_READY 0xffff0000
        .eqv    KEY     0xffff0004

        .data
# Column and row of each piece of food; -1 ends them.
food:   .byte   10, 16,  10, 10,  4, 10,  4, 20,  20, 20,  20, 12,  -1
        .align  2
# The addresses of the units that the snake is on, in a ring of 1024 words.
body:   .space  4096

        .text
        .globl  main
main:   li      $s0, 8              # Three units long, the head in front.
        li      $s1, 0
        li      $s2, 5
        li      $s3, 16
        li      $s4, 1              # To the right.
        li      $s5, 0
        la      $s6, food
        li      $t0, 0
        li      $t1, 3
start:  sll     $t2, $s3, 6         # The unit in column $t1 of that row.
        addu    $t2, $t2, $t1
        sll     $t2, $t2, 2
        addu    $t2, $t2, $gp
        li      $t3, GREEN
        sw      $t3, 0($t2)
        sw      $t2, body($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 1
        ble     $t0, 8, start
        jal     draw_food

# One move after each pause.
again:  li      $v0, 32
        li      $a0, 100
        syscall
        jal     look_for_key
        addu    $s2, $s2, $s4
        addu    $s3, $s3, $s5
        sltiu   $t0, $s2, 32        # Outside of the picture?
        beqz    $t0, over
        sltiu   $t0, $s3, 32
        beqz    $t0, over
        move    $a0, $s2
        move    $a1, $s3
        jal     unit
        lw      $t0, 0($v0)
        beq     $t0, GREEN, over    # Into itself?
        addiu   $s0, $s0, 4
        andi    $s0, $s0, 4095
        sw      $v0, body($s0)
        li      $t1, GREEN
        sw      $t1, 0($v0)
        beq     $t0, RED, eaten
        lw      $t2, body($s1)      # The tail follows.
        li      $t1, BLACK
        sw      $t1, 0($t2)
        addiu   $s1, $s1, 4
        andi    $s1, $s1, 4095
        b       again
eaten:  addiu   $s6, $s6, 2
        lb      $t0, 0($s6)
        bltz    $t0, over
        jal     draw_food
        b       again

over:   li      $v0, 10
        syscall

# Gives the address of the unit in column $a0 and row $a1 in $v0.
unit:   sll     $v0, $a1, 6
        addu    $v0, $v0, $a0
        sll     $v0, $v0, 2
        addu    $v0, $v0, $gp
        jr      $ra

# Draws the piece of food that $s6 points to.
draw_food:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        lb      $a0, 0($s6)
        lb      $a1, 1($s6)
        jal     unit
        li      $t0, RED
        sw      $t0, 0($v0)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# Turns the snake if one of w, a, s and d was pressed, but not back into itself.
look_for_key:
        lw      $t0, KEY_READY
        andi    $t0, $t0, 1
        beqz    $t0, looked
        lw      $t0, KEY
        beq     $t0, 'w', up
        beq     $t0, 's', down
        beq     $t0, 'a', left
        beq     $t0, 'd', right
looked: jr      $ra
up:     bnez    $s5, looked
        li      $s4, 0
        li      $s5, -1
        jr      $ra
down:   bnez    $s5, looked
        li      $s4, 0
        li      $s5, 1
        jr      $ra
left:   bnez    $s4, looked
        li      $s4, -1
        li      $s5, 0
        jr      $ra
right:  bnez    $s4, looked
        li      $s4, 1
        li      $s5, 0
        jr      $ra
