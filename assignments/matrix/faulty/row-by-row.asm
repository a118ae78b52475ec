# The product of two square matrices, faulty.
#
# Mistake: multiplies row with row instead of row with column.
# Shown by the input: "2\n1\n2\n3\n4\n5\n6\n7\n8\n"
#
# Reads the number of rows and the elements, and prints the product.

.data
first:        .space 100        # 25 words each
second:       .space 100
result:       .space 100
rows:         .asciiz " rows\n"
invalid_text: .asciiz "invalid\n"

.text
# Registers: $s0 the number of rows, $s1 an element, $s2 rows and $s3 columns still to be printed.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        blez    $s0, invalid
        bgt     $s0, 5, invalid
        la      $a0, first
        move    $a1, $s0
        jal     read
        la      $a0, second
        move    $a1, $s0
        jal     read
        la      $a0, first
        la      $a1, second
        la      $a2, result
        move    $a3, $s0
        jal     product
        la      $s1, result
        move    $s2, $s0
print_row:
        move    $s3, $s0
print_element:
        lw      $a0, 0($s1)
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        addiu   $s1, $s1, 4
        addiu   $s3, $s3, -1
        bgtz    $s3, print_element
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addiu   $s2, $s2, -1
        bgtz    $s2, print_row
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, rows
        li      $v0, 4
        syscall
        j       end
invalid:
        la      $a0, invalid_text
        li      $v0, 4
        syscall
end:
        li      $v0, 10
        syscall

# Reads a square matrix.
#   $a0  its address
#   $a1  the number of rows
read:
        mul     $t0, $a1, $a1
read_element:
        li      $v0, 5
        syscall
        sw      $v0, 0($a0)
        addiu   $a0, $a0, 4
        addiu   $t0, $t0, -1
        bgtz    $t0, read_element
        jr      $ra

# Multiplies two square matrices.
#   $a0, $a1  the addresses of the matrices
#   $a2       the address of the result
#   $a3       the number of rows
product:
        sll     $t9, $a3, 2             # the bytes of a row
        li      $t0, 0                  # the row i
next_row:
        li      $t1, 0                  # the column j
next_column:
        li      $t2, 0                  # the sum
        mul     $t4, $t0, $t9           # where row i of the first matrix begins
        addu    $t4, $a0, $t4
        mul     $t5, $t1, $t9           # where row j of the second begins
        addu    $t5, $a1, $t5
        move    $t3, $a3                # how many products are to come
next_product:
        lw      $t6, 0($t4)
        lw      $t7, 0($t5)
        mul     $t6, $t6, $t7
        addu    $t2, $t2, $t6
        addiu   $t4, $t4, 4             # one column further on
        addiu   $t5, $t5, 4
        addiu   $t3, $t3, -1
        bgtz    $t3, next_product
        sw      $t2, 0($a2)
        addiu   $a2, $a2, 4
        addiu   $t1, $t1, 1
        blt     $t1, $a3, next_column
        addiu   $t0, $t0, 1
        blt     $t0, $a3, next_row
        jr      $ra
