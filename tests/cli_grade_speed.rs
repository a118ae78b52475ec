//! How long a class takes: 500 submissions, 100 games each, the class report included. It prints and
//! judges nothing but that both reports are the same, and is not run by itself, because it needs a
//! quiet machine and a release build:
//!
//! `cargo test --release -p fivetwelve --test cli_grade_speed -- --ignored --nocapture`

mod grading;

use std::path::Path;
use std::time::Instant;

use fivetwelve_tests::Folder;
use grading::{ends, program};

/// All versions of the game, right and wrong.
fn versions() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm/faulty");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "asm"));
    paths.sort();
    let faulty = paths.iter().map(|path| std::fs::read(path).expect("it can be read"));
    [program("fivetwelve.asm")].into_iter().chain(faulty).collect()
}

#[test]
#[ignore = "needs a release build and a quiet machine"]
fn a_class_of_500_is_timed() {
    let versions = versions();
    let class = (0..500).map(|at| {
        let mut bytes = versions[at % versions.len()].clone();
        bytes.extend(format!("\n# handed in by student {at}\n").into_bytes());
        (format!("class/s{at:03}/game.asm"), bytes)
    });
    let folder = Folder::with(class).expect("the class can be made");
    let timed = |line: &str| {
        let begun = Instant::now();
        ends(&folder, line, 0);
        begun.elapsed()
    };
    let first = timed("grade fivetwelve class -q --html a.html");
    let again = timed("grade fivetwelve class -q --html b.html");
    println!("500 submissions: {first:.2?}, from the journal: {again:.2?}");
    assert_eq!(folder.text("a.html"), folder.text("b.html"));
}
