# together, wrong: a 512 is not enough, it would have to be more (in rules.asm)
# rule: win
#
# together/main.asm: the 512 game in three files that are assembled together.
#
# Purpose:   2048 on three by three cells, won with a 512; this file has the game, `rules.asm` what may be
#            done with a board, `screen.asm` what is printed and read. MARS assembles them as one program
#            with "Assemble all files in directory", or with its option p
# Input:     a line with a number for the level of talk, 0 or 1; then lines: up, left, down, right by their
#            first letter, U L D R, or E (end)
# Output:    the board before each question; how the game ends
# Registers: $s0 the level of talk, $s1 the key

        .globl  main
        .globl  board

        .data
        .align  2
board:  .word   0:9

        .text
main:   jal     ask_level
        move    $s0, $v0
        jal     drop_tile
        jal     drop_tile
loop:   move    $a0, $s0
        jal     print_board
        jal     find_goal
        bnez    $v0, won
        jal     count_moves
        beqz    $v0, lost
next:   jal     ask_key
        move    $s1, $v0
        beq     $s1, 'E', end
        move    $a0, $s1
        jal     move_board
        bltz    $v0, unknown
        beqz    $v0, same
        jal     drop_tile
        j       loop
unknown:
        jal     say_unknown
        j       next
same:   jal     say_same
        j       next
won:    jal     say_won
        j       end
lost:   jal     say_lost
end:    li      $v0, 10
        syscall
