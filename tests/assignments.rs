//! Assignments as files: those of this repository read without a mistake and hold what they say, and
//! the mistakes in `tests/assignments/` are all told, each in its place. A new folder in `assignments/`
//! is tested without a change here.

#![expect(clippy::unwrap_used, reason = "a file that can't be read fails the test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use grader::assignment::{
    self, Assignment, Folder, NotExported, Policy, Solution, TestKind, Visibility, explain, export,
};
use grader::book::Exhibit;
use grader::grade::{Bench, Status, Submission};
use mips_sim::{AsmOptions, Image};
use tester::compare::Duel;
use tester::programs::{Input, Options, Search};
use tester::values::Value;
use tester::{Limits, Program, Rule, Script};

/// The assignments that are not on the shelf: two about the game, and one that calls functions only.
/// Their rubrics are pinned word for word.
const OLDER: [&str; 3] = ["fivetwelve", "fivetwelve-exact", "slide"];
/// The assignments that are about pictures: no input shows their mistakes.
const PICTURES: [&str; 1] = ["snake"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A folder on disk.
struct Disk(PathBuf);

impl Folder for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        fs::read(self.0.join(path)).map_err(|error| error.to_string())
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, String> {
        let entries = fs::read_dir(self.0.join(folder)).map_err(|error| error.to_string())?;
        let files = entries.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_file());
        Ok(files.map(|entry| entry.file_name().into_string().unwrap()).collect())
    }
}

/// The folders of the assignments, by name.
fn folders() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("assignments")).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    assert!(folders.len() >= 2);
    folders
}

#[track_caller]
fn read(folder: &Path) -> Assignment {
    assignment::read(&Disk(folder.to_path_buf())).unwrap_or_else(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        panic!("{}:\n{}", folder.display(), lines.join("\n"))
    })
}

#[test]
fn every_assignment_reads_and_is_worth_a_hundred_points() {
    for folder in folders() {
        let assignment = read(&folder);
        assert_eq!(assignment.head.points().to_string(), "100", "{}", folder.display());
        assert!(!assignment.setup.faulty.is_empty(), "{}", folder.display());
    }
}

