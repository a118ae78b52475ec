# mandelbrot.asm: counts how long the points of a picture of 160 x 100 stay near zero.
#
# Purpose:   speed of double-precision arithmetic and comparisons
# Input:     none
# Output:    mandelbrot -2126853497
# Registers: $s0 the most rounds for a point, $s1 and $s2 rows and columns left, $s3 the checksum,
#            $t0 rounds left; $f20 $f22 the point, $f2 $f4 the number, $f6 $f8 its squares,
#            $f10 scratch, $f24 the number 4, $f26 $f28 the distance of points

        .data
size:   .word   1000                # the most rounds
name:   .asciiz "mandelbrot "
        .align  3
four:   .double 4.0
left:   .double -2.1
top:    .double -1.25
right:  .double 0.01875             # 3 / 160
down:   .double 0.025               # 2.5 / 100

        .text
        .globl main
main:   lw      $s0, size
        li      $s3, 0
        l.d     $f24, four
        l.d     $f26, right
        l.d     $f28, down
        l.d     $f22, top
        li      $s1, 100
row:    l.d     $f20, left
        li      $s2, 160
point:  sub.d   $f2, $f20, $f20     # zero
        mov.d   $f4, $f2
        move    $t0, $s0
again:  mul.d   $f6, $f2, $f2
        mul.d   $f8, $f4, $f4
        add.d   $f10, $f6, $f8
        c.lt.d  $f24, $f10          # farther than 2 from zero
        bc1t    away
        mul.d   $f4, $f2, $f4       # y = 2xy + cy
        add.d   $f4, $f4, $f4
        add.d   $f4, $f4, $f22
        sub.d   $f2, $f6, $f8       # x = xx - yy + cx
        add.d   $f2, $f2, $f20
        addiu   $t0, $t0, -1
        bgtz    $t0, again
away:   sll     $t1, $s3, 3         # checksum times 9, plus the rounds left
        addu    $s3, $s3, $t1
        addu    $s3, $s3, $t0
        add.d   $f20, $f20, $f26
        addiu   $s2, $s2, -1
        bgtz    $s2, point
        add.d   $f22, $f22, $f28
        addiu   $s1, $s1, -1
        bgtz    $s1, row

        la      $a0, name
        li      $v0, 4
        syscall
        move    $a0, $s3
        li      $v0, 1
        syscall
        li      $a0, 10             # a newline
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
