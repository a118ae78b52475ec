# Reads degrees Fahrenheit and prints degrees Celsius.
.data
off:    .float 32.0
five:   .float 5.0
nine:   .float 9.0
.text
main:   li $v0, 6
        syscall
        l.s $f2, off
        sub.s $f0, $f0, $f2
        l.s $f4, five
        mul.s $f0, $f0, $f4
        l.s $f6, nine
        div.s $f12, $f0, $f6
        li $v0, 2
        syscall
        li $v0, 10
        syscall
