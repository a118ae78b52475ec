# Numbers out of text, and text out of numbers.
#
# Reads lines until an empty one, and prints the number of each.

.data
line:   .space 64

.text
# Registers: $s0 the end of a line, a newline.
main:
        li      $s0, '\n'
next:
        la      $a0, line
        li      $a1, 64
        li      $v0, 8
        syscall
        lbu     $t0, line
        beq     $t0, $s0, end           # an empty line
        beqz    $t0, end
        la      $a0, line
        jal     parse
        move    $a0, $v0
        jal     print
        move    $a0, $s0
        li      $v0, 11
        syscall
        j       next
end:
        li      $v0, 10
        syscall

# The number that a text begins with.
#   $a0  the address of the text
#   $v0  the number
parse:
        # Write the function here.
        li      $v0, 0
        jr      $ra

# Prints a number in decimal.
#   $a0  the number
print:
        # Write the function here.
        jr      $ra
