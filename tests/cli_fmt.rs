//! `fmt`, the real binary: what it writes, what it only shows, what it leaves alone.

use fivetwelve_tests::Folder;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");
const UNTIDY: &str = "main: li $v0,10 # leave\nsyscall\n";
const TIDY: &str = "main:   li      $v0, 10                 # leave\n        syscall\n";

fn folder() -> Folder {
    Folder::with([
        ("untidy.asm", UNTIDY.as_bytes()),
        ("tidy.asm", TIDY.as_bytes()),
        ("sub/deep.s", b"nop\n"),
        ("sub/notes.txt", b"nop\n"),
        (".hidden/old.asm", b"nop\n"),
        ("latin.asm", b"nop\n# caf\xe9\n"),
    ])
    .expect("the folder can be made")
}

#[test]
fn files_are_written_and_folders_searched() {
    let folder = folder();
    let ran = folder.run(BINARY, ["fmt", "untidy.asm", "sub"]).expect("it runs");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(folder.text("untidy.asm").as_deref(), Some(TIDY));
    assert_eq!(folder.text("sub/deep.s").as_deref(), Some("        nop\n"));
    assert_eq!(folder.text("sub/notes.txt").as_deref(), Some("nop\n"));
    assert_eq!(folder.text(".hidden/old.asm").as_deref(), Some("nop\n"));
}

#[test]
fn check_and_diff_only_tell() {
    let folder = folder();
    let ran = folder.run(BINARY, ["fmt", "--check", "untidy.asm", "tidy.asm"]).expect("it runs");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "untidy.asm\n"));
    let ran = folder.run(BINARY, ["fmt", "--check", "tidy.asm"]).expect("it runs");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""));
    let ran = folder.run(BINARY, ["fmt", "--diff", "untidy.asm", "tidy.asm"]).expect("it runs");
    let lines: Vec<&str> = TIDY.lines().collect();
    let expected = format!(
        "--- untidy.asm\n+++ untidy.asm\n@@ -1,2 +1,2 @@\n-main: li $v0,10 # leave\n-syscall\n+{}\n+{}\n",
        lines[0], lines[1]
    );
    assert_eq!((ran.code, ran.stdout), (Some(1), expected));
    assert_eq!(folder.text("untidy.asm").as_deref(), Some(UNTIDY));
}

#[test]
fn a_diff_has_three_lines_around_each_change() {
    let folder = folder();
    let text = "#\n".repeat(4) + "nop\n" + &"#\n".repeat(9) + "nop";
    let ran = folder.run_with_input(BINARY, ["fmt", "--diff"], text.as_bytes()).expect("it runs");
    let around = " #\n #\n #\n";
    let expected = format!(
        "--- standard input\n+++ standard input\n@@ -2,7 +2,7 @@\n{around}-nop\n+        nop\n{around}\
         @@ -12,4 +12,4 @@\n{around}-nop\n\\ No newline at end of file\n+        nop\n"
    );
    assert_eq!((ran.code, ran.stdout), (Some(1), expected));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = folder();
    for words in [&["fmt"][..], &["fmt", "-"]] {
        let ran = folder.run_with_input(BINARY, words, UNTIDY.as_bytes()).expect("it runs");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), TIDY));
    }
    let ran = folder.run(BINARY, ["fmt", "-", "tidy.asm"]).expect("it runs");
    assert_eq!(ran.code, Some(64));
}

#[test]
fn what_is_not_text_stays_as_it_is() {
    let folder = folder();
    let ran = folder.run(BINARY, ["fmt", "latin.asm"]).expect("it runs");
    assert_eq!(ran.code, Some(66));
    assert_eq!(
        ran.stderr,
        "error: latin.asm is not UTF-8 (line 2), and is left as it is; save it as UTF-8 first\n"
    );
    let bytes = std::fs::read(folder.path().join("latin.asm")).expect("it is there");
    assert_eq!(bytes, b"nop\n# caf\xe9\n");
}

#[test]
fn columns_come_from_the_settings_above_the_file() {
    let folder = folder();
    let settings = folder.path().join("fivetwelve.toml");
    std::fs::write(&settings, "[format]\nstatements = 4\noperands = 10\n").expect("it is written");
    let ran = folder.run(BINARY, ["fmt", "sub", "untidy.asm"]).expect("it runs");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(folder.text("sub/deep.s").as_deref(), Some("    nop\n"));
    let tidy = "main: li    $v0, 10                     # leave\n    syscall\n";
    assert_eq!(folder.text("untidy.asm").as_deref(), Some(tidy));
    std::fs::write(&settings, "[format]\ntabs = true\n").expect("it is written");
    let ran = folder.run(BINARY, ["fmt", "tidy.asm"]).expect("it runs");
    assert_eq!(ran.code, Some(66));
    assert!(
        ran.stderr.contains("fivetwelve.toml") && ran.stderr.contains("tabs"),
        "{}",
        ran.stderr
    );
}
