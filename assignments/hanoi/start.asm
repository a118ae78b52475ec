# The towers of Hanoi.
#
# Reads the number of discs and prints the moves.

.data
arrow:        .asciiz " -> "
discs:        .asciiz " discs, "
moves:        .asciiz " moves\n"
invalid_text: .asciiz "invalid\n"

.text
# Registers: $s0 the number of discs, $s1 the number of moves.
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        bltz    $s0, invalid
        bgt     $s0, 6, invalid
        move    $a0, $s0
        li      $a1, 1
        li      $a2, 3
        li      $a3, 2
        jal     hanoi
        move    $s1, $v0
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, discs
        li      $v0, 4
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, moves
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

# Moves a tower and prints each move.
#   $a0  the number of discs
#   $a1  the peg that they are on, $a2 the peg that they go to, $a3 the third peg
#   $v0  the number of moves
hanoi:
        # Write the function here. It calls itself, so it has to save $ra.
        li      $v0, 0
        jr      $ra
