# A linked list in ascending order.
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
        # Write the function here.
        move    $v0, $a0
        jr      $ra

# Takes the first node with a value out of a list.
#   $a0  the first node, or 0
#   $a1  the value
#   $v0  the first node afterwards
delete:
        # Write the function here.
        move    $v0, $a0
        jr      $ra
