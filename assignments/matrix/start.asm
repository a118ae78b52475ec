# The product of two square matrices.
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
        # Write the function here.
        jr      $ra
