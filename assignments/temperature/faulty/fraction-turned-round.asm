# A table of temperatures in Celsius and Fahrenheit, faulty.
#
# Mistake: multiplies by 5 and divides by 9, as for the other direction.
# Shown by the input: "1\n0\n1\n"
#
# Reads a temperature, a step and the number of rows, and prints the table.

.data
heading:      .asciiz "Celsius Fahrenheit\n"
invalid_text: .asciiz "invalid\n"
nine:         .float 9.0
five:         .float 5.0
thirty_two:   .float 32.0

.text
# Registers: $s0 how many rows are still to come, $f20 the temperature, $f22 the step.
main:
        li      $v0, 6
        syscall
        mov.s   $f20, $f0
        li      $v0, 6
        syscall
        mov.s   $f22, $f0
        li      $v0, 5
        syscall
        move    $s0, $v0
        bltz    $s0, invalid
        bgt     $s0, 50, invalid
        la      $a0, heading
        li      $v0, 4
        syscall
row:
        blez    $s0, end
        mov.s   $f12, $f20
        li      $v0, 2
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        mov.s   $f12, $f20
        jal     fahrenheit
        mov.s   $f12, $f0
        li      $v0, 2
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        add.s   $f20, $f20, $f22
        addiu   $s0, $s0, -1
        j       row
invalid:
        la      $a0, invalid_text
        li      $v0, 4
        syscall
end:
        li      $v0, 10
        syscall

# A temperature in Fahrenheit.
#   $f12  the temperature in Celsius
#   $f0   the same in Fahrenheit
fahrenheit:
        l.s     $f4, nine
        l.s     $f6, five
        l.s     $f8, thirty_two
        mul.s   $f0, $f12, $f6
        div.s   $f0, $f0, $f4
        add.s   $f0, $f0, $f8
        jr      $ra
