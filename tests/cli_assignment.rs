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
fn an_assignment_of_the_shelf_is_copied_under_another_name() {
    let folder = empty();
    let made = assignment(&folder, "new Lab-3 --from factorial");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert!(made.stdout.contains("Lab-3/faulty/adds.asm\n"), "{}", made.stdout);
    let checked = assignment(&folder, "check Lab-3 --no-mutants --json");
    let value: Value = serde_json::from_str(&checked.stdout).expect("JSON on standard output");
    assert_eq!((checked.code, &value["id"]), (Some(0), &"lab-3".into()), "{}", checked.stderr);
    // What is built in needs no copy.
    let rubric = assignment(&folder, "explain factorial --student");
    assert!(rubric.stdout.starts_with("# Factorial, recursively\n"), "{}", rubric.stdout);
    let unknown = assignment(&folder, "new x --from factorials");
    assert_eq!(unknown.code, Some(64));
    assert!(unknown.stderr.contains("choose from array, "), "{}", unknown.stderr);
    assert_eq!(assignment(&folder, "new x --from factorial --function").code, Some(64));
}

#[test]
fn the_reference_writes_what_is_expected() {
    let text = "id = \"twice\"\ntitle = \"Twice\"\nreference = \"solution.asm\"\n\
                [[test]]\nid = \"t\"\ntitle = \"T\"\nkind = \"transcript\"\npoints = 1\n\
                input = \"4\\n\"\nexpected-file = \"expected/t.txt\"\n";
    let solution = "li $v0, 5\nsyscall\nsll $a0, $v0, 1\nli $v0, 1\nsyscall\n";
    let folder = Folder::with([("a/assignment.toml", text), ("a/solution.asm", solution)]);
    let folder = folder.expect("the folder can be made");
    let check = |line: &str, code: i32, said: &str| {
        let ran = assignment(&folder, line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), said), "{}", ran.stderr);
    };
    check("record a --check", 1, "expected/t.txt is new\n");
    assert_eq!(folder.text("a/expected/t.txt"), None);
    check("record a", 0, "expected/t.txt is new\n");
    assert_eq!(folder.text("a/expected/t.txt").as_deref(), Some("8"));
    check("record a --check", 0, "expected/t.txt stays as it is\n");
    let path = folder.path().join("a/solution.asm");
    std::fs::write(&path, solution.replace("1\nli", "2\nli")).expect("it can be written");
    check("record a", 0, "expected/t.txt changes: line 1 was `8` and is now `16`\n");
    std::fs::write(&path, "x: j x\n").expect("it can be written");
    let failed = "expected/t.txt can't be recorded for t: it hangs: it runs for more than 2000000 \
                  instructions\n";
    check("record a", 1, failed);
}

#[test]
fn what_students_get_works_by_itself() {
    let folder = empty();
    let made = assignment(&folder, "export fibonacci -o given");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    insta::assert_snapshot!("export", made.stdout);
    assert_eq!(assignment(&folder, "export fibonacci -o given").code, Some(74));
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assignments/fibonacci");
    let mine = folder.path().join("given/mine.asm");
    std::fs::copy(shelf.join("solution.asm"), &mine).expect("it can be copied");
    let check = |line: &str| {
        folder.run(BINARY, line.split_whitespace()).expect("the command can be started")
    };
    let ran = check("check given given/mine.asm");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    // Every command in a report works where it was made.
    std::fs::copy(shelf.join("faulty/one-gives-zero.asm"), &mine).expect("it can be copied");
    let ran = check("check given given/mine.asm");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(!ran.stdout.contains("solution") && !ran.stdout.contains("unsigned"), "{}", ran.stdout);
    let key = "to see it: fivetwelve ";
    let commands: Vec<&str> =
        ran.stdout.lines().filter_map(|line| line.trim_start().strip_prefix(key)).collect();
    assert!(!commands.is_empty(), "{}", ran.stdout);
    for command in commands {
        let again = check(command);
        assert_eq!(again.code, Some(1), "{command}: {}", again.stderr);
    }
    let zipped = assignment(&folder, "export fibonacci -o given.zip");
    assert_eq!(zipped.code, Some(0), "{}", zipped.stderr);
    let bytes = std::fs::read(folder.path().join("given.zip")).expect("it was written");
    assert!(bytes.starts_with(b"PK"));
}

