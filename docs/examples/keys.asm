# keys.asm: waits for a key and shows it.
#
# Purpose:   the registers of the keyboard and the display
# Input:     a key
# Output:    the key, on the display
# Registers: $t0 the registers, $t1 a control register, $t2 the key

        .text
        .globl main
main:   li      $t0, 0xffff0000
key:    lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beqz    $t1, key
        lw      $t2, 4($t0)
show:   lw      $t1, 8($t0)
        andi    $t1, $t1, 1
        beqz    $t1, show
        sw      $t2, 12($t0)
        li      $v0, 10
        syscall
