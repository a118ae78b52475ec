//! House rules that no compiler checks.

#![expect(clippy::unwrap_used, reason = "a file that can't be read fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use mips_sim::diag::Message;
use mips_sim::{AsmOptions, assemble};

/// The folders that hold our code.
const CRATES: [&str; 6] = ["engine", "mips-sim", "render", "tester", "grader", "cli"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "no Rust files in {folder}");
    found
}

#[test]
fn every_module_says_what_it_owns() {
    for (path, text) in CRATES.into_iter().flat_map(rust_files) {
        assert!(text.starts_with("//!"), "{} has no module comment", path.display());
    }
}

#[test]
fn no_file_is_a_giant() {
    for (path, text) in CRATES.into_iter().flat_map(rust_files) {
        // Tests and flat tables may be long.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let rows = code.lines().filter(|line| line.trim_start().starts_with('"')).count();
        let lines = code.lines().count() - rows;
        assert!(lines <= 700, "{} has {lines} lines: is it one responsibility?", path.display());
    }
}

#[test]
fn the_library_depends_on_nothing_of_ours_and_its_halves_stay_apart() {
    for (path, text) in rust_files("mips-sim/src") {
        assert!(!text.contains("fivetwelve::"), "{} knows the command", path.display());
        let in_isa = path.components().any(|part| part.as_os_str() == "isa");
        let knows = text.contains("crate::asm") || text.contains("crate::{");
        assert!(!(in_isa && knows), "{} knows the assembler", path.display());
    }
}

#[test]
fn crates_know_only_what_is_below_them() {
    for (name, above) in [
        ("engine", &["mips-sim", "render", "tester", "grader", "fivetwelve"][..]),
        ("mips-sim", &["engine", "render", "tester", "grader", "fivetwelve"]),
        ("render", &["engine", "tester", "grader", "fivetwelve"]),
        ("tester", &["grader", "fivetwelve"]),
        ("grader", &["fivetwelve"]),
    ] {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
        for known in above {
            let named = dependencies.lines().any(|line| {
                line.strip_prefix(known).is_some_and(|rest| rest.starts_with(['.', ' ']))
            });
            assert!(!named, "{name} depends on {known}");
        }
    }
}

#[test]
fn nothing_is_left_for_later_without_saying_so() {
    for (path, text) in CRATES.into_iter().flat_map(rust_files) {
        for word in ["TODO", "FIXME", "XXX"] {
            assert!(!text.contains(word), "{} says {word}", path.display());
        }
    }
}

#[test]
fn every_program_assembles_without_a_word_of_advice() {
    let mut count = 0;
    let folders = ["asm", "tests/conformance/programs"];
    for entry in folders.into_iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap()) {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "asm") {
            continue;
        }
        count += 1;
        let text = fs::read_to_string(&path).unwrap();
        let mut files: &[(&str, &str)] = &[("p.asm", &text)];
        let options = AsmOptions { advice: true, ..AsmOptions::default() };
        let assembly = assemble(&["p.asm"], &mut files, &options);
        let found: Vec<_> = assembly.diagnostics.for_people().map(|d| &d.message).collect();
        // The documented game reads its lines over the saved board, because of a `.word` without a
        // value; the rebuilt one must do so too.
        let flaw = Message::NoValue { directive: ".word".into() };
        let expected = if path.ends_with("asm/fivetwelve.asm") { vec![&flaw] } else { vec![] };
        assert_eq!(found, expected, "{}", path.display());
    }
    assert!(count > 20, "only {count} programs found");
}

#[test]
fn every_own_program_says_what_it_is() {
    for entry in fs::read_dir(root().join("asm")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "asm") {
            let text = fs::read_to_string(&path).unwrap();
            for word in ["Purpose:", "Input:", "Output:", "Registers:"] {
                assert!(text.contains(word), "{} does not say its {word}", path.display());
            }
        }
    }
}
