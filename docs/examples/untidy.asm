.data
prompt: .asciiz "n? "
squares: .word 0, 1,4, 9 # so far
.text
main: li $v0,4 # print
la $a0,prompt
  syscall
lw $t0, 4 ( $sp )
li $v0,10
syscall
