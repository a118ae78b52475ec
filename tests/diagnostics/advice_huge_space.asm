# More room than the data segment has.
        .data
huge:   .space 2000000000
