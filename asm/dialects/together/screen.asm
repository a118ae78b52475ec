# together/screen.asm: what is printed and read. `board` is in main.asm.

        .globl  ask_level
        .globl  ask_key
        .globl  print_board
        .globl  say_unknown
        .globl  say_same
        .globl  say_won
        .globl  say_lost

        .data
buffer: .space  10
level:  .asciiz "Level of talk (0 = little, 1 = much): "
rules:  .asciiz "U, L, D, R slide the tiles. Equal tiles merge. You need a 512.\n"
key:    .asciiz "U/L/D/R/E: "
what:   .asciiz "What?\n"
same:   .asciiz "Nothing slides.\n"
won:    .asciiz "Great, a 512! The end.\n"
lost:   .asciiz "Too bad, no move left. The end.\n"
talk:   .asciiz "The board is now:\n"

        .text
# ask_level: reads the level.  ->  $v0 0 or 1
ask_level:
        la      $a0, level
        li      $v0, 4
        syscall
        la      $a0, buffer
        li      $a1, 10
        li      $v0, 8
        syscall
        lb      $t0, buffer
        li      $v0, 0
        bne     $t0, '1', level_out
        la      $a0, rules
        li      $v0, 4
        syscall
        li      $v0, 1
level_out:
        jr      $ra

# ask_key: reads a line.  ->  $v0 its character, in upper case, 0 if it has more than one
ask_key:
        la      $a0, key
        li      $v0, 4
        syscall
        la      $a0, buffer
        li      $a1, 10
        li      $v0, 8
        syscall
        li      $v0, 0
        lb      $t0, buffer + 1
        bne     $t0, 10, key_out
        lb      $v0, buffer
        blt     $v0, 'a', key_out
        addi    $v0, $v0, -32
key_out:
        jr      $ra

# print_board: prints the board between exclamation marks.   $a0 the level of talk
print_board:
        beqz    $a0, print_start
        la      $a0, talk
        li      $v0, 4
        syscall
print_start:
        la      $t0, board
        li      $t1, 3
print_row:
        li      $t2, 3
        li      $a0, '!'
        li      $v0, 11
        syscall
print_cell:
        lw      $t3, 0($t0)
        li      $a0, ' '
        li      $v0, 11
        bge     $t3, 100, print_tile
        syscall
        bge     $t3, 10, print_tile
        syscall
print_tile:
        move    $a0, $t3
        li      $v0, 1
        bnez    $t3, print_it
        li      $a0, '.'
        li      $v0, 11
print_it:
        syscall
        li      $a0, '!'
        li      $v0, 11
        syscall
        addi    $t0, $t0, 4
        addi    $t2, $t2, -1
        bgtz    $t2, print_cell
        li      $a0, '\n'
        syscall
        addi    $t1, $t1, -1
        bgtz    $t1, print_row
        jr      $ra

say_unknown:
        la      $a0, what
        j       say
say_same:
        la      $a0, same
        j       say
say_won:
        la      $a0, won
        j       say
say_lost:
        la      $a0, lost
say:    li      $v0, 4
        syscall
        jr      $ra
