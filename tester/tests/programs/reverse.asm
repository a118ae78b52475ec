# Reads a line and prints it backwards.
.data
line:   .space 64
.text
main:   la $a0, line
        li $a1, 64
        li $v0, 8
        syscall
        la $t0, line
find:   lb $t1, 0($t0)
        beqz $t1, back
        beq $t1, 10, back
        addiu $t0, $t0, 1
        j find
back:   la $t2, line
print:  beq $t0, $t2, end
        addiu $t0, $t0, -1
        lb $a0, 0($t0)
        li $v0, 11
        syscall
        j print
end:    li $v0, 10
        syscall
