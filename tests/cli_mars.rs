//! `fivetwelve mars`, the real binary in a fresh folder: what the recorded command lines, which
//! `mars_lines.rs` runs, leave out.

use fivetwelve_tests::{Folder, Ran};

const BANNER: &str = "MARS 4.5  Copyright 2003-2014 Pete Sanderson and Kenneth Vollmar\n\n";
const FAILED: &str = "\nProcessing terminated due to errors.\n";
const NOTHING: &str = "This segment has not been written to, there is nothing to dump.\n";

fn mars(folder: &Folder, line: &str) -> Ran {
    mars_with_input(folder, line, b"")
}

fn mars_with_input(folder: &Folder, line: &str, input: &[u8]) -> Ran {
    let words = ["mars"].into_iter().chain(line.split_whitespace());
    folder
        .run_with_input(env!("CARGO_BIN_EXE_fivetwelve"), words, input)
        .expect("the command can be started")
}

fn folder(files: &[(&str, &str)]) -> Folder {
    Folder::with(files.iter().copied()).expect("the folder can be made")
}

/// Runs a line, and expects an exit code, this on standard output and nothing on standard error.
fn check(folder: &Folder, line: &str, code: i32, stdout: &str) {
    let expected = Ran { stdout: stdout.to_string(), stderr: String::new(), code: Some(code) };
    assert_eq!(mars(folder, line), expected, "{line}");
}

#[test]
fn help_comes_alone() {
    let folder = folder(&[]);
    let help = mars(&folder, "h");
    assert!(help.stdout.starts_with(&format!("{BANNER}Usage:  Mars  [options]")), "{help:?}");
    assert!(help.stdout.ends_with("do not affect MARS Settings menu values and vice versa.\n"));
    assert!(!help.stdout.contains('\t'));
    assert_eq!((help.stderr.as_str(), help.code), ("", Some(0)));
    check(&folder, "nc h", 0, "Invalid Command Argument: h\n");
}

#[test]
fn words_that_need_no_program() {
    let folder = folder(&[("x.asm", "nop\n"), ("err.asm", "foo\n"), ("warn.asm", ".set x\nnop\n")]);
    let error =
        format!("Error in err.asm line 1 column 1: \"foo\" is not a recognized operator\n{FAILED}");
    let warning =
        "Warning in warn.asm line 1 column 1: MARS currently ignores the .set directive.\n";
    for (line, code, stdout) in [
        ("a x.asm", 0, BANNER),
        ("NC A x.asm", 0, ""),
        ("nc ad x.asm", 0, ""),
        ("nc", 0, ""),
        ("x.asm none.asm", 0, &format!("{BANNER}Invalid Command Argument: none.asm\n")),
        ("nc a none.asm dump .text HexText t.dump", 0, "Invalid Command Argument: none.asm\n"),
        ("nc mc Nowhere x.asm", 0, "Invalid memory configuration: Nowhere\n"),
        ("nc a $t99 x.asm", 0, "Invalid Register Name: $t99\n"),
        ("nc err.asm", 0, &error),
        ("nc ae300 err.asm", 44, &error),
        ("nc ae-1 err.asm", 255, &error),
        ("nc ae300 a x.asm", 0, ""),
        ("nc a warn.asm", 0, &format!("{warning}\n")),
        ("nc a we ae7 warn.asm", 7, &format!("{warning}{FAILED}")),
        ("nc dump .data HexText d.dump", 0, NOTHING),
    ] {
        check(&folder, line, code, stdout);
    }
    let quiet = mars(&folder, "me err.asm");
    assert_eq!((quiet.stdout.as_str(), quiet.stderr), ("", format!("{BANNER}{error}")));
    assert!(
        !folder
            .files()
            .expect("the folder can be listed")
            .iter()
            .any(|name| name.ends_with(".dump"))
    );
}