#[test]
fn a_missing_solution_is_named_and_does_not_stop_students() {
    let folder = empty();
    assert_eq!(assignment(&folder, "new x").code, Some(0));
    let path = folder.path().join("x");
    std::fs::rename(path.join("solution.asm"), path.join("mine.asm")).expect("it was made");
    let ran = folder.run(BINARY, ["check", "x", "x/mine.asm"]).expect("it can be started");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    insta::assert_snapshot!(ran.stderr, @"note: solution.asm, the solution of the assignment, is not there; the tests do without it");
    assert_eq!(assignment(&folder, "check x").code, Some(1));
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
fn the_test_that_is_missing_is_suggested_and_finds_more() {
    let text = "id = \"twice\"\ntitle = \"Twice\"\nreference = \"solution.asm\"\n\
                [[test]]\nid = \"t\"\ntitle = \"T\"\nkind = \"transcript\"\npoints = 1\n\
                input = \"0\\n\"\nexpected = \"0\"\n";
    let solution = "li $v0, 5\nsyscall\nsll $a0, $v0, 1\nli $v0, 1\nsyscall\n";
    let folder = Folder::with([("a/assignment.toml", text), ("a/solution.asm", solution)]);
    let folder = folder.expect("the folder can be made");
    let missed = |folder: &Folder| {
        let ran = assignment(folder, "check a --json");
        let value: Value = serde_json::from_str(&ran.stdout).expect("JSON on standard output");
        let (found, differ) = (&value["mutants"]["found"], &value["mutants"]["differ"]);
        differ.as_u64().zip(found.as_u64()).map(|(differ, found)| differ - found)
    };
    let before = missed(&folder).expect("numbers");
    assert!(before > 0);
    let suggested = assignment(&folder, "suggest a");
    assert_eq!(suggested.code, Some(0), "{}", suggested.stderr);
    let with = format!("{text}{}", suggested.stdout);
    let better = Folder::with([("a/assignment.toml", with.as_str()), ("a/solution.asm", solution)]);
    let better = better.expect("the folder can be made");
    assert!(missed(&better).expect("numbers") < before, "{}", suggested.stdout);
    // The same mistakes, for any program that passes the tests.
    let line = "mutants a/solution.asm --assignment a";
    let ran = folder.run(BINARY, line.split(' ')).expect("the command can be started");
    assert!(ran.stdout.contains("small mistakes are found"), "{}{}", ran.stdout, ran.stderr);
    let wrong = Folder::with([
        ("a/assignment.toml", text),
        ("a/solution.asm", solution),
        ("wrong.asm", "li $v0, 10\nsyscall\n"),
    ]);
    let wrong = wrong.expect("the folder can be made");
    let line = "mutants wrong.asm --assignment a";
    let ran = wrong.run(BINARY, line.split(' ')).expect("the command can be started");
    assert!(ran.stderr.contains("itself fails the tests"), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn where_nothing_can_be_suggested_it_says_why() {
    let text = "id = \"seven\"\ntitle = \"Seven\"\nreference = \"solution.asm\"\n\
                [[test]]\nid = \"t\"\ntitle = \"T\"\nkind = \"transcript\"\npoints = 1\n\
                input = \"\"\nexpected = \"7\"\n";
    let solution = "main: jal f\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n\
                    f: li $v0, 7\njr $ra\n";
    let function = format!(
        "{text}[[test]]\nid = \"f\"\ntitle = \"F\"\nkind = \"function\"\npoints = 1\n\
         label = \"f\"\ncall = [{{ then-registers = {{ v0 = 7 }} }}]\n"
    );
    let folder = Folder::with([
        ("a/assignment.toml", text),
        ("a/solution.asm", solution),
        ("f/assignment.toml", &function),
        ("f/solution.asm", solution),
    ]);
    let folder = folder.expect("the folder can be made");
    let says = |line: &str, part: &str| {
        let ran = assignment(&folder, line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
        assert!(ran.stderr.contains(part), "{line}: {}", ran.stderr);
    };
    says("suggest a", "the program reads nothing, so it does the same in every run");
    says("suggest f", "no input can be suggested; for its functions, add a test with");
    says("suggest fivetwelve-exact", "no inputs are suggested for games");
    says("suggest snake", "no keys are suggested for programs that are tested by pictures");
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
