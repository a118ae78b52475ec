.data
stack: .space 400
top: .word 0
.text
main: li $v0, 10
 syscall
# largest of an array
max: lw $v0, 0($a0)
m1: lw $t0, 0($a0)
 ble $t0, $v0, m2
 move $v0, $t0
m2: addiu $a0, $a0, 4
 addiu $a1, $a1, -1
 bgtz $a1, m1
 jr $ra
# pushes
init: sw $zero, top
 jr $ra
push: lw $t0, top
 sll $t1, $t0, 2
 sw $a0, stack($t1)
 addiu $t0, $t0, 1
 sw $t0, top
 jr $ra
pop: lw $t0, top
 li $v0, -1
 blez $t0, p1
 addiu $t0, $t0, -1
 sw $t0, top
 sll $t1, $t0, 2
 lw $v0, stack($t1)
p1: jr $ra
# insert into a sorted list
insert: move $t9, $a0
 li $v0, 9
 li $a0, 8
 syscall
 sw $a1, 0($v0)
 beqz $t9, front
 lw $t0, 0($t9)
 bge $t0, $a1, front
 move $t1, $t9
i1: lw $t2, 4($t1)
 beqz $t2, i2
 lw $t0, 0($t2)
 bge $t0, $a1, i2
 move $t1, $t2
 j i1
i2: sw $t2, 4($v0)
 sw $v0, 4($t1)
 move $v0, $t9
 jr $ra
front: sw $t9, 4($v0)
 jr $ra
# sum of a tree
total: beqz $a0, t0
 addiu $sp, $sp, -12
 sw $ra, 0($sp)
 sw $s0, 4($sp)
 sw $s1, 8($sp)
 move $s0, $a0
 lw $a0, 4($s0)
 jal total
 move $s1, $v0
 lw $a0, 8($s0)
 jal total
 addu $v0, $v0, $s1
 lw $t0, 0($s0)
 addu $v0, $v0, $t0
 lw $ra, 0($sp)
 lw $s0, 4($sp)
 lw $s1, 8($sp)
 addiu $sp, $sp, 12
 jr $ra
t0: li $v0, 0
 jr $ra
# average of doubles
mean: mtc1 $a1, $f4
 cvt.d.w $f4, $f4
 mtc1 $zero, $f0
 mtc1 $zero, $f1
a1: blez $a1, a2
 l.d $f6, 0($a0)
 add.d $f0, $f0, $f6
 addiu $a0, $a0, 8
 addiu $a1, $a1, -1
 j a1
a2: div.d $f0, $f0, $f4
 jr $ra
# Celsius
warm: li $t0, 0x3fe66666
 mtc1 $t0, $f4
 mul.s $f0, $f12, $f4
 li $t0, 0x42000000
 mtc1 $t0, $f4
 add.s $f0, $f0, $f4
 jr $ra
# first occurrence of a character
find: lb $t0, 0($a0)
 beq $t0, $a1, f1
 beqz $t0, f2
 addiu $a0, $a0, 1
 j find
f1: move $v0, $a0
 jr $ra
f2: li $v0, 0
 jr $ra
# moves a point
shift: lw $t0, 0($a0)
 addu $t0, $t0, $a1
 sw $t0, 0($a0)
 jr $ra
# sum of six
six: addu $v0, $a0, $a1
 addu $v0, $v0, $a2
 addu $v0, $v0, $a3
 lw $t0, 16($sp)
 addu $v0, $v0, $t0
 lw $t0, 20($sp)
 subu $v0, $v0, $t0
 jr $ra
product: # a b c n
 move $t0, $zero
r: bge $t0, $a3, rdone
 move $t1, $zero
c: bge $t1, $a3, cdone
 move $t2, $zero
 move $t3, $zero
k: bge $t2, $a3, kdone
 mul $t4, $t0, $a3
 addu $t4, $t4, $t2
 sll $t4, $t4, 2
 addu $t4, $t4, $a0
 lw $t5, 0($t4)
 mul $t4, $t2, $a3
 addu $t4, $t4, $t1
 sll $t4, $t4, 2
 addu $t4, $t4, $a1
 lw $t6, 0($t4)
 mul $t5, $t5, $t6
 addu $t3, $t3, $t5
 addiu $t2, $t2, 1
 j k
kdone: mul $t4, $t0, $a3
 addu $t4, $t4, $t1
 sll $t4, $t4, 2
 addu $t4, $t4, $a2
 sw $t3, 0($t4)
 addiu $t1, $t1, 1
 j c
cdone: addiu $t0, $t0, 1
 j r
rdone: jr $ra
# a stack behind a pointer: how many there are, then eight words
clear: sw $zero, 0($a0)
 jr $ra
put: lw $t0, 0($a0)
 bge $t0, 8, full
 sll $t1, $t0, 2
 addu $t1, $t1, $a0
 sw $a1, 4($t1)
 addiu $t0, $t0, 1
 sw $t0, 0($a0)
full: jr $ra
take: lw $t0, 0($a0)
 li $v0, -1
 blez $t0, empty
 addiu $t0, $t0, -1
 sw $t0, 0($a0)
 sll $t1, $t0, 2
 addu $t1, $t1, $a0
 lw $v0, 4($t1)
empty: jr $ra
# a list whose head is returned and passed on
cons: move $t9, $a0
 li $v0, 9
 li $a0, 8
 syscall
 sw $a1, 0($v0)
 sw $t9, 4($v0)
 jr $ra
delete: move $v0, $a0
 move $t1, $zero
d1: beqz $a0, d3
 lw $t0, 0($a0)
 lw $t2, 4($a0)
 beq $t0, $a1, d2
 move $t1, $a0
 move $a0, $t2
 j d1
d2: beqz $t1, d4
 sw $t2, 4($t1)
d3: jr $ra
d4: move $v0, $t2
 jr $ra
length: li $v0, 0
l1: beqz $a0, l2
 addiu $v0, $v0, 1
 lw $a0, 4($a0)
 j l1
l2: jr $ra
# an array with a count that is returned
append: sll $t0, $a1, 2
 addu $t0, $t0, $a0
 sw $a2, 0($t0)
 addiu $v0, $a1, 1
 jr $ra
# a queue of four numbers that goes round
 .data
ring: .space 16
first: .word 0
waiting: .word 0
 .text
drain: sw $zero, first
 sw $zero, waiting
 jr $ra
enter: lw $t0, waiting
 beq $t0, 4, e1
 lw $t1, first
 addu $t1, $t1, $t0
 andi $t1, $t1, 3
 sll $t1, $t1, 2
 sw $a0, ring($t1)
 addiu $t0, $t0, 1
 sw $t0, waiting
e1: jr $ra
leave: lw $t0, waiting
 li $v0, -1
 beqz $t0, v1
 lw $t1, first
 sll $t2, $t1, 2
 lw $v0, ring($t2)
 addiu $t1, $t1, 1
 andi $t1, $t1, 3
 sw $t1, first
 addiu $t0, $t0, -1
 sw $t0, waiting
v1: jr $ra
