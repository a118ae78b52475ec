//! A small assignment and a class for it, for the tests of the commands that grade.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use fivetwelve_tests::{Folder, Ran};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

/// Three tests of which students see two.
pub(crate) const LAB: &str = r#"
id = "lab"
title = "Lab: the 3x3 game"
about = "Write the game."
files = ["game*.asm", "*.asm"]
reference = "game.asm"

[[test]]
id = "slide"
title = "Tiles slide"
kind = "differential"
points = 4
rules = ["slide"]
games = 20

[[test]]
id = "merge-once"
title = "Merged tiles rest"
kind = "differential"
points = 4
feedback = "rule"
rules = ["merge-once"]
games = 20

[[test]]
id = "win"
title = "Winning ends the game"
kind = "differential"
points = 2
visibility = "hidden"
rules = ["win"]
games = 20
"#;

/// A program of ours, by its path below `asm/`.
pub(crate) fn program(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm").join(name);
    std::fs::read(path).expect("the program is there")
}

/// The assignment in `lab/`, and these files.
pub(crate) fn folder<N: Into<String>>(files: impl IntoIterator<Item = (N, Vec<u8>)>) -> Folder {
    let lab = [
        ("lab/assignment.toml".to_string(), LAB.as_bytes().to_vec()),
        ("lab/game.asm".to_string(), program("fivetwelve.asm")),
    ];
    let files = files.into_iter().map(|(name, bytes)| (name.into(), bytes));
    Folder::with(lab.into_iter().chain(files)).expect("the folder can be made")
}

/// A class of so many, none of which handed in the same file.
pub(crate) fn class(count: usize) -> Vec<(String, Vec<u8>)> {
    let sources = ["fivetwelve.asm", "faulty/double-merge.asm", "faulty/win-at-256.asm"];
    (0..count)
        .map(|at| {
            let mut bytes = program(sources[at % sources.len()]);
            bytes.extend(format!("\n# handed in by student {at}\n").into_bytes());
            (format!("class/s{at:03}/game.asm"), bytes)
        })
        .collect()
}

/// Runs the command with these words.
pub(crate) fn run(folder: &Folder, line: &str) -> Ran {
    folder.run(BINARY, line.split_whitespace()).expect("the command can be started")
}

/// Runs it and expects this exit code.
#[track_caller]
pub(crate) fn ends(folder: &Folder, line: &str, code: i32) -> Ran {
    let ran = run(folder, line);
    assert_eq!(ran.code, Some(code), "{line}\n{}{}", ran.stdout, ran.stderr);
    ran
}

/// An archive of these files; names that end with `/` are folders.
pub(crate) fn zip<N: AsRef<str>, B: AsRef<[u8]>>(
    files: impl IntoIterator<Item = (N, B)>,
) -> Vec<u8> {
    zip_with_link(files, None)
}

/// The same, with a link from one name to another.
pub(crate) fn zip_with_link<N: AsRef<str>, B: AsRef<[u8]>>(
    files: impl IntoIterator<Item = (N, B)>,
    link: Option<(&str, &str)>,
) -> Vec<u8> {
    let options = SimpleFileOptions::default();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        if name.as_ref().ends_with('/') {
            zip.add_directory(name.as_ref(), options).expect("it fits");
            continue;
        }
        zip.start_file(name.as_ref(), options).expect("it can be begun");
        zip.write_all(bytes.as_ref()).expect("it can be written");
    }
    if let Some((from, to)) = link {
        zip.add_symlink(from, to, options).expect("it fits");
    }
    zip.finish().expect("it can be ended").into_inner()
}

/// Every file below a folder with its bytes, without the journal.
pub(crate) fn files(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("the file can be read");
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}
