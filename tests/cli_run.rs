//! `fivetwelve run`, the real binary in a fresh folder: exit codes, streams, limits, and what it
//! keeps a program from doing.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use fivetwelve_tests::{Folder, Ran, corpus, read_cases};
use mips_sim::diag::hint::report;
use mips_sim::machine::Stop;
use mips_sim::observe::History;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");
const EXIT: &str = "li $v0, 10\nsyscall\n";

fn folder(files: &[(&str, &str)]) -> Folder {
    Folder::with(files.iter().copied()).expect("the folder can be made")
}

fn run(folder: &Folder, line: &str) -> Ran {
    let words = ["run"].into_iter().chain(line.split_whitespace());
    folder.run(BINARY, words).expect("the command can be started")
}

/// Runs one program as `p.asm` with these words.
fn program(source: &str, words: &str) -> Ran {
    run(&folder(&[("p.asm", source)]), &format!("p.asm {words}"))
}

/// Runs one program with input from a pipe.
fn with_input(source: &str, input: &str) -> Ran {
    let folder = folder(&[("p.asm", source)]);
    let mut child = Command::new(BINARY)
        .args(["run", "p.asm"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    Ran {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    }
}

#[track_caller]
fn check(ran: &Ran, code: i32, stdout: &str, stderr: &[&str]) {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), stdout), "{}", ran.stderr);
    for part in stderr {
        assert!(ran.stderr.contains(part), "{part} is not in\n{}", ran.stderr);
    }
    assert!(!stderr.is_empty() || ran.stderr.is_empty(), "{}", ran.stderr);
}

#[test]
fn output_alone_is_on_standard_output() {
    let hello = ".data\nm: .asciiz \"Hello\\n\"\n.text\nla $a0, m\nli $v0, 4\nsyscall\n";
    check(&program(&format!("{hello}{EXIT}"), ""), 0, "Hello\n", &[]);
    check(&program(hello, ""), 0, "Hello\n", &[]);
    check(&program(hello, "--stats"), 0, "Hello\n", &["4 instructions in", "million a second"]);
    check(&program(&format!("{hello}break"), ""), 2, "Hello\n", &["error: `break` stopped"]);
}

#[test]
fn the_program_chooses_its_exit_code() {
    check(&program("li $a0, 7\nli $v0, 17\nsyscall", ""), 7, "", &[]);
    check(&program("li $a0, 0\nli $v0, 17\nsyscall", ""), 0, "", &[]);
    check(&program("li $a0, 256\nli $v0, 17\nsyscall", ""), 0, "", &[]);
}

#[test]
fn a_program_without_end_meets_its_limit() {
    let ran = program("li $t0, 0\nl: addi $t0, $t0, 1\nb l", "--max-steps 1000000");
    check(
        &ran,
        3,
        "",
        &["stopped after 1000000 instructions", "lines 2–3", "nothing in it leaves"],
    );
    let ran = program("l: beq $t0, 3, out\naddi $t0, $t0, 2\nb l\nout:", "--max-steps 100001");
    check(&ran, 3, "", &["stopped after 100001 instructions", "equals 3, which it passed"]);
}

#[test]
fn a_flood_of_output_meets_its_limit() {
    let ran = program("l: li $a0, 120\nli $v0, 11\nsyscall\nb l", "--max-output 64K");
    assert!(ran.stdout.bytes().all(|byte| byte == b'x'));
    assert_eq!((ran.code, ran.stdout.len()), (Some(3), 65_536), "{}", ran.stderr);
    assert!(ran.stderr.contains("wrote as much as it may"), "{}", ran.stderr);
}

#[test]
fn recursion_without_end_fills_the_stack() {
    let ran = program("jal f\nf: addi $sp, $sp, -32\nsw $ra, 0($sp)\njal f", "");
    check(&ran, 2, "", &["error: ", "calls of `f` are open"]);
}

#[test]
fn memory_has_a_limit() {
    let source = "la $t0, 0x10040000\nl: sw $t1, 0($t0)\naddi $t0, $t0, 4\nb l";
    check(&program(source, "--max-memory 256K"), 3, "", &["used as much memory as it may"]);
}

