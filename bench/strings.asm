# strings.asm: copies, reverses, capitalises, compares and hashes a text of 8,000 bytes.
#
# Purpose:   speed of loops over byte strings that end with a zero byte
# Input:     none
# Output:    strings 1562982502
# Registers: $s0 rounds left, $s1 the text, $s2 its copy, $s3 the checksum; in the procedures:
#            $t0 and $t1 addresses, $t2 and $t3 bytes, $t4 scratch

        .data
size:   .word   160                 # rounds
name:   .asciiz "strings "
text:   .space  8001
copy:   .space  8001

        .text
        .globl main
main:   lw      $s0, size
        la      $s1, text
        la      $s2, copy
        li      $s3, 5381

        move    $t0, $s1            # the text: small letters in an order that looks wild
        li      $t1, 8000
        li      $t2, 0
write:  addiu   $t2, $t2, 7
        slti    $t3, $t2, 26
        bne     $t3, $zero, letter
        addiu   $t2, $t2, -26
letter: addiu   $t3, $t2, 97        # from a
        sb      $t3, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, -1
        bgtz    $t1, write
        sb      $zero, 0($t0)

round:  move    $a0, $s2
        move    $a1, $s1
        jal     strcpy
        move    $a0, $s2
        jal     reverse
        move    $a0, $s2
        jal     capitals
        move    $a0, $s2
        move    $a1, $s1
        jal     strcmp
        addu    $s3, $s3, $v0
        move    $a0, $s2
        move    $a1, $s3
        jal     hash
        move    $s3, $v0
        andi    $t0, $s3, 4095      # change a letter, so that no two rounds are the same
        addu    $t0, $t0, $s1
        li      $t1, 122
        sb      $t1, 0($t0)
        addiu   $s0, $s0, -1
        bgtz    $s0, round

        la      $a0, name
        li      $v0, 4
        syscall
        move    $a0, $s3
        li      $v0, 1
        syscall
        li      $a0, 10             # a newline
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall

# strcpy: $a0 where to, $a1 where from
strcpy: lbu     $t2, 0($a1)
        sb      $t2, 0($a0)
        addiu   $a0, $a0, 1
        addiu   $a1, $a1, 1
        bne     $t2, $zero, strcpy
        jr      $ra

# reverse: $a0 a string, turned round in its place
reverse:
        move    $t0, $a0
        move    $t1, $a0
last:   lbu     $t2, 0($t1)         # find its end
        addiu   $t1, $t1, 1
        bne     $t2, $zero, last
        addiu   $t1, $t1, -2        # before the zero byte
turn:   bge     $t0, $t1, turned
        lbu     $t2, 0($t0)
        lbu     $t3, 0($t1)
        sb      $t3, 0($t0)
        sb      $t2, 0($t1)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, -1
        b       turn
turned: jr      $ra

# capitals: $a0 a string; every vowel in it becomes a capital letter
capitals:
        lb      $t2, 0($a0)
        beq     $t2, $zero, written
        li      $t3, 97             # a
        beq     $t2, $t3, vowel
        li      $t3, 101            # e
        beq     $t2, $t3, vowel
        li      $t3, 105            # i
        beq     $t2, $t3, vowel
        li      $t3, 111            # o
        beq     $t2, $t3, vowel
        li      $t3, 117            # u
        bne     $t2, $t3, plain
vowel:  addiu   $t2, $t2, -32
        sb      $t2, 0($a0)
plain:  addiu   $a0, $a0, 1
        b       capitals
written:
        jr      $ra

# strcmp: $a0 and $a1 two strings  ->  $v0 how many bytes of them differ
strcmp: li      $v0, 0
both:   lbu     $t2, 0($a0)
        lbu     $t3, 0($a1)
        addiu   $a0, $a0, 1
        addiu   $a1, $a1, 1
        xor     $t4, $t2, $t3
        sltu    $t4, $zero, $t4
        addu    $v0, $v0, $t4
        bne     $t2, $zero, both
        jr      $ra

# hash: $a0 a string, $a1 the hash so far  ->  $v0 the hash
hash:   move    $v0, $a1
mix:    lbu     $t2, 0($a0)
        addiu   $a0, $a0, 1
        sll     $t3, $v0, 5         # times 33
        addu    $v0, $v0, $t3
        xor     $v0, $v0, $t2
        bne     $t2, $zero, mix
        jr      $ra
