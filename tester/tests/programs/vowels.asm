# Reads characters up to a full stop, and counts the vowels among them.
.text
main:   li $s0, 0
next:   li $v0, 12
        syscall
        beq $v0, '.', show
        beq $v0, 'a', vowel
        beq $v0, 'e', vowel
        beq $v0, 'i', vowel
        beq $v0, 'o', vowel
        beq $v0, 'u', vowel
        j next
vowel:  addiu $s0, $s0, 1
        j next
show:   move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
