# choosy.asm: the 512 game that asks whether new tiles shall come.
#
# Purpose:   2048 on three by three cells, won with a 512; every cell has a register of its own, and a
#            line is three of them that a macro pushes
# Input:     the menu: a character N, L (nine integers, one per cell) or Q; a size, for a new game; whether
#            tiles come, Y or N, in both; the game: a character W, A, S, D or X, 3 and 4 stop tiles and
#            bring them back
# Output:    the board before each question; how the game ends
# Registers: $s0 to $s7 and $fp the cells, $t8 the key, $t6 and $t7 the board before it
.data
Menu:		.ascii	"\n*****************************\n"
		.ascii	"*   Welcome to 512 (3x3)    *\n"
		.ascii	"*****************************\n"
		.ascii	"Please select:\n"
		.ascii	"  N - New Game\n"
		.ascii	"  L - Load a state\n"
		.asciiz	"  Q - Quit\n"
Choice:		.asciiz	"Selection: "
SizeQ:		.asciiz	"Board size (3/4)? "
No4:		.asciiz	"4x4 is coming soon, using 3x3.\n"
RngQ:		.asciiz	"\nGenerate random tiles? [Y/N]: "
Ask9:		.asciiz	"Enter the 9 tiles (0 for blank), one per line\n"
R:		.asciiz	"R"
C:		.asciiz	"C"
Arrow:		.asciiz	" -> "
BadTile:	.asciiz	"Not a valid tile!! Enter again.\n"
Mv:		.asciiz	"\nMove [WASD, X to exit, 3/4 RNG off/on] > "
Bad:		.asciiz	"\nInvalid move!\n"
W1:		.asciiz	"\n!!! Congratulations, you win !!!\n"
L1:		.asciiz	"\nGame over, you lose.\n"
Bye:		.asciiz	"\nThank you for playing!\n"
Sep:		.asciiz	"\n---------------\n"
.align 2
Off:		.word	0
.macro	puts (%x)
	la	$a0, %x
	li	$v0, 4
	syscall
.end_macro
.macro	putc (%x)
	li	$a0, %x
	li	$v0, 11
	syscall
.end_macro
.macro	getc
	li	$v0, 12
	syscall
.end_macro
.macro	cell (%r)
	beqz	%r, zero
	move	$a0, %r
	li	$v0, 1
	syscall
	j	fin
zero:	putc ('-')
fin:
	putc ('\t')
.end_macro
# moves one line (%a at the wall)
.macro	push (%a, %b, %c)
	bnez	%b, p1
	move	%b, %c
	li	%c, 0
p1:	bnez	%a, p2
	move	%a, %b
	move	%b, %c
	li	%c, 0
p2:
	beqz	%a, p4
	bne	%a, %b, p3
	add	%a, %a, %b
	move	%b, %c
	li	%c, 0
	j	p4
p3:	beqz	%b, p4
	bne	%b, %c, p4
	add	%b, %b, %c
	li	%c, 0
p4:
.end_macro
.text
main:
	puts (Menu)
	puts (Choice)
	getc
	beq	$v0, 'N', New
	beq	$v0, 'n', New
	beq	$v0, 'L', Load
	beq	$v0, 'l', Load
	beq	$v0, 'Q', Quit
	beq	$v0, 'q', Quit
	puts (Bad)
	j	main
New:
	puts (SizeQ)
	li	$v0, 5
	syscall
	beq	$v0, 3, New3
	puts (No4)
New3:
	li	$s0, 0
	li	$s1, 0
	li	$s2, 0
	li	$s3, 0
	li	$s4, 0
	li	$s5, 0
	li	$s6, 0
	li	$s7, 0
	li	$fp, 0
	jal	Spawn
	jal	Spawn
	j	Opt
Load:	puts (Ask9)
.macro	ask (%reg, %r, %c)
again:
	puts (R)
	li	$a0, %r
	li	$v0, 1
	syscall
	puts (C)
	li	$a0, %c
	li	$v0, 1
	syscall
	puts (Arrow)
	li	$v0, 5
	syscall
	move	$a0, $v0
	jal	IsTile
	bnez	$v0, good
	puts (BadTile)
	j	again
good:	move	%reg, $a0
.end_macro
	ask ($s0, 1, 1)
	ask ($s1, 1, 2)
	ask ($s2, 1, 3)
	ask ($s3, 2, 1)
	ask ($s4, 2, 2)
	ask ($s5, 2, 3)
	ask ($s6, 3, 1)
	ask ($s7, 3, 2)
	ask ($fp, 3, 3)
Opt:
	puts (RngQ)
	getc
	sw	$zero, Off
	beq	$v0, 'Y', Loop
	beq	$v0, 'y', Loop
	li	$t0, 1
	sw	$t0, Off
