        .data
name:   .asciiz "/etc/passwd"
        .text
main:   la    $a0, name
        li    $a1, 0
        li    $v0, 13
        syscall
