# sums.asm: adds the numbers that it reads to a total, until a 0; for the tests of the debug adapter.

        .data
total:  .word   0
list:   .word   1, 2, 3
text:   .asciiz "total "

        .text
main:   li      $v0, 5
        syscall
        beqz    $v0, done
        move    $a0, $v0
        jal     add
        b       main
add:    lw      $t0, total
        addu    $t0, $t0, $a0
        sw      $t0, total
        jr      $ra

done:   li      $v0, 4
        la      $a0, text
        syscall
        lw      $a0, total
        li      $v0, 1
        syscall
        bltz    $a0, bad
        li      $v0, 10
        syscall
bad:    lw      $t1, 1($a0)