Loop:
	puts (Sep)
	cell ($s0)
	cell ($s1)
	cell ($s2)
	puts (Sep)
	cell ($s3)
	cell ($s4)
	cell ($s5)
	puts (Sep)
	cell ($s6)
	cell ($s7)
	cell ($fp)
	puts (Sep)
.macro	is (%r)
	li	$t0, 512
	beq	%r, $t0, Won
.end_macro
	is ($s0)
	is ($s1)
	is ($s2)
	is ($s3)
	is ($s4)
	is ($s5)
	is ($s6)
	is ($s7)
	is ($fp)
.macro	free (%r)
	beqz	%r, Ask
.end_macro
	free ($s0)
	free ($s1)
	free ($s2)
	free ($s3)
	free ($s4)
	free ($s5)
	free ($s6)
	free ($s7)
	free ($fp)
.macro	eq (%r, %s)
	beq	%r, %s, Ask
.end_macro
	eq ($s0, $s1)
	eq ($s1, $s2)
	eq ($s3, $s4)
	eq ($s4, $s5)
	eq ($s6, $s7)
	eq ($s7, $fp)
	eq ($s0, $s3)
	eq ($s3, $s6)
	eq ($s1, $s4)
	eq ($s4, $s7)
	eq ($s2, $s5)
	eq ($s5, $fp)
	j	Lost
Ask:	puts (Mv)
	getc
	move	$t8, $v0
	beq	$t8, 'X', Quit
	beq	$t8, 'x', Quit
	# pack the board into two words to see later if it changed
	jal	Sum
	move	$t6, $v0
	move	$t7, $v1
	beq	$t8, 'A', Left
	beq	$t8, 'a', Left
	beq	$t8, 'D', Right
	beq	$t8, 'd', Right
	beq	$t8, 'W', Up
	beq	$t8, 'w', Up
	beq	$t8, 'S', Down
	beq	$t8, 's', Down
	beq	$t8, '3', No
	beq	$t8, '4', Yes
Inv:	puts (Bad)
	j	Ask
No:	li	$t0, 1
	sw	$t0, Off
	j	Ask
Yes:	sw	$zero, Off
	j	Ask
Left:	push ($s0, $s1, $s2)
	push ($s3, $s4, $s5)
	push ($s6, $s7, $fp)
	j	After
Right:	push ($s2, $s1, $s0)
	push ($s5, $s4, $s3)
	push ($fp, $s7, $s6)
	j	After
Up:	push ($s0, $s3, $s6)
	push ($s1, $s4, $s7)
	push ($s2, $s5, $fp)
	j	After
Down:	push ($s6, $s3, $s0)
	push ($s7, $s4, $s1)
	push ($fp, $s5, $s2)
After:
	jal	Sum
	bne	$v0, $t6, Chg
	beq	$v1, $t7, Inv
Chg:
	lw	$t0, Off
	bnez	$t0, Loop
	jal	Spawn
	j	Loop
# two numbers that tell boards apart
Sum:	move	$v0, $s0
	sll	$v0, $v0, 1
	mul	$v0, $v0, 3
	add	$v0, $v0, $s1
	mul	$v0, $v0, 1031
	add	$v0, $v0, $s2
	mul	$v0, $v0, 1031
	add	$v0, $v0, $s3
	mul	$v0, $v0, 1031
	add	$v0, $v0, $s4
	mul	$v1, $s5, 1031
	add	$v1, $v1, $s6
	mul	$v1, $v1, 1031
	add	$v1, $v1, $s7
	mul	$v1, $v1, 1031
	add	$v1, $v1, $fp
	jr	$ra
IsTile:	li	$v0, 1
	beqz	$a0, ItOk
	blt	$a0, 2, ItNo
	bgt	$a0, 512, ItNo
	addi	$t0, $a0, -1
	and	$t0, $t0, $a0
	beqz	$t0, ItOk
ItNo:	li	$v0, 0
ItOk:	jr	$ra
Spawn:	li	$v0, 42
	li	$a0, 0
	li	$a1, 9
	syscall
.macro	try (%n, %r)
	bne	$a0, %n, no
	bnez	%r, Spawn
	li	%r, 2
	jr	$ra
no:
.end_macro
	try (0, $s0)
	try (1, $s1)
	try (2, $s2)
	try (3, $s3)
	try (4, $s4)
	try (5, $s5)
	try (6, $s6)
	try (7, $s7)
	try (8, $fp)
	j	Spawn
Won:	puts (W1)
	j	Quit
Lost:	puts (L1)
Quit:	puts (Bye)
	li	$v0, 10
	syscall
