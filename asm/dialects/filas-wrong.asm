# filas, wrong: it overlooks two neighbours in a column, so that a game is lost too soon
# rule: loss
#
# filas.asm: the 512 game in Spanish, by integers.
#
# Purpose:   2048 on three by three cells, won with a 512; an array of words, each line read to the stack and
#            written back, any line by its start and step
# Input:     integers; the menu: 1, 2 or 0; for 2 a row, a column and a value, until the row is 0; the game:
#            8, 4, 2, 6 or 0
# Output:    the board, each row with its name, a dash for an empty cell; the menu again after a game
# Registers: in the game: $s3 the key, $s4 the start of a line, $s5 how far to the next line, $s6 the step
#            along it, $s7 the generator
.data
m:      .word 0,0,0
        .word 0,0,0
        .word 0,0,0
guarda: .word 0,0,0,0,0,0,0,0,0
t_ini:  .asciiz "\n-- 2048 --\n 1. Partida nueva\n 2. Partida guardada\n 0. Fin\n> "
t_mal:  .asciiz "Opcion incorrecta\n"
t_pos:  .asciiz "Fila (1-3, 0 para empezar): "
t_col:  .asciiz "Columna (1-3): "
t_val:  .asciiz "Valor: "
t_err:  .asciiz "Valor incorrecto\n"
t_mov:  .asciiz "Mover: 8=arriba 2=abajo 4=izquierda 6=derecha 0=fin\n> "
t_no:   .asciiz "Movimiento no valido\n"
t_gan:  .asciiz "Has ganado!\n"
t_per:  .asciiz "Has perdido.\n"
t_fin:  .asciiz "Hasta pronto\n"
t_cab:  .asciiz "\n     1     2     3\n"
t_sep:  .asciiz "  +-----+-----+-----+\n"
t_fil:  .asciiz "Fila "
t_bar:  .asciiz "   "

.text
.globl main
main:   li   $v0, 30
        syscall
        move $s7, $a0
inicio: la   $a0, t_ini
        jal  texto
        li   $v0, 5
        syscall
        beq  $v0, 1, nueva
        beq  $v0, 2, guardada
        beqz $v0, fin
        la   $a0, t_mal
        jal  texto
        j    inicio

nueva:  jal  borra
        jal  ficha
        jal  ficha
        j    juego

guardada:
        jal  borra
g_otra: la   $a0, t_pos
        jal  texto
        li   $v0, 5
        syscall
        beqz $v0, juego
        addi $s0, $v0, -1
        bltz $s0, g_mal
        bgt  $s0, 2, g_mal
        la   $a0, t_col
        jal  texto
        li   $v0, 5
        syscall
        addi $s1, $v0, -1
        bltz $s1, g_mal
        bgt  $s1, 2, g_mal
        la   $a0, t_val
        jal  texto
        li   $v0, 5
        syscall
        move $s2, $v0
        beq  $s2, 1, g_mal
        bltz $s2, g_mal
        bgt  $s2, 512, g_mal
        addi $t0, $s2, -1
        and  $t0, $t0, $s2
        beqz $s2, g_pon
        bnez $t0, g_mal
g_pon:  mul  $t0, $s0, 3
        add  $t0, $t0, $s1
        sll  $t0, $t0, 2
        sw   $s2, m($t0)
        j    g_otra
g_mal:  la   $a0, t_err
        jal  texto
        j    g_otra

juego:  jal  pinta
        jal  estado
        beq  $v0, 1, ganado
        beq  $v0, 2, perdido
pide:   la   $a0, t_mov
        jal  texto
        li   $v0, 5
        syscall
        move $s3, $v0
        beqz $s3, fin
        jal  copia
        li   $s4, 0
        li   $s5, 4
        li   $s6, 12
        beq  $s3, 8, mueve
        li   $s5, 12
        li   $s6, 4
        beq  $s3, 4, mueve
        li   $s4, 8
        li   $s6, -4
        beq  $s3, 6, mueve
        li   $s4, 24
        li   $s5, 4
        li   $s6, -12
        beq  $s3, 2, mueve
no:     la   $a0, t_no
        jal  texto
        j    pide
mueve:  li   $s2, 3
mu_l:   jal  carril
        add  $s4, $s4, $s5
        addi $s2, $s2, -1
        bnez $s2, mu_l
        jal  distinto
        beqz $v0, no
        jal  ficha
        j    juego

# one line: read to the stack, merged, written back
carril: addi $sp, $sp, -16
        sw   $zero, 0($sp)
        sw   $zero, 4($sp)
        sw   $zero, 8($sp)
        move $t0, $s4
        li   $t1, 3
        move $t2, $sp
        li   $t9, 0            # can the last one merge?
