# Shows: .space with no operand, two operands, a negative one.
.globl
.globl add
.globl strat
.data
a:      .space
b:      .space 10, 20
c:      .space -4
d:      .align
        .extern buffer
        .extern buffer x
        .include macros
.text
start:  nop
