# The towers of Hanoi, faulty.
#
# Mistake: the smaller discs are moved to where the largest must go.
# Shown by the input: "2\n"
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
        li      $v0, 0
        beqz    $a0, moved              # no discs, no moves
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        sw      $s1, 12($sp)
        sw      $s2, 8($sp)
        sw      $s3, 4($sp)
        sw      $s4, 0($sp)
        addiu   $s0, $a0, -1            # all but the largest disc
        move    $s1, $a1                # from
        move    $s2, $a2                # to
        move    $s3, $a3                # the third peg
        move    $a0, $s0                # the smaller discs to the third peg
        move    $a2, $s2
        move    $a3, $s3
        jal     hanoi
        addiu   $s4, $v0, 1             # the moves so far, and this one
        move    $a0, $s1                # the largest disc
        li      $v0, 1
        syscall
        la      $a0, arrow
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        move    $a0, $s0                # the smaller discs onto it
        move    $a1, $s3
        move    $a2, $s2
        move    $a3, $s1
        jal     hanoi
        addu    $v0, $v0, $s4
        lw      $ra, 20($sp)
        lw      $s0, 16($sp)
        lw      $s1, 12($sp)
        lw      $s2, 8($sp)
        lw      $s3, 4($sp)
        lw      $s4, 0($sp)
        addiu   $sp, $sp, 24
moved:
        jr      $ra
