# A calculator with a menu: 1 adds, 2 multiplies, 3 divides, 0 ends.
.data
menu:   .asciiz "0 end, 1 add, 2 multiply, 3 divide: "
first:  .asciiz "a: "
second: .asciiz "b: "
zero:   .asciiz "not by 0"
what:   .asciiz "what?"
bye:    .asciiz "bye"
.macro print (%label)
        la $a0, %label
        li $v0, 4
        syscall
.end_macro
.macro read (%register)
        li $v0, 5
        syscall
        move %register, $v0
.end_macro
.text
main:   print menu
        read $s0
        beqz $s0, quit
        bltz $s0, odd
        bgt $s0, 3, odd
        print first
        read $s1
        print second
        read $s2
        beq $s0, 1, adds
        beq $s0, 2, times
        beqz $s2, by0
        div $s3, $s1, $s2
        j show
adds:   addu $s3, $s1, $s2
        j show
times:  mul $s3, $s1, $s2
show:   move $a0, $s3
        li $v0, 1
        syscall
line:   li $a0, 10
        li $v0, 11
        syscall
        j main
by0:    print zero
        j line
odd:    print what
        j line
quit:   print bye
        li $v0, 10
        syscall
