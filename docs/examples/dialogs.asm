# Asks with the dialogs of MARS: run it with --dialogs.
        .data
age:    .asciiz "How old are you?"
next:   .asciiz "Next year you are: "
more:   .asciiz "Once more?"
bye:    .asciiz "Good luck."

        .text
main:   la      $a0, age
        li      $v0, 51
        syscall
        bnez    $a1, again              # no number: cancelled, empty or something else
        addi    $a1, $a0, 1
        la      $a0, next
        li      $v0, 56
        syscall
again:  la      $a0, more
        li      $v0, 50
        syscall
        beqz    $a0, main
        la      $a0, bye
        li      $a1, 1
        li      $v0, 55
        syscall
        li      $v0, 10
        syscall
