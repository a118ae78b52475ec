# Reads two numbers and prints their greatest common divisor.
.text
main:   li $v0, 5
        syscall
        move $s0, $v0
        li $v0, 5
        syscall
        move $s1, $v0
        bltz $s0, bad
        bltz $s1, bad
loop:   beqz $s1, show
        div $s0, $s1
        mfhi $t0
        move $s0, $s1
        move $s1, $t0
        j loop
bad:    li $a0, 2
        li $v0, 17
        syscall
show:   move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
