# Counts the lines of the file notes.txt.
.data
name:   .asciiz "notes.txt"
byte:   .space 4
no:     .asciiz "no file"
.text
main:   la $a0, name
        li $a1, 0
        li $v0, 13
        syscall
        bltz $v0, none
        move $s0, $v0
        li $s1, 0
next:   move $a0, $s0
        la $a1, byte
        li $a2, 1
        li $v0, 14
        syscall
        blez $v0, show
        lb $t0, byte
        bne $t0, 10, next
        addiu $s1, $s1, 1
        j next
none:   la $a0, no
        li $v0, 4
        syscall
        li $v0, 10
        syscall
show:   move $a0, $s1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
