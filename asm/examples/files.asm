# files.asm: writes a file, adds to it, and reads it again.
#
# Purpose:   files: open, read, write and close, services 13, 14, 15 and 16
# Input:     none
# Output:    the file notes.txt, and on the console what is in it; exit code 1 if that fails
# Registers: $s0 the descriptor of the open file, $s1 how many bytes were read

        .eqv    PRINT_STRING 4
        .eqv    EXIT         10
        .eqv    OPEN         13
        .eqv    READ         14
        .eqv    WRITE        15
        .eqv    CLOSE        16
        .eqv    EXIT_CODE    17
        .eqv    TO_READ      0          # how a file is opened
        .eqv    TO_WRITE     1          # from scratch
        .eqv    TO_APPEND    9
        .eqv    CONSOLE      1          # a descriptor that is always open
        .eqv    FIRST_BYTES  10
        .eqv    SECOND_BYTES 11
        .eqv    CHUNK_BYTES  8

        .data
name:   .asciiz "notes.txt"
first:  .asciiz "first line"
second: .asciiz "\nand second"
wrong:  .asciiz "notes.txt can't be opened\n"
chunk:  .space  8

        .text
        .globl main
main:   li      $a1, TO_WRITE
        jal     open
        la      $a1, first
        li      $a2, FIRST_BYTES
        jal     write
        jal     close

        li      $a1, TO_APPEND
        jal     open
        la      $a1, second
        li      $a2, SECOND_BYTES
        jal     write
        jal     close

        li      $a1, TO_READ
        jal     open
next:   li      $v0, READ               # $v0 = how many bytes there were, 0 at the end
        move    $a0, $s0
        la      $a1, chunk
        li      $a2, CHUNK_BYTES
        syscall
        move    $s1, $v0
        blez    $s1, done
        li      $v0, WRITE              # the console is a file too
        li      $a0, CONSOLE
        la      $a1, chunk
        move    $a2, $s1
        syscall
        b       next
done:   jal     close
        li      $v0, EXIT
        syscall

# open: opens the file, or ends the program.
#   $a1 how  ->  $s0 its descriptor
open:   li      $v0, OPEN
        la      $a0, name
        li      $a2, 0                  # MARS does not look at the mode
        syscall
        move    $s0, $v0
        bltz    $s0, failed             # a negative descriptor is none
        jr      $ra
failed: li      $v0, PRINT_STRING
        la      $a0, wrong
        syscall
        li      $v0, EXIT_CODE
        li      $a0, 1
        syscall

# write: writes to the open file.
#   $a1 where the bytes are, $a2 how many
write:  li      $v0, WRITE
        move    $a0, $s0
        syscall
        jr      $ra

# close: closes the open file.
close:  li      $v0, CLOSE
        move    $a0, $s0
        syscall
        jr      $ra
