# Numbers out of text, and text out of numbers, faulty.
#
# Mistake: divides with a sign, so -2147483648 has negative digits.
# Shown by the input: "-2147483648\n\n"
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
        li      $v0, 0
        li      $t1, 0                  # whether it is negative
        lbu     $t0, 0($a0)
        beq     $t0, '+', sign
        bne     $t0, '-', digit
        li      $t1, 1
sign:
        addiu   $a0, $a0, 1
digit:
        lbu     $t0, 0($a0)
        blt     $t0, '0', parsed        # not a digit, or the end
        bgt     $t0, '9', parsed
        addiu   $t0, $t0, -48           # '0' is 48
        mul     $v0, $v0, 10
        addu    $v0, $v0, $t0
        j       sign
parsed:
        beqz    $t1, positive
        subu    $v0, $zero, $v0
positive:
        jr      $ra

# Prints a number in decimal.
#   $a0  the number
print:
        move    $t0, $a0
        bgez    $t0, digits
        li      $a0, '-'
        li      $v0, 11
        syscall
        subu    $t0, $zero, $t0
digits:
        addiu   $sp, $sp, -12           # room for ten digits
        addiu   $t1, $sp, 12            # they come last first
        addiu   $t4, $sp, 12            # behind the last one
        li      $t2, 10
divide:
        div     $t0, $t2
        mfhi    $t3
        mflo    $t0
        addiu   $t3, $t3, 48
        addiu   $t1, $t1, -1
        sb      $t3, 0($t1)
        bnez    $t0, divide             # at least once, for 0
show:
        lbu     $a0, 0($t1)
        li      $v0, 11
        syscall
        addiu   $t1, $t1, 1
        bne     $t1, $t4, show
        addiu   $sp, $sp, 12
        jr      $ra
