# Finds the greatest of some numbers.

.data
numbers: .word 3, 1, 4, 1, 5

.text
        la      $a0, numbers
        li      $a1, 5
        jal     greatest
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

# Finds the greatest of some words.
#   $a0  their address
#   $a1  how many there are, at least one
#   $v0  the greatest
greatest:
        lw      $v0, 0($a0)
next:   addiu   $a1, $a1, -1
        blez    $a1, done
        addiu   $a0, $a0, 4
        lw      $t0, 0($a0)
        ble     $t0, $v0, next
        move    $v0, $t0
        j       next
done:   jr      $ra
