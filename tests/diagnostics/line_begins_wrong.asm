# Shows: lines that do not begin with an instruction.
        $t0, $t1
        5
        "text"
        word 5
        %x
