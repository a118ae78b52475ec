# Shows: a label without its colon, a label with a dash, two labels on a line.
main    li   $t0, 1
loop
        j    loop
my-loop: nop
a: b1:  nop
