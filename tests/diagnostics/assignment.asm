# Shows: an equals sign.
x=5
        $t0 = 5