#[test]
fn options_reach_the_assembler() {
    let folder = folder(&[("x.asm", "x: li $t0, 1\n la $t1, x\n abs $t2, $t1\n")]);
    let words = |line: &str| {
        check(&folder, &format!("nc a {line} x.asm dump .text HexText t.dump"), 0, "");
        folder.text("t.dump").unwrap().lines().count()
    };
    let (plain, compact) = (words(""), words("mc CompactTextAtZero"));
    assert!(compact < plain, "{compact} {plain}");
    let refused = mars(&folder, "nc a np x.asm");
    assert!(refused.stdout.contains("Extended (pseudo) instruction"), "{refused:?}");
    assert_eq!(mars(&folder, "nc a ne x.asm"), refused);
}

#[test]
fn where_mars_dies() {
    let folder = folder(&[
        ("x.asm", "nop\n"),
        ("loop.asm", ".eqv AA BB\n.eqv BB AA\n.data\n.word 1\n.text\nli $t0, AA\n"),
        ("over.asm", ".data 0x103ffffe\n.align 0\n.word 1\n"),
        ("lex.asm", ".data 0x103ffffe\n.align 0\n.word 1\n@\n"),
    ]);
    for line in ["nc x.asm mc", "nc a loop.asm dump .data HexText d.dump", "nc a over.asm"] {
        let ran = mars(&folder, line);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(1)), "{line}: {ran:?}");
        assert!(ran.stderr.starts_with("MARS 4.5 dies here with an internal error: "), "{ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    }
    assert_eq!(folder.text("d.dump"), None);
    // It does not get that far if an earlier stage finds an error.
    let lexical = mars(&folder, "nc a lex.asm");
    assert!(lexical.stdout.ends_with(FAILED), "{lexical:?}");
    assert_eq!((lexical.stderr.as_str(), lexical.code), ("", Some(0)));
}

#[test]
fn folders_and_files_without_extension_are_passed_over() {
    let folder = folder(&[("dir.asm/inner.asm", "nop\n"), ("plain", "foo\n"), ("x.asm", "nop\n")]);
    check(&folder, "nc a dir.asm", 0, "");
    check(&folder, "nc a plain dump .text HexText t.dump", 0, NOTHING);
    check(&folder, "nc a dir.asm plain x.asm dump .text HexText t.dump", 0, "");
    assert_eq!(folder.text("t.dump").as_deref(), Some("00000000\n"));
}

#[test]
fn names_in_messages_are_absolute_but_not_simplified() {
    let folder = folder(&[("dir/err.asm", "foo\n")]);
    let error = format!("column 1: \"foo\" is not a recognized operator\n{FAILED}");
    for name in ["dir/../dir/err.asm", "./dir/err.asm"] {
        check(&folder, &format!("nc {name}"), 0, &format!("Error in {name} line 1 {error}"));
    }
    check(&folder, "nc dir//err.asm", 0, &format!("Error in dir/err.asm line 1 {error}"));
}

#[test]
fn several_files() {
    let folder = folder(&[
        ("a.asm", "addiu $1,$0,1\n"),
        ("b.asm", "addiu $1,$0,2\n"),
        ("twice.asm", "nop\nx: b x\n"),
    ]);
    check(&folder, "nc a b.asm a.asm dump .text HexText t.dump", 0, "");
    assert_eq!(folder.text("t.dump").as_deref(), Some("24010002\n24010001\n"));
    // The second reading of the first file counts, and it counts twice.
    let twice = |address: &str, line: u32| {
        format!(
            "Error in twice.asm line {line}: Duplicate text segment address: {address} already \
             occupied by twice.asm line {line} (caused by use of .text operand)\n"
        )
    };
    let errors = format!("{}{}{FAILED}", twice("0x00400008", 1), twice("0x0040000c", 2));
    check(&folder, "nc ae3 twice.asm twice.asm", 3, &errors);
}

