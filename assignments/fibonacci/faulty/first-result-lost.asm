# Fibonacci numbers, by a loop, faulty.
#
# Mistake: a recursion that does not save F(n-1) while it computes F(n-2).
# Shown by the input: "4\n-1\n"
#
# Reads integers until a negative one and prints the Fibonacci number of each.

.data
too_large: .asciiz "too large"

.text
# Registers: $s0 how many numbers fit into a word.
main:
        li      $s0, 48                 # F(47) is the last that fits
next:
        li      $v0, 5
        syscall
        bltz    $v0, end
        bge     $v0, $s0, large
        move    $a0, $v0
        jal     fib
        move    $a0, $v0
        li      $v0, 36                 # print it without a sign
        syscall
        j       line
large:
        la      $a0, too_large
        li      $v0, 4
        syscall
line:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        j       next
end:
        li      $v0, 10
        syscall

# The Fibonacci number F(n).
#   $a0  n, from 0 to 47
#   $v0  F(n), without a sign
fib:
        bgt     $a0, 1, deeper
        move    $v0, $a0
        jr      $ra
deeper:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        addiu   $a0, $a0, -1
        jal     fib
        move    $t0, $v0                # the next call changes $t0
        lw      $a0, 0($sp)
        addiu   $a0, $a0, -2
        jal     fib
        addu    $v0, $v0, $t0
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
