# Shows: directives of other assemblers, and a misspelt one.
.global main
.dta
.data
text:   .string "hello"
n:      .int 5
buf:    .zero 80
        .asciz "bye"
        .frobnicate
.text
main:   nop
        .set noreorder
        .end main
