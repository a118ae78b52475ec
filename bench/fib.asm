# fib.asm: Fibonacci numbers by plain recursion.
#
# Purpose:   speed of calls, returns and the stack
# Input:     none
# Output:    fib 1346269
# Registers: in fib: $a0 which number, $s0 the same kept over the calls, $s1 the first result,
#            $v0 the result

        .data
size:   .word   31                  # which number
name:   .asciiz "fib "

        .text
        .globl main
main:   lw      $a0, size
        jal     fib
        move    $s2, $v0            # the syscalls below need $v0

        la      $a0, name
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        li      $a0, 10             # a newline
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall

# fib: $a0 which number  ->  $v0 the number
fib:    slti    $t0, $a0, 2
        beq     $t0, $zero, deeper
        move    $v0, $a0            # 0 and 1 are their own
        jr      $ra
deeper: addiu   $sp, $sp, -12
        sw      $ra, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        addiu   $a0, $s0, -1
        jal     fib
        move    $s1, $v0
        addiu   $a0, $s0, -2
        jal     fib
        addu    $v0, $v0, $s1
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 12
        jr      $ra
