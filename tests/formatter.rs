//! Formatting changes nothing but columns: every recorded program and every one of ours assembles
//! to the same words, data and labels, with the same messages on the same lines, and formatting
//! again changes nothing at all.

#![expect(clippy::unwrap_used, reason = "a file that can't be read fails the test")]
#![expect(clippy::iter_over_hash_type, reason = "each file is checked by itself")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use fivetwelve_tests::{Case, corpus, read_cases};
use language::format::{Columns, format};
use mips_sim::Assembly;
use mips_sim::diag::Diagnostic;
use serde_json::Value;

#[test]
fn the_recorded_programs_stay_what_they_are() {
    let cases = read_cases(&corpus()).unwrap();
    let changed = cases.into_iter().filter(stays).count();
    assert!(changed > 1000, "only {changed} programs were changed at all");
}

#[test]
fn our_own_programs_stay_what_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> = ["asm", "assignments", "bench", "tests/diagnostics"]
        .iter()
        .map(|folder| root.join(folder))
        .collect();
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        let paths: Vec<PathBuf> =
            fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
        let texts = paths.iter().filter(|path| path.extension().is_some_and(|e| e == "asm"));
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let files: HashMap<String, Vec<u8>> =
            texts.map(|path| (name(path), fs::read(path).unwrap())).collect();
        for main in files.keys() {
            count += 1;
            stays(&Case {
                name: folder.join(main).display().to_string(),
                sources: vec![main.clone()],
                files: files.clone(),
                options: Vec::new(),
                input: Vec::new(),
                arguments: Vec::new(),
                cli: None,
                expect: Value::Null,
            });
        }
        folders.extend(paths.into_iter().filter(|path| path.is_dir()));
    }
    assert!(count > 100, "only {count} programs found");
}

/// Asserts that the files of a case can be formatted; says whether that changed one.
fn stays(case: &Case) -> bool {
    let columns = Columns::default();
    let mut files = case.files.clone();
    for (name, bytes) in &mut files {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        let tidy = format(text, &columns);
        assert_eq!(format(&tidy, &columns), tidy, "{}: {name} changes again", case.name);
        *bytes = tidy.into_bytes();
    }
    let changed = files != case.files;
    if changed {
        let before = case.assemble().unwrap();
        let tidy = Case {
            files,
            name: case.name.clone(),
            sources: case.sources.clone(),
            options: case.options.clone(),
            input: Vec::new(),
            arguments: Vec::new(),
            cli: None,
            expect: Value::Null,
        };
        assert_same(&case.name, &before, &tidy.assemble().unwrap());
    }
    changed
}

fn assert_same(name: &str, before: &Assembly, after: &Assembly) {
    let words = |assembly: &Assembly| -> Vec<(u32, u32)> {
        assembly.image.text.iter().map(|word| (word.address, word.word)).collect()
    };
    assert_eq!(words(before), words(after), "{name}: other words");
    assert_eq!(before.image.data, after.image.data, "{name}: other data");
    assert_eq!(before.image.stored_text, after.image.stored_text, "{name}: other words");
    assert_eq!(before.image.symbols, after.image.symbols, "{name}: other labels");
    assert_eq!(before.succeeded(), after.succeeded(), "{name}");
    let messages = |assembly: &Assembly| -> Vec<String> {
        assembly.diagnostics.all().iter().map(|found| without_columns(found, assembly)).collect()
    };
    assert_eq!(messages(before), messages(after), "{name}: other messages");
}

/// A message with its place, but without columns, and without the blanks of lines that it quotes.
fn without_columns(found: &Diagnostic, assembly: &Assembly) -> String {
    let words = found.message.mars_text(&assembly.sources, &str::to_string);
    let words: String = words.split_whitespace().collect();
    let place = &found.mars_place;
    let line = found.snippet.as_ref().map(|snippet| (snippet.file, snippet.line));
    let calls: Vec<_> = found.trace.iter().map(|call| (&call.name, call.at.line)).collect();
    format!(
        "{:?} {} {words} {:?} {:?} {} {line:?} {calls:?} {} {}",
        found.severity,
        found.message.code(),
        place.file,
        place.history,
        place.line,
        found.echo,
        found.past_stop,
    )
}
