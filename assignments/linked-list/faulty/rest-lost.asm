# A linked list in ascending order, faulty.
#
# Mistake: the node before the deleted one becomes the last.
# Shown by the input: "1\n1\n1\n2\n1\n2\n2\n2\n0\n"
#
# Reads commands to insert and delete values, and prints the list after each.

.text
# Registers: $s0 the first node, or 0; $s1 the command.
main:
        li      $s0, 0
command:
        li      $v0, 5
        syscall
        move    $s1, $v0
        beq     $s1, 1, value
        bne     $s1, 2, end
value:
        li      $v0, 5
        syscall
        move    $a0, $s0
        move    $a1, $v0
        bne     $s1, 1, take_out
        jal     insert
        j       changed
take_out:
        jal     delete
changed:
        move    $s0, $v0
        move    $a0, $s0
        jal     print
        j       command
end:
        li      $v0, 10
        syscall

# Prints a list on a line.
#   $a0  the first node, or 0
print:
        move    $t0, $a0
each:
        beqz    $t0, printed
        lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        lw      $t0, 4($t0)
        j       each
printed:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        jr      $ra

# Puts a value into its place in a list.
#   $a0  the first node, or 0
#   $a1  the value
#   $v0  the first node afterwards
insert:
        move    $t0, $a0                # the list
        li      $a0, 8
        li      $v0, 9
        syscall                         # $v0 is the new node
        sw      $a1, 0($v0)
        beqz    $t0, first              # the list is empty
        lw      $t1, 0($t0)
        ble     $a1, $t1, first         # or all values are larger
        move    $t2, $t0                # the node before
look:
        lw      $t3, 4($t2)             # the node behind
        beqz    $t3, link               # there is none: it becomes the last
        lw      $t1, 0($t3)
        ble     $a1, $t1, link
        move    $t2, $t3
        j       look
link:
        sw      $t3, 4($v0)
        sw      $v0, 4($t2)
        move    $v0, $t0
        jr      $ra
first:
        sw      $t0, 4($v0)
        jr      $ra

# Takes the first node with a value out of a list.
#   $a0  the first node, or 0
#   $a1  the value
#   $v0  the first node afterwards
delete:
        move    $v0, $a0
        beqz    $a0, deleted            # the list is empty
        lw      $t0, 0($a0)
        bne     $t0, $a1, search
        lw      $v0, 4($a0)             # it was the first: the second is now
        jr      $ra
search:
        lw      $t1, 4($a0)             # the node behind
        beqz    $t1, deleted            # there is none
        lw      $t0, 0($t1)
        beq     $t0, $a1, unlink
        move    $a0, $t1
        j       search
unlink:
        sw      $zero, 4($a0)           # the node before it is the last now
deleted:
        jr      $ra