#[test]
fn project_mode_takes_the_whole_folder() {
    let line = |n: u32| format!("addiu $1,$0,{n}\n");
    let files = [
        ("p/z.asm", 1),
        ("p/b.asm", 2),
        ("p/C.ASM", 3),
        ("p/a.s", 4),
        ("p/skip.txt", 9),
        ("p/.asm", 9),
        ("p/sub.asm/x.asm", 9),
        ("q/more.txt", 5),
        ("q/not.asm", 9),
    ];
    let folder = Folder::with(files.map(|(name, n)| (name, line(n)))).unwrap();
    for (words, expected) in [
        ("p/z.asm", "1 3 2 4"),
        ("p/b.asm", "2 3 1 4"),
        ("p/a.s", "4 3 2 1"),
        ("p/z.asm p/b.asm q/more.txt", "1 3 2 4 5"),
        // A first file of another kind only says where to look.
        ("p/skip.txt", "3 2 1 4"),
    ] {
        check(&folder, &format!("nc a p {words} dump .text HexText t.dump"), 0, "");
        let dump = folder.text("t.dump").unwrap();
        let order: Vec<&str> = dump.lines().map(|word| &word[7..]).collect();
        assert_eq!(order.join(" "), expected, "{words}");
    }
}

#[test]
fn a_file_that_cannot_be_read() {
    let folder = folder(&[("p.asm", "nop\n")]);
    let huge = std::fs::File::create(folder.path().join("huge.asm")).unwrap();
    huge.set_len(65 << 20).unwrap();
    let message = |name: &str, reason: &str| {
        format!("Error in : java.io.FileNotFoundException: {name} ({reason})\n{FAILED}")
    };
    let reason = "larger than 64 MiB, which no source file is";
    check(&folder, "nc ae2 huge.asm", 2, &message("huge.asm", reason));
}

const WINDOW: &str = "\
.macro m(%r)
 addiu %r,%r,1
 li %r,0x12345
.end_macro
.data
x: .word 1,2,3
.text
main: m($t3)
\tLW $09,x\t# tail
 c.eq.s 3,$f2,$f4
";

#[test]
fn segment_window() {
    let folder = folder(&[("w.asm", WINDOW)]);
    check(
        &folder,
        "nc a w.asm dump .text SegmentWindow t.dump dump .data SegmentWindow d.dump",
        0,
        "",
    );
    let expected = [
        " Address    Code        Basic                     Source",
        "",
        "0x00400000  0x256b0001  addiu $11,$11,0x0000008    <2> addiu $t3,$t3,1",
        "0x00400004  0x3c010001  lui $1,0x00000001     8    <3> li $t3,0x12345",
        "0x00400008  0x342b2345  ori $11,$1,0x00002345      ",
        "0x0040000c  0x3c011001  lui $1,0x00001001     9    \tLW $09,x\t# tail",
        "0x00400010  0x8c290000  lw $09,0x00000000($1)      ",
        "0x00400014  0x46041332  c.eq.s 0x00000003,$f2,10    c.eq.s 3,$f2,$f4",
    ];
    let text = folder.text("t.dump").unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    let data = folder.text("d.dump").unwrap();
    assert_eq!(data.lines().count(), 1024 / 8);
    let rest = "0x00000000 ".repeat(5);
    let first = format!("0x10010000    0x00000001 0x00000002 0x00000003 {rest}");
    assert_eq!(data.lines().next(), Some(first.as_str()));
}

