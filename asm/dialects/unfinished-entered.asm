# unfinished-entered.asm: the 512 game as far as it has come: from a board that is entered.
#
# Purpose:   2048 on three by three cells; nine integers are the board at the start, all moves are made, and
#            a lost game is said to be lost; new games, new tiles and the won game are still to be written
# Input:     nine integers, one per cell; then lines W, A, S, D or X
# Output:    the board before each question; how the game ends; a line that looks for a mistake
# Registers: $s0 the first cell of a line, $s1 the step to the next one, $s2 lines left, $a3 the step along it
.data
s_title:  .asciiz "512\n"
s_menu:   .asciiz "Main Menu:\n[1] New Game\n[2] Start from a State\n[X] Quit\nEnter choice: "
s_cfg:    .asciiz "Enter a board configuration:\n"
s_move:   .asciiz "Enter a move: "
s_inv:    .asciiz "Invalid move!\n"
s_win:    .asciiz "Congratulations! You have reached the 512 tile!\n"
s_lose:   .asciiz "Game over.\n"
s_seed:   .asciiz "Enter a seed: "
s_dbg:    .asciiz "DEBUG count="
s_top:    .asciiz "+---+---+---+\n"
.align 2
a:        .word 0, 0, 0, 0, 0, 0, 0, 0, 0
b:        .word 0, 0, 0, 0, 0, 0, 0, 0, 0
in:       .space 100
.text
.globl main
main:
          li $s7, 1
config:   li $v0, 4
          la $a0, s_cfg
          syscall
          la $s0, a
          addi $s1, $s0, 36
readcell: 
          li $v0, 5
          syscall
          sw $v0, 0($s0)
          addi $s0, $s0, 4
          bne $s0, $s1, readcell
gameloop: jal print
          jal stuck
          bnez $v0, youlose
getmove:  li $v0, 4
          la $a0, s_move
          syscall
          li $v0, 8
          la $a0, in
          li $a1, 100
          syscall
          lb $t0, in
          beq $t0, 'X', exit
          # copy a to b
          li $t1, 0
cp:       lw $t2, a($t1)
          sw $t2, b($t1)
          addi $t1, $t1, 4
          bne $t1, 36, cp
          beq $t0, 'A', moveA
          beq $t0, 'D', moveD
          beq $t0, 'W', moveW
          beq $t0, 'S', moveS
          li $v0, 4
          la $a0, s_inv
          syscall
          j getmove
rng3:     li $s7, 0
          j getmove
rng4:     li $s7, 1
          j getmove
# every row: a2 = first address, a3 = step
moveA:    la $s0, a
          li $a3, 4
          li $s1, 12
          j doit
moveD:    la $s0, a+8
          li $a3, -4
          li $s1, 12
          j doit
moveW:    la $s0, a
          li $a3, 12
          li $s1, 4
          j doit
moveS:    la $s0, a+24
          li $a3, -12
          li $s1, 4
          j doit
doit:     li $s2, 3
doit1:    move $a2, $s0
          jal oneline
          add $s0, $s0, $s1
          addi $s2, $s2, -1
          bnez $s2, doit1
          li $v0, 4
          la $a0, s_dbg
          syscall
          li $v0, 1
          move $a0, $s2
          syscall
          li $v0, 11
          li $a0, 10
          syscall
          # changed?
          li $t1, 0
ch:       lw $t2, a($t1)
          lw $t3, b($t1)
          bne $t2, $t3, yes
          addi $t1, $t1, 4
          bne $t1, 36, ch
          li $v0, 4
          la $a0, s_inv
          syscall
          j getmove
yes:
          j gameloop

oneline:  # insertion: t0 write pointer, t1 read pointer, t5 last value that may merge
          move $t0, $a2
          move $t1, $a2
          li $t5, 0
          li $t6, 3
ol1:      lw $t2, 0($t1)
          beqz $t2, ol3
          sw $zero, 0($t1)
          beqz $t5, ol2
          bne $t2, $t5, ol2
          # merge into the cell before
          sub $t7, $t0, $a3
          sll $t2, $t2, 1
          sw $t2, 0($t7)
          li $t5, 0
          j ol3
ol2:      sw $t2, 0($t0)
          move $t5, $t2
          add $t0, $t0, $a3
ol3:      add $t1, $t1, $a3
          addi $t6, $t6, -1
          bnez $t6, ol1
          jr $ra
stuck:    li $v0, 0
          li $t0, 0
st1:      lw $t1, a($t0)
          beqz $t1, st9
          addi $t0, $t0, 4
          bne $t0, 36, st1
          li $t0, 0
st2:      lw $t1, a($t0)
          lw $t2, a+4($t0)
          lw $t3, a+8($t0)
          beq $t1, $t2, st9
          beq $t2, $t3, st9
          addi $t0, $t0, 12
          bne $t0, 36, st2
          li $t0, 0
st3:      lw $t1, a($t0)
          lw $t2, a+12($t0)
          lw $t3, a+24($t0)
          beq $t1, $t2, st9
          beq $t2, $t3, st9
          addi $t0, $t0, 4
          bne $t0, 12, st3
          li $v0, 1
st9:      jr $ra
youlose:  li $v0, 4
          la $a0, s_lose
          syscall
          j exit
youwin:   li $v0, 4
          la $a0, s_win
          syscall
exit:     li $v0, 10
          syscall
print:    la $t0, a
          li $t1, 3
p1:       li $v0, 4
          la $a0, s_top
          syscall
          li $t2, 3
p2:       li $v0, 11
          li $a0, '|'
          syscall
          lw $t3, 0($t0)
          # left-aligned in three
          li $t4, 3
          beqz $t3, p4
          li $v0, 1
          move $a0, $t3
          syscall
          li $t4, 2
          blt $t3, 10, p4
          li $t4, 1
          blt $t3, 100, p4
          li $t4, 0
p4:       beqz $t4, p5
          li $v0, 11
          li $a0, ' '
          syscall
          addi $t4, $t4, -1
          j p4
p5:       addi $t0, $t0, 4
          addi $t2, $t2, -1
          bnez $t2, p2
          li $v0, 11
          li $a0, '|'
          syscall
          li $v0, 11
          li $a0, 10
          syscall
          addi $t1, $t1, -1
          bnez $t1, p1
          li $v0, 4
          la $a0, s_top
          syscall
          jr $ra