#[test]
fn wild_pointers_and_zero_divisors_are_explained() {
    let ran = program("li $t0, 0x12345678\nsw $t1, 0($t0)", "");
    check(&ran, 2, "", &["nothing can be stored to 0x12345678", "p.asm:2:1", "$t0 = 0x12345678"]);
    let ran = program("li $t1, 1\ndiv $t0, $t1, $t2", "");
    check(&ran, 2, "", &["error: division by zero", "$t2 = 0  never set", "beqz $t2"]);
}

#[test]
fn files_outside_the_folder_are_not_opened() {
    let source = ".data\nn: .asciiz \"NAME\"\n.text\nla $a0, n\nli $a1, 1\nli $v0, 13\nsyscall\n\
        move $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall";
    let outside = Folder::with([("kept.txt", "kept")]).unwrap();
    let absolute = outside.path().join("kept.txt");
    let files = [
        ("in/up.asm", source.replace("NAME", "../secret.txt")),
        ("in/absolute.asm", source.replace("NAME", &absolute.to_string_lossy())),
        ("in/fine.asm", source.replace("NAME", "out.txt")),
        ("in/dot.asm", source.replace("NAME", "./out.txt")),
        ("in/missing.asm", source.replace("NAME", "none/out.txt")),
        ("in/folder.asm", source.replace("NAME", "in")),
        ("secret.txt", "secret".into()),
    ];
    let folder = Folder::with(files).unwrap();
    let told = ["the program may not open `../secret.txt`", "--files DIR"];
    check(&run(&folder, "--files in in/up.asm"), 2, "", &told);
    check(&run(&folder, "in/absolute.asm"), 2, "", &["the program may not open `/"]);
    check(&run(&folder, "--no-files in/fine.asm"), 2, "", &["may not open `out.txt`"]);
    // One that is not there, and one that is a folder, are told to the program.
    check(&run(&folder, "in/missing.asm"), 0, "-1", &[]);
    check(&run(&folder, "in/folder.asm"), 0, "-1", &[]);
    assert_eq!(folder.text("secret.txt").as_deref(), Some("secret"));
    assert_eq!(outside.text("kept.txt").as_deref(), Some("kept"));
    assert_eq!(folder.text("out.txt"), None);
    check(&run(&folder, "--files in in/fine.asm"), 0, "3", &[]);
    check(&run(&folder, "--files in in/dot.asm"), 0, "3", &[]);
    assert_eq!(folder.text("in/out.txt").as_deref(), Some(""));
}

#[test]
fn limits_hold_for_files_and_services_too() {
    // Writes 6 bytes to a file until it is told that it can't.
    let source = ".data\nn: .asciiz \"out.txt\"\n.text\nla $a0, n\nli $a1, 1\nli $v0, 13\nsyscall\n\
        move $s0, $v0\nl: move $a0, $s0\nla $a1, n\nli $a2, 6\nli $v0, 15\nsyscall\nj l";
    let folder = folder(&[("p.asm", source)]);
    let ran = run(&folder, "--max-output 10 p.asm");
    check(&ran, 3, "", &["the program wrote as much as it may"]);
    assert_eq!(folder.text("out.txt").as_deref(), Some("out.txout."));
    // Each of these instructions moves a megabyte, to nowhere.
    let source = "l: li $a0, 99\nla $a1, 0x10010000\nli $a2, 1000000\nli $v0, 15\nsyscall\nj l";
    let ran = program(source, "--max-steps 1000000");
    check(&ran, 3, "", &["services moved as many bytes as they may"]);
}

const SUM: &str = "li $v0, 5\nsyscall\nmove $t0, $v0\nli $v0, 5\nsyscall\nadd $a0, $t0, $v0\n\
    li $v0, 1\nsyscall\nli $v0, 10\nsyscall";

#[test]
fn input_comes_from_a_file_or_a_pipe() {
    let folder = folder(&[("p.asm", SUM), ("in.txt", "40\n2\n"), ("short.txt", "40\n")]);
    check(&run(&folder, "--stdin in.txt p.asm"), 0, "42", &[]);
    let ran = run(&folder, "--stdin short.txt p.asm");
    check(&ran, 2, "", &["end of input at syscall 5, line 5", "the 2nd line at line 5"]);
    check(&run(&folder, "--stdin none.txt p.asm"), 66, "", &["none.txt could not be read"]);
    check(&with_input(SUM, "1\n2\n"), 0, "3", &[]);
    check(&with_input(SUM, "1\nx\n"), 2, "", &["not an integer"]);
}