#[test]
fn dumps_of_ranges() {
    let folder = folder(&[("x.asm", ".data\n.word 1,2,3\n.kdata\n.word 4\n.text\nnop\n")]);
    let dump = |range: &str, format: &str| {
        let line = format!("nc a x.asm dump {range} {format} r.dump");
        let ran = mars(&folder, &line);
        let text = folder.text("r.dump");
        let _ = std::fs::remove_file(folder.path().join("r.dump"));
        (ran.stdout, text)
    };
    let file = |text: &str| (String::new(), Some(text.to_string()));
    let said = |text: &str| (format!("{text}\n"), None);
    let nothing = (NOTHING.to_string(), None);
    let unreachable = |address: &str| {
        said(&format!(
            "Error while attempting to save dump, file r.dump!  Could not access address: {address}!"
        ))
    };
    let invalid = |range: &str| {
        said(&format!(
            "Error while attempting to save dump, segment/address-range {range} is invalid!"
        ))
    };
    for (range, format, expected) in [
        // The last word of a range is not dumped.
        ("0x10010000-0x10010008", "HexText", file("00000001\n00000002\n")),
        ("268500992-0x10010004", "Binary", file("\u{1}\0\0\0")),
        ("0x10010004-0x10010008", "HEX", file(":0400000000000002FA\n:00000001FF\n")),
        ("0x10010000-0x10010000", "HexText", nothing.clone()),
        ("0x00400000-0x00400008", "HexText", file("00000000\n")),
        ("0x90000000-0x90000004", "HexText", file("00000004\n")),
        // There is no window for the kernel.
        ("0x90000000-0x90000004", "SegmentWindow", file("")),
        ("0x7fffeff0-0x7fffeffc", "HexText", nothing),
        ("0xffff0000-0xffff0010", "HexText", unreachable("-65536")),
        ("0x20000000-0x20000004", "HexText", unreachable("536870912")),
        // One below the lowest address is the highest, so this is never found to be empty.
        ("0x80000000-0x80000000", "HexText", file("")),
        (".ktext", "HexText", invalid(".ktext")),
        (".TEXT", "HexText", invalid(".TEXT")),
        ("8-4", "HexText", invalid("8-4")),
        ("0x10010001-0x10010008", "HexText", invalid("0x10010001-0x10010008")),
        (
            ".text",
            "hextext",
            said("Error while attempting to save dump, format hextext was not found!"),
        ),
    ] {
        assert_eq!(dump(range, format), expected, "{range} {format}");
    }
}

#[test]
fn dumps_that_cannot_be_written() {
    let folder = folder(&[("x.asm", "nop\n"), ("dir/y", "")]);
    for (file, shown) in [("no/where//t.dump", "no/where/t.dump"), ("dir/", "dir")] {
        let sentence =
            format!("Error while attempting to save dump, file {shown} was not found!\n");
        let line = format!("nc a x.asm dump .text HexText {file} dump .text HexText t.dump");
        check(&folder, &line, 0, &sentence);
        assert_eq!(folder.text("t.dump").as_deref(), Some("00000000\n"));
    }
}

#[test]
fn dumps_after_errors() {
    let folder = folder(&[
        ("late.asm", ".data\n.word 7\n.text\n foo\n.data\n.word 8\n"),
        ("lexical.asm", ".data\n.word 7\n.text\n @\n"),
        ("clash.asm", " li $t0,1\n.text 0x00400000\n li $t0,2\n"),
    ]);
    let dumps = "dump .data HexText d.dump dump .text HexText t.dump";
    let late = mars(&folder, &format!("nc late.asm {dumps}"));
    assert!(late.stdout.ends_with(&format!("{FAILED}{NOTHING}")), "{late:?}");
    let data = folder.text("d.dump").unwrap();
    assert!(data.starts_with("00000007\n00000008\n00000000\n"), "{data}");
    assert_eq!(data.lines().count(), 1024);
    assert_eq!(folder.text("t.dump"), None);
    let lexical = mars(&folder, &format!("nc lexical.asm {dumps}"));
    assert!(lexical.stdout.ends_with(&format!("{FAILED}{NOTHING}{NOTHING}")), "{lexical:?}");
    // Here everything was stored before the clash was noticed, the later word over the earlier.
    let clash = mars(&folder, &format!("nc clash.asm {dumps}"));
    assert!(clash.stdout.ends_with(&format!("{FAILED}{NOTHING}")), "{clash:?}");
    assert_eq!(folder.text("t.dump").as_deref(), Some("24080002\n"));
}

/// Prints `-7`, leaves values in registers and memory, and exits with 300.
const VALUES: &str = "\
.data
.word 1, -2, 0x48656c6c, 4, 5
.text
 li $a0, -7
 li $v0, 1
 syscall
 li $t0, -2
 li $t1, 0x4142430a
 mtc1 $t1, $f2
 li $t2, 0x3ff80000
 mtc1 $t2, $f3
 li $a0, 300
 li $v0, 17
 syscall
";

