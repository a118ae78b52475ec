# A program to begin with: Run it, or Step through it.
# Every change is kept in this browser.

        .data
ask:    .asciiz "A number? "
square: .asciiz "Its square is "

        .text
main:   li      $v0, 4          # print the string at ask
        la      $a0, ask
        syscall
        li      $v0, 5          # read a number
        syscall
        mul     $t0, $v0, $v0
        li      $v0, 4          # print the string at square
        la      $a0, square
        syscall
        li      $v0, 1          # print the number in $a0
        move    $a0, $t0
        syscall
        li      $v0, 10         # end
        syscall
