# parts/io.asm: names and macros of the game in parts. Does nothing by itself.

        .eqv    WIDTH 3
        .eqv    LAST  8                 # the last cell
        .eqv    GOAL  9                 # the exponent of 512

# Prints a string that is written where it is needed.
        .macro  print (%string)
        .data
text:   .asciiz %string
        .text
        la      $a0, text
        li      $v0, 4
        syscall
        .end_macro

# Prints one character.
        .macro  print_char (%character)
        li      $a0, %character
        li      $v0, 11
        syscall
        .end_macro

        .data
key_line: .space 50

# Reads a line.  ->  $v0 its character, 0 if it is not exactly one
        .macro  read_key
        la      $a0, key_line
        li      $a1, 50
        li      $v0, 8
        syscall
        lbu     $v0, key_line
        lbu     $t0, key_line + 1
        beq     $t0, '\n', single
        li      $v0, 0
single:
        .end_macro
