main:   b     main
