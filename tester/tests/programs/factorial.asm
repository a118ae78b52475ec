# Reads n and prints n!, by recursion.
.data
ask:    .asciiz "n: "
told:   .asciiz "n! = "
.text
main:   la $a0, ask
        li $v0, 4
        syscall
        li $v0, 5
        syscall
        move $a0, $v0
        jal fact
        move $s0, $v0
        la $a0, told
        li $v0, 4
        syscall
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fact:   addiu $sp, $sp, -8
        sw $ra, 4($sp)
        sw $a0, 0($sp)
        li $v0, 1
        blez $a0, done
        addiu $a0, $a0, -1
        jal fact
        lw $a0, 0($sp)
        mul $v0, $v0, $a0
done:   lw $ra, 4($sp)
        addiu $sp, $sp, 8
        jr $ra
