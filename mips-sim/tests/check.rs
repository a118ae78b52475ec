//! The run-time checker: each mistake with a program where it shows and one, as like it as can be,
//! where it does not. Nothing is found in a correct program.

use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions};
use mips_sim::observe::Off;
use mips_sim::observe::check::{Check, Finding, Misuse};
use mips_sim::{AsmOptions, Image, assemble};

struct Case {
    code: &'static str,
    /// A part of what is said.
    says: &'static str,
    input: &'static str,
    fires: &'static str,
    silent: &'static str,
}

const CASES: &[Case] = &[
    Case {
        code: "C0001",
        says: "line 6: `$a0` holds the address of `msg`",
        input: "",
        fires: ".data\nmsg: .asciiz \"hi\"\n.text\nli $v0, 1\nla $a0, msg\nsyscall\n",
        silent: ".data\nmsg: .asciiz \"hi\"\n.text\nli $v0, 4\nla $a0, msg\nsyscall\n",
    },
    Case {
        code: "C0004",
        says: "the address of `x` in `$t0`",
        input: "",
        fires: ".data\nx: .word 6\n.text\nla $t0, x\nli $t1, 7\nmul $a0, $t0, $t1\n",
        silent: ".data\nx: .word 6\n.text\nlw $t0, x\nli $t1, 7\nmul $a0, $t0, $t1\n",
    },
    Case {
        code: "C0004",
        says: "the address of `x` in `$t0`",
        input: "",
        fires: ".data\nx: .word 6\ny: .word 7\n.text\nla $t0, x\nla $t1, y\nadd $a0, $t0, $t1\n",
        // The middle between two pointers into one array.
        silent: ".data\nx: .word 6, 7, 8\n.text\nla $t0, x\nla $t1, x\naddi $t1, $t1, 8\nadd $a0, $t0, $t1\nsrl $a0, $a0, 1\n",
    },
    Case {
        code: "C0005",
        says: "line 1: `$v0` is set to 1 for a service and overwritten at line 3",
        input: "",
        fires: "li $v0, 1\nli $a0, 3\nli $v0, 10\nsyscall\n",
        silent: "li $v0, 1\nli $a0, 3\nsyscall\nli $v0, 10\nsyscall\n",
    },
    Case {
        code: "C0007",
        says: "line 2: execution ran into `f` without a call, and its `jr $ra` at line 4",
        input: "",
        fires: "main: jal f\nli $t0, 1\nf: li $t1, 2\njr $ra\n",
        silent: "main: jal f\nli $v0, 10\nsyscall\nf: li $t1, 2\njr $ra\n",
    },
    Case {
        code: "C0008",
        says: "line 5: `f` ran into `g`, which overwrites its result in `$v0` at line 6",
        input: "",
        fires: "jal f\njal g\nli $v0, 10\nsyscall\nf: addu $v0, $zero, $zero\ng: addiu $v0, $zero, 4\njr $ra\n",
        // A second way into a function.
        silent: "jal f\njal g\nli $v0, 10\nsyscall\nf: addu $v0, $zero, $zero\ng: addiu $v0, $v0, 4\njr $ra\n",
    },
    Case {
        code: "C0009",
        says: "line 6: `$ra` was set by the call at line 4 inside `f`",
        input: "",
        fires: "main: jal f\nli $v0, 10\nsyscall\nf: jal g\nnop\njr $ra\ng: jr $ra\n",
        silent: "main: jal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -4\nsw $ra, ($sp)\njal g\nlw $ra, ($sp)\naddi $sp, $sp, 4\njr $ra\ng: jr $ra\n",
    },
    Case {
        code: "C0010",
        says: "line 6: `f` changed `$s0` and returned without restoring it, which shows at line 3",
        input: "",
        fires: "li $s0, 5\njal f\nmove $a0, $s0\nli $v0, 10\nsyscall\nf: li $s0, 9\nmove $v0, $s0\njr $ra\n",
        silent: "li $s0, 5\njal f\nmove $a0, $s0\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -4\nsw $s0, ($sp)\nli $s0, 9\nmove $v0, $s0\nlw $s0, ($sp)\naddi $sp, $sp, 4\njr $ra\n",
    },
    Case {
        code: "C0010",
        says: "`f` changed `$s0`",
        input: "",
        fires: "jal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -4\nsw $s0, ($sp)\nli $s0, 9\naddi $sp, $sp, 4\njr $ra\n",
        // A register for all functions, which nobody saves.
        silent: "li $s0, 0\njal f\nmove $a0, $s0\nli $v0, 10\nsyscall\nf: addi $s0, $s0, 9\njr $ra\n",
    },
    Case {
        code: "C0011",
        says: "line 3: `$t0` is read after a call of `f`, which changed it at line 6",
        input: "",
        fires: "li $t0, 5\njal f\nmove $s0, $t0\nli $v0, 10\nsyscall\nf: li $t0, 9\nmove $v0, $t0\njr $ra\n",
        // A result in an unusual place.
        silent: "li $t0, 5\nmove $s1, $t0\njal f\nmove $s0, $t0\nli $v0, 10\nsyscall\nf: li $v0, 9\nmove $t0, $v0\njr $ra\n",
    },
    Case {
        code: "C0011",
        says: "line 3: `$t0` is read after a call of `f`, which changed it at line 6",
        input: "",
        // The function itself never reads it.
        fires: "li $t0, 5\njal f\nmove $s0, $t0\nli $v0, 10\nsyscall\nf: li $t0, 9\njr $ra\n",
        silent: "li $t0, 5\njal f\nli $t0, 6\nmove $s0, $t0\nli $v0, 10\nsyscall\nf: li $t0, 9\njr $ra\n",
    },
    Case {
        code: "C0011",
        says: "line 4: `$t3` is read after a call of `f`, which changed it at line 9",
        input: "",
        fires: "li $t3, 0\nloop: addi $t3, $t3, 1\njal f\nblt $t3, 3, loop\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -4\nsw $ra, ($sp)\nli $t3, 7\nlw $ra, ($sp)\naddi $sp, $sp, 4\njr $ra\n",
        // An argument in an unusual place, and its result.
        silent: "li $t3, 0\nloop: addi $t3, $t3, 1\njal f\nblt $t3, 3, loop\nli $v0, 10\nsyscall\nf: addi $t3, $t3, 1\njr $ra\n",
    },
    Case {
        code: "C0012",
        says: "line 7: `$sp` is 4 bytes lower than at entry when `f` returns",
        input: "",
        fires: "jal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\nsw $ra, ($sp)\naddi $sp, $sp, 4\njr $ra\n",
        // The caller takes the result from the stack.
        silent: "jal f\naddi $sp, $sp, 4\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\nsw $ra, ($sp)\naddi $sp, $sp, 4\njr $ra\n",
    },
    Case {
        code: "C0012",
        says: "line 6: `$sp` is 4 bytes higher than at entry when `f` returns",
        input: "",
        fires: "jal f\njal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, 4\njr $ra\n",
        // The caller puts it right with a frame pointer, as some compilers do.
        silent: "main: move $fp, $sp\njal g\nmove $sp, $fp\nli $v0, 10\nsyscall\ng: addi $sp, $sp, -8\nsw $ra, 4($sp)\nsw $fp, ($sp)\nmove $fp, $sp\njal f\nmove $sp, $fp\nlw $ra, 4($sp)\nlw $fp, ($sp)\njr $ra\nf: addi $sp, $sp, -8\njr $ra\n",
    },
    Case {
        code: "C0013",
        says: "line 10: the word that is loaded into `$s0` here is the one that was stored from `$s1`",
        input: "",
        fires: "li $s0, 1\nli $s1, 2\njal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\nsw $s0, 0($sp)\nsw $s1, 4($sp)\nli $s0, 7\nlw $s0, 4($sp)\nlw $s1, 4($sp)\naddi $sp, $sp, 8\njr $ra\n",
        silent: "li $s0, 1\nli $s1, 2\njal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\nsw $s0, 0($sp)\nsw $s1, 4($sp)\nli $s0, 7\nlw $s0, 0($sp)\nlw $s1, 4($sp)\naddi $sp, $sp, 8\njr $ra\n",
    },
    Case {
        code: "C0015",
        says: "this access at `a`+12 is past the end of `a`, which has 12 bytes, and is in `n`",
        input: "",
        fires: ".data\na: .word 1, 2, 3\nn: .word 3\n.text\nlw $t2, n\nla $t0, a\nli $t1, 12\naddu $t0, $t0, $t1\nlw $t3, ($t0)\n",
        // A table whose rows have names.
        silent: ".data\na: .word 1, 2, 3\nb: .word 4, 5, 6\n.text\nlw $t2, b\nla $t0, a\nli $t1, 12\naddu $t0, $t0, $t1\nlw $t3, ($t0)\n",
    },
    Case {
        code: "C0016",
        says: "`.space` counts bytes",
        input: "",
        fires: ".data\na: .space 9\nn: .word 3\n.text\nlw $t1, n\nsll $t1, $t1, 2\nsw $t1, a($t1)\n",
        silent: ".data\na: .space 36\nn: .word 3\n.text\nlw $t1, n\nsll $t1, $t1, 2\nsw $t1, a($t1)\n",
    },
    Case {
        code: "C0018",
        says: "no NUL ends the text of `a`, so that printing runs on into `b`",
        input: "",
        fires: ".data\na: .ascii \"one\"\nb: .asciiz \"two\"\n.text\nli $v0, 4\nla $a0, b\nsyscall\nla $a0, a\nsyscall\n",
        silent: ".data\na: .ascii \"one\\0\"\nb: .asciiz \"two\"\n.text\nli $v0, 4\nla $a0, b\nsyscall\nla $a0, a\nsyscall\n",
    },
    Case {
        code: "C0025",
        says: "line 3: divided by `$t1` = 0, and the result is read at line 4",
        input: "",
        fires: "li $t0, 6\nli $t1, 0\ndiv $t0, $t1\nmflo $a0\n",
        silent: "li $t0, 6\nli $t1, 2\ndiv $t0, $t1\nmflo $a0\n",
    },
    Case {
        code: "C0026",
        says: "line 2: `f` was entered by a jump and returns with `jr $ra` at line 5",
        input: "",
        fires: "jal f\nj f\nli $v0, 10\nsyscall\nf: jr $ra\n",
        // A call at the very end of a function may be a jump.
        silent: "jal g\njal f\nli $v0, 10\nsyscall\nf: jr $ra\ng: j f\n",
    },
    Case {
        code: "C0027",
        says: "line 7: this call goes back to a label of its own function",
        input: "",
        fires: "main: jal f\nli $v0, 10\nsyscall\nf: li $t0, 2\nloop: addi $t0, $t0, -1\nblez $t0, out\njal loop\nout: jr $ra\n",
        silent: "main: jal f\nli $v0, 10\nsyscall\nf: li $t0, 2\nloop: addi $t0, $t0, -1\nblez $t0, out\nj loop\nout: jr $ra\n",
    },
    Case {
        code: "C0028",
        says: "not only the letter `A`",
        input: "A\n",
        fires: ".data\nb: .space 8\n.text\nla $a0, b\nli $a1, 8\nli $v0, 8\nsyscall\nlw $t0, b\nli $t1, 'A'\nbeq $t0, $t1, x\nx: nop\n",
        silent: ".data\nb: .space 8\n.text\nla $a0, b\nli $a1, 8\nli $v0, 8\nsyscall\nlb $t0, b\nli $t1, 'A'\nbeq $t0, $t1, x\nx: nop\n",
    },
    Case {
        code: "C0029",
        says: "syscall 8 may write 100 bytes at `b`, which has room for 8 before `n`",
        input: "A\n",
        fires: ".data\nb: .space 8\nn: .word 5\n.text\nlw $t0, n\nla $a0, b\nli $a1, 100\nli $v0, 8\nsyscall\n",
        silent: ".data\nb: .space 8\nn: .word 5\n.text\nlw $t0, n\nla $a0, b\nli $a1, 8\nli $v0, 8\nsyscall\n",
    },
    Case {
        code: "C0029",
        says: "which has room for 0 before `GRID`",
        input: "A\n",
        fires: ".data\nMOVE:\nGRID: .word 5, 6\n.text\nlw $t0, GRID\nla $a0, MOVE\nli $a1, 100\nli $v0, 8\nsyscall\n",
        // Two names for one place.
        silent: ".data\nMOVE:\nBUFFER: .space 100\n.text\nlw $t0, BUFFER\nla $a0, MOVE\nli $a1, 100\nli $v0, 8\nsyscall\n",
    },
    Case {
        code: "C0029",
        says: "syscall 8 may write 21 bytes at `b`, which has room for 20: `$a1`",
        input: "A\n",
        fires: ".data\nn: .word 5\nb: .space 20\n.text\nla $a0, b\nli $a1, 21\nli $v0, 8\nsyscall\n",
        // The rest of memory.
        silent: ".data\nn: .word 5\nb:\n.text\nla $a0, b\nli $a1, 21\nli $v0, 8\nsyscall\n",
    },
    Case {
        code: "C0029",
        says: "which has room for 4: `$a1`",
        input: "A\n",
        fires: ".data\nb: .space 20\n.text\nla $a0, b\naddi $a0, $a0, 16\nli $a1, 5\nli $v0, 8\nsyscall\n",
        // Two directives behind one label.
        silent: ".data\nb: .space 20\n.space 4\n.text\nla $a0, b\naddi $a0, $a0, 16\nli $a1, 5\nli $v0, 8\nsyscall\n",
    },
    Case {
        code: "C0029",
        says: "syscall 8 may write 100 bytes at `b`, which has room for 12 before `n`",
        input: "A\n",
        fires: ".data\nb: .space 8\npad: .space 4\nn: .word 5\n.text\nlw $t0, n\nla $a0, b\nli $a1, 100\nli $v0, 8\nsyscall\n",
        // A name that nobody uses, for the end of the buffer.
        silent: ".data\nb: .space 8\nmore: .space 92\nn: .word 5\n.text\nlw $t0, n\nla $a0, b\nli $a1, 100\nli $v0, 8\nsyscall\n",
    },
    Case {
        code: "C0030",
        says: "line 2: `$t0` is read, but nothing has been written to it",
        input: "",
        fires: "li $v0, 1\nmove $a0, $t0\nsyscall\n",
        silent: "li $v0, 1\nli $t0, 4\nmove $a0, $t0\nsyscall\n",
    },
    Case {
        code: "C0030",
        says: "line 2: `$a0` is read",
        input: "",
        fires: "li $v0, 1\nsyscall\n",
        // To save a register is not to use it.
        silent: "main: addi $sp, $sp, -8\nsw $ra, ($sp)\nsw $s0, 4($sp)\n",
    },
    Case {
        code: "C0030",
        says: "line 2: `$a2` is read",
        input: "",
        fires: "move $s0, $a0\nmove $s1, $a2\n",
        // The program's arguments, if there were any.
        silent: "move $s0, $a0\nmove $s1, $a1\n",
    },
    Case {
        code: "C0031",
        says: "line 2: `$f12` is read, but nothing has been written to it",
        input: "",
        fires: "li $v0, 2\nsyscall\nsyscall\n",
        silent: "mtc1 $zero, $f12\nli $v0, 2\nsyscall\n",
    },
    Case {
        code: "C0031",
        says: "line 2: `$f12` is read",
        input: "1.5\n",
        fires: "li $v0, 3\nsyscall\n",
        // Read, and set as two halves, of which one is enough.
        silent: "li $v0, 7\nsyscall\nmov.d $f12, $f0\nli $v0, 3\nsyscall\nmtc1 $zero, $f2\nadd.d $f4, $f2, $f2\n",
    },
    Case {
        code: "C0031",
        says: "line 2: `$f4` is read",
        input: "",
        fires: "mtc1 $zero, $f2\nadd.s $f0, $f2, $f4\n",
        // To save a register is not to use it, and to count from zero is a habit.
        silent: "addi $sp, $sp, -4\nswc1 $f20, ($sp)\nlwc1 $f20, ($sp)\nmtc1 $zero, $f2\nadd.s $f0, $f0, $f2\n",
    },
];

