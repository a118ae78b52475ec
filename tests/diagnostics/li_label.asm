# Shows: li with a label, a register, a string and a number with a point.
.data
msg:    .asciiz "hi"
.text
        li   $a0, msg
        li   $t0, $t1
        li   $a0, "hello"
        li   $f0, 1.5
        la   $t0, $t1
