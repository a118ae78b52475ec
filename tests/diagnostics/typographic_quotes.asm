# Shows: quotes from a word processor.
.data
msg:    .asciiz “hello”
c:      .byte ‘a’
