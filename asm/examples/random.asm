# random.asm: throws a die and counts what comes.
#
# Purpose:   random numbers: services 40 to 44, a seed, an array of counters
# Input:     an integer, the seed: the same seed gives the same throws
# Output:    how often each number came in 600 throws, then any integer, a single and a double
# Registers: $s0 throws left, then which counter is shown

        .eqv    PRINT_INT    1
        .eqv    PRINT_FLOAT  2
        .eqv    PRINT_DOUBLE 3
        .eqv    READ_INT     5
        .eqv    EXIT         10
        .eqv    PRINT_CHAR   11
        .eqv    SEED         40
        .eqv    RANDOM       41
        .eqv    RANDOM_BELOW 42
        .eqv    RANDOM_FLOAT 43
        .eqv    RANDOM_DOUBLE 44
        .eqv    STREAM       1          # a program may have many streams; this is ours
        .eqv    THROWS       600
        .eqv    SIDES        6

        .data
counts: .word   0:6

        .text
        .globl main
main:   li      $v0, READ_INT
        syscall
        move    $a1, $v0                # without a seed each run is different
        li      $a0, STREAM
        li      $v0, SEED
        syscall

        li      $s0, THROWS
throw:  li      $v0, RANDOM_BELOW
        li      $a0, STREAM             # again each time, for the result comes in $a0
        li      $a1, SIDES
        syscall
        sll     $t0, $a0, 2             # a counter has four bytes
        lw      $t1, counts($t0)
        addiu   $t1, $t1, 1
        sw      $t1, counts($t0)
        addiu   $s0, $s0, -1
        bnez    $s0, throw

show:   addiu   $a0, $s0, 1             # counted from 0, shown from 1
        li      $v0, PRINT_INT
        syscall
        li      $a0, ' '
        li      $v0, PRINT_CHAR
        syscall
        sll     $t0, $s0, 2
        lw      $a0, counts($t0)
        li      $v0, PRINT_INT
        syscall
        jal     new_line
        addiu   $s0, $s0, 1
        blt     $s0, SIDES, show

        li      $v0, RANDOM             # any of 2^32, so it may be negative
        li      $a0, STREAM
        syscall
        li      $v0, PRINT_INT
        syscall
        jal     new_line

        li      $v0, RANDOM_FLOAT       # from 0 up to 1, in $f0
        li      $a0, STREAM
        syscall
        mov.s   $f12, $f0
        li      $v0, PRINT_FLOAT
        syscall
        jal     new_line

        li      $v0, RANDOM_DOUBLE
        li      $a0, STREAM
        syscall
        mov.d   $f12, $f0
        li      $v0, PRINT_DOUBLE
        syscall
        jal     new_line

        li      $v0, EXIT
        syscall

# new_line: ends the line.
new_line:
        li      $a0, '\n'
        li      $v0, PRINT_CHAR
        syscall
        jr      $ra
