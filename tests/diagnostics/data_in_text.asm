# Shows: data without .data.
main:   li   $v0, 4
msg:    .asciiz "hello"
        .align 2
