# Reads how many numbers there are, then the numbers into an array, and prints the greatest.
.data
list:   .space 80
.text
main:   li $v0, 5
        syscall
        blez $v0, none
        bgt $v0, 20, none
        move $s0, $v0
        la $s1, list
        li $t0, 0
read:   li $v0, 5
        syscall
        sll $t1, $t0, 2
        addu $t1, $t1, $s1
        sw $v0, 0($t1)
        addiu $t0, $t0, 1
        blt $t0, $s0, read
        lw $s2, 0($s1)
        li $t0, 1
scan:   bge $t0, $s0, show
        sll $t1, $t0, 2
        addu $t1, $t1, $s1
        lw $t2, 0($t1)
        ble $t2, $s2, on
        move $s2, $t2
on:     addiu $t0, $t0, 1
        j scan
show:   move $a0, $s2
        li $v0, 1
        syscall
none:   li $v0, 10
        syscall
