//! `fivetwelve assignment`, the real binary: what it makes holds, what is wrong is drawn, and rubrics
//! are words.

use std::path::Path;

use fivetwelve_tests::{Folder, Ran};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

fn assignment(folder: &Folder, line: &str) -> Ran {
    let words = ["assignment"].into_iter().chain(line.split_whitespace());
    folder.run(BINARY, words).expect("the command can be started")
}

fn empty() -> Folder {
    Folder::with([("note.txt", "")]).expect("the folder can be made")
}

#[test]
fn what_is_made_holds_and_is_not_overwritten() {
    for (line, name) in [("new Sum-1", "program"), ("new Sum-1 --function", "function")] {
        let folder = empty();
        let made = assignment(&folder, line);
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        insta::assert_snapshot!(format!("new_{name}"), made.stdout);
        let checked = assignment(&folder, "check Sum-1 --seed 1");
        assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
        insta::assert_snapshot!(format!("check_{name}"), checked.stdout);
        let again = assignment(&folder, line);
        assert_eq!(again.code, Some(74));
        insta::assert_snapshot!("new_again", again.stderr);
    }
}

#[test]
fn mistakes_are_drawn_with_their_lines() {
    let text = "id = \"my game\"\ntitel = \"X\"\nreference = \"missing.asm\"\n\n[[test]]\n\
                id = \"a\"\ntitle = \"A\"\nkind = \"differental\"\npoints = 1.005\n";
    let folder = Folder::with([("a/assignment.toml", text)]).expect("the folder can be made");
    for line in ["check a", "explain a", "check a/assignment.toml"] {
        let ran = assignment(&folder, line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
        insta::assert_snapshot!("mistakes", ran.stderr);
    }
    let ran = assignment(&folder, "check a --json");
    assert_eq!(ran.code, Some(1));
    let value: Value = serde_json::from_str(&ran.stdout).expect("JSON on standard output");
    assert_eq!(value["mistakes"].as_array().map(Vec::len), Some(6));
    assert_eq!(value["mistakes"][0]["line"], 1);
}

#[test]
fn what_does_not_hold_is_told() {
    let folder = empty();
    assert_eq!(assignment(&folder, "new x").code, Some(0));
    let path = folder.path().join("x");
    let change = |file: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(path.join(file)).expect("it was made");
        assert!(text.contains(from), "{file} has no {from}");
        std::fs::write(path.join(file), text.replace(from, to)).expect("it can be written");
    };
    // The faulty program no longer fails where it says, and fails elsewhere.
    change(
        "assignment.toml",
        "fails = [\"sum\", \"negative\"]",
        "fails = [\"sum\", \"assembles\"]",
    );
    let ran = assignment(&folder, "check x --mutants 5");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    insta::assert_snapshot!("surprises", ran.stdout);
    change("assignment.toml", "expected = \"42", "expected = \"43");
    let ran = assignment(&folder, "check x");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    insta::assert_snapshot!("reference_loses", ran.stdout);
    let ran = assignment(&folder, "check x --json");
    let value: Value = serde_json::from_str(&ran.stdout).expect("JSON on standard output");
    assert_eq!((ran.code, &value["holds"]), (Some(1), &Value::Bool(false)));
    assert_eq!(value["reference"]["loses"][0], "sum");
    assert_eq!(value["mutants"], Value::Null);
}

#[test]
fn threads_and_repetition_change_nothing() {
    let slide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assignments/slide");
    let folder = empty();
    let check = |threads: &str| {
        let words = ["assignment", "check", "--json", "--mutants", "60", "--threads", threads];
        let words = words.into_iter().map(Into::into).chain([slide.clone().into_os_string()]);
        let ran = folder.run(BINARY, words.collect::<Vec<std::ffi::OsString>>());
        let ran = ran.expect("the command can be started");
        assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
        ran.stdout
    };
    assert_eq!(check("1"), check("2"));
}

#[test]
fn rubrics_are_words() {
    let folder = empty();
    assert_eq!(assignment(&folder, "new x").code, Some(0));
    let all = assignment(&folder, "explain x");
    assert_eq!(all.code, Some(0));
    insta::assert_snapshot!("explain", all.stdout);
    let student = assignment(&folder, "explain x --student");
    assert!(!student.stdout.contains("Negative") && student.stdout.contains("40 points"));
}

#[test]
fn the_game_is_built_in() {
    let folder = empty();
    let rubric = assignment(&folder, "explain fivetwelve-exact --student");
    assert_eq!(rubric.code, Some(0), "{}", rubric.stderr);
    assert!(rubric.stdout.contains("2048 on three by three cells"), "{}", rubric.stdout);
    let checked = assignment(&folder, "check fivetwelve-exact --no-mutants");
    assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
}

#[test]
fn what_is_not_there_has_its_exit_code() {
    let folder = empty();
    for line in ["check nowhere", "explain .", "check note.txt"] {
        let ran = assignment(&folder, line);
        assert_eq!(ran.code, Some(66), "{line}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    }
    assert_eq!(assignment(&folder, "check").code, Some(64));
    assert_eq!(assignment(&folder, "new note.txt").code, Some(74));
}
