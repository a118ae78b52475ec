# Shows: a first program with a bit of everything.
.data
prompt: .asciiz "Enter a number: "
result: .asciiz "Sum: "
.text
.globl main
main:
        li   $v0, 4
        la   $a0, promt
        syscall
        li   $v0, 5
        syscal
        move $t0, v0
        add  $t0, $t0
        lw   $t1, $sp
        print_int
        j    $ra
