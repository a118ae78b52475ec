# Quicksort, faulty.
#
# Mistake: `$ra` is not saved around the inner calls.
# Shown by the input: "2\n1\n1\n"
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
        jal     quicksort
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

# Sorts an array in place, the smallest element first, by quicksort.
#   $a0  the address of the first word
#   $a1  the number of words
quicksort:
        ble     $a1, 1, sorted          # sorted already
        addiu   $sp, $sp, -16

        sw      $s0, 8($sp)
        sw      $s1, 4($sp)
        sll     $t0, $a1, 2
        addu    $s1, $a0, $t0           # behind the last element
        lw      $t1, -4($s1)            # the pivot is the last element
        move    $s0, $a0                # where the next smaller element goes
        move    $t2, $a0
partition:
        lw      $t3, 0($t2)
        bge     $t3, $t1, larger
        lw      $t4, 0($s0)             # swap it to the front
        sw      $t3, 0($s0)
        sw      $t4, 0($t2)
        addiu   $s0, $s0, 4
larger:
        addiu   $t2, $t2, 4
        bne     $t2, $s1, partition
        lw      $t4, 0($s0)             # the pivot goes behind the smaller ones
        sw      $t1, 0($s0)
        sw      $t4, -4($s1)
        subu    $a1, $s0, $a0           # the part before the pivot
        srl     $a1, $a1, 2
        jal     quicksort
        addiu   $a0, $s0, 4             # the part behind it
        subu    $a1, $s1, $a0
        srl     $a1, $a1, 2
        jal     quicksort

        lw      $s0, 8($sp)
        lw      $s1, 4($sp)
        addiu   $sp, $sp, 16
sorted:
        jr      $ra
