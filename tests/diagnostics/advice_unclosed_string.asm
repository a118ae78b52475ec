# A string that never ends, and one whose backslashes hide its end.
        .data
ask:    .asciiz "How many? 
path:   .asciiz "C:\\"   # a folder
