//! House rules that no compiler checks: who may know whom, what the core must not touch, how long a
//! file may be, and that every test target is described.

#![expect(clippy::unwrap_used, reason = "a file that can't be read fails the test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mips_sim::diag::Message;
use mips_sim::{AsmOptions, assemble};

/// Our crates, each with those of ours that it may depend on. ARCHITECTURE.md shows the same.
const CRATES: [(&str, &[&str]); 10] = [
    ("engine", &[]),
    ("mips-sim", &[]),
    ("render", &["mips-sim"]),
    ("language", &["mips-sim", "render"]),
    ("debugger", &["mips-sim"]),
    ("tester", &["engine", "mips-sim"]),
    ("grader", &["engine", "mips-sim", "render", "tester"]),
    ("studio", &["engine", "mips-sim", "language", "debugger", "tester", "grader"]),
    ("site", &["mips-sim", "grader", "studio"]),
    (
        "cli",
        &["engine", "mips-sim", "render", "language", "debugger", "tester", "grader", "studio"],
    ),
];

/// What the libraries must not touch: the world reaches them through arguments.
const OUTSIDE: [&str; 14] = [
    "std::fs",
    "File::open",
    "File::create",
    "OpenOptions",
    "std::env",
    "std::net",
    "std::process",
    "thread::spawn",
    "thread::scope",
    "thread::Builder",
    "Instant::now",
    "SystemTime",
    "std::io::std",
    "io::stdout",
];

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

fn all_rust_files() -> impl Iterator<Item = (PathBuf, String)> {
    CRATES.into_iter().flat_map(|(folder, _)| rust_files(folder))
}

/// A file without the module of its unit tests, which stands last.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// A file without its unit tests and comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    without_tests(text).lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn every_module_says_what_it_owns() {
    for (path, text) in all_rust_files() {
        assert!(text.starts_with("//!"), "{} has no module comment", path.display());
    }
}

#[test]
fn no_file_is_a_giant() {
    const MOST: usize = 600;
    for (path, text) in all_rust_files() {
        let is_test = |part: &str| path.components().any(|at| at.as_os_str() == part);
        if is_test("tests") || path.ends_with("tests.rs") {
            continue;
        }
        let code = without_tests(&text);
        // Rows of a flat table begin with a literal.
        let is_row =
            |line: &&str| line.trim_start().starts_with(|c: char| c == '"' || c.is_ascii_digit());
        let lines = code.lines().filter(|line| !is_row(line)).count();
        assert!(lines <= MOST, "{} has {lines} lines: is it one responsibility?", path.display());
    }
}

/// The libraries of ours that a manifest names in a kind of table, for all targets or for some.
fn dependencies(manifest: &str, kind: &str) -> BTreeSet<String> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    let targets = targets.filter_map(|(_, target)| target.as_table()).chain([&manifest]);
    let tables = targets.filter_map(|target| target.get(kind).and_then(toml::Value::as_table));
    let ours = |name: &&String| CRATES.iter().any(|(folder, _)| folder == name);
    tables.flat_map(toml::Table::keys).filter(ours).cloned().collect()
}

#[test]
fn dependencies_are_found_in_any_table() {
    let manifest = "[dependencies]\nengine.workspace = true\nanyhow = \"1\"\n\
        [target.'cfg(unix)'.dependencies]\ntester.workspace = true\n\
        [target.x86_64-unknown-linux-gnu.dev-dependencies.render]\npath = \"../render\"\n";
    let found = |kind| dependencies(manifest, kind).into_iter().collect::<Vec<_>>();
    assert_eq!(found("dependencies"), ["engine", "tester"]);
    assert_eq!(found("dev-dependencies"), ["render"]);
}

#[test]
fn crates_know_only_what_is_below_them() {
    for (folder, allowed) in CRATES {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for known in dependencies(&manifest, table) {
                let fine = allowed.contains(&known.as_str());
                assert!(fine, "{folder} must not depend on {known} ({table})");
            }
        }
    }
}

/// The modules of its own crate that a file names, by their first segment: `crate::asm::lex` and
/// `crate::{asm, isa}` alike.
fn modules_named(text: &str) -> BTreeSet<String> {
    let code: String = code(text).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for (_, rest) in code.match_indices("crate::").map(|(at, word)| (at, &code[at + word.len()..]))
    {
        let names = match rest.strip_prefix('{') {
            Some(group) => top_level(group),
            None => vec![rest],
        };
        let name = |text: &str| -> String {
            text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        };
        found.extend(names.into_iter().map(name));
    }
    found
}

