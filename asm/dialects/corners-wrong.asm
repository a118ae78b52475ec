# corners, wrong: the second pair of a line adds the tile at the wall
# rule: merge-value
#
# corners.asm: the 512 game, in a frame with round corners.
#
# Purpose:   2048 on three by three cells, won with a 512; halfwords, each move a table of nine offsets
# Input:     the menu: n or q; the game: i, j, k, l or q; after it: y or anything else; all by service 12, in
#            either case but for the last
# Output:    the board between signs, with lines such as o-----o
# Registers: in the game: $s0 the points, $s1 the key, $s2 the table of the move, $s3 has the board changed?,
#            $s4 lines to go, $s5 the cell that is printed, $s6 the moves, $s7 where to go back from printing

	.text
	.globl start
start:	jal	intro
menu:	li	$v0, 4
	la	$a0, m_menu
	syscall
	li	$v0, 12
	syscall
	move	$t0, $v0
	li	$v0, 11
	li	$a0, 10
	syscall
	beq	$t0, 'n', fresh
	beq	$t0, 'N', fresh
	beq	$t0, 'q', out
	beq	$t0, 'Q', out
	j	menu

fresh:	li	$s0, 0
	la	$t0, cells
	li	$t1, 9
f1:	sh	$zero, ($t0)
	addiu	$t0, $t0, 2
	subiu	$t1, $t1, 1
	bgtz	$t1, f1
	jal	drop
	jal	drop
	move	$s6, $zero		# moves made

round:	jal	paint
	jal	judge
	beq	$v0, 1, happy
	beq	$v0, 2, sad
wait:	li	$v0, 4
	la	$a0, m_key
	syscall
	li	$v0, 12
	syscall
	move	$s1, $v0
	li	$v0, 11
	li	$a0, 10
	syscall
	ori	$s1, $s1, 0x20		# lower case
	beq	$s1, 'q', out
	la	$s2, t_up
	beq	$s1, 'i', go
	la	$s2, t_left
	beq	$s1, 'j', go
	la	$s2, t_down
	beq	$s1, 'k', go
	la	$s2, t_right
	beq	$s1, 'l', go
	li	$v0, 4
	la	$a0, m_bad
	syscall
	j	wait

# $s2: nine offsets, three for each line
go:	li	$s3, 0			# changes
	li	$s4, 3
g1:	lbu	$t4, 0($s2)
	lbu	$t5, 1($s2)
	lbu	$t6, 2($s2)
	lhu	$t1, cells($t4)
	lhu	$t2, cells($t5)
	lhu	$t3, cells($t6)
	sll	$t7, $t1, 10
	or	$t7, $t7, $t2
	sll	$t7, $t7, 10
	or	$t7, $t7, $t3		# before
	bnez	$t2, g2
	move	$t2, $t3
	li	$t3, 0
g2:	bnez	$t1, g3
	move	$t1, $t2
	move	$t2, $t3
	li	$t3, 0
	bnez	$t1, g3
	move	$t1, $t2
	li	$t2, 0
g3:	beqz	$t1, g5
	bne	$t1, $t2, g4
	addu	$t1, $t1, $t2
	addu	$s0, $s0, $t1
	move	$t2, $t3
	li	$t3, 0
	j	g5
g4:	beqz	$t2, g5
	bne	$t2, $t3, g5
	addu	$t2, $t2, $t1
	addu	$s0, $s0, $t2
	li	$t3, 0
g5:	sh	$t1, cells($t4)
	sh	$t2, cells($t5)
	sh	$t3, cells($t6)
	sll	$t8, $t1, 10
	or	$t8, $t8, $t2
	sll	$t8, $t8, 10
	or	$t8, $t8, $t3
	beq	$t7, $t8, g6
	li	$s3, 1
g6:	addiu	$s2, $s2, 3
	subiu	$s4, $s4, 1
	bnez	$s4, g1
	bnez	$s3, g7
	li	$v0, 4
	la	$a0, m_stay
	syscall
	j	wait
g7:	addiu	$s6, $s6, 1
	jal	drop
	j	round

# a 2 on the n-th free cell
drop:	li	$a1, 0
	li	$t0, 16
