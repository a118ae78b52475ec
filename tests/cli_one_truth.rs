//! What `grade` says of a program is what its printed command shows: the same rule, the same boards.

mod grading;

use std::fs;
use std::path::Path;

use grading::{BINARY, ends, folder};
use serde_json::Value;

/// Every program in some folders of `asm/`, side by side.
fn programs(folders: &[&str]) -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm");
    let files = folders.iter().flat_map(|name| fs::read_dir(root.join(name)).expect("it is there"));
    let paths = files.map(|entry| entry.expect("it can be read").path());
    let programs =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "asm"));
    programs
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("it can be read"))
        })
        .collect()
}

/// The board of a role among what a failure shows.
fn board<'a>(failure: &'a Value, role: &str) -> Option<&'a Value> {
    let shown = failure["shown"].as_array()?.iter().map(|exhibit| &exhibit["board"]);
    shown.into_iter().find(|board| board["role"] == role).map(|board| &board["cells"])
}

#[test]
fn printed_commands_show_what_was_graded() {
    let folder = folder(programs(&["dialects", "faulty"]));
    ends(&folder, "grade fivetwelve . -q --no-cache --only *wrong --only *-* --json g.json", 0);
    let book: Value =
        serde_json::from_str(&folder.text("g.json").expect("it was written")).expect("JSON");
    let (mut count, mut differ) = (0, Vec::new());
    for result in book["submissions"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|submission| submission["results"].as_array().expect("a list"))
    {
        for failure in result["failures"].as_array().into_iter().flatten() {
            let command = failure["command"].as_str().unwrap_or_default();
            if !command.contains("--compare boards") {
                continue;
            }
            count += 1;
            let mut words = shell_words(command);
            words.push("--json".into());
            let ran = folder.run(BINARY, words[1..].iter().map(String::as_str)).expect("it starts");
            let found: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
            let same = found["rule"] == failure["rule"]
                && board(failure, "before").is_none_or(|cells| *cells == found["before"])
                && board(failure, "got").is_none_or(|cells| *cells == found["got_board"]);
            if !same {
                differ.push(format!("{command}: {} is {}", failure["rule"], found["rule"]));
            }
        }
    }
    assert!(differ.is_empty(), "{} of {count} differ:\n{}", differ.len(), differ.join("\n"));
    assert!(count > 100, "{count}");
}

/// The words of a command, of which some are in single quotes.
fn shell_words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (at, part) in command.split('\'').enumerate() {
        match at % 2 {
            1 => words.push(part.into()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}
