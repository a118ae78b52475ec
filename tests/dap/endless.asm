# endless.asm: runs for ever; for the tests of the debug adapter.

main:   addiu   $t0, $t0, 1
        b       main
