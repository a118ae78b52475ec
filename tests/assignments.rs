//! Assignments as files: those of this repository read without a mistake, and the mistakes in
//! `tests/assignments/` are all told, each in its place.

#![expect(clippy::unwrap_used, reason = "a file that can't be read fails the test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use grader::assignment::{self, Assignment, Folder, TestKind, explain};
use grader::grade::Bench;
use tester::Rule;

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
        let graded = bench.grade(&assignment.reference());
        let lost = graded.lost().map(|result| &result.test).collect::<Vec<_>>();
        if !lost.is_empty() {
            wrong.push(format!("{}: the reference loses {lost:?}", assignment.head.id));
        }
        for faulty in &assignment.setup.faulty {
            let graded = bench.grade(&faulty.submission());
            let surprises = faulty.surprises(&graded);
            if !surprises.is_empty() {
                wrong.push(format!("{} {surprises:?}", faulty.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rubrics_are_put_into_words() {
    for folder in folders() {
        let assignment = read(&folder);
        let name = folder.file_name().unwrap().to_str().unwrap().to_string();
        insta::assert_snapshot!(format!("{name}_for_instructors"), explain(&assignment, false));
        insta::assert_snapshot!(format!("{name}_for_students"), explain(&assignment, true));
    }
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