#[test]
fn values_are_shown_in_the_order_and_format_asked_for() {
    let folder = folder(&[("v.asm", VALUES)]);
    for (line, shown) in [
        ("", ""),
        ("ic", "\n13\n"),
        ("$9 t0 $zero t0", "$9\t0x4142430a\n$t0\t0xfffffffe\n$zero\t0x00000000\n$t0\t0xfffffffe\n"),
        ("dec t0 t1", "$t0\t-2\n$t1\t1094861578\n"),
        ("ascii t1 t0", "$t1\t  A  B  C \\n\n$t0\t  .  .  .  .\n"),
        ("b hex t0 f3", "0xfffffffe\n0x3ff80000\n"),
        ("f2 $f3", "$f2\t0x4142430a\t0x3ff800004142430a\n$f3\t0x3ff80000\n"),
        ("dec f2 f3", "$f2\t12.141367\t1.5000002431081065\n$f3\t1.9375\n"),
        ("ascii b f2 f3", "  A  B  C \\n\t  ?  . \\0 \\0  A  B  C \\n\n  ?  . \\0 \\0\n"),
        (
            "0x10010000-0x10010010 b",
            "0x00000001\t0xfffffffe\t0x48656c6c\t0x00000004\t\n0x00000005\t\n",
        ),
        ("dec 0x10010004-0x10010004", "Mem[0x10010004]\t-2\t\n"),
        ("ascii 0x10010008-0x10010008", "Mem[0x10010008]\t  H  e  l  l\t\n"),
        // Text is machine code, and zero where there is none; what was never stored is zero too.
        (
            "0x003ffffc-0x00400000 0x00500000-0x00500000 0x7fffeffc-0x7fffeffc",
            "Mem[0x003ffffc]\tInvalid address: 4194300\t0x2404fff9\t\nMem[0x00500000]\t0x00000000\t\n\
             Mem[0x7fffeffc]\t0x00000000\t\n",
        ),
        (
            "0xffff0000-0xffff0000 0xfffefffc-0xfffefffc",
            "Mem[0xffff0000]\t0x00000000\t\nMem[0xfffefffc]\tInvalid address: -65540\t\n",
        ),
    ] {
        let newline = if line == "ic" { "" } else { "\n" };
        let (before, after) = if line == "ic" { (shown, "\n") } else { ("", shown) };
        let expected = format!("-7{before}{newline}{after}");
        check(&folder, &format!("nc {line} v.asm"), 44, &expected);
    }
}

#[test]
fn messages_are_apart_from_the_output_if_asked() {
    let folder = folder(&[("v.asm", VALUES)]);
    let ran = mars(&folder, "me ic dec t0 v.asm");
    assert_eq!(ran.stdout, "-7");
    assert_eq!(ran.stderr, format!("{BANNER}\n13\n\n$t0\t-2\n"));
    assert_eq!(ran.code, Some(44));
}

/// A program that prints `hi`, then does something.
fn prints_then(rest: &str) -> String {
    format!(".data\nhi: .asciiz \"hi\"\n.text\n la $a0, hi\n li $v0, 4\n syscall\n{rest}")
}

#[test]
fn errors_are_glued_to_the_output() {
    let files = [
        ("load.asm", prints_then(" lw $t0, 2($0)\n")),
        ("return.asm", prints_then(" jr $ra\n")),
        ("macro.asm", format!(".macro m\n teq $0, $0\n.end_macro\n{}", prints_then(" m\n"))),
        ("stored.asm", prints_then(" sw $a0, 0x00400018($0)\n nop\n nop\n")),
        ("end.asm", prints_then("")),
    ];
    let folder = Folder::with(files).unwrap();
    let load = "hiError in load.asm line 7: Runtime exception at 0x00400010: fetch address not \
                aligned on word boundary 0x00000002\n";
    let trap = "hiError in macro.asm line 10->2: Runtime exception at 0x00400010: trap\n";
    let text = "hiError in stored.asm line 7: Runtime exception at 0x00400018: Cannot write \
                directly to text segment!0x00400018\n";
    let counter = "hiError in : invalid program counter value: 0x00000000\n";
    for (line, code, stdout) in [
        ("se6 load.asm", 6, format!("{load}{FAILED}\n")),
        ("ae7 load.asm v0", 0, format!("{load}{FAILED}\n$v0\t0x00000004\n")),
        ("se300 return.asm ic", 44, format!("{counter}{FAILED}\n5\n\n")),
        ("se-1 macro.asm", 255, format!("{trap}{FAILED}\n")),
        ("se9 stored.asm", 9, format!("{text}{FAILED}\n")),
        ("se9 end.asm ic", 0, "hi\n5\n\n".to_string()),
    ] {
        check(&folder, &format!("nc {line}"), code, &stdout);
    }
}

