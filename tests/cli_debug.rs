//! `fivetwelve debug`, the real binary: what it answers to commands from the command line, a file and
//! a pipe, and what it says to bad ones.

use std::io::Write;
use std::process::{Command, Stdio};

use fivetwelve_tests::{Folder, Ran};

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

/// Reads numbers, keeps the largest, and fails on a negative one.
const LARGEST: &str = "\
        .data
top:    .word   0
        .text
main:   li      $v0, 5
        syscall
        beqz    $v0, done
        bltz    $v0, bad
        jal     keep
        b       main
keep:   addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        lw      $t0, top
        ble     $v0, $t0, kept
        sw      $v0, top

kept:   lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
bad:    lw      $t1, 1($v0)
done:   lw      $a0, top
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
";

/// Runs these commands, one a line, on the program with some input.
fn debug(commands: &str, input: &str) -> Ran {
    let files = [("p.asm", LARGEST), ("in.txt", input)];
    let folder = Folder::with(files).expect("the folder can be made");
    let mut words = vec!["debug", "--batch", "--stdin", "in.txt", "p.asm"];
    words.extend(commands.lines().flat_map(|line| ["-c", line]));
    folder.run(BINARY, words).expect("the command can be started")
}

#[track_caller]
fn says(commands: &str, input: &str, expected: &str) {
    let ran = debug(commands, input);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
    assert_eq!(ran.stdout, expected, "\n{}", ran.stdout);
}

#[test]
fn forwards_and_backwards_through_breakpoints() {
    says(
        "break kept if word(top) > 5\nrun\nprint word(top)\nbacktrace\ncontinue\nreverse-continue\nreverse-step\ninfo frame",
        "3\n7\n9\n0\n",
        "\
Breakpoint 1 at p.asm:16.
Breakpoint 1.
step 30, p.asm:16, kept
16    kept:   lw      $ra, 4($sp)
word(top) = 7
#0   keep, at p.asm:16
     called at step 21 from p.asm:8, saved $ra
#1   main program, at p.asm:8
Breakpoint 1.
step 47, p.asm:16, kept
16    kept:   lw      $ra, 4($sp)
Breakpoint 1.
step 30, p.asm:16, kept
16    kept:   lw      $ra, 4($sp)
step 28, p.asm:14, keep+24
14            sw      $v0, top
      = 0x00400030  lui $at, 4097
keep, called at step 21 from p.asm:8
$sp at entry 0x7fffeffc, now 0x7fffeff4, 8 bytes in use
   0($sp)  0x7fffeff4  0
   4($sp)  0x7fffeff8  4194324 (0x400014)  saved $ra
",
    );
}

#[test]
fn a_label_is_printed_with_what_lies_there() {
    says(
        "print top\nprint/x top\nprint top[0]\nprint main",
        "",
        "\
top = 268500992 (0x10010000)
word(top) = 0
top = 0x10010000
word(top) = 0x00000000
top[0] = 0
main = 4194304 (0x400000)
",
    );
}

#[test]
fn a_frame_whose_stack_pointer_is_too_high_has_no_words() {
    let files = [("p.asm", "main: jal f\nf: addi $sp, $sp, 8\n jr $ra\n")];
    let folder = Folder::with(files).expect("the folder can be made");
    let words = ["debug", "--batch", "-c", "step 2", "-c", "info frame", "p.asm"];
    let text = folder.run(BINARY, words).expect("the command can be started").stdout;
    assert!(text.ends_with("8 bytes too high\n"), "{text}");
}

