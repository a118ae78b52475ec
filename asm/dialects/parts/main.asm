# parts/main.asm: the 512 game in three files, joined by .include.
#
# Purpose:   2048 on three by three cells, won with a 512; this file has the game, `io.asm` what prints
#            and reads, `moves.asm` what slides
# Input:     the menu: a line P (play) or X (exit); the game: a line W (up), A (left), S (down),
#            D (right) or X (exit)
# Output:    the board before each question; how the game ends
# Registers: $s0 the cell at the wall, $s1 from cell to cell, $s2 from line to line, $s3 lines left,
#            $s4 has the board changed?

        .include "io.asm"

        .data
grid:   .byte   0, 0, 0,  0, 0, 0,  0, 0, 0    # exponents; 0 is empty

        .text
main:   print   ("512 in parts\n")
menu:   print   ("P plays, X exits: ")
        read_key
        beq     $v0, 'P', new_game
        beq     $v0, 'X', leave
        print   ("P or X!\n")
        b       menu

new_game:
        jal     new_tile
        jal     new_tile
turn:   jal     print_grid
        jal     has_won
        bnez    $v0, won
        jal     has_lost
        bnez    $v0, lost
ask:    print   ("W A S D, X exits: ")
        read_key
        li      $s0, 0
        li      $s1, WIDTH
        li      $s2, 1
        beq     $v0, 'W', go
        li      $s1, 1
        li      $s2, WIDTH
        beq     $v0, 'A', go
        li      $s0, LAST
        li      $s1, -WIDTH
        li      $s2, -1
        beq     $v0, 'S', go
        li      $s1, -1
        li      $s2, -WIDTH
        beq     $v0, 'D', go
        beq     $v0, 'X', leave
        print   ("This is no key.\n")
        b       ask

go:     li      $s3, WIDTH
        li      $s4, 0
go_line:
        move    $a0, $s0
        move    $a1, $s1
        jal     slide_line
        or      $s4, $s4, $v0
        addu    $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bnez    $s3, go_line
        bnez    $s4, went
        print   ("This changes nothing.\n")
        b       ask
went:   jal     new_tile
        b       turn

won:    print   ("A 512: you win.\n")
        b       leave
lost:   print   ("Blocked: you lose.\n")
leave:  li      $v0, 10
        syscall

        .include "moves.asm"
