# snake.asm: a game on the bitmap display, played with w, a, s and d; q ends it.
#
# Purpose:   keyboard and display registers, the bitmap display, service 32 between two pictures
# Input:     keys, by the receiver at 0xffff0000; run it with
#            fivetwelve run --keyboard --display --bitmap 256x256:8@gp asm/examples/snake.asm
# Output:    32 x 32 units at $gp, and the score on the display of characters
# Registers: $s0 head and $s1 tail as offsets in `body`, $s2 column and $s3 row of the head, $s4 and
#            $s5 columns and rows of a move, $s6 the score

        .eqv    SLEEP        32
        .eqv    RANDOM_BELOW 42
        .eqv    EXIT         10
        .eqv    PAUSE        90         # milliseconds between two moves
        .eqv    KEY_READY    0xffff0000
        .eqv    KEY          0xffff0004
        .eqv    SHOW_READY   0xffff0008
        .eqv    SHOW         0xffff000c
        .eqv    GREEN        0x0040c040
        .eqv    RED          0x00e04040
        .eqv    BLACK        0x00000000

        .data
title:  .asciiz "Score "
        .align  2
body:   .space  4096                    # the addresses of the snake's units, in a ring

        .text
        .globl main
main:   li      $s0, 8                  # three units long, the head in front
        li      $s1, 0
        li      $s2, 5
        li      $s3, 16
        li      $s4, 1                  # to the right
        li      $s5, 0
        li      $s6, 0
        li      $t0, 0
        li      $a0, 3
        move    $a1, $s3
first:  jal     unit
        li      $t1, GREEN
        sw      $t1, 0($v0)
        sw      $v0, body($t0)
        addiu   $t0, $t0, 4
        addiu   $a0, $a0, 1
        ble     $t0, 8, first
        jal     feed
        jal     score

step:   li      $v0, SLEEP
        li      $a0, PAUSE
        syscall
        jal     turn
        addu    $s2, $s2, $s4
        addu    $s3, $s3, $s5
        sltiu   $t0, $s2, 32            # outside of the picture?
        beqz    $t0, over
        sltiu   $t0, $s3, 32
        beqz    $t0, over
        move    $a0, $s2
        move    $a1, $s3
        jal     unit
        lw      $t0, 0($v0)
        beq     $t0, GREEN, over        # into itself?
        addiu   $s0, $s0, 4
        andi    $s0, $s0, 4095
        sw      $v0, body($s0)
        li      $t1, GREEN
        sw      $t1, 0($v0)
        beq     $t0, RED, eaten
        lw      $t2, body($s1)          # the tail follows
        sw      $zero, 0($t2)
        addiu   $s1, $s1, 4
        andi    $s1, $s1, 4095
        b       step
eaten:  addiu   $s6, $s6, 1
        jal     feed
        jal     score
        b       step

over:   li      $v0, EXIT
        syscall

# unit($a0 column, $a1 row): its address in $v0.
unit:   sll     $v0, $a1, 5
        addu    $v0, $v0, $a0
        sll     $v0, $v0, 2
        addu    $v0, $v0, $gp
        jr      $ra

# feed(): puts food on a unit that is free.
feed:   addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
search: li      $v0, RANDOM_BELOW
        li      $a0, 0
        li      $a1, 1024
        syscall
        sll     $t0, $a0, 2
        addu    $t0, $t0, $gp
        lw      $t1, 0($t0)
        bne     $t1, BLACK, search
        li      $t1, RED
        sw      $t1, 0($t0)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# turn(): does what a key says, if one was pressed. The snake does not turn back into itself.
turn:   lw      $t0, KEY_READY
        andi    $t0, $t0, 1
        beqz    $t0, turned
        lw      $t0, KEY
        beq     $t0, 'w', up
        beq     $t0, 's', down
        beq     $t0, 'a', left
        beq     $t0, 'd', right
        beq     $t0, 'q', over
turned: jr      $ra
up:     bnez    $s5, turned
        li      $s4, 0
        li      $s5, -1
        jr      $ra
down:   bnez    $s5, turned
        li      $s4, 0
        li      $s5, 1
        jr      $ra
left:   bnez    $s4, turned
        li      $s4, -1
        li      $s5, 0
        jr      $ra
right:  bnez    $s4, turned
        li      $s4, 1
        li      $s5, 0
        jr      $ra

# score(): writes the score on the display of characters, which a form feed clears.
score:  addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $a0, 12
        jal     put
        la      $t3, title
letter: lbu     $a0, 0($t3)
        beqz    $a0, digits
        jal     put
        addiu   $t3, $t3, 1
        b       letter
digits: div     $t5, $s6, 10            # two digits are enough for anyone
        rem     $t5, $t5, 10
        beqz    $t5, unity
        addiu   $a0, $t5, '0'
        jal     put
unity:  rem     $t5, $s6, 10
        addiu   $a0, $t5, '0'
        jal     put
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# put($a0 character): waits until the display is ready.
put:    lw      $t6, SHOW_READY
        andi    $t6, $t6, 1
        beqz    $t6, put
        sw      $a0, SHOW
        jr      $ra
