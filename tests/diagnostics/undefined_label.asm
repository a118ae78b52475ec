# Shows: labels that are misspelt or missing.
main:   jal  print_numbr
        j    Main
        la   $a0, message
        li   $v0, 10
        syscall
print_number:
        jr   $ra