d1:	lhu	$t1, cells($t0)
	bnez	$t1, d2
	addiu	$a1, $a1, 1
d2:	subiu	$t0, $t0, 2
	bgez	$t0, d1
	li	$v0, 42
	li	$a0, 3
	syscall
	li	$t0, 18
d3:	subiu	$t0, $t0, 2
	lhu	$t1, cells($t0)
	bnez	$t1, d3
	subiu	$a0, $a0, 1
	bgez	$a0, d3
	li	$t1, 2
	sh	$t1, cells($t0)
	jr	$ra

# 0 go on, 1 won, 2 lost
judge:	li	$t0, 16
	li	$t2, 0
j1:	lhu	$t1, cells($t0)
	li	$v0, 1
	beq	$t1, 512, j9
	bnez	$t1, j2
	li	$t2, 1
j2:	subiu	$t0, $t0, 2
	bgez	$t0, j1
	li	$v0, 0
	bnez	$t2, j9
	la	$t0, pairs
j3:	lb	$t1, 0($t0)
	bltz	$t1, j4
	lb	$t2, 1($t0)
	lhu	$t3, cells($t1)
	lhu	$t4, cells($t2)
	beq	$t3, $t4, j9
	addiu	$t0, $t0, 2
	j	j3
j4:	li	$v0, 2
j9:	jr	$ra

paint:	move	$s7, $ra
	li	$s5, 0
p1:	li	$v0, 4
	la	$a0, m_line
	syscall
	li	$t9, 3
p2:	li	$v0, 4
	la	$a0, m_bar
	syscall
	lhu	$t0, cells($s5)
	li	$v0, 11
	li	$a0, ' '
	bgeu	$t0, 100, p3
	syscall
	bgeu	$t0, 10, p3
	syscall
	bnez	$t0, p3
	li	$a0, '.'
	syscall
	j	p4
p3:	li	$v0, 1
	move	$a0, $t0
	syscall
p4:	addiu	$s5, $s5, 2
	subiu	$t9, $t9, 1
	bnez	$t9, p2
	li	$v0, 4
	la	$a0, m_end
	syscall
	blt	$s5, 18, p1
	li	$v0, 4
	la	$a0, m_line
	syscall
	jr	$s7

intro:	li	$v0, 4
	la	$a0, m_intro
	syscall
	jr	$ra
happy:	li	$v0, 4
	la	$a0, m_happy
	syscall
	j	ask
sad:	li	$v0, 4
	la	$a0, m_sad
	syscall
ask:	li	$v0, 4
	la	$a0, m_again
	syscall
	li	$v0, 12
	syscall
	beq	$v0, 'y', new2
	beq	$v0, 'Y', new2
out:	li	$v0, 4
	la	$a0, m_out
	syscall
	li	$v0, 10
	syscall
new2:	li	$v0, 11
	li	$a0, 10
	syscall
	j	fresh

	.data
cells:	.half	0:9
t_up:	.byte	0, 6, 12, 2, 8, 14, 4, 10, 16
t_left:	.byte	0, 2, 4, 6, 8, 10, 12, 14, 16
t_down:	.byte	12, 6, 0, 14, 8, 2, 16, 10, 4
t_right: .byte	4, 2, 0, 10, 8, 6, 16, 14, 12
pairs:	.byte	0, 2, 2, 4, 6, 8, 8, 10, 12, 14, 14, 16
	.byte	0, 6, 6, 12, 2, 8, 8, 14, 4, 10, 10, 16, -1
m_intro: .asciiz "Welcome to mini 2048!\nReach 512. i = up, j = left, k = down, l = right.\n"
m_menu:	.asciiz "[N]ew game or [Q]uit: "
m_key:	.asciiz "i/j/k/l or q: "
m_bad:	.asciiz "What?\n"
m_stay:	.asciiz "Nothing changes.\n"
m_line:	.asciiz "  o-----o-----o-----o\n"
m_bar:	.asciiz "  ! "
m_end:	.asciiz "  !\n"
m_happy: .asciiz "*** 512! ***\n"
m_sad:	.asciiz "No more moves!\n"
m_again: .asciiz "Again? (y/n) "
m_out:	.asciiz "\nSee you.\n"
