# Factorials, computed recursively, faulty.
#
# Mistake: adds where it should multiply.
# Shown by the input: "1\n-1\n"
#
# Reads integers until a negative one and prints the factorial of each.

.data
equals:    .asciiz "! = "
too_large: .asciiz "! is too large\n"

.text
# Registers: $s0 the number, $s1 its factorial.
main:
        li      $v0, 5
        syscall
        bltz    $v0, end
        move    $s0, $v0
        bgt     $s0, 12, large          # 13! has more than 32 bits
        move    $a0, $s0
        jal     fact
        move    $s1, $v0
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, equals
        li      $v0, 4
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        j       main
large:
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, too_large
        li      $v0, 4
        syscall
        j       main
end:
        li      $v0, 10
        syscall

# The factorial of a number from 0 to 12.
#   $a0  the number
#   $v0  its factorial
fact:
        blez    $a0, one                # 0! = 1 ends the recursion
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)             # the inner call changes $a0
        addiu   $a0, $a0, -1
        jal     fact
        lw      $a0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        add     $v0, $v0, $a0
        jr      $ra
one:
        li      $v0, 1
        jr      $ra
