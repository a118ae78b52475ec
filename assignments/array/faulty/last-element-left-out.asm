# Sum, minimum, maximum and average of an array, faulty.
#
# Mistake: `sum` stops before the last element.
# Shown by the input: "2\n-1\n-1\n"
#
# Reads the number of elements and the elements, and prints the four results.

.data
array:        .space 80         # 20 words
sum_text:     .asciiz "sum "
min_text:     .asciiz "min "
max_text:     .asciiz "max "
average_text: .asciiz "average "
invalid_text: .asciiz "invalid\n"

.text
# Registers: $s0 how many elements there are, $s1 the address of the array.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        blt     $s0, 1, invalid
        bgt     $s0, 20, invalid
        la      $s1, array
        move    $t0, $s1
        move    $t1, $s0
read:
        li      $v0, 5
        syscall
        sw      $v0, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bgtz    $t1, read
        move    $a0, $s1
        move    $a1, $s0
        jal     sum
        la      $a0, sum_text
        jal     show
        move    $a0, $s1
        move    $a1, $s0
        jal     minimum
        la      $a0, min_text
        jal     show
        move    $a0, $s1
        move    $a1, $s0
        jal     maximum
        la      $a0, max_text
        jal     show
        move    $a0, $s1
        move    $a1, $s0
        jal     average
        la      $a0, average_text
        jal     show
        j       end
invalid:
        la      $a0, invalid_text
        li      $v0, 4
        syscall
end:
        li      $v0, 10
        syscall

# Prints a line with a text and a number.
#   $a0  the address of the text
#   $v0  the number
show:
        move    $t0, $v0
        li      $v0, 4
        syscall
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        jr      $ra

# The sum of an array.
#   $a0  the address of the first word, $a1 the number of words
#   $v0  the sum
sum:
        li      $v0, 0
add_next:
        lw      $t0, 0($a0)
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        bgt     $a1, 1, add_next
        jr      $ra

# The smallest element of an array.
#   $a0  the address of the first word, $a1 the number of words
#   $v0  the smallest element
minimum:
        lw      $v0, 0($a0)             # the smallest so far
min_next:
        lw      $t0, 0($a0)
        bge     $t0, $v0, not_smaller
        move    $v0, $t0
not_smaller:
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        bgtz    $a1, min_next
        jr      $ra

# The largest element of an array.
#   $a0  the address of the first word, $a1 the number of words
#   $v0  the largest element
maximum:
        lw      $v0, 0($a0)             # the largest so far
max_next:
        lw      $t0, 0($a0)
        ble     $t0, $v0, not_larger
        move    $v0, $t0
not_larger:
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        bgtz    $a1, max_next
        jr      $ra

# The average of an array, rounded towards 0.
#   $a0  the address of the first word, $a1 the number of words
#   $v0  the average
average:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a1, 0($sp)             # sum changes $a1
        jal     sum
        lw      $a1, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        div     $v0, $a1
        mflo    $v0
        jr      $ra
