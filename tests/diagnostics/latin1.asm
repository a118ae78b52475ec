# Shows: a file in Latin-1.
grφίe:  nop
        j    grφίe
