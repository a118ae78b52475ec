//! Advice: each piece with a program where it is given and one, as like it as can be, where it is
//! not.

use mips_sim::{AsmOptions, Assembly, assemble};

struct Case {
    code: &'static str,
    fires: &'static str,
    silent: &'static str,
}

const CASES: &[Case] = &[
    Case {
        code: "W0101",
        fires: ".data\nx: .word 1\nmain: li $v0, 10\n syscall\n",
        silent: ".data\nx: .word 1\n.text\nmain: li $v0, 10\n syscall\n",
    },
    Case {
        code: "W0102",
        fires: ".data\ns: .asciiz \"never closed\n",
        silent: ".data\ns: .asciiz \"closed \\\" here\"\nt: .asciiz \"\\\\\"\nu: .asciiz \"\"\n",
    },
    Case {
        code: "W0102",
        fires: ".data\ns: .asciiz \"a\\\\\" # the backslashes hide the quote\n",
        silent: ".data\ns: .asciiz \"a\\\\\"\n",
    },
    Case { code: "W0103", fires: "li $t0, 4294967296\n", silent: "li $t0, 4294967295\n" },
    Case {
        code: "W0104",
        fires: "add: li $v0, 10\n syscall\n",
        silent: ".data\nb: .word 1\n.text\nadd2: lw $t0, b\n",
    },
    Case {
        code: "W0105",
        fires: ".macro go\n nop\n.end_macro\ngo: nop\n",
        silent: ".macro go\n nop\n.end_macro\nstart: go\n",
    },
    Case {
        code: "W0106",
        fires: "f: jr $ra\nmain: jal f\n li $v0, 10\n syscall\n",
        silent: "main: jal f\n li $v0, 10\n syscall\nf: jr $ra\n",
    },
    Case {
        code: "W0106",
        fires: ".globl main\nf: jr $ra\nmain: jal f\n li $v0, 10\n syscall\n",
        silent: "li $s0, 1\n j main\nf: jr $ra\nmain: jal f\n li $v0, 10\n syscall\n",
    },
    Case {
        code: "W0106",
        fires: "f: jr $ra\nmain: jal f\n",
        silent: "jal f\n la $t9, main\n jalr $t9\n li $v0, 10\n syscall\nf: jr $ra\nmain: jr $ra\n",
    },
    Case {
        code: "W0107",
        fires: ".data\nx: .word # nothing\ny: .word 1\n",
        silent: ".data\nx: .word\n 1, 2, 3\ny: .word 1\n",
    },
    Case {
        code: "W0108",
        fires: ".data\ns: .asciiz \"abc de\"\nx: .space 4\n.text\nlw $t0, x\n",
        silent: ".data\ns: .asciiz \"abc de\"\n.align 2\nx: .space 4\n.text\nlw $t0, x\nlb $t1, s+1\nulw $t2, s+1\n",
    },
    Case {
        code: "W0109",
        fires: ".data\n.align 2\nx: .space 9\n.align 2\ny: .word 1\n.text\nsw $t0, x+12\n",
        silent: ".data\n.align 2\nx: .space 36\n .space 4\ny: .word 1\n.text\nsw $t0, x+36\n",
    },
    Case {
        code: "W0109",
        fires: ".data\n.align 2\nx: .space 9\n.align 2\ny: .word 1\n.text\nla $t0, x\nli $t1, 2\nsw $t1, 12($t0)\n",
        silent: ".data\nx: .space 4\ny: .word 1\n.text\nlwl $t0, x+3\nlwr $t0, x\nla $t0, x\naddi $t0, $t0, 4\nsw $t1, 0($t0)\n",
    },
    Case {
        code: "W0108",
        fires: ".data\ns: .asciiz \"abc de\"\nx: .space 4\n.text\nla $t0, x\nsw $t1, 0($t0)\n",
        silent: ".data\ns: .asciiz \"abc de\"\nx: .space 4\n.text\nla $t0, x\nsb $t1, 0($t0)\nla $t0, s\nl: sw $t1, 1($t0)\n",
    },
    Case {
        code: "W0110",
        fires: "li $v0, 1\nli $a0, 5\nli $v0, 10\nsyscall\n",
        silent: "li $v0, 1\nli $a0, 5\nsyscall\nli $v0, 10\nsyscall\n",
    },
    Case {
        code: "W0110",
        fires: "addiu $v0, $zero, 4\nli $v0, 10\nsyscall\n",
        silent: "li $v0, 1\nbeqz $t0, x\nli $v0, 4\nx: syscall\nli $v0, 0\nli $v0, 10\nsyscall\n",
    },
    Case {
        code: "W0111",
        fires: "div $t0, $t1\nmove $a0, $t0\n",
        silent: "div $t0, $t1\nmflo $a0\ndiv $t2, $t3, $t4\n",
    },
    Case {
        code: "W0111",
        fires: "mult $t0, $t1\nmult $t2, $t3\nmflo $a0\n",
        silent: "mult $t0, $t1\nbeqz $t0, x\nmult $t2, $t3\nx: mflo $a0\n",
    },
    Case {
        code: "W0111",
        fires: "div $t0, $t1\nmove $a0, $t0\nli $v0, 1\nsyscall\nmult $t2, $t3\nmflo $a0\n",
        silent: "div $t0, $t1\njal f\nmult $t2, $t3\nf: mflo $a0\n",
    },
    Case {
        code: "W0112",
        fires: "addi $zero, $t0, 5\n",
        silent: "nop\nsll $zero, $zero, 0\nsll $zero, $zero, 1\nlw $zero, 0($sp)\nadd $t0, $zero, $zero\njalr $zero, $ra\nbeq $zero, $zero, x\nx: sw $zero, 0($sp)\n",
    },
    Case { code: "W0112", fires: "li $zero, 5\n", silent: "li $t0, 0\nmove $t0, $zero\n" },
    Case {
        code: "W0113",
        fires: "li $at, 5\nbge $t0, $t1, x\nx: add $t2, $at, $t0\n",
        silent: "li $at, 5\nadd $t2, $at, $t0\nbge $t0, $t1, x\nx: nop\n",
    },
    Case {
        code: "W0114",
        fires: "move $k0, $t0\n.ktext 0x80000180\nmfc0 $k0, $14\neret\n",
        silent: "move $t1, $t0\n.ktext 0x80000180\nmfc0 $k0, $14\neret\n",
    },
    Case {
        code: "W0115",
        fires: ".macro m(%x, %xy)\n add $t5, %xy, %x\n.end_macro\n m($t0, $t1)\n",
        silent: ".macro m(%a, %b)\n add %a, %a, %a # %a\nagain: addi %b, %b, -1\n bnez %b, again\n.end_macro\n m($t0, $t1)\n m($t2, $t3)\n",
    },
    Case {
        // The label and its use on one line: both are replaced in the same place.
        code: "W0115",
        fires: ".macro m(%r)\nagain: bnez %r, again\n.end_macro\n m($t0)\n",
        silent: ".macro m(%r)\nagain:\n bnez %r, again\n.end_macro\n m($t0)\n",
    },
    Case {
        code: "W0116",
        fires: ".data\nx: .space 2000000000\n",
        silent: ".data\nx: .space 4000000\n",
    },
];

