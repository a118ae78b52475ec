# beside.asm: the 512 game, with the old board and the new one side by side.
#
# Purpose:   2048 on three by three cells, won with a 512; three rows of halfwords, reached through a table
#            of addresses, and turned until the wall is on the left
# Input:     the menu: 1, 2 or X; for 2 a position and a value, as integers, until the position is 0; the
#            game: a line W, A, S, D, X, or 3 or 4 for new tiles; after it: Y or anything else
# Output:    the score; before each line of the board that of the old board
# Registers: in the game: $s0 how often the board is turned, $s1 turns to go, $s2 the row that is pushed

.macro print(%label)
    li   $v0, 4
    la   $a0, %label
    syscall
.end_macro
.macro push(%r)
    addiu $sp, $sp, -4
    sw    %r, 0($sp)
.end_macro
.macro pop(%r)
    lw    %r, 0($sp)
    addiu $sp, $sp, 4
.end_macro

.data
row0:   .half 0, 0, 0
row1:   .half 0, 0, 0
row2:   .half 0, 0, 0
        .align 2
rows:   .word row0, row1, row2
old:    .half 0:9
        .align 2
score:  .word 0
best:   .word 0
rng:    .word 1
buf:    .space 100
welcome: .asciiz "Main Menu:\n[1] New Game\n[2] Start from a State\n[X] Quit\n"
bad:    .asciiz "Invalid input.\n"
pos:    .asciiz "Position (1-9, 0 = done): "
val:    .asciiz "Value: "
badval: .asciiz "Not a tile.\n"
sc:     .asciiz "Score: "
bs:     .asciiz "   Best: "
nl:     .asciiz "\n"
prompt: .asciiz "Enter a move (W/A/S/D, X to quit, 3 = RNG off, 4 = RNG on): "
inv:    .asciiz "Invalid move.\n"
off:    .asciiz "RNG Disabled.\n"
on:     .asciiz "RNG Enabled.\n"
winmsg: .asciiz "You win! You made 512!\n"
lose:   .asciiz "Game over, no more moves.\n"
again:  .asciiz "Play again? (Y/N) "
bye:    .asciiz "Thanks for playing.\n"
arrow:  .asciiz "   ->   "
heads:  .asciiz "       before                   now\n"
top:    .asciiz " ----- ----- -----\n"

.text
.globl main
main:
    li   $v0, 30
    syscall
    move $a1, $a0
    li   $v0, 40
    li   $a0, 0
    syscall
menu:
    print(welcome)
    jal  getline
    lb   $t0, buf
    lb   $t1, buf+1
    bne  $t1, 10, menu_bad
    beq  $t0, '1', new_game
    beq  $t0, '2', from_state
    beq  $t0, 'X', quit
menu_bad:
    print(bad)
    b    menu

new_game:
    jal  clear
    jal  spawn
    jal  spawn
    b    game

from_state:
    jal  clear
fs_next:
    print(pos)
    li   $v0, 5
    syscall
    beqz $v0, game
    blt  $v0, 1, fs_bad
    bgt  $v0, 9, fs_bad
    addi $s0, $v0, -1
    print(val)
    li   $v0, 5
    syscall
    move $s1, $v0
    li   $t0, 2
fs_test:
    beq  $t0, $s1, fs_ok
    sll  $t0, $t0, 1
    ble  $t0, 512, fs_test
    beqz $s1, fs_ok
fs_bad:
    print(badval)
    b    fs_next
fs_ok:
    div  $t0, $s0, 3
    mul  $t1, $t0, 3
    sub  $t1, $s0, $t1
    move $a0, $t0
    move $a1, $t1
    jal  addr
    sh   $s1, 0($v0)
    b    fs_next

game:
    jal  show
    jal  has_won
    bnez $v0, won
    jal  can_move
    beqz $v0, lost