#[test]
fn step_limits() {
    let folder = Folder::with([
        ("loop.asm", prints_then("x: addi $t0, $t0, 1\n b x\n")),
        ("nops.asm", "nop\n".repeat(40)),
        ("exit.asm", format!("{}li $v0, 10\nsyscall\n", "nop\n".repeat(38))),
    ])
    .unwrap();
    let reached =
        |limit: &str| format!("\nProgram terminated when maximum step limit {limit} reached.\n");
    for (line, stdout) in [
        ("104 dec t0 loop.asm", format!("hi{}\n$t0\t50\n", reached("104"))),
        ("0x68 loop.asm", format!("hi{}\n", reached("104"))),
        // More than is run without looking up.
        ("10000004 dec t0 loop.asm", format!("hi{}\n$t0\t5000000\n", reached("10000004"))),
        ("40 nops.asm", format!("{}\n", reached("40"))),
        ("41 nops.asm", "\n".to_string()),
        ("-40 nops.asm", "\n".to_string()),
        ("40 exit.asm", "\n".to_string()),
        ("39 se5 exit.asm", format!("{}\n", reached("39"))),
    ] {
        check(&folder, &format!("nc {line}"), 0, &stdout);
    }
}

#[test]
fn input_and_its_end() {
    let program = prints_then(" li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n");
    let folder = Folder::with([("p.asm", program)]).unwrap();
    let ran = mars_with_input(&folder, "nc p.asm", b"12\n");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.code), ("hi12\n", "", Some(0)));
    let ran = mars_with_input(&folder, "nc se3 p.asm", b"x\n");
    let error = "hiError in p.asm line 8: Runtime exception at 0x00400014: invalid integer input \
                 (syscall 5)\n";
    assert_eq!((ran.stdout, ran.code), (format!("{error}{FAILED}\n"), Some(3)));
    // MARS's own code fails here, and what it shows is the step limit, which there is not.
    for (line, limit) in [("nc se3 p.asm v0", -1), ("nc se3 99 p.asm v0", 99)] {
        let ran = mars(&folder, line);
        let shown = format!(
            "hi\nProgram terminated when maximum step limit {limit} reached.\n\n$v0\t0x00000005\n"
        );
        assert_eq!((ran.stdout, ran.code), (shown, Some(0)));
        let reason = "MARS 4.5 dies here with an internal error: end of input at syscall 5, p.asm \
                      line 8\n";
        assert_eq!(ran.stderr, reason);
    }
}

#[test]
fn a_line_is_stored_as_java_has_it() {
    // One less than the lowest length is the greatest, and half a surrogate pair is one mark.
    let program = " move $a0, $sp\n lui $a1, 0x8000\n li $v0, 8\n syscall\n lw $t0, ($sp)\n";
    let folder = folder(&[("p.asm", program)]);
    for (input, shown) in [
        (&b"abc\n"[..], "0x0a636261"),
        (b"\xed\xa0A\n", "0x000a41fd"),
        (b"\xed\xa0\x80A", "0x000a41fd"),
        (b"\xe2\x82A\n", "0x000a41fd"),
    ] {
        let ran = mars_with_input(&folder, "nc b t0 p.asm", input);
        assert_eq!(ran.stdout, format!("\n{shown}\n"), "{input:?}");
    }
}