fn image(source: &str) -> Image {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{source}");
    assembly.image
}

fn findings(image: &Image, input: &str) -> Vec<Finding> {
    let mut check = Check::new(image);
    let mut machine = Machine::load(image, &MachineOptions::default());
    machine.run(&mut ScriptedHost::new(input), &mut check, 10_000_000);
    check.findings().to_vec()
}

#[test]
fn each_mistake_is_found_where_it_is_and_nowhere_else() {
    let mut wrong = Vec::new();
    let told = |source: &str, input: &str| {
        let program = image(source);
        let found = findings(&program, input);
        let texts: Vec<String> = found.iter().map(|finding| finding.text(&program)).collect();
        (found.iter().map(|finding| finding.code()).collect::<Vec<_>>(), texts)
    };
    for case in CASES {
        let (codes, texts) = told(case.fires, case.input);
        if codes != [case.code] || !texts[0].contains(case.says) {
            wrong.push(format!("{}, fires: {texts:#?}\n{}", case.code, case.fires));
        }
        let (codes, texts) = told(case.silent, case.input);
        if !codes.is_empty() {
            wrong.push(format!("{}, silent: {texts:#?}\n{}", case.code, case.silent));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_case() {
    for (code, _) in Misuse::CODES {
        assert!(CASES.iter().any(|case| case.code == *code), "{code}");
    }
}

#[test]
fn the_checker_changes_nothing() {
    for source in
        CASES.iter().flat_map(|case| [(case.fires, case.input), (case.silent, case.input)])
    {
        let program = image(source.0);
        let run = |watched: bool| {
            let mut machine = Machine::load(&program, &MachineOptions::default());
            let mut host = ScriptedHost::new(source.1);
            let stop = match watched {
                true => machine.run(&mut host, &mut Check::new(&program), 10_000),
                false => machine.run(&mut host, &mut Off, 10_000),
            };
            (stop, machine.steps(), host.output)
        };
        assert_eq!(run(true), run(false), "{}", source.0);
    }
}

#[test]
fn nothing_is_found_in_our_own_programs() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm");
    let mut count = 0;
    for entry in std::fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "asm") {
            let program = image(&std::fs::read_to_string(&path).unwrap());
            let found = findings(&program, "1\nA\nS\nX\n");
            // The documented game reads its lines over the saved board, and the rebuilt one too.
            let allowed = if path.ends_with("fivetwelve.asm") { "C0029" } else { "" };
            let wrong = found.iter().filter(|finding| finding.code() != allowed);
            let texts: Vec<String> = wrong.map(|finding| finding.text(&program)).collect();
            assert!(texts.is_empty(), "{}: {texts:#?}", path.display());
            count += 1;
        }
    }
    assert!(count > 0);
}
