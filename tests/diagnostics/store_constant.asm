# Shows: a constant stored directly.
        sw   5, 0($t0)
