# commas.asm: the 512 game in Spanish, with boards that are entered with commas.
#
# Purpose:   2048 on three by three cells, won with a 512; bytes of exponents, each move three calls with three
#            cells; numbers are printed digit by digit
# Input:     a name; the menu: 1, 2 or 3; for 2 a line of nine values with commas between them; the game: a
#            line w, a, s, d or q, read into two bytes
# Output:    thirty empty lines, and the board
# Registers: in the game: $s0 the key; $s1 the cell that is printed, $s7 where to go back from there
        .data
tablero:  .byte 0,0,0,0,0,0,0,0,0
copia:    .byte 0:9
opcion:   .space 2
cadena:   .space 64
nombre:   .space 20
bienv:    .asciiz "Bienvenido al 2048!\nComo te llamas? "
hola:     .asciiz "Hola "
menu:     .asciiz "1) Juego nuevo\n2) Cargar estado\n3) Salir\nOpcion: "
pide:     .asciiz "Escribe los 9 valores separados por comas (ej. 2,4,0,0,0,0,0,0,0):\n"
malo:     .asciiz "Estado invalido\n"
mov:      .asciiz "\nMovimiento (w/a/s/d, q=salir): "
nose:     .asciiz "No se puede\n"
raro:     .asciiz "Tecla desconocida\n"
gana:     .asciiz "\nGANASTE!!\n"
pierde:   .asciiz "\nPERDISTE :(\n"
adios:    .asciiz "Adios\n"
borde:    .asciiz "=================\n"

        .text
main:
        li $v0, 4
        la $a0, bienv
        syscall
        li $v0, 8
        la $a0, nombre
        li $a1, 20
        syscall
        li $v0, 4
        la $a0, hola
        syscall
        la $a0, nombre
        syscall
otra_vez:
        li $v0, 4
        la $a0, menu
        syscall
        jal leer
        beq $v0, '1', nuevo
        beq $v0, '2', cargar
        beq $v0, '3', salir
        j otra_vez

nuevo:
        li $t0, 8
n1:     sb $zero, tablero($t0)
        addi $t0, $t0, -1
        bgez $t0, n1
        jal poner
        jal poner
        j ciclo

# reads "2,4,0,..." and keeps exponents
cargar:
        li $v0, 4
        la $a0, pide
        syscall
        li $v0, 8
        la $a0, cadena
        li $a1, 64
        syscall
        la $t0, cadena
        li $t1, 0           # the cell
c1:     li $t2, 0           # the number
        li $t4, 0           # has it digits?
c2:     lb $t3, 0($t0)
        addi $t0, $t0, 1
        blt $t3, '0', c3
        bgt $t3, '9', c3
        mul $t2, $t2, 10
        addi $t3, $t3, -48
        add $t2, $t2, $t3
        li $t4, 1
        j c2
c3:     beqz $t4, invalido
        li $t5, 0           # the exponent
        beqz $t2, c5
        li $t6, 1
c4:     sll $t6, $t6, 1
        addi $t5, $t5, 1
        beq $t6, $t2, c5
        blt $t5, 9, c4
        j invalido
c5:     sb $t5, tablero($t1)
        addi $t1, $t1, 1
        beq $t1, 9, ciclo
        beq $t3, ',', c1
invalido:
        li $v0, 4
        la $a0, malo
        syscall
        j otra_vez

ciclo:
        jal limpiar
        jal dibujar
        jal revisar
        beq $v0, 1, ganador
        beq $v0, 2, perdedor
turno:
        li $v0, 4
        la $a0, mov
        syscall
        jal leer
        move $s0, $v0
        beq $s0, 'q', salir
        li $t0, 8
t1:     lb $t1, tablero($t0)
        sb $t1, copia($t0)
        addi $t0, $t0, -1
        bgez $t0, t1
        beq $s0, 'w', arriba
        beq $s0, 'a', izquierda
        beq $s0, 's', abajo
        beq $s0, 'd', derecha
        li $v0, 4
        la $a0, raro
        syscall
        j turno
arriba:
        li $a0, 0
        li $a1, 3
        li $a2, 6
        jal linea
        li $a0, 1
        li $a1, 4
        li $a2, 7
        jal linea
        li $a0, 2
        li $a1, 5
        li $a2, 8
        jal linea
        j comparar
izquierda:
        li $a0, 0
        li $a1, 1
        li $a2, 2
        jal linea
        li $a0, 3
        li $a1, 4
        li $a2, 5
        jal linea
        li $a0, 6
        li $a1, 7
        li $a2, 8
        jal linea
        j comparar
abajo:
        li $a0, 6
        li $a1, 3
        li $a2, 0
        jal linea
        li $a0, 7
        li $a1, 4
        li $a2, 1
        jal linea
        li $a0, 8
        li $a1, 5
        li $a2, 2
        jal linea
        j comparar
derecha:
        li $a0, 2
        li $a1, 1
        li $a2, 0
        jal linea
        li $a0, 5
        li $a1, 4
        li $a2, 3
        jal linea
        li $a0, 8
        li $a1, 7
        li $a2, 6
        jal linea
