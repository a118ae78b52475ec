# A .word without a value takes no room: both labels are the same place.
        .data
count:  .word
limit:  .word 10
