# A snake on the bitmap display, which eats what lies in its way and grows.
#
# The picture has 32 by 32 units of 8 by 8 pixels and begins at $gp. Run it with
#     fivetwelve run --keyboard --bitmap 256x256:8@gp start.asm
#
# Registers of main:
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
main:   la      $s6, food
        # Draw the snake and the first piece of food. Then, for each move: sleep with service 32, look
        # for a key, and move the head and the tail.
        jal     draw_food
        li      $v0, 10
        syscall

# Gives the address of the unit in column $a0 and row $a1 in $v0.
unit:   sll     $v0, $a1, 5
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