ask:
    print(prompt)
    jal  getline
    lb   $t0, buf
    lb   $t1, buf+1
    bne  $t1, 10, ask_bad
    beq  $t0, 'X', quit
    beq  $t0, '3', rng_off
    beq  $t0, '4', rng_on
    push($t0)
    jal  save
    pop($t0)
    beq  $t0, 'W', go_up
    beq  $t0, 'A', go_left
    beq  $t0, 'S', go_down
    beq  $t0, 'D', go_right
ask_bad:
    print(inv)
    b    ask
rng_off:
    sw   $zero, rng
    print(off)
    b    ask
rng_on:
    li   $t0, 1
    sw   $t0, rng
    print(on)
    b    ask

# turn the board until the wall is on the left, push, turn back
go_left:
    li   $s0, 0
    b    turn
go_up:
    li   $s0, 1
    b    turn
go_right:
    li   $s0, 2
    b    turn
go_down:
    li   $s0, 3
turn:
    move $s1, $s0
turn1:
    beqz $s1, pushed
    jal  rotate
    addi $s1, $s1, -1
    b    turn1
pushed:
    li   $s2, 0
push_row:
    sll  $t0, $s2, 2
    lw   $a0, rows($t0)
    jal  push_left
    addi $s2, $s2, 1
    blt  $s2, 3, push_row
    li   $s1, 4
    sub  $s1, $s1, $s0
turn2:
    beqz $s1, turned
    jal  rotate
    addi $s1, $s1, -1
    b    turn2
turned:
    jal  changed
    beqz $v0, ask_bad
    lw   $t0, rng
    beqz $t0, game
    jal  spawn
    b    game

# counter-clockwise: (r, c) gets (c, 2-r)
rotate:
    la   $t0, row0
    lh   $t1, 0($t0)
    lh   $t2, 2($t0)
    lh   $t3, 4($t0)
    lh   $t4, 6($t0)
    lh   $t6, 10($t0)
    lh   $t7, 12($t0)
    lh   $t8, 14($t0)
    lh   $t9, 16($t0)
    sh   $t3, 0($t0)
    sh   $t6, 2($t0)
    sh   $t9, 4($t0)
    sh   $t2, 6($t0)
    sh   $t8, 10($t0)
    sh   $t1, 12($t0)
    sh   $t4, 14($t0)
    sh   $t7, 16($t0)
    jr   $ra

# row at $a0: write pointer $t0, last unmerged tile $t1
push_left:
    move $t0, $a0
    li   $t1, 0
    li   $t2, 0
pl_loop:
    sll  $t3, $t2, 1
    add  $t3, $a0, $t3
    lh   $t4, 0($t3)
    beqz $t4, pl_next
    sh   $zero, 0($t3)
    beq  $t4, $t1, pl_merge
    sh   $t4, 0($t0)
    addi $t0, $t0, 2
    move $t1, $t4
    b    pl_next
pl_merge:
    sll  $t4, $t4, 1
    sh   $t4, -2($t0)
    li   $t1, 0
    lw   $t5, score
    add  $t5, $t5, $t4
    sw   $t5, score
pl_next:
    addi $t2, $t2, 1
    blt  $t2, 3, pl_loop
    jr   $ra

# recursive: try again until a cell is free
spawn:
    push($ra)
    li   $v0, 42
    li   $a0, 0
    li   $a1, 3
    syscall
    move $t8, $a0
    li   $v0, 42
    li   $a0, 0
    li   $a1, 3
    syscall
    move $a1, $a0
    move $a0, $t8
    jal  addr
    lh   $t0, 0($v0)
    beqz $t0, spawn_ok
    jal  spawn
    b    spawn_end
spawn_ok:
    li   $t0, 2
    sh   $t0, 0($v0)
spawn_end:
    pop($ra)
    jr   $ra

addr:
    sll  $v0, $a0, 2
    lw   $v0, rows($v0)
    sll  $t0, $a1, 1
    add  $v0, $v0, $t0
    jr   $ra

clear:
    la   $t0, row0
    li   $t1, 9
