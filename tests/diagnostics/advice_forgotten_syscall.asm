# The number of a service is overwritten before the syscall.
        .data
text:   .asciiz "hello"
        .text
main:   li $v0, 4
        la $a0, text
        li $v0, 10
        syscall
