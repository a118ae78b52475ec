# Binary search in a sorted array, faulty.
#
# Mistake: returns the first equal element that it comes across, not the first of the array.
# Shown by the input: "2\n1\n1\n1\n1\n"
#
# Reads an array and numbers to look for, and prints where they are.

.data
array:        .space 80         # 20 words
colon:        .asciiz ": "
invalid_text: .asciiz "invalid\n"

.text
# Registers: $s0 how many elements there are, $s1 how many numbers are to come, $s2 the number.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        bltz    $s0, invalid
        bgt     $s0, 20, invalid
        la      $t0, array
        move    $t1, $s0
        li      $t2, 0x80000000         # the element before; none is smaller
read:
        blez    $t1, all_read
        li      $v0, 5
        syscall
        blt     $v0, $t2, invalid       # not in order
        move    $t2, $v0
        sw      $v0, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        j       read
all_read:
        li      $v0, 5
        syscall
        move    $s1, $v0
next:
        blez    $s1, end
        li      $v0, 5
        syscall
        move    $s2, $v0
        la      $a0, array
        move    $a1, $s0
        move    $a2, $s2
        jal     search
        move    $t0, $v0
        move    $a0, $s2
        li      $v0, 1
        syscall
        la      $a0, colon
        li      $v0, 4
        syscall
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addiu   $s1, $s1, -1
        j       next
invalid:
        la      $a0, invalid_text
        li      $v0, 4
        syscall
end:
        li      $v0, 10
        syscall

# Where a number is in a sorted array.
#   $a0  the address of the first word
#   $a1  the number of words
#   $a2  the number to look for
#   $v0  the index of the first element that is equal to it, or -1
search:
        li      $t0, 0                  # elements before this index are smaller
        move    $t1, $a1                # elements from this index on are not
half:
        bge     $t0, $t1, narrowed
        addu    $t2, $t0, $t1           # the middle
        srl     $t2, $t2, 1
        sll     $t3, $t2, 2
        addu    $t3, $a0, $t3
        lw      $t3, 0($t3)
        blt     $t3, $a2, upper
        beq     $t3, $a2, hit
        move    $t1, $t2
        j       half
upper:
        addiu   $t0, $t2, 1
        j       half
narrowed:
        bge     $t0, $a1, missing       # all elements are smaller
        sll     $t3, $t0, 2
        addu    $t3, $a0, $t3
        lw      $t3, 0($t3)
        bne     $t3, $a2, missing
        move    $v0, $t0
        jr      $ra
hit:
        move    $v0, $t2
        jr      $ra
missing:
        li      $v0, -1
        jr      $ra
