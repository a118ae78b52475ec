# Shows: a blank that is none, and a dash that is no minus.
        li $t0, 5
        li   $t0, −5
