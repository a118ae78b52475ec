# Counting the bits of a word, faulty.
#
# Mistake: looks at 31 bits, so the leftmost one is not counted.
# Shown by the input: "1\n-1\n"
#
# Reads how many numbers come and the numbers, and prints what the functions say about each.

.data
colon:        .asciiz ": "
ones_text:    .asciiz " ones, "
leading_text: .asciiz " leading zeros\n"

.text
# Registers: $s0 numbers to come, $s1 the number, $s2 its ones, $s3 its leading zeros.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
next:
        blez    $s0, end
        li      $v0, 5
        syscall
        move    $s1, $v0
        move    $a0, $s1
        jal     ones
        move    $s2, $v0
        move    $a0, $s1
        jal     leading
        move    $s3, $v0
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, colon
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        la      $a0, ones_text
        li      $v0, 4
        syscall
        move    $a0, $s3
        li      $v0, 1
        syscall
        la      $a0, leading_text
        li      $v0, 4
        syscall
        addiu   $s0, $s0, -1
        j       next
end:
        li      $v0, 10
        syscall

# How many bits of a word are 1.
#   $a0  the word
#   $v0  how many
ones:
        li      $v0, 0
        li      $t1, 31
one_bit:
        beqz    $t1, counted
        andi    $t0, $a0, 1
        addu    $v0, $v0, $t0
        srl     $a0, $a0, 1
        addiu   $t1, $t1, -1
        j       one_bit
counted:
        jr      $ra

# How many bits of a word before the first 1 are 0.
#   $a0  the word
#   $v0  how many; 32 if there is no 1
leading:
        li      $v0, 32
shift:
        beqz    $a0, shifted            # no 1 is left
        addiu   $v0, $v0, -1
        srl     $a0, $a0, 1
        j       shift
shifted:
        jr      $ra