/// The parts of a braced list, up to its closing brace.
fn top_level(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&group[start..at]);
                return parts;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts
}

#[test]
fn modules_are_found_in_any_form_of_use() {
    let found =
        modules_named("use crate::asm::lex;\nuse crate::{isa::{Inst, Op}, image};\n// crate::no");
    assert_eq!(found, ["asm", "image", "isa"].map(String::from).into());
}

#[test]
fn assembler_and_machine_meet_only_in_the_image() {
    for (module, forbidden) in [
        ("isa", &["asm", "machine", "host", "observe", "diag"][..]),
        ("asm", &["machine", "observe"]),
        ("machine", &["asm", "diag"]),
        ("java", &["asm", "machine", "host", "observe", "diag", "isa"]),
    ] {
        for (path, text) in rust_files(&format!("mips-sim/src/{module}")) {
            for name in modules_named(&text) {
                let fine = !forbidden.contains(&name.as_str());
                assert!(fine, "{} must not know crate::{name}", path.display());
            }
        }
    }
}

/// What a file touches of [`OUTSIDE`], also by a list such as `use std::{env, fs}`.
fn touched(text: &str) -> Vec<&'static str> {
    let code: String = code(text).collect::<Vec<_>>().join("\n");
    let uses = code.split(';').filter_map(|item| item.rsplit_once("use ")).map(|(_, tree)| tree);
    let names: Vec<String> = uses.flat_map(paths).collect();
    let used = |name: &&str| code.contains(*name) || names.iter().any(|path| path.contains(*name));
    OUTSIDE.into_iter().filter(used).collect()
}

/// The paths that a `use` names: `std::{env, fs::File}` is `std::env` and `std::fs::File`.
fn paths(tree: &str) -> Vec<String> {
    let Some((prefix, group)) = tree.split_once('{') else { return vec![tree.trim().into()] };
    let named = top_level(group).into_iter().flat_map(paths);
    named.map(|path| format!("{}{path}", prefix.trim())).collect()
}

#[test]
fn what_is_outside_is_found_in_any_form_of_use() {
    for (sample, found) in [
        ("use std::{env, fs};", &["std::fs", "std::env"][..]),
        ("pub(crate) use std::{\n    fmt,\n    io::{self, Read, stdin},\n};", &["std::io::std"]),
        ("use std::{fs::{self, File}, process};\nfn f() {}", &["std::fs", "std::process"]),
        ("fn f() { std::thread::spawn(|| ()); }", &["thread::spawn"]),
        ("use std::{fmt, io};\n// use std::fs;\nuse crate::env;", &[]),
    ] {
        assert_eq!(touched(sample), found, "{sample}");
    }
}

#[test]
fn the_libraries_touch_nothing_outside() {
    for (folder, _) in CRATES.into_iter().filter(|(folder, _)| *folder != "cli") {
        for (path, text) in rust_files(&format!("{folder}/src")) {
            if path.ends_with("tests.rs") {
                continue;
            }
            assert_eq!(touched(&text), Vec::<&str>::new(), "{}", path.display());
        }
    }
}

#[test]
fn every_test_target_is_described() {
    let readme = fs::read_to_string(root().join("tests/README.md")).unwrap();
    for (folder, _) in CRATES {
        let tests = root().join(folder).join("tests");
        for entry in fs::read_dir(tests).into_iter().flatten() {
            let path = entry.unwrap().path();
            let is_target =
                path.extension().is_some_and(|e| e == "rs") || path.join("main.rs").exists();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let named = readme.contains(&format!("`../{folder}/tests/{name}"));
            assert!(!is_target || named, "tests/README.md does not name {}", path.display());
        }
    }
    for folder in ["cli", "tests"] {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        for target in manifest["test"].as_array().unwrap() {
            let path = target["path"].as_str().unwrap().trim_start_matches("../tests/");
            let path = path.trim_end_matches("main.rs");
            let named = readme.contains(&format!("`{path}`"));
            assert!(named, "tests/README.md does not name {path}, a target of {folder}");
        }
    }
}

#[test]
fn nothing_is_left_for_later_without_saying_so() {
    for (path, text) in all_rust_files() {
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
