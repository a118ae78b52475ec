# Length, reverse and palindrome of strings, faulty.
#
# Mistake: goes on to the end of the string, so all is swapped back.
# Shown by the input: "1\nab\n"
#
# Reads how many lines come, and prints what the functions say about each.

.data
line:   .space 64
yes:    .asciiz " yes\n"
no:     .asciiz " no\n"

.text
# Registers: $s0 lines to come, $s1 whether the line is a palindrome.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
next:
        blez    $s0, end
        la      $a0, line
        li      $a1, 64
        li      $v0, 8
        syscall
        la      $a0, line
        jal     chomp
        la      $a0, line
        jal     palindrome
        move    $s1, $v0
        la      $a0, line
        jal     length
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        la      $a0, line
        jal     reverse
        la      $a0, line
        li      $v0, 4
        syscall
        la      $a0, yes
        bnez    $s1, answer
        la      $a0, no
answer:
        li      $v0, 4
        syscall
        addiu   $s0, $s0, -1
        j       next
end:
        li      $v0, 10
        syscall

# Ends a string at its newline, if it has one.
#   $a0  the address of the string
chomp:
        lbu     $t0, 0($a0)
        beqz    $t0, chomped
        addiu   $a0, $a0, 1
        bne     $t0, '\n', chomp
        sb      $zero, -1($a0)
chomped:
        jr      $ra

# How long a string is.
#   $a0  the address of the string
#   $v0  how many characters come before the zero byte
length:
        li      $v0, 0
count:
        lbu     $t0, 0($a0)
        beqz    $t0, counted
        addiu   $v0, $v0, 1
        addiu   $a0, $a0, 1
        j       count
counted:
        jr      $ra

# Reverses a string in place.
#   $a0  the address of the string
reverse:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        jal     length
        lw      $t0, 0($sp)             # the left character
        addu    $t1, $t0, $v0           # behind the right one
        move    $t4, $t1
swap:
        addiu   $t1, $t1, -1
        bgeu    $t0, $t4, reversed      # at the end
        lbu     $t2, 0($t0)
        lbu     $t3, 0($t1)
        sb      $t3, 0($t0)
        sb      $t2, 0($t1)
        addiu   $t0, $t0, 1
        j       swap
reversed:
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Whether a string reads the same backwards.
#   $a0  the address of the string
#   $v0  1 if it does, else 0
palindrome:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        jal     length
        lw      $t0, 0($sp)             # the left character
        addu    $t1, $t0, $v0           # behind the right one
        li      $v0, 0
compare:
        addiu   $t1, $t1, -1
        bgeu    $t0, $t1, same          # they met, or there are none
        lbu     $t2, 0($t0)
        lbu     $t3, 0($t1)
        bne     $t2, $t3, differ
        addiu   $t0, $t0, 1
        j       compare
same:
        li      $v0, 1
differ:
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
