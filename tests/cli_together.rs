//! Programs of several files, the real binary: every command takes a folder or its main file, and a
//! submission that needs its siblings is graded with them.

mod grading;

use fivetwelve_tests::Folder;
use grading::{ends, folder, program, zip};

/// A program of ours in two files: one that begins, and one with everything else.
fn parts(name: &str) -> [(&'static str, Vec<u8>); 2] {
    let text = String::from_utf8(program(name)).expect("it is text");
    let game = text.replacen(".text\n", ".text\n.globl game\ngame:\n", 1);
    let game = game
        .replace("main:", "menu:")
        .replace("  main ", "  menu ")
        .replace("  main\n", "  menu\n");
    [("main.asm", b".globl main\nmain: j game\n".to_vec()), ("rules.asm", game.into_bytes())]
}

/// The two parts in a folder, with more files.
fn with_parts(within: &str, name: &str, more: &[(&str, &[u8])]) -> Folder {
    let parts = parts(name).map(|(file, bytes)| (format!("{within}/{file}"), bytes));
    let more = more.iter().map(|(file, bytes)| (file.to_string(), bytes.to_vec()));
    let all: Vec<(String, Vec<u8>)> = parts.into_iter().chain(more).collect();
    folder(all.iter().map(|(file, bytes)| (file.as_str(), bytes.clone())))
}

#[test]
fn every_command_takes_a_folder_or_its_main_file() {
    let right = with_parts("mine", "fivetwelve.asm", &[]);
    for name in ["mine", "mine/", "mine/main.asm"] {
        ends(&right, &format!("diff {name} --games 20"), 0);
        ends(&right, &format!("check lab {name}"), 0);
    }
    ends(&right, "verify mine --layers 2..4", 0);
    ends(&right, "bot greedy mine --games 1", 0);
    let wrong = with_parts("mine", "faulty/double-merge.asm", &[]);
    let ran = ends(&wrong, "diff mine", 1);
    assert!(ran.stdout.contains("mine/rules.asm"), "{}", ran.stdout);
}

#[test]
fn a_folder_or_a_zip_of_parts_is_one_submission() {
    let other: &[u8] = b"main: li $v0, 10\nsyscall\n";
    let class = with_parts("class/doe", "fivetwelve.asm", &[("class/doe/old.asm", other)]);
    ends(&class, "grade lab class --fail-under 100 --json out.json", 0);
    let text = class.text("out.json").expect("it was written");
    assert!(text.contains("assembled together with rules.asm"), "{text}");
    let one = with_parts("doe", "faulty/double-merge.asm", &[]);
    ends(&one, "grade lab doe --json out.json", 0);
    let text = one.text("out.json").expect("it was written");
    assert!(text.contains("fivetwelve diff . --script"), "{text}");
    assert_eq!(text.matches("\"chosen\"").count(), 1, "{text}");
    let parts = parts("fivetwelve.asm");
    let zipped = folder([("doe.zip", zip(parts))]);
    ends(&zipped, "grade lab doe.zip --json out.json", 0);
    let text = zipped.text("out.json").expect("it was written");
    assert!(text.contains("assembled together with rules.asm"), "{text}");
    assert_eq!(text.matches("\"chosen\"").count(), 1, "{text}");
}

#[test]
fn programs_side_by_side_stay_apart() {
    let class = folder([
        ("class/a.asm", program("fivetwelve.asm")),
        ("class/b.asm", program("faulty/double-merge.asm")),
    ]);
    ends(&class, "grade lab class --json out.json", 0);
    let text = class.text("out.json").expect("it was written");
    assert_eq!(text.matches("\"chosen\"").count(), 2, "{text}");
    assert!(!text.contains("assembled together"), "{text}");
    ends(&class, "diff class/a.asm --games 20", 0);
    let ran = ends(&class, "diff class", 66);
    assert!(ran.stderr.contains("several of its files have a label `main`: a.asm, b.asm"));
}

#[test]
fn what_is_wrong_names_its_file() {
    let main: &[u8] = b".globl main\nmain: j game\n";
    let folder = folder([
        ("a/main.asm", main.to_vec()),
        ("a/rules.asm", b".globl game\ngame: nop\n adx $t0, $t1\n".to_vec()),
        ("b/main.asm", main.to_vec()),
        ("b/rules.asm", b".globl game\ngame: nop\n".to_vec()),
        ("b/twice.asm", b".globl game\ngame: nop\n".to_vec()),
        ("c/one.asm", b"one: nop\n".to_vec()),
        ("c/two.asm", b"two: nop\n".to_vec()),
    ]);
    let ran = ends(&folder, "diff a", 2);
    assert!(ran.stderr.contains("a/rules.asm:3"), "{}", ran.stderr);
    let ran = ends(&folder, "diff b", 2);
    assert!(ran.stderr.contains("two files make a label `game` global"), "{}", ran.stderr);
    assert!(ran.stderr.contains("b/twice.asm"), "{}", ran.stderr);
    let ran = ends(&folder, "diff c", 66);
    assert!(ran.stderr.contains("none of its files is called main.asm"), "{}", ran.stderr);
}

#[test]
fn an_assignment_lists_the_files_of_a_program() {
    let lab = grading::LAB
        .replace("files = [\"game*.asm\", \"*.asm\"]", "together = [\"main.asm\", \"rules.asm\"]");
    let lab = lab.replace("reference = \"game.asm\"", "reference = \"solution/main.asm\"");
    let [main, rules] = parts("fivetwelve.asm");
    let class = folder([
        ("two/assignment.toml", lab.into_bytes()),
        ("two/solution/main.asm", main.1.clone()),
        ("two/solution/rules.asm", rules.1.clone()),
        ("class/doe/main.asm", main.1),
        ("class/doe/rules.asm", rules.1),
        ("class/doe/rules2.asm", b".globl game\ngame: nop\n".to_vec()),
    ]);
    ends(&class, "assignment check two --no-mutants", 0);
    ends(&class, "check two class/doe", 0);
    ends(&class, "check two class/doe/main.asm", 0);
    ends(&class, "grade two class --fail-under 100", 0);
    let rubric = ends(&class, "assignment explain two --student", 0).stdout;
    assert!(rubric.contains("assembled together with `rules.asm`"), "{rubric}");
}