comparar:
        li $t0, 8
k1:     lb $t1, tablero($t0)
        lb $t2, copia($t0)
        bne $t1, $t2, cambio
        addi $t0, $t0, -1
        bgez $t0, k1
        li $v0, 4
        la $a0, nose
        syscall
        j turno
cambio:
        jal poner
        j ciclo

# packs and merges a line of three cells
linea:
        lb $t0, tablero($a0)
        lb $t1, tablero($a1)
        lb $t2, tablero($a2)
        bnez $t1, l1
        move $t1, $t2
        li $t2, 0
l1:     bnez $t0, l2
        move $t0, $t1
        move $t1, $t2
        li $t2, 0
l2:     bnez $t1, l3
        move $t1, $t2
        li $t2, 0
l3:     beqz $t0, l5
        bne $t0, $t1, l4
        addi $t0, $t0, 1
        move $t1, $t2
        li $t2, 0
        j l5
l4:     beqz $t1, l5
        bne $t1, $t2, l5
        addi $t1, $t1, 1
        li $t2, 0
l5:     sb $t0, tablero($a0)
        sb $t1, tablero($a1)
        sb $t2, tablero($a2)
        jr $ra

poner:
        li $v0, 41
        li $a0, 0
        syscall
        li $t1, 9
        divu $a0, $t1
        mfhi $t0
        lb $t1, tablero($t0)
        bnez $t1, poner
        li $t1, 1
        sb $t1, tablero($t0)
        jr $ra

# 0 to go on, 1 if won, 2 if lost
revisar:
        li $t0, 8
        li $v0, 0
        li $t5, 0
r1:     lb $t1, tablero($t0)
        beq $t1, 9, r_gana
        bnez $t1, r2
        li $t5, 1
r2:     addi $t0, $t0, -1
        bgez $t0, r1
        bnez $t5, r_fin
        lb $t1, tablero+4
        lb $t2, tablero+1
        beq $t1, $t2, r_fin
        lb $t2, tablero+3
        beq $t1, $t2, r_fin
        lb $t2, tablero+5
        beq $t1, $t2, r_fin
        lb $t2, tablero+7
        beq $t1, $t2, r_fin
        lb $t1, tablero+0
        lb $t2, tablero+1
        lb $t3, tablero+2
        beq $t1, $t2, r_fin
        beq $t2, $t3, r_fin
        lb $t1, tablero+5
        beq $t3, $t1, r_fin
        lb $t2, tablero+8
        beq $t1, $t2, r_fin
        lb $t3, tablero+7
        beq $t2, $t3, r_fin
        lb $t1, tablero+6
        beq $t3, $t1, r_fin
        lb $t2, tablero+3
        beq $t1, $t2, r_fin
        lb $t1, tablero+0
        beq $t1, $t2, r_fin
        li $v0, 2
r_fin:  jr $ra
r_gana: li $v0, 1
        jr $ra

limpiar:
        li $t0, 30
        li $v0, 11
        li $a0, 10
li1:    syscall
        addi $t0, $t0, -1
        bgtz $t0, li1
        jr $ra

# prints each cell
dibujar:
        move $s7, $ra
        li $s1, 0
        li $v0, 4
        la $a0, borde
        syscall
d1:     lb $t0, tablero($s1)
        li $v0, 11
        li $a0, '|'
        syscall
        li $a0, ' '
        syscall
        li $a0, 1
        sllv $a0, $a0, $t0
        bnez $t0, d2
        li $a0, 0
d2:     jal numero
        li $v0, 11
        li $a0, ' '
        syscall
        addi $s1, $s1, 1
        rem $t0, $s1, 3
        bnez $t0, d1
        li $v0, 11
        li $a0, '|'
        syscall
        li $a0, 10
        syscall
        bne $s1, 9, d1
        li $v0, 4
        la $a0, borde
        syscall
        jr $s7

# prints $a0 in three columns
numero:
        li $t1, 100
        li $t3, 0
        move $t4, $a0
nu1:    div $t4, $t1
        mflo $t2
        mfhi $t4
        or $t3, $t3, $t2
        addi $a0, $t2, 48
        bnez $t3, nu2
        li $a0, ' '
nu2:    li $v0, 11
        syscall
        div $t1, $t1, 10
        bgt $t1, 1, nu1
        addi $a0, $t4, 48
        bnez $t4, nu3
        bnez $t3, nu3
        li $a0, '-'
nu3:    syscall
        jr $ra

ganador:
        li $v0, 4
        la $a0, gana
        syscall
        j fin
perdedor:
        li $v0, 4
        la $a0, pierde
        syscall
        j fin
salir:
        li $v0, 4
        la $a0, adios
        syscall
fin:    li $v0, 17
        li $a0, 0
        syscall

leer:
        li $v0, 8
        la $a0, opcion
        li $a1, 2
        syscall
        lb $v0, opcion
        jr $ra
