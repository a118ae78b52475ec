# A calculator for postfix notation, a number or a sign in each line; = prints what is on top and ends.
        .data
buf:    .space  16
stack:  .space  400
under:  .asciiz "stack underflow\n"
zero:   .asciiz "division by zero\n"
        .text
main:   la      $s0, stack          # next free place
        la      $s3, stack
loop:   li      $v0, 8
        la      $a0, buf
        li      $a1, 16
        syscall
        lb      $t0, buf
        beq     $t0, '=', result
        beq     $t0, '+', binary
        beq     $t0, '*', binary
        beq     $t0, '/', binary
        bne     $t0, '-', number
        lb      $t1, buf+1
        blt     $t1, '0', binary
number: la      $t2, buf
        li      $t3, 0
        li      $t4, 0
        bne     $t0, '-', digits
        li      $t4, 1
        addi    $t2, $t2, 1
digits: lb      $t1, 0($t2)
        blt     $t1, '0', push
        bgt     $t1, '9', push
        mul     $t3, $t3, 10
        addi    $t1, $t1, -48
        add     $t3, $t3, $t1
        addi    $t2, $t2, 1
        j       digits
push:   beqz    $t4, plus
        neg     $t3, $t3
plus:   sw      $t3, 0($s0)
        addi    $s0, $s0, 4
        j       loop
binary: sub     $t5, $s0, $s3
        blt     $t5, 8, few
        lw      $t6, -8($s0)
        lw      $t7, -4($s0)
        beq     $t0, '+', add
        beq     $t0, '-', sub
        beq     $t0, '*', mul
        beqz    $t7, by0
        div     $t6, $t6, $t7
        j       store
add:    addu    $t6, $t6, $t7
        j       store
sub:    subu    $t6, $t6, $t7
        j       store
mul:    mul     $t6, $t6, $t7
store:  sw      $t6, -8($s0)
        addi    $s0, $s0, -4
        j       loop
result: beq     $s0, $s3, few
        li      $v0, 1
        lw      $a0, -4($s0)
        syscall
        li      $v0, 11
        li      $a0, 10
        syscall
        j       end
few:    li      $v0, 4
        la      $a0, under
        syscall
        j       end
by0:    li      $v0, 4
        la      $a0, zero
        syscall
end:    li      $v0, 10
        syscall
