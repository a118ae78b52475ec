//! `fivetwelve mars`, the real binary in a fresh folder: every recorded command line, and what the
//! recordings leave out.

use std::collections::BTreeMap;

use fivetwelve_tests::{Case, Folder, Ran, corpus, read_cases};

const BANNER: &str = "MARS 4.5  Copyright 2003-2014 Pete Sanderson and Kenneth Vollmar\n\n";
const FAILED: &str = "\nProcessing terminated due to errors.\n";
const NOTHING: &str = "This segment has not been written to, there is nothing to dump.\n";

fn mars(folder: &Folder, line: &str) -> Ran {
    let words = line.split_whitespace();
    folder
        .run(env!("CARGO_BIN_EXE_fivetwelve"), ["mars"].into_iter().chain(words))
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

fn recorded() -> impl Iterator<Item = (Case, Vec<String>)> {
    let cases = read_cases(&corpus()).expect("the corpus can be read").into_iter();
    cases.filter_map(|mut case| case.cli.take().map(|words| (case, words)))
}

/// Whether MARS started the program of a recorded line: it was not told not to, it did not refuse
/// the words, and it did not refuse the program. A run that fails says the same as an assembly that
/// fails, but an empty line follows.
fn started(case: &Case, words: &[String]) -> bool {
    let output = format!("{}{}", text(case, "stdout"), text(case, "stderr"));
    let refused = ["Invalid Command Argument: ", "Invalid memory", "Invalid/", "Dump command"];
    !words.iter().any(|word| word.eq_ignore_ascii_case("a"))
        && !refused.iter().any(|start| output.lines().any(|line| line.starts_with(start)))
        && !output.ends_with(FAILED)
}

fn text<'c>(case: &'c Case, field: &str) -> &'c str {
    case.expect[field].as_str().unwrap_or_default()
}

#[test]
fn recorded_lines_that_do_not_run_a_program() {
    let mut count = 0;
    for (case, words) in recorded().filter(|(case, words)| !started(case, words)) {
        let folder = Folder::with(&case.files).unwrap();
        let ran = mars(&folder, &words.join(" "));
        let expected = Ran {
            stdout: text(&case, "stdout").to_string(),
            stderr: text(&case, "stderr").to_string(),
            code: case.expect["exit_code"].as_i64().map(|code| code as i32),
        };
        assert_eq!(ran, expected, "{}", case.name);
        let dumps: BTreeMap<String, Option<String>> = case.expect["dumps"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, text)| (name.clone(), text.as_str().map(str::to_string)))
            .collect();
        let written = files(&folder).into_iter().filter(|name| !case.files.contains_key(name));
        let written: BTreeMap<String, Option<String>> =
            written.map(|name| (name.clone(), folder.text(&name))).collect();
        assert_eq!(written, dumps, "{}", case.name);
        count += 1;
    }
    assert!(count >= 8, "only {count} cases");
}

/// Until there is a machine.
#[test]
fn recorded_lines_that_run_a_program() {
    let mut count = 0;
    for (case, words) in recorded().filter(|(case, words)| started(case, words)) {
        let folder = Folder::with(&case.files).unwrap();
        let ran = mars(&folder, &words.join(" "));
        assert_eq!(ran.code, Some(69), "{}: {ran:?}", case.name);
        assert!(ran.stderr.contains("running is not available yet"), "{}: {ran:?}", case.name);
        assert!(text(&case, "stdout").starts_with(&ran.stdout), "{}: {ran:?}", case.name);
        count += 1;
    }
    assert!(count >= 8, "only {count} cases");
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).expect("the folder can be listed");
    entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
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
    assert!(!files(&folder).iter().any(|name| name.ends_with(".dump")));
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
    let folder = folder(&[("locked.asm", "nop\n")]);
    let huge = std::fs::File::create(folder.path().join("huge.asm")).unwrap();
    huge.set_len(65 << 20).unwrap();
    let message = |name: &str, reason: &str| {
        format!("Error in : java.io.FileNotFoundException: {name} ({reason})\n{FAILED}")
    };
    let reason = "larger than 64 MiB, which no source file is";
    check(&folder, "nc ae2 huge.asm", 2, &message("huge.asm", reason));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let locked = folder.path().join("locked.asm");
        std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
        // Nothing is locked to the superuser.
        if std::fs::read(&locked).is_err() {
            check(&folder, "nc locked.asm", 0, &message("locked.asm", "Permission denied"));
        }
    }
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
