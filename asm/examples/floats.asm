# floats.asm: a square root by Newton's method, and a length in miles.
#
# Purpose:   numbers with a point, single and double: services 2, 3, 6 and 7
# Input:     a length in kilometres (single), then a number that is not negative (double)
# Output:    the length in miles, and the square root
# Registers: $f20 the number, $f22 the root so far, $f24 the root before

        .eqv    PRINT_FLOAT  2
        .eqv    PRINT_DOUBLE 3
        .eqv    PRINT_STRING 4
        .eqv    READ_FLOAT   6
        .eqv    READ_DOUBLE  7
        .eqv    EXIT         10

        .data
        .align  3                       # a double stands at a multiple of eight
half:   .double 0.5
one:    .double 1.0
miles:  .float  0.625                   # about five eighths of a mile
is:     .asciiz " miles\n"
root:   .asciiz "root: "
end:    .asciiz "\n"

        .text
        .globl main
main:   li      $v0, READ_FLOAT         # the result is in $f0, not in $v0
        syscall
        l.s     $f2, miles
        mul.s   $f12, $f0, $f2          # what is printed is in $f12
        li      $v0, PRINT_FLOAT
        syscall
        li      $v0, PRINT_STRING
        la      $a0, is
        syscall

        li      $v0, READ_DOUBLE        # in $f0 and $f1 together
        syscall
        mov.d   $f20, $f0
        l.d     $f22, one               # the root of a larger number is below the number,
        c.lt.d  $f20, $f22              # that of a smaller one below 1: begin above the root
        bc1t    begin
        mov.d   $f22, $f20
begin:  l.d     $f26, half
step:   mov.d   $f24, $f22
        div.d   $f4, $f20, $f24         # root = (root + number / root) / 2
        add.d   $f4, $f4, $f24
        mul.d   $f22, $f4, $f26
        c.lt.d  $f22, $f24              # it falls until it can fall no more
        bc1t    step

        li      $v0, PRINT_STRING
        la      $a0, root
        syscall
        mov.d   $f12, $f24
        li      $v0, PRINT_DOUBLE
        syscall
        li      $v0, PRINT_STRING
        la      $a0, end
        syscall

        li      $v0, EXIT
        syscall
