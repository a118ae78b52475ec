# A table of temperatures in Celsius and Fahrenheit.
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
        # Write the program here.
        li      $v0, 10
        syscall

# A temperature in Fahrenheit.
#   $f12  the temperature in Celsius
#   $f0   the same in Fahrenheit
fahrenheit:
        # Write the function here.
        jr      $ra
