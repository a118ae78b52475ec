# Bubble sort, faulty.
#
# Mistake: goes through the array only once.
# Shown by the input: "3\n2\n3\n1\n"
#
# Reads the number of elements and the elements, and prints them in order.

.data
array:        .space 80         # 20 words
sorted_text:  .asciiz " sorted\n"
invalid_text: .asciiz "invalid\n"

.text
# Registers: $s0 how many elements there are, $s1 how many are still to read or to print.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        bltz    $s0, invalid
        bgt     $s0, 20, invalid
        move    $s1, $s0
        la      $t0, array
read:
        blez    $s1, all_read
        li      $v0, 5
        syscall
        sw      $v0, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $s1, $s1, -1
        j       read
all_read:
        la      $a0, array
        move    $a1, $s0
        jal     bubble_sort
        move    $s1, $s0
        la      $t0, array
print:
        blez    $s1, all_printed
        lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 4
        addiu   $s1, $s1, -1
        j       print
all_printed:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, sorted_text
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

# Sorts an array in place, the smallest element first.
#   $a0  the address of the first word
#   $a1  the number of words
bubble_sort:
        addiu   $a1, $a1, -1            # how many pairs of neighbours there are
pass:
        blez    $a1, done               # none with one element, or with none
        move    $t0, $a0
        move    $t1, $a1
pair:
        lw      $t2, 0($t0)
        lw      $t3, 4($t0)
        ble     $t2, $t3, in_order
        sw      $t3, 0($t0)
        sw      $t2, 4($t0)
in_order:
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bgtz    $t1, pair

done:
        jr      $ra
