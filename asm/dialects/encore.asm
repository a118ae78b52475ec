# encore.asm: the 512 game in French, again and again.
#
# Purpose:   2048 on three by three cells, won with a 512; the board is an array of words, packed, merged
#            and packed again
# Input:     the game: a line z (up), q (left), s (down), d (right), or f, which ends it; Enter after each
#            move; after a game o begins another one, and n ends the program
# Output:    the board before each question; how the game ends
# Registers: $s0 the first cell of a line, $s1 the step along it, $s2 to the next one, $s3 lines left
	.data
plateau:	.word	0, 0, 0
		.word	0, 0, 0
		.word	0, 0, 0
copie:		.word	0:9
change:		.word	0
rep:	.space	64
bonjour:	.asciiz	"\n~~~ LE JEU 512 ~~~\n"
invite:		.asciiz	"z = haut, q = gauche, s = bas, d = droite, f = fin : "
erreur:		.asciiz	"Commande inconnue !\n"
rien:		.asciiz	"Rien ne bouge.\n"
gagne:		.asciiz	"Bravo, vous avez gagne !\n"
perdu:		.asciiz	"Perdu...\n"
entree:		.asciiz	"Appuyez sur Entree pour continuer..."
encore:		.asciiz	"Rejouer ? (o/n) "
aurevoir:	.asciiz	"Au revoir.\n"
etoiles:	.asciiz	"*****************\n"
etoile:		.asciiz	"*"
	.text
	.globl main
main:
	la	$a0, bonjour
	li	$v0, 4
	syscall
	# vider le plateau
	la	$t0, plateau
	addi	$t1, $t0, 36
vider:	sw	$zero, 0($t0)
	addi	$t0, $t0, 4
	bne	$t0, $t1, vider
	jal	nouvelle
	jal	nouvelle
boucle:
	jal	affiche
	la	$t0, plateau
	addi	$t1, $t0, 36
bv:	lw	$t2, 0($t0)
	beq	$t2, 512, victoire
	addi	$t0, $t0, 4
	bne	$t0, $t1, bv
	jal	bloque
	bnez	$v0, defaite
demande:
	la	$a0, invite
	li	$v0, 4
	syscall
	la	$a0, rep
	li	$a1, 64
	li	$v0, 8
	syscall
	lb	$t0, rep
	lb	$t1, rep+1
	bne	$t1, '\n', inconnu
	beq	$t0, 'f', fin
	beq	$t0, 'z', haut
	beq	$t0, 'q', gauche
	beq	$t0, 's', bas
	beq	$t0, 'd', droite
inconnu:
	la	$a0, erreur
	li	$v0, 4
	syscall
	j	demande
haut:	li	$s0, 0
	li	$s1, 12
	li	$s2, 4
	j	bouge
bas:	li	$s0, 24
	li	$s1, -12
	li	$s2, 4
	j	bouge
gauche:	li	$s0, 0
	li	$s1, 4
	li	$s2, 12
	j	bouge
droite:	li	$s0, 8
	li	$s1, -4
	li	$s2, 12
bouge:
	sw	$zero, change
	li	$s3, 3
bo1:	move	$a0, $s0
	jal	ligne
	add	$s0, $s0, $s2
	addi	$s3, $s3, -1
	bgtz	$s3, bo1
	lw	$t0, change
	bnez	$t0, bo2
	la	$a0, rien
	li	$v0, 4
	syscall
	j	demande
bo2:
	jal	nouvelle
	la	$a0, entree
	li	$v0, 4
	syscall
	la	$a0, rep
	li	$a1, 64
	li	$v0, 8
	syscall
	j	boucle

# une ligne : $a0 = premiere case, $s1 = pas
ligne:	addi	$sp, $sp, -8
	sw	$ra, 4($sp)
	sw	$a0, 0($sp)
	jal	tasse
	lw	$a0, 0($sp)
	jal	tasse
	lw	$a0, 0($sp)
	jal	fusion
	lw	$a0, 0($sp)
	jal	tasse
	lw	$ra, 4($sp)
	addi	$sp, $sp, 8
	jr	$ra
