# Reads numbers up to 0, and prints the greatest of them and how many there were.
.text
main:   li $s0, 0
        li $s1, 0
next:   li $v0, 5
        syscall
        beqz $v0, show
        addiu $s1, $s1, 1
        beq $s1, 1, take
        ble $v0, $s0, next
take:   move $s0, $v0
        j next
show:   move $a0, $s0
        li $v0, 1
        syscall
        li $a0, 32
        li $v0, 11
        syscall
        move $a0, $s1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
