# Room for words behind a string is not aligned.
        .data
name:   .asciiz "Bob"
title:  .asciiz "Mr"
buffer: .space 16
        .text
main:   lw $t0, buffer
        li $v0, 10
        syscall