fn codes(source: &str) -> (Assembly, Vec<&'static str>) {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assemble(&["p.asm"], &mut files, &options);
    let codes = assembly.diagnostics.for_people().map(|d| d.message.code()).collect();
    (assembly, codes)
}

#[test]
fn each_piece_of_advice_is_given_where_it_should_be_and_nowhere_else() {
    for case in CASES {
        let (_, found) = codes(case.fires);
        assert!(found.contains(&case.code), "{} is not given for\n{}", case.code, case.fires);
        let (_, found) = codes(case.silent);
        assert!(!found.contains(&case.code), "{} is given for\n{}", case.code, case.silent);
    }
}

#[test]
fn every_kind_of_advice_has_a_case() {
    let all = mips_sim::diag::Message::CODES.iter().map(|(code, _)| *code);
    for code in all.filter(|code| code.starts_with("W01")) {
        assert!(CASES.iter().any(|case| case.code == code), "{code}");
    }
}

#[test]
fn delay_slots_belong_to_the_block_before_them() {
    for source in [
        "jal out\nli $v0, 4\nli $v0, 10\nsyscall\nout: syscall\n jr $ra\n nop\n",
        "jal f\nmult $t0, $t1\nmult $t2, $t3\nf: mflo $a0\n",
    ] {
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let options = AsmOptions { advice: true, delayed_branching: true, ..AsmOptions::default() };
        let assembly = assemble(&["p.asm"], &mut files, &options);
        assert_eq!(assembly.diagnostics.all(), [], "{source}");
    }
}

#[test]
fn advice_never_changes_the_result() {
    for source in CASES.iter().flat_map(|case| [case.fires, case.silent]) {
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let plain = assemble(&["p.asm"], &mut files, &AsmOptions::default());
        let (advised, _) = codes(source);
        assert_eq!(plain.succeeded(), advised.succeeded(), "{source}");
        assert_eq!(plain.image.text, advised.image.text, "{source}");
        assert_eq!(plain.image.data, advised.image.data, "{source}");
        assert_eq!(plain.mars_report(&str::to_string), advised.mars_report(&str::to_string));
    }
}