#[test]
fn a_read_gives_as_many_bytes_as_there_are() {
    let read = " li $v0, 14\n li $a0, 0\n lui $a1, 0x1001\n li $a2, 5000\n syscall\n";
    let program = format!("{read} move $s0, $v0\n{read} move $s1, $v0\n{read} move $s2, $v0\n");
    let folder = Folder::with([("p.asm", program)]).unwrap();
    let ran = mars_with_input(&folder, "nc b dec s0 s1 s2 p.asm", &[b'x'; 12_000]);
    assert_eq!(ran.stdout, "\n5000\n5000\n2000\n");
}

#[test]
fn where_mars_dies_while_running() {
    let call = |service: u32, rest: &str| format!("{rest} li $v0, {service}\n syscall\n");
    let folder = Folder::with([
        ("dialog.asm", call(50, ".data\nx: .asciiz \"?\"\n.text\n la $a0, x\n")),
        ("sleep.asm", call(32, " li $a0, -1\n")),
        ("write.asm", call(15, " li $a0, 1\n move $a1, $sp\n li $a2, -1\n")),
        ("huge.asm", call(15, " li $a0, 1\n li $a2, 0x7fffffff\n")),
        ("border.asm", " lui $t0, 0x7fc0\n lb $t1, -1($t0)\n".to_string()),
    ])
    .unwrap();
    for (line, reason) in [
        ("dialog.asm", "a dialog without a display at syscall 50, dialog.asm line 6"),
        ("sleep.asm", "a negative length at syscall 32, sleep.asm line 3"),
        ("write.asm", "a negative length at syscall 15, write.asm line 5"),
        ("huge.asm", "a negative length at syscall 15, huge.asm line 4"),
        ("border.asm", "the address 0x7fbfffff just below the stack, border.asm line 2"),
    ] {
        let expected = Ran {
            stdout: "\nProgram terminated when maximum step limit -1 reached.\n\n".to_string(),
            stderr: format!("MARS 4.5 dies here with an internal error: {reason}\n"),
            code: Some(0),
        };
        assert_eq!(mars(&folder, &format!("nc {line}")), expected, "{line}");
    }
}

#[test]
fn options_reach_the_machine() {
    let folder = folder(&[
        ("args.asm", " lw $t0, 0($sp)\n lw $t1, 4($sp)\n lb $t2, 1($t1)\n"),
        ("main.asm", " li $t0, 1\n.globl main\nmain: li $t1, 2\n"),
        ("local.asm", " li $t0, 1\nmain: li $t1, 2\n"),
        ("branch.asm", " b x\n li $t0, 1\n li $t0, 2\nx: nop\n"),
        ("self.asm", " lw $t1, x\n sw $t1, y\ny: li $t0, 1\n b z\nx: li $t0, 2\nz: nop\n"),
        ("base.asm", "x: la $t0, x\n"),
        ("two.asm", " li $t1, 2\n"),
    ]);
    for (line, shown) in [
        ("dec t0 t2 a0 args.asm pa ab cde", "$t0\t2\n$t2\t98\n$a0\t2\n"),
        ("a0 a1 sp args.asm pa ab cde", "$a0\t0x00000002\n$a1\t0x7fffeff4\n$sp\t0x7fffeff0\n"),
        ("sp b main.asm pa", "0x7fffeffc\n"),
        ("b t0 t1 main.asm", "0x00000001\n0x00000002\n"),
        ("b sm t0 t1 main.asm", "0x00000000\n0x00000002\n"),
        ("b sm t0 t1 local.asm", "0x00000001\n0x00000002\n"),
        ("b t0 branch.asm", "0x00000000\n"),
        ("b db t0 branch.asm", "0x00000001\n"),
        ("b smc t0 self.asm", "0x00000002\n"),
        ("b t0 base.asm", "0x00400000\n"),
        ("b t0 mc CompactDataAtZero base.asm", "0x00003000\n"),
        ("b t0 t1 branch.asm two.asm", "0x00000000\n0x00000002\n"),
    ] {
        check(&folder, &format!("nc {line}"), 0, &format!("\n{shown}"));
    }
}