cl: sh   $zero, 0($t0)
    addi $t0, $t0, 2
    addi $t1, $t1, -1
    bnez $t1, cl
    sw   $zero, score
    li   $t0, 1
    sw   $t0, rng
    jr   $ra

save:
    la   $t0, row0
    la   $t1, old
    li   $t2, 9
sv: lh   $t3, 0($t0)
    sh   $t3, 0($t1)
    addi $t0, $t0, 2
    addi $t1, $t1, 2
    addi $t2, $t2, -1
    bnez $t2, sv
    jr   $ra

changed:
    la   $t0, row0
    la   $t1, old
    li   $t2, 9
    li   $v0, 1
ch: lh   $t3, 0($t0)
    lh   $t4, 0($t1)
    bne  $t3, $t4, ch_yes
    addi $t0, $t0, 2
    addi $t1, $t1, 2
    addi $t2, $t2, -1
    bnez $t2, ch
    li   $v0, 0
ch_yes:
    jr   $ra

has_won:
    li   $v0, 0
    la   $t0, row0
    li   $t1, 9
hw: lh   $t2, 0($t0)
    beq  $t2, 512, hw_yes
    addi $t0, $t0, 2
    addi $t1, $t1, -1
    bnez $t1, hw
    jr   $ra
hw_yes:
    li   $v0, 1
    jr   $ra

can_move:
    li   $v0, 1
    la   $t0, row0
    li   $t1, 0
cm: lh   $t2, 0($t0)
    beqz $t2, cm_end
    rem  $t3, $t1, 3
    beq  $t3, 2, cm_down
    lh   $t4, 2($t0)
    beq  $t2, $t4, cm_end
cm_down:
    bge  $t1, 6, cm_next
    lh   $t4, 6($t0)
    beq  $t2, $t4, cm_end
cm_next:
    addi $t0, $t0, 2
    addi $t1, $t1, 1
    blt  $t1, 9, cm
    li   $v0, 0
cm_end:
    jr   $ra

show:
    push($ra)
    lw   $t0, score
    lw   $t1, best
    ble  $t0, $t1, sh1
    sw   $t0, best
sh1:
    print(sc)
    li   $v0, 1
    lw   $a0, score
    syscall
    print(bs)
    li   $v0, 1
    lw   $a0, best
    syscall
    print(nl)
    print(heads)
    li   $s3, 0
sh_row:
    la   $s4, old
    mul  $t0, $s3, 6
    add  $s4, $s4, $t0
    jal  sh_three
    print(arrow)
    sll  $t0, $s3, 2
    lw   $s4, rows($t0)
    jal  sh_three
    print(nl)
    addi $s3, $s3, 1
    blt  $s3, 3, sh_row
    b    sh_end
sh_three:
    push($ra)
    li   $s5, 0
sh_cell:
    li   $v0, 11
    li   $a0, '|'
    syscall
    lh   $a0, 0($s4)
    jal  cell
    addi $s4, $s4, 2
    addi $s5, $s5, 1
    blt  $s5, 3, sh_cell
    li   $v0, 11
    li   $a0, '|'
    syscall
    pop($ra)
    jr   $ra
sh_end:
    pop($ra)
    jr   $ra

# a number in five columns, blank if zero
cell:
    move $t9, $a0
    li   $v0, 11
    li   $a0, ' '
    syscall
    bge  $t9, 100, cell1
    syscall
    bge  $t9, 10, cell1
    syscall
cell1:
    bnez $t9, cell2
    syscall
    b    cell3
cell2:
    li   $v0, 1
    move $a0, $t9
    syscall
cell3:
    li   $v0, 11
    li   $a0, ' '
    syscall
    jr   $ra

won:
    print(winmsg)
    b    end
lost:
    print(lose)
end:
    print(again)
    jal  getline
    lb   $t0, buf
    beq  $t0, 'Y', main
    beq  $t0, 'y', main
quit:
    print(bye)
    li   $v0, 10
    syscall

getline:
    li   $v0, 8
    la   $a0, buf
    li   $a1, 100
    syscall
    jr   $ra
