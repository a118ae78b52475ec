# Fibonacci numbers, by a loop, faulty.
#
# Mistake: F(0) is taken to be 1, so every number comes one too early.
# Shown by the input: "0\n-1\n"
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
        li      $v0, 1                  # the first one
        li      $t0, 1                  # F(i + 1)
step:
        blez    $a0, done
        addu    $t1, $v0, $t0           # addu: F(47) looks negative
        move    $v0, $t0
        move    $t0, $t1
        addiu   $a0, $a0, -1
        j       step
done:
        jr      $ra