#[test]
fn nothing_to_run_is_still_a_run() {
    let folder = folder(&[("empty.asm", ""), ("dir.asm/x", "")]);
    check(&folder, "nc empty.asm", 0, "\n");
    check(&folder, "nc dir.asm", 0, "\n");
    check(&folder, "nc dir.asm t0 sp", 0, "\n$t0\t0x00000000\n$sp\t0x7fffeffc\n");
}

#[test]
fn dumps_after_a_run() {
    let folder = folder(&[
        ("w.asm", ".data\nx: .space 8192\n.text\n la $t0, x\n li $t1, 5\n sw $t1, 4100($t0)\n"),
        ("near.asm", ".data\nx: .space 8192\n.text\n la $t0, x\n li $t1, 5\n sb $t1, 4095($t0)\n"),
        ("read.asm", ".data\nx: .space 8192\n.text\n lw $t0, x\n"),
        ("fail.asm", ".data\n.word 3\n.text\n sw $sp, 0x10011000\n lw $t0, 1($0)\n"),
        ("self.asm", " li $t0, 0x24080007\n sw $t0, y\ny: nop\n"),
        ("bad.asm", " li $t0, 0x21290fff\n sw $t0, y\n li $t0, -1\n sw $t0, y+4\ny: nop\n nop\n"),
    ]);
    let dump = |line: &str| {
        let ran = mars(&folder, &format!("nc {line} r.dump"));
        let text = folder.text("r.dump");
        let _ = std::fs::remove_file(folder.path().join("r.dump"));
        (ran.stdout, text)
    };
    let (stdout, _) = dump("w.asm dump .data HexText");
    assert_eq!(stdout, format!("\n{NOTHING}"), "the first block was not stored in");
    let (stdout, text) = dump("w.asm dump 0x10011000-0x10011008 HexText");
    assert_eq!((stdout.as_str(), text.as_deref()), ("\n", Some("00000000\n00000005\n")));
    let (_, text) = dump("near.asm dump .data HexText");
    let text = text.unwrap();
    assert_eq!(text.lines().count(), 1024);
    assert!(text.ends_with("00000000\n05000000\n"), "{text}");
    assert_eq!(dump("read.asm dump .data HexText"), (format!("\n{NOTHING}"), None));
    let (stdout, text) = dump("fail.asm dump .data HexText");
    assert!(stdout.ends_with(&format!("{FAILED}\n")), "{stdout}");
    let text = text.unwrap();
    assert_eq!(text.lines().count(), 2048);
    assert_eq!(text.lines().nth(1024), Some("7fffeffc"));
    let (_, text) = dump("smc self.asm dump .text SegmentWindow");
    let last = text.unwrap().lines().last().unwrap_or_default().to_string();
    assert_eq!(last, "0x00400010  0x24080007  addiu $8,$0,0x00000007     ");
    // Words that make no sense have a text too, and nothing has a source.
    let (_, text) = dump("smc bad.asm dump 0x00400020-0x00400024 SegmentWindow");
    let last = text.unwrap().lines().last().unwrap_or_default().to_string();
    assert_eq!(last, "0x00400020  0xffffffff  <INVALID>                  ");
    let (_, text) = dump("smc self.asm dump 0x00400010-0x00400014 HexText");
    assert_eq!(text.as_deref(), Some("24080007\n"));
}

#[test]
fn programs_write_and_read_files() {
    const PROGRAM: &str = "\
.data
name: .asciiz \"out.txt\"
text: .ascii \"hello\"
back: .space 8
.text
 la $a0, name
 li $a1, 1
 li $v0, 13
 syscall
 move $a0, $v0
 la $a1, text
 li $a2, 5
 li $v0, 15
 syscall
 li $v0, 16
 syscall
 la $a0, name
 li $a1, 0
 li $v0, 13
 syscall
 move $a0, $v0
 la $a1, back
 li $a2, 7
 li $v0, 14
 syscall
 move $s0, $v0
 la $a0, back
 li $v0, 4
 syscall
";
    let folder = folder(&[("f.asm", PROGRAM)]);
    check(&folder, "nc dec s0 f.asm", 0, "hello\n$s0\t5\n");
    assert_eq!(folder.text("out.txt").as_deref(), Some("hello"));
}