#[test]
fn references_get_everything_and_faulty_programs_lose_where_they_should() {
    let mut wrong = Vec::new();
    for folder in folders() {
        let assignment = read(&folder);
        let bench = Bench::new(&assignment, 0);
        let graded = bench.grade(&assignment.reference().unwrap());
        let lost = graded.lost().map(|result| &result.test).collect::<Vec<_>>();
        if !lost.is_empty() {
            wrong.push(format!("{}: the reference loses {lost:?}", assignment.head.id));
        }
        for faulty in &assignment.setup.faulty {
            let graded = bench.grade(&faulty.submission());
            let surprises = faulty.surprises(&graded);
            if !surprises.is_empty() || graded.score() >= assignment.head.points() {
                wrong.push(format!("{} {} {surprises:?}", assignment.head.id, faulty.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rubrics_are_put_into_words() {
    for folder in folders() {
        let assignment = read(&folder);
        let name = name_of(&folder);
        let (all, students) = (explain(&assignment, false), explain(&assignment, true));
        for test in &assignment.head.tests {
            let title = format!("**{}**", test.title);
            assert!(all.contains(&title), "{name}: {}", test.title);
            let shown = test.visibility != Visibility::Hidden;
            assert_eq!(students.contains(&title), shown, "{name}: {}", test.title);
        }
        if OLDER.contains(&name.as_str()) {
            insta::assert_snapshot!(format!("{name}_for_instructors"), all);
            insta::assert_snapshot!(format!("{name}_for_students"), students);
        }
    }
}

fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap().to_str().unwrap().to_string()
}

/// The assignments of the shelf: all with a starter, a reference and faulty programs of their own.
fn shelf() -> Vec<(String, PathBuf, Assignment)> {
    let named = folders().into_iter().map(|folder| (name_of(&folder), folder));
    let other = |name: &str| OLDER.contains(&name) || PICTURES.contains(&name);
    let shelf = named.filter(|(name, _)| !other(name));
    let shelf: Vec<_> = shelf.map(|(name, folder)| (name, folder.clone(), read(&folder))).collect();
    assert!(shelf.len() >= 16, "{}", shelf.len());
    shelf
}

/// A program of an assignment, assembled without a word of advice.
#[track_caller]
fn assembled(assignment: &Assignment, program: &Submission, name: &str) -> Image {
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assignment.setup.whole(name, program, &options).assembly;
    let said: Vec<_> = assembly.diagnostics.for_people().map(|found| &found.message).collect();
    assert!(said.is_empty(), "{} {name}: {said:?}", assignment.head.id);
    assembly.image
}

#[test]
fn the_shelf_has_a_starter_and_eight_faulty_programs_each_for_another_reason() {
    for (name, folder, assignment) in shelf() {
        assert_eq!(assignment.head.id, name);
        assert!(assignment.head.about.contains("Begin with `start.asm`"), "{name}");
        let start = fs::read_to_string(folder.join("start.asm")).unwrap();
        let start = Submission::of_text("start.asm", &start);
        assembled(&assignment, &start, "start.asm");
        let graded = Bench::new(&assignment, 0).grade(&start);
        assert!(graded.score() < assignment.head.points(), "{name}: the starter is a solution");
        let mut mistakes: Vec<&str> =
            assignment.setup.faulty.iter().map(|faulty| header(&faulty.source).0).collect();
        mistakes.sort_unstable();
        mistakes.dedup();
        assert_eq!(
            mistakes.len(),
            assignment.setup.faulty.len(),
            "{name}: a mistake is there twice"
        );
        assert!(mistakes.len() >= 8, "{name}: {}", mistakes.len());
        let beside = fs::read_dir(folder.join("faulty")).unwrap().count();
        assert_eq!(beside, assignment.setup.faulty.len(), "{name}: a program is not named");
    }
}

#[test]
fn assignments_of_pictures_have_what_the_shelf_has() {
    for name in PICTURES {
        let folder = root().join("assignments").join(name);
        let assignment = read(&folder);
        assert!(assignment.head.about.contains("Begin with `start.asm`"), "{name}");
        let start = fs::read_to_string(folder.join("start.asm")).unwrap();
        let graded = Bench::new(&assignment, 0).grade(&Submission::of_text("start.asm", &start));
        assert!(graded.score() < assignment.head.points(), "{name}: the starter is a solution");
        assert!(assignment.setup.faulty.len() >= 8, "{name}");
        for faulty in &assignment.setup.faulty {
            let file = faulty.name.rsplit('/').next().unwrap();
            assembled(&assignment, &faulty.submission(), file);
        }
        // Students get the pictures instead of the solution, and are told the same.
        let given = export(&assignment, &files(&folder)).unwrap();
        assert!(given.contains_key("files/keys-5.png"), "{name}: {:?}", given.keys());
        let exported = assignment::read_for_student(&given).unwrap();
        let (whole, part) = (Bench::new(&assignment, 0), Bench::new(&exported, 0));
        let faulty = assignment.setup.faulty.iter().map(|faulty| faulty.submission());
        for program in faulty.chain(assignment.reference()) {
            let expected = whole.results(&program);
            for result in part.results(&program) {
                let same = expected.iter().find(|other| other.test == result.test).unwrap();
                assert_eq!(result.status, same.status, "{name} {}", result.test);
            }
        }
    }
}

#[test]
fn what_differs_on_a_screen_is_told_and_shown() {
    let folder = root().join("assignments/snake");
    let assignment = read(&folder);
    let bench = Bench::new(&assignment, 0);
    let grade = |name: &str| {
        let source = fs::read_to_string(folder.join("faulty").join(name)).unwrap();
        bench.grade(&Submission::of_text(name, &source))
    };
    let failure = |name: &str, test: &str| {
        let entry = grade(name);
        let result = entry.results.into_iter().find(|result| result.test == test).unwrap();
        result.failures.into_iter().next().unwrap()
    };
    let wrong = failure("up-is-down.asm", "keys");
    assert_eq!(
        wrong.sentences,
        ["2 of 1024 units differ after frame 3, first at column 6, row 15: should be #00ff00, \
          yours is #000000."]
    );
    let is_png =
        |shown: &Exhibit| matches!(shown, Exhibit::Picture { png, .. } if png.starts_with("iVBOR"));
    assert_eq!(wrong.shown.iter().filter(|shown| is_png(shown)).count(), 3);
    // A frame that does not come.
    let wrong = failure("waits-for-a-key.asm", "moves");
    assert_eq!(
        wrong.sentences,
        [
            "The program hangs: it runs for more than 500000 instructions.",
            "Frame 2 is not reached."
        ]
    );
}

#[test]
fn the_input_in_the_header_of_a_faulty_program_shows_its_mistake() {
    for (name, _, assignment) in shelf() {
        let main = assignment.setup.reference.name().unwrap();
        let reference = assembled(&assignment, &assignment.reference().unwrap(), main);
        let reference = assignment.setup.program(reference);
        for faulty in &assignment.setup.faulty {
            let file = faulty.name.rsplit('/').next().unwrap();
            let program = assembled(&assignment, &faulty.submission(), file);
            let program = assignment.setup.program(program);
            let input = header(&faulty.source).1;
            let lines = input.lines().map(|line| line.as_bytes().to_vec()).collect();
            let script = Script::new(lines, Vec::new());
            let mut with_itself = Duel::new(reference.subject(), reference.subject());
            assert!(with_itself.play(&script).is_none(), "{name}");
            let found = Duel::new(program.subject(), reference.subject()).play(&script);
            assert!(found.is_some(), "{name} {file}: {input:?} shows nothing");
        }
    }
}

/// All files of a folder, by their paths from it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(inner) = open.pop() {
        for path in fs::read_dir(inner).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_string();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn what_students_get_judges_alike_and_knows_nothing_that_they_should_not() {
    for (name, folder, assignment) in shelf() {
        let given = export(&assignment, &files(&folder)).unwrap();
        let names: Vec<&str> = given.keys().map(String::as_str).collect();
        // What was recorded of the reference: inputs and outputs, calls and results, pictures.
        let recorded = |path: &str| path.starts_with("files/") && path.ends_with(".json");
        let written: Vec<&str> = names.iter().copied().filter(|path| !recorded(path)).collect();
        assert_eq!(written, ["README.md", "assignment.toml", "start.asm"], "{name}");
        let texts = given.iter().filter(|(path, _)| !recorded(path)).flat_map(|(_, bytes)| bytes);
        let text = String::from_utf8(texts.copied().collect()).unwrap();
        for test in assignment.head.tests.iter().filter(|t| t.visibility != Visibility::Visible) {
            let (id, title) = (&test.id, &test.title);
            let told = [format!("\"{id}\""), format!("\"{title}\""), format!("**{title}**")];
            assert!(!told.iter().any(|told| text.contains(told)), "{name} tells of {id}");
        }
        for word in ["solution", "faulty", "hidden", "visibility", "after_due_date"] {
            assert!(!text.contains(word), "{name} says `{word}`");
        }
        // Of all programs it says what the whole assignment says of them.
        let exported = assignment::read_for_student(&given).unwrap();
        let (whole, part) = (Bench::new(&assignment, 0), Bench::new(&exported, 0));
        let faulty = assignment.setup.faulty.iter().map(|faulty| faulty.submission());
        for program in faulty.take(3).chain(assignment.reference()) {
            let results = |bench: &Bench| -> Vec<(String, Status)> {
                let results = bench.results(&program).into_iter();
                results.map(|result| (result.test, result.status)).collect()
            };
            let mut expected = results(&whole);
            expected.retain(|(id, _)| exported.head.tests.iter().any(|test| test.id == *id));
            assert_eq!(results(&part), expected, "{name}");
        }
    }
}

#[test]
fn files_and_needs_of_exported_tests_come_along() {
    let text = r#"
        id = "two"
        title = "Two"
        reference = "../r.asm"
        starter = ["../given/lib.asm"]
        [[faulty]]
        files = "bad.asm"
        fails = "echo"
        [[test]]
        id = "veiled"
        title = "Veiled"
        kind = "static"
        points = 1
        assembles = true
        visibility = "hidden"
        [[test]]
        id = "plain"
        title = "Plain"
        kind = "static"
        points = 1
        assembles = true
        [[test]]
        id = "echo"
        title = "Echo"
        kind = "transcript"
        points = 1
        needs = ["veiled", "plain"]
        input-file = "../in.txt"
        expected-file = "../out.txt"
    "#;
    let mut folder: BTreeMap<String, Vec<u8>> = [
        ("assignment.toml", text),
        ("../r.asm", "main: li $v0, 10\nsyscall\n"),
        ("../given/lib.asm", "# given\n"),
        ("bad.asm", "main: b main\n"),
        ("../in.txt", "1\n"),
        ("../out.txt", ""),
    ]
    .map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()))
    .into();
    let assignment = assignment::read(&folder).unwrap();
    let given = export(&assignment, &folder).unwrap();
    let names: Vec<&str> = given.keys().map(String::as_str).collect();
    let files = ["files/echo-expected.txt", "files/echo-input.txt", "lib.asm"];
    assert_eq!(names, [&["README.md", "assignment.toml"][..], &files[..]].concat());
    let exported = assignment::read_for_student(&given).unwrap();
    assert_eq!(exported.head.tests[1].needs, ["plain"]);
    // Whoever grades needs the solution; a student does not.
    assert!(assignment::read(&given).is_err());
    folder.remove("../r.asm");
    assert!(assignment::read(&folder).is_err());
    let without = assignment::read_for_student(&folder).unwrap();
    assert_eq!(without.setup.reference, Solution::Missing("../r.asm".into()));
    let hidden = text.replace("points = 1", "points = 1\nvisibility = \"hidden\"");
    let hidden = hidden.replacen("visibility = \"hidden\"\n        [[test]]", "[[test]]", 1);
    folder.insert("assignment.toml".into(), hidden.into());
    let nothing = assignment::read_for_student(&folder).unwrap();
    assert!(matches!(export(&nothing, &folder), Err(NotExported::NothingVisible)));
}

#[test]
fn diff_finds_every_faulty_program_of_the_shelf_by_an_input_as_short_as_a_person_writes() {
    for (name, _, assignment) in shelf() {
        let main = assignment.setup.reference.name().unwrap();
        let limits = Limits::default();
        let reference = assembled(&assignment, &assignment.reference().unwrap(), main);
        let reference = Program::new(reference, limits);
        for faulty in &assignment.setup.faulty {
            let file = faulty.name.rsplit('/').next().unwrap();
            let program = Program::new(assembled(&assignment, &faulty.submission(), file), limits);
            let options = Options {
                seed: 0,
                policy: Policy::TrailingSpace,
                ignore_prompts: false,
                description: None,
                limits,
            };
            let mut search = Search::new(&reference, Some(&program), options).unwrap();
            let input = search.find(10_000).unwrap();
            let input = input.unwrap_or_else(|| panic!("{name} {file} is not found"));
            let found = search.smallest(&input).unwrap();
            let smallest = &found.input;
            let written = header(&faulty.source).1;
            let kinds = found.expected.reads.iter().map(|read| read.kind).cycle();
            let values = written.lines().zip(kinds);
            let values = values.map(|(line, kind)| Value::of_line(line.as_bytes(), kind)).collect();
            let written = Input { values, ..Input::default() };
            // Some differ in nothing but blanks there.
            let shows = search.smallest(&written).is_some();
            let lines = (smallest.values.len(), written.values.len());
            assert!(!shows || lines.0 <= lines.1, "{name} {file}: {smallest:?}");
        }
    }
}

/// What the header of a faulty program says: its mistake (the first line of it), and an input.
#[track_caller]
fn header(source: &[u8]) -> (&str, String) {
    let text = std::str::from_utf8(source).unwrap();
    let after = |key: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(key));
        found.unwrap_or_else(|| panic!("no `{key}` in\n{text}"))
    };
    let input = after("# Shown by the input: ");
    (after("# Mistake: "), serde_json::from_str(input).unwrap())
}

#[test]
fn every_key_is_in_the_manual() {
    let manual = fs::read_to_string(root().join("docs/assignments.md")).unwrap();
    for (table, keys) in assignment::TABLES {
        for key in *keys {
            assert!(manual.contains(&format!("`{key}`")), "{key} of {table} is not explained");
        }
    }
}

#[test]
fn every_rule_of_the_game_is_in_a_test_of_the_game() {
    let assignment = read(&root().join("assignments/fivetwelve-exact"));
    for rule in Rule::ALL {
        let about =
            |test: &&TestKind| matches!(test, TestKind::Differential(t) if t.rules.contains(&rule));
        assert_eq!(assignment.tests.iter().filter(about).count(), 1, "{rule}");
    }
}

#[test]
fn every_mistake_is_told_in_its_place() {
    let solution = "main: li $v0, 10\nsyscall\n.data\nboard: .word 0:9\n.text\n\
                    slide: move $v0, $a0\njr $ra\n";
    let mut count = 0;
    for entry in fs::read_dir(root().join("tests/assignments")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        count += 1;
        let files = [
            ("assignment.toml", fs::read(&path).unwrap()),
            ("solution.asm", solution.into()),
            ("broken.asm", b"main: ad $t0, $t1, $t2\n      li $t9\n".to_vec()),
            ("keys.toml", b"[keys]\nup = 3\n".to_vec()),
            ("faulty/no-header.asm", b"main: nop\n".to_vec()),
            ("faulty/no-rule.asm", b"# faulty: a typo\n# rule: slides\nmain: nop\n".to_vec()),
            ("faulty/untested.asm", b"# rule: quit\nmain: nop\n".to_vec()),
        ];
        let folder: BTreeMap<String, Vec<u8>> =
            files.into_iter().map(|(name, bytes)| (name.to_string(), bytes)).collect();
        let told = match assignment::read(&folder) {
            Ok(_) => "no mistake".to_string(),
            Err(mistakes) => {
                let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
                lines.join("\n")
            }
        };
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        insta::with_settings!({ snapshot_path => "assignments", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, told);
        });
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn a_folder_without_an_assignment_says_what_to_do() {
    let folder = BTreeMap::new();
    let mistakes = assignment::read(&folder).unwrap_err();
    insta::assert_snapshot!(mistakes[0], @"assignment.toml: `assignment.toml` could not be read: no such file; `fivetwelve assignment new FOLDER` makes an assignment to begin with");
    let folder = BTreeMap::from([("assignment.toml".to_string(), b"id = \"\xff\"".to_vec())]);
    let mistakes = assignment::read(&folder).unwrap_err();
    insta::assert_snapshot!(mistakes[0], @"assignment.toml:1:7: the file is not valid UTF-8; save the file as UTF-8");
}
