//! `fivetwelve check`, the real binary: the student's side of an assignment.

mod grading;

use grading::{ends, folder, program};
use serde_json::Value;

#[test]
fn a_right_program_passes_what_students_see() {
    let folder = folder([("mine.asm", program("fivetwelve.asm"))]);
    let ran = ends(&folder, "check lab mine.asm", 0);
    insta::assert_snapshot!(ran.stdout);
    assert_eq!(folder.text(".fivetwelve/grades.jsonl"), None, "checking keeps nothing");
}

#[test]
fn a_wrong_program_is_told_what_it_may_know() {
    let folder = folder([("mine.asm", program("faulty/double-merge.asm"))]);
    let ran = ends(&folder, "check lab mine.asm", 1);
    insta::assert_snapshot!(ran.stdout);
    ends(&folder, "check lab mine.asm --only slide", 0);
    let ran = ends(&folder, "check lab mine.asm --only merge* --json", 1);
    let value: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!((&value["passed"], &value["most"]), (&false.into(), &4.0.into()));
    let failure = &value["tests"][0]["failures"][0];
    assert_eq!(failure["rule"], "merge-once");
    // The test tells the rule and nothing else.
    assert_eq!((&failure["hint"], &failure["command"]), (&Value::Null, &Value::Null));
    assert_eq!(failure["shown"].as_array().map(Vec::len), Some(0));
}

#[test]
fn hidden_tests_stay_hidden() {
    let folder = folder([("mine.asm", program("faulty/win-at-256.asm"))]);
    let ran = ends(&folder, "check lab mine.asm", 0);
    assert!(!ran.stdout.to_lowercase().contains("winning"), "{}", ran.stdout);
    let ran = ends(&folder, "check lab mine.asm --only win", 64);
    assert!(ran.stderr.contains("the tests are slide, merge-once\n"), "{}", ran.stderr);
}

#[test]
fn what_needs_a_hidden_test_does_not_name_it() {
    let program = b"main: li $v0, 10\nsyscall\n".to_vec();
    let transcript = |id: &str, more: &str| {
        format!(
            "[[test]]\nid = \"{id}\"\ntitle = \"About {id}\"\nkind = \"transcript\"\n\
             points = 1\nexpected = \"x\"\n{more}\n"
        )
    };
    let lab = "id = \"two\"\ntitle = \"Two\"\nreference = \"r.asm\"\n".to_string()
        + &transcript("veiled", "visibility = \"hidden\"")
        + &transcript("open", "needs = \"veiled\"");
    let folder = folder([
        ("two/assignment.toml", lab.into_bytes()),
        ("two/r.asm", program.clone()),
        ("class/jane/a.asm", program),
    ]);
    let rubric = ends(&folder, "assignment explain two --student", 0).stdout;
    assert!(!rubric.contains("veiled") && rubric.contains("not shown has to pass"), "{rubric}");
    let rubric = ends(&folder, "assignment explain two", 0).stdout;
    assert!(rubric.contains("`veiled` has to pass first"), "{rubric}");
    ends(&folder, "grade two class --json g.json --feedback f", 0);
    let grades = folder.text("g.json").expect("the report is there");
    assert!(!grades.contains("--only veiled"), "`check` knows no hidden test: {grades}");
    assert!(grades.contains("fivetwelve grade two a.asm --html report.html"), "{grades}");
    let page = folder.text("f/jane.md").expect("the page is there");
    assert!(!page.contains("veiled"), "{page}");
}

#[test]
fn what_is_included_lies_beside_the_program() {
    let text = String::from_utf8_lossy(&program("fivetwelve.asm")).into_owned();
    let folder = folder([
        ("src/main.asm", b".include \"lib/game.asm\"\n".to_vec()),
        ("src/lib/game.asm", b".include \"rest.asm\"\n".to_vec()),
        ("src/lib/rest.asm", text.into_bytes()),
    ]);
    ends(&folder, "check lab src/main.asm", 0);
}

#[test]
fn what_can_t_be_checked_is_said() {
    let folder = folder([("empty.asm", Vec::new()), ("doc.asm", b"%PDF-1.4".to_vec())]);
    let ran = ends(&folder, "check lab nothing.asm", 66);
    assert!(ran.stderr.contains("nothing.asm could not be read"), "{}", ran.stderr);
    let ran = ends(&folder, "check nothing empty.asm", 66);
    assert!(ran.stderr.contains("nothing is not an assignment"), "{}", ran.stderr);
    let ran = ends(&folder, "check lab empty.asm", 1);
    assert!(ran.stdout.contains("the only file is empty"), "{}", ran.stdout);
    assert!(ran.stdout.contains("0 of 8 points"), "as `grade` has it\n{}", ran.stdout);
    let ran = ends(&folder, "check lab doc.asm", 1);
    assert!(ran.stdout.contains("PDF"), "{}", ran.stdout);
    ends(&folder, "check", 64);
}

#[test]
fn the_game_is_built_in() {
    let folder = folder([("mine.asm", program("fivetwelve.asm"))]);
    let ran = ends(&folder, "check mine.asm --only slide", 0);
    assert!(ran.stdout.contains("slide"), "{}", ran.stdout);
}