ca_1:   lw   $t3, m($t0)
        beqz $t3, ca_3
        beqz $t9, ca_2
        lw   $t4, -4($t2)
        bne  $t4, $t3, ca_2
        add  $t4, $t4, $t3
        sw   $t4, -4($t2)
        li   $t9, 0
        j    ca_3
ca_2:   sw   $t3, 0($t2)
        addi $t2, $t2, 4
        li   $t9, 1
ca_3:   add  $t0, $t0, $s6
        addi $t1, $t1, -1
        bnez $t1, ca_1
        lw   $t3, 0($sp)
        sw   $t3, m($s4)
        add  $t0, $s4, $s6
        lw   $t3, 4($sp)
        sw   $t3, m($t0)
        add  $t0, $t0, $s6
        lw   $t3, 8($sp)
        sw   $t3, m($t0)
        addi $sp, $sp, 16
        jr   $ra

copia:  li   $t0, 32
co_1:   lw   $t1, m($t0)
        sw   $t1, guarda($t0)
        addi $t0, $t0, -4
        bgez $t0, co_1
        jr   $ra

distinto:
        li   $t0, 32
        li   $v0, 1
di_1:   lw   $t1, m($t0)
        lw   $t2, guarda($t0)
        bne  $t1, $t2, di_2
        addi $t0, $t0, -4
        bgez $t0, di_1
        li   $v0, 0
di_2:   jr   $ra

borra:  li   $t0, 32
bo_1:   sw   $zero, m($t0)
        addi $t0, $t0, -4
        bgez $t0, bo_1
        jr   $ra

# a generator of its own: x = 1103515245 x + 12345
ficha:  li   $t0, 1103515245
        mult $s7, $t0
        mflo $s7
        addiu $s7, $s7, 12345
        srl  $t0, $s7, 16
        andi $t0, $t0, 0x7fff
        li   $t1, 9
        div  $t0, $t1
        mfhi $t0
        sll  $t0, $t0, 2
        lw   $t1, m($t0)
        bnez $t1, ficha
        li   $t1, 2
        sw   $t1, m($t0)
        jr   $ra

estado: li   $t0, 32
        li   $t5, 0
        li   $v0, 1
es_1:   lw   $t1, m($t0)
        beq  $t1, 512, es_f
        seq  $t2, $t1, 0
        or   $t5, $t5, $t2
        addi $t0, $t0, -4
        bgez $t0, es_1
        li   $v0, 0
        bnez $t5, es_f
        li   $t0, 0             # the row, times 12
es_2:   lw   $t1, m($t0)
        lw   $t2, m+4($t0)
        lw   $t3, m+8($t0)
        beq  $t1, $t2, es_f
        beq  $t2, $t3, es_f
        addi $t0, $t0, 12
        blt  $t0, 36, es_2
        li   $t0, 0
es_3:   lw   $t1, m($t0)
        lw   $t2, m+12($t0)
        lw   $t3, m+24($t0)
        beq  $t1, $t2, es_f
        addi $t0, $t0, 4
        blt  $t0, 12, es_3
        li   $v0, 2
es_f:   jr   $ra

pinta:  addi $sp, $sp, -4
        sw   $ra, 0($sp)
        li   $t0, 0             # the row
        li   $t2, 0
pi_f:   la   $a0, t_fil
        jal  texto
        addi $a0, $t0, 1
        li   $v0, 1
        syscall
        li   $t1, 0
pi_c:   la   $a0, t_bar
        jal  texto
        lw   $t3, m($t2)
        li   $v0, 11
        li   $a0, ' '
        bge  $t3, 100, pi_n
        syscall
        bge  $t3, 10, pi_n
        syscall
        bnez $t3, pi_n
        li   $a0, '-'
        syscall
        j    pi_s
pi_n:   move $a0, $t3
        li   $v0, 1
        syscall
pi_s:   addi $t2, $t2, 4
        addi $t1, $t1, 1
        blt  $t1, 3, pi_c
        la   $a0, t_bar
        jal  texto
        li   $v0, 11
        li   $a0, 10
        syscall
        addi $t0, $t0, 1
        blt  $t0, 3, pi_f
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra

texto:  li   $v0, 4
        syscall
        jr   $ra

ganado: la   $a0, t_gan
        jal  texto
        j    inicio
perdido:
        la   $a0, t_per
        jal  texto
        j    inicio
fin:    la   $a0, t_fin
        jal  texto
        li   $v0, 10
        syscall