#[test]
fn a_seed_makes_chance_reproducible() {
    let source = format!("li $v0, 41\nsyscall\nli $v0, 1\nsyscall\n{EXIT}");
    let folder = folder(&[("p.asm", &source)]);
    let first = run(&folder, "--seed 7 p.asm");
    assert_eq!(first.code, Some(0));
    assert_eq!(first, run(&folder, "--seed 7 p.asm"));
    assert_ne!(first, run(&folder, "--seed 8 p.asm"));
}

#[test]
fn arguments_follow_two_dashes() {
    let source = format!("lw $a0, 4($a1)\nli $v0, 4\nsyscall\n{EXIT}");
    check(&program(&source, "-- one --two"), 0, "--two", &[]);
}

#[test]
fn it_begins_where_it_is_told() {
    let source = format!("li $a0, 1\nmain: addi $a0, $a0, 2\nli $v0, 1\nsyscall\n{EXIT}");
    check(&program(&source, ""), 0, "3", &[]);
    check(&program(&source, "--entry main"), 0, "2", &[]);
    check(&program(&source, "--entry other"), 64, "", &["there is no label `other`"]);
}

#[test]
fn what_can_not_be_run_has_other_codes() {
    check(&program("addd $t0, $t1, $t2", ""), 1, "", &["addd", "1 error"]);
    check(&run(&folder(&[]), "none.asm"), 66, "", &["none.asm"]);
    check(&run(&folder(&[]), ""), 64, "", &["FILE"]);
    check(&program("nop", "--max-output many"), 64, "", &["64K"]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = folder(&[("p.asm", "l: li $a0, 120\nli $v0, 11\nsyscall\nb l")]);
    let mut child = Command::new(BINARY)
        .args(["run", "p.asm"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut [0; 10]).expect("it writes");
    drop(out);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn errors_in_macros_show_the_calls() {
    let source = ".macro get(%r)\nlw %r, 0($t9)\n.end_macro\nget($t0)\n";
    let ran = program(source, "");
    check(&ran, 2, "", &["lw $t0, 0($t9)", "in the macro that is called here", "get($t0)"]);
}

/// Every recorded program that fails can be told about, and in whole programs that end well no
/// return looks wrong.
#[test]
fn findings_show_the_line_and_have_a_code() {
    let source = "li $v0, 1\nmove $a0, $t0\nsyscall\n";
    let shown =
        ["warning[C0030]: `$t0` is read", "--> p.asm:2:1", "2 | move $a0, $t0", "1 finding"];
    check(&program(source, "--check"), 1, "0", &shown);
    // Another path through the command, with the same result.
    check(&program(source, "--check --profile"), 1, "0", &shown);
    check(&program(source, ""), 0, "0", &[]);
    // Without a finding it is 0, and a code of the program's own or of an error stays.
    check(&program(EXIT, "--check"), 0, "", &[]);
    check(&program(&format!("{source}li $a0, 7\nli $v0, 17\nsyscall"), "--check"), 7, "0", &shown);
    check(&program(&format!("{source}break"), "--check"), 2, "0", &shown);
}

#[test]
fn every_recorded_run_error_can_be_told() {
    let mut count = 0;
    for case in read_cases(&corpus()).expect("the corpus can be read") {
        let assembly = case.assemble().expect("the options are known");
        if !assembly.succeeded() {
            continue;
        }
        let image = &assembly.image;
        let mut history = History::new(image, case.has("db"));
        let played = case.run(image, &mut history);
        if matches!(played.stop, Stop::Exit(_) | Stop::FellOffEnd) {
            let wrong = (history.fell_into, history.stray, history.unbalanced);
            let whole = case.name.starts_with("programs/");
            assert!(!whole || wrong == (None, None, None), "{}: {wrong:?}", case.name);
            continue;
        }
        let report = report(played.stop, &played.machine, Some(&history), image);
        assert!(!report.title.is_empty(), "{}", case.name);
        count += 1;
    }
    assert!(count > 100, "only {count} run errors");
}

/// Starts a program that prints a word and tells on standard error when it has begun, and presses
/// Ctrl-C. `waits` says how many bytes of output are awaited before.
#[cfg(unix)]
fn interrupted_after(source: &str, waits: usize) -> Ran {
    let ready = ".data\nready: .ascii \"ready\"\nword: .asciiz \"kept\"\n.text\n\
                 la $a0, word\nli $v0, 4\nsyscall\n\
                 li $a0, 2\nla $a1, ready\nli $a2, 5\nli $v0, 15\nsyscall\n";
    let folder = folder(&[("p.asm", &format!("{ready}{source}"))]);
    let mut child = Command::new(BINARY)
        .args(["run", "p.asm"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    let mut begun = [0; 5];
    let mut errors = child.stderr.take().expect("a pipe");
    errors.read_exact(&mut begun).expect("the program begins");
    assert_eq!(&begun, b"ready");
    let mut stdout = vec![0; waits];
    let mut output = child.stdout.take().expect("a pipe");
    output.read_exact(&mut stdout).expect("it writes");
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.expect("there is a command `kill`").success());
    // Both at once, or a full pipe would block it.
    let rest = std::thread::spawn(move || {
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).map(|_| rest)
    });
    let mut stderr = String::new();
    errors.read_to_string(&mut stderr).expect("it ends");
    let input = child.stdin.take();
    stdout.extend(rest.join().expect("no panic").expect("it ends"));
    let status = child.wait().expect("it ends");
    drop(input);
    Ran { stdout: String::from_utf8_lossy(&stdout).into_owned(), stderr, code: status.code() }
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_was_printed_and_explains_a_loop() {
    let loop_told =
        ["error: interrupted after ", "the loop of lines 13–14 ran", "nothing in it leaves"];
    let endless = "loop: addiu $t0, $t0, 1\nj loop\n";
    check(&interrupted_after(endless, 4), 130, "kept", &loop_told);
    // One that waits for input ends as well.
    check(&interrupted_after("li $v0, 5\nsyscall\n", 4), 130, "kept", &[]);
}

/// A run that is too long to be repeated as a whole: its end is, and a mistake at its beginning is
/// still known.
#[test]
#[cfg(unix)]
fn ctrl_c_explains_a_long_run() {
    let long = "li $t0, 0\nlong: addiu $t0, $t0, 1\nblt $t0, 30000000, long\n\
                li $a0, 120\nli $v0, 11\nsyscall\n";
    let ran = interrupted_after(
        &format!("{long}li $t1, 7\nloop: beqz $t1, out\naddiu $t0, $t0, 1\nj loop\nout: nop\n"),
        5,
    );
    let told = ["ran at least ", "its exit at line 20 tests `$t1`,"];
    check(&ran, 130, "keptx", &told);
    let early = "jal f\nf: addiu $t0, $t0, 1\nbne $t0, 20000000, back\n\
                 li $a0, 120\nli $v0, 11\nsyscall\nback: jr $ra\n";
    let ran = interrupted_after(early, 5);
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    assert!(ran.stderr.contains("into `f` at line 14 without a call"), "{}", ran.stderr);
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_a_flood_and_ends_a_sleep() {
    let flood = "loop: li $a0, 120\nli $v0, 11\nsyscall\nj loop\n";
    let ran = interrupted_after(flood, 100_000);
    assert_eq!(ran.code, Some(130));
    assert!(ran.stderr.contains("the loop of lines 13–16 ran "), "{}", ran.stderr);
    // For 24 days.
    let ran = interrupted_after("li $a0, 2147483647\nli $v0, 32\nsyscall\n", 4);
    check(&ran, 130, "kept", &["interrupted after 13 instructions", "p.asm:15:1"]);
}

#[test]
fn a_program_without_instructions_is_no_riddle() {
    let code = ".data\nmain: li $v0, 10\nsyscall\n";
    let ran = program(code, "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""));
    assert!(ran.stderr.contains("note: the program has no instructions"), "{}", ran.stderr);
    assert!(ran.stderr.contains("warning"), "{}", ran.stderr);
}

#[test]
fn messages_begin_on_a_line_of_their_own() {
    let print = "li $a0, 7\nli $v0, 1\nsyscall\n";
    let ran = program(&format!("{print}lw $t0, 1($zero)\n"), "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), "7"));
    assert!(ran.stderr.starts_with("\nerror"), "{}", ran.stderr);
    check(&program(&format!("{print}{EXIT}"), ""), 0, "7", &[]);
}

#[test]
fn sleep_can_be_left_out_and_a_trace_shown() {
    let sleep = format!("li $a0, 100000000\nli $v0, 32\nsyscall\n{EXIT}");
    check(&program(&sleep, "--no-sleep"), 0, "", &[]);
    check(
        &program(&format!("main: {EXIT}"), "--trace -"),
        0,
        "",
        &["syscall", "  # p.asm:2 main+4"],
    );
}

#[test]
fn colour_is_as_asked_for() {
    let folder = folder(&[("p.asm", "break")]);
    let coloured = |variables: &[(&str, &str)], words: &[&str]| {
        let mut command = Command::new(BINARY);
        command.args(words).current_dir(folder.path()).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "TERM"] {
            command.env_remove(name);
        }
        let output = command.envs(variables.iter().copied()).output();
        let error = output.expect("the command can be started").stderr;
        assert!(String::from_utf8_lossy(&error).contains("break"));
        error.contains(&0x1b)
    };
    let run = ["run", "p.asm"];
    assert!(!coloured(&[], &run));
    assert!(coloured(&[], &["run", "--color", "always", "p.asm"]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color=always", "run", "p.asm"]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &run));
    assert!(!coloured(&[("CLICOLOR_FORCE", "0")], &run));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &run));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never", "run", "p.asm"]));
}

/// Every line on standard error as JSON.
fn messages(source: &str, words: &str) -> (Option<i32>, Vec<Value>) {
    let ran = program(source, &format!("--message-format json {words}"));
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line:?}"));
    (ran.code, ran.stderr.lines().map(read).collect())
}

#[test]
fn messages_can_be_json() {
    let (code, found) = messages("addd $t0, $t1, $t2\n", "");
    assert_eq!((code, found.len()), (Some(1), 1));
    assert_eq!((&found[0]["kind"], &found[0]["code"]), (&json!("diagnostic"), &json!("E0009")));

    // Behind a line without an end too.
    let failing = "li $a0, 7\nli $v0, 1\nsyscall\n  lw $t0, 2($zero) # no\n";
    let (code, found) = messages(failing, "");
    assert_eq!((code, found.len()), (Some(2), 1));
    let error = &found[0];
    assert_eq!((&error["kind"], &error["severity"]), (&json!("run-error"), &json!("error")));
    let place = ["file", "line", "column", "end_column"].map(|field| &error[field]);
    assert_eq!(place, [&json!("p.asm"), &json!(4), &json!(3), &json!(19)]);
    assert_eq!(error["address"], 0x0040_000c);
    assert!(error["mars_text"].as_str().is_some_and(|text| text.starts_with("Error in")));

    let lost = "li $t0, 5\njal f\nmove $s0, $t0\nli $v0, 10\nsyscall\nf: li $t0, 9\njr $ra\n";
    let (code, found) = messages(lost, "--check");
    assert_eq!((code, found.len()), (Some(1), 1));
    assert_eq!((&found[0]["kind"], &found[0]["code"]), (&json!("finding"), &json!("C0011")));
    assert_eq!((&found[0]["line"], &found[0]["related"]["line"]), (&json!(3), &json!(6)));

    let (code, found) = messages(".data\nx: .word 1\n", "");
    assert_eq!((code, &found[0]["kind"]), (Some(0), &json!("note")));
    let (code, found) = messages("l: b l\n", "--max-steps 1000");
    assert_eq!((code, &found[0]["kind"]), (Some(3), &json!("run-error")));
}

#[test]
fn dialogs_ask_where_it_is_wanted() {
    let source = ".data\nx: .asciiz \"A number:\"\n.text\nla $a0, x\nli $v0, 51\nsyscall\n";
    let folder = folder(&[("p.asm", source), ("in.txt", "5\n")]);
    check(
        &run(&folder, "--stdin in.txt p.asm"),
        2,
        "",
        &["opens a window, and there is no display", "add `--dialogs`"],
    );
    check(&run(&folder, "--dialogs --stdin in.txt p.asm"), 0, "A number: ", &[]);
}