#[test]
fn watchpoints_and_origins_back_from_a_crash() {
    says(
        "run\nwatch top\nreverse-continue\norigin top\ngoto end\norigin $v0\nreaders $v0\ndelete 1\ninfo breakpoints",
        "3\n7\n5\n-4\n",
        "\
The program stopped: `lw` needs an address that is a multiple of 4, and 0xfffffffd is not.
step 54, p.asm:19, bad
19    bad:    lw      $t1, 1($v0)
Watchpoint 1 on word(top).
Watchpoint 1: word(top) was 3, is 7 by p.asm:14.
step 29, p.asm:14, keep+28
14            sw      $v0, top
      = 0x00400034  sw $v0, 0($at)
word(top) = 3, set at step 12, p.asm:14: sw      $v0, top
  $v0 = 3, set at step 1, p.asm:5: service 5 (read integer)
step 54, p.asm:19, bad
19    bad:    lw      $t1, 1($v0)
$v0 = -4 (0xfffffffc), set at step 50, p.asm:5: service 5 (read integer)
Nothing uses $v0 any more.
There are no breakpoints or watchpoints.
",
    );
}

#[test]
fn changes_begin_another_history() {
    says(
        "run\ngoto 17\nset top = 100\ncontinue\norigin top\nhistory 0\ngoto end\noutput\norigin output 0",
        "3\n7\n0\n",
        "\
output: 7
The program has ended.
step 43, p.asm:24, done+20
24            syscall
step 17, p.asm:4, main
4     main:   li      $v0, 5
word(top) = 100 (0x64 'd'). This is history 1 now.
output: 100
The program has ended.
step 41, p.asm:24, done+20
24            syscall
word(top) = 100 (0x64 'd'), set by hand at step 17
step 41, p.asm:23, done+16
23            li      $v0, 10
step 43, p.asm:24, done+20
24            syscall
output: 7
byte 0 was written at step 40, p.asm:22: service 1 (print integer)
  $a0 = 7, set at step 38, p.asm:20: done:   lw      $a0, top
    word(top) = 7, set at step 29, p.asm:14: sw      $v0, top
      $v0 = 7, set at step 18, p.asm:5: service 5 (read integer)
",
    );
}

#[test]
fn commands_come_from_a_file_and_from_a_pipe() {
    let files = [("p.asm", LARGEST), ("c.txt", "# to the first input\nbreak done\nrun\n")];
    let folder = Folder::with(files).expect("the folder can be made");
    let mut child = Command::new(BINARY)
        .args(["debug", "-x", "c.txt", "p.asm"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    let typed = b"input 12\ninput 0\nc\nx/2dw top\nx/s top\nx/2i main\np/x word(top)\nquit\nrun\n";
    child.stdin.take().expect("a pipe").write_all(typed).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "\
Breakpoint 1 at p.asm:20.
The program waits for input: `input TEXT` gives it a line.
step 1, p.asm:5, main+4
5             syscall
Breakpoint 1.
step 20, p.asm:20, done
20    done:   lw      $a0, top
      = 0x00400048  lui $at, 4097
0x10010000  12 0
0x10010000  \"\\u{c}\"
0x00400000  main         addiu $v0, $zero, 5
0x00400004  main+4       syscall
word(top) = 0x0000000c
"
    );
}

#[test]
fn bad_commands_are_explained() {
    for (command, expected) in [
        ("brake main", "there is no command `brake`; `help` lists all"),
        (
            "re",
            "`re` can be reverse-continue, reverse-step, reverse-next, reverse-finish, reverse-stepi, reverse-nexti, reverse-to-input, reverse-to-output, readers",
        ),
        ("break mian", "there is no label `mian`"),
        ("break top", "`top` is data; `watch top` stops when it changes"),
        ("break 99", "there is no instruction in line 99 or below it"),
        ("break q.asm:3", "the program has no file `q.asm`"),
        ("break keep if $t0 >", "expected a value, found the end, in column 6"),
        ("break keep hits often", "`often` is not a number of hits, such as 5, >= 5 or % 5"),
        ("break keep log it is {$t77}", "there is no register `$t77`, in column 8"),
        ("watch 4 + 4", "there is no data at 0x00000008"),
        ("watch main + 4", "expected a register, a label, or an address such as word(0x10010000)"),
        ("print 1 / 0", "division by zero"),
        ("x/4w 0", "there is no data at 0x00000000"),
        ("goto", "goto needs a step, such as `goto 1200`, `goto start` or `goto end`"),
        ("goto -1", "expected a number from 0 on, found -1"),
        ("set $t0", "expected a value and what to set it to: `set $t0 = 5`"),
        ("delete 4", "there is no breakpoint 4"),
        ("history 1", "there is no history 1; `history` lists them"),
        ("origin output 0", "the program has written 0 bytes up to here"),
        (
            "info",
            "info about what? registers, float, cp0, frame, data, breakpoints, histories, input",
        ),
    ] {
        let ran = debug(&format!("{command}\nrun"), "0\n");
        assert_eq!(ran.stderr, format!("error: {expected}\n"), "{command}");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{command}");
    }
}

/// What `fivetwelve` prints with these words, in the folder of the repository.
fn fivetwelve(words: &[&str]) -> (String, String, Option<i32>) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let output = Command::new(BINARY).args(words).current_dir(root).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// The words of a command line with quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let part = |(at, part): (usize, &str)| match at % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    };
    parts.flat_map(part).collect()
}

