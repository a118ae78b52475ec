# Length, reverse and palindrome of strings.
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
        # Write the function here.
        li      $v0, 0
        jr      $ra

# Reverses a string in place.
#   $a0  the address of the string
reverse:
        # Write the function here.
        jr      $ra

# Whether a string reads the same backwards.
#   $a0  the address of the string
#   $v0  1 if it does, else 0
palindrome:
        # Write the function here.
        li      $v0, 0
        jr      $ra
