# Shows: comments of other languages.
        li   $t0, 1     ; one
        li   $t1, 2     // two
        /* three */