#[test]
fn a_game_opens_where_its_first_wrong_output_is_written() {
    let script = "2 2 2 4 0 0 0 0 0 0 A ; draws: none";
    let program = "asm/faulty/double-merge.asm";
    let (out, err, code) =
        fivetwelve(&["debug", "--batch", "-c", "print $t1", program, "--script", script]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    insta::assert_snapshot!(out, @r#"
    before           should be        yours
    +---+---+---+    +---+---+---+    +---+---+---+
    | 2 | 2 | 4 |    | 4 | 4 | 2 |    | 8 | 2 |   |
    +---+---+---+    +---+---+---+    +---+---+---+
    |   |   |   |    |   |   |   |    |   |   |   |
    +---+---+---+    +---+---+---+    +---+---+---+
    |   |   |   |    |   |   |   |    |   |   |   |
    +---+---+---+    +---+---+---+    +---+---+---+
    after `A`: cell (1,1) should be 4, yours is 8
    after `A`: cell (1,2) should be 4, yours is 2
    after `A`: cell (1,3) should be 2, yours is empty
    step 648, asm/faulty/double-merge.asm:262, print_integer+20
    262       syscall
    $t1 = 8
    "#);
}

#[test]
fn two_programs_open_where_they_differ() {
    let sum = "main: li $v0, 5\nsyscall\nmove $t0, $v0\nli $v0, 5\nsyscall\n\
               add $a0, $t0, $v0\nli $v0, 1\nsyscall\n";
    let files = [("right.asm", sum.to_string()), ("wrong.asm", sum.replace("add ", "sub "))];
    let folder = Folder::with(files).expect("the folder can be made");
    let words = ["debug", "--batch", "wrong.asm", "--reference", "right.asm", "--input", "0 1"];
    let ran = folder.run(BINARY, words).expect("it starts");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
    insta::assert_snapshot!(ran.stdout, @r#"
      should be    yours
      0            0
      1            1
    > 1          > -1
    After the second line of input, `1` should be printed, but `-1` is.
    step 7, wrong.asm:8, main+28
    8     syscall
    "#);
}

#[test]
fn what_diff_prints_opens_the_failure() {
    for line in [
        "diff asm/faulty/double-merge.asm --script '2 2 2 4 0 0 0 0 0 0 A ; draws: none'",
        "diff asm/faulty/spawns-four.asm --games 300",
        "diff asm/faulty/win-at-256.asm --compare boards --games 200",
    ] {
        let arguments = words(line);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (out, err, code) = fivetwelve(&arguments);
        assert_eq!(code, Some(1), "{line}: {err}");
        let command = out.lines().skip_while(|line| *line != "Step by step with:").nth(1);
        let command = command.expect("it names the debugger").trim();
        let arguments = words(command.strip_prefix("fivetwelve ").expect("it is a command"));
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        arguments.push("--batch");
        let (out, err, code) = fivetwelve(&arguments);
        assert_eq!((err.as_str(), code), ("", Some(0)), "{command}");
        assert!(!out.contains("Nothing is wrong") && !out.contains("step 0,"), "{command}\n{out}");
    }
}

#[test]
fn a_game_without_a_mistake_begins_at_its_start() {
    let script = "1 A X ; draws: 1 1";
    let (out, ..) = fivetwelve(&["debug", "--batch", "asm/fivetwelve.asm", "--script", script]);
    assert!(out.starts_with("Nothing is wrong with asm/fivetwelve.asm in this game.\nstep 0, "));
}

#[test]
fn bad_options_are_explained() {
    let p = "asm/fivetwelve.asm";
    for (words, code, part) in [
        (&["debug", p, "--policy", "exact"][..], 64, "--policy needs --script or --input"),
        (&["debug", p, "--script", "1 ; draws: x"], 64, "the draw \"x\" is not a number"),
        (&["debug", p, "--script", "missing/game.txt"], 66, "missing/game.txt"),
        (&["debug", p, "--script", "1", "--input", "1"], 64, "cannot be used with"),
        (&["debug", p, "--at", "soon"], 64, "expected the number of a step, or end"),
        (&["debug", p, "--input", "1", "--reference", "missing.asm"], 66, "missing.asm"),
    ] {
        let (out, err, exit) = fivetwelve(words);
        assert_eq!((out.as_str(), exit), ("", Some(code)), "{words:?}: {err}");
        assert!(err.contains(part), "{words:?}: {err}");
    }
}

#[test]
fn a_session_can_begin_at_the_error_and_at_a_step() {
    let files = [("p.asm", LARGEST), ("in.txt", "3\n-4\n")];
    let folder = Folder::with(files).expect("the folder can be made");
    let debug = |at: &str| {
        let words = ["debug", "--batch", "--stdin", "in.txt", "--at", at, "p.asm"];
        folder.run(BINARY, words).expect("it starts").stdout
    };
    assert_eq!(debug("end"), "step 22, p.asm:19, bad\n19    bad:    lw      $t1, 1($v0)\n");
    assert_eq!(debug("1"), "step 1, p.asm:5, main+4\n5             syscall\n");
}

#[test]
fn findings_have_their_steps() {
    let source = "main: jal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -4\njr $ra\n";
    let folder = Folder::with([("p.asm", source)]).expect("the folder can be made");
    let words = ["debug", "--batch", "-c", "run", "-c", "check", "p.asm"];
    let ran = folder.run(BINARY, words).expect("it starts");
    let found = ran.stdout.lines().last().unwrap_or_default();
    assert!(found.starts_with("step 4, C0012: "), "{}", ran.stdout);
}

/// Ctrl-C ends a command and not the session. It is pressed before the command here, which comes to
/// the same and needs no clock.
#[cfg(unix)]
#[test]
fn a_command_that_is_interrupted_leaves_the_session_alive() {
    use std::io::{BufRead, BufReader};

    let folder = Folder::with([("p.asm", "main: b main\n")]).expect("the folder can be made");
    let mut child = Command::new(BINARY)
        .args(["debug", "p.asm"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || lines.next().expect("it goes on").expect("it prints text");
    stdin.write_all(b"print 1\n").expect("it reads");
    assert_eq!(next(), "1 = 1");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill can be started").success());
    stdin.write_all(b"run\nprint 2\nquit\n").expect("it reads");
    assert_eq!(next(), "Interrupted.");
    assert!(next().starts_with("step "));
    next();
    assert_eq!(next(), "2 = 2");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_breakpoint_on_a_blank_line_moves_and_says_so() {
    says("break 15", "", "Breakpoint 1 at p.asm:16, the next line with an instruction.\n");
}
