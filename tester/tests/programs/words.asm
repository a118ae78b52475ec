# Reads a line and prints each word of it on a line of its own with its length, then how many there were.
        .data
line:   .space  81
count:  .asciiz " words\n"
prompt: .asciiz "> "
colon:  .asciiz ": "
        .text
main:   li      $v0, 4
        la      $a0, prompt
        syscall
        li      $v0, 8
        la      $a0, line
        li      $a1, 81
        syscall
        la      $s0, line
        li      $s1, 0              # words
skip:   lbu     $t0, 0($s0)
        beqz    $t0, done
        beq     $t0, 10, done
        bne     $t0, ' ', word
        addi    $s0, $s0, 1
        j       skip
word:   li      $s2, 0              # letters of this word
        addi    $s1, $s1, 1
each:   lbu     $a0, 0($s0)
        beqz    $a0, ended
        beq     $a0, 10, ended
        beq     $a0, ' ', ended
        li      $v0, 11
        syscall
        addi    $s2, $s2, 1
        addi    $s0, $s0, 1
        j       each
ended:  li      $v0, 4
        la      $a0, colon
        syscall
        li      $v0, 1
        move    $a0, $s2
        syscall
        li      $v0, 11
        li      $a0, 10
        syscall
        j       skip
done:   li      $v0, 1
        move    $a0, $s1
        syscall
        li      $v0, 4
        la      $a0, count
        syscall
        li      $v0, 10
        syscall
