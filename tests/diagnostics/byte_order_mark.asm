main:   li   $t0, 1 # Shows: a file that begins with a byte order mark.