tasse:	li	$t9, 2
ta1:	add	$t0, $a0, $s1
	lw	$t1, plateau($a0)
	lw	$t2, plateau($t0)
	bnez	$t1, ta2
	beqz	$t2, ta2
	sw	$t2, plateau($a0)
	sw	$zero, plateau($t0)
	li	$t3, 1
	sw	$t3, change
ta2:	move	$a0, $t0
	addi	$t9, $t9, -1
	bgtz	$t9, ta1
	jr	$ra
fusion:	li	$t9, 2
fu1:	add	$t0, $a0, $s1
	lw	$t1, plateau($a0)
	lw	$t2, plateau($t0)
	beqz	$t1, fu2
	bne	$t1, $t2, fu2
	sll	$t1, $t1, 1
	sw	$t1, plateau($a0)
	sw	$zero, plateau($t0)
	li	$t3, 1
	sw	$t3, change
fu2:	move	$a0, $t0
	addi	$t9, $t9, -1
	bgtz	$t9, fu1
	jr	$ra

nouvelle:
	li	$t8, 60		# essais
no1:	li	$v0, 42
	li	$a0, 0
	li	$a1, 9
	syscall
	sll	$t0, $a0, 2
	lw	$t1, plateau($t0)
	beqz	$t1, no2
	addi	$t8, $t8, -1
	bgtz	$t8, no1
	# pas de chance : premiere case libre
	li	$t0, 0
no3:	lw	$t1, plateau($t0)
	beqz	$t1, no2
	addi	$t0, $t0, 4
	blt	$t0, 36, no3
	jr	$ra
no2:	li	$t2, 2
	sw	$t2, plateau($t0)
	jr	$ra

bloque:	li	$v0, 0
	li	$t0, 0
bl1:	lw	$t1, plateau($t0)
	beqz	$t1, bl9
	li	$t3, 12
	div	$t0, $t3
	mfhi	$t2
	beq	$t2, 8, bl2
	lw	$t2, plateau+4($t0)
	beq	$t1, $t2, bl9
bl2:	bge	$t0, 24, bl3
	lw	$t2, plateau+12($t0)
	beq	$t1, $t2, bl9
bl3:	addi	$t0, $t0, 4
	blt	$t0, 36, bl1
	li	$v0, 1
bl9:	jr	$ra

victoire:
	la	$a0, gagne
	li	$v0, 4
	syscall
	j	apres
defaite:
	la	$a0, perdu
	li	$v0, 4
	syscall
apres:
	la	$a0, encore
	li	$v0, 4
	syscall
	la	$a0, rep
	li	$a1, 64
	li	$v0, 8
	syscall
	lb	$t0, rep
	beq	$t0, 'o', main
	bne	$t0, 'n', apres
fin:	la	$a0, aurevoir
	li	$v0, 4
	syscall
	li	$v0, 10
	syscall

affiche:
	la	$a0, etoiles
	li	$v0, 4
	syscall
	la	$t0, plateau
	li	$t1, 3
af1:	li	$t2, 3
	la	$a0, etoile
	li	$v0, 4
	syscall
af2:	lw	$t3, 0($t0)
	li	$a0, 32
	li	$v0, 11
	syscall
	# trois chiffres au plus
	bge	$t3, 100, af4
	li	$a0, 32
	li	$v0, 11
	syscall
	bge	$t3, 10, af4
	li	$a0, 32
	li	$v0, 11
	syscall
af4:	move	$a0, $t3
	li	$v0, 1
	syscall
	la	$a0, etoile
	li	$v0, 4
	syscall
	addi	$t0, $t0, 4
	addi	$t2, $t2, -1
	bgtz	$t2, af2
	li	$a0, 10
	li	$v0, 11
	syscall
	la	$a0, etoiles
	li	$v0, 4
	syscall
	addi	$t1, $t1, -1
	bgtz	$t1, af1
	jr	$ra
