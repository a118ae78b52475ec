//! What `grade` says of a program is what its printed command shows: the same rule, the same boards. For
//! the wrong dialects, the faulty programs, and mutants of two dialects.

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

/// Programs with one small mistake each: a branch that is turned round, a number that is off, or a line
/// that is left out, at every so many lines.
fn mutants(name: &str, every: usize) -> Vec<(String, Vec<u8>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm/dialects").join(name);
    let source = fs::read_to_string(path.with_extension("asm")).expect("it can be read");
    let lines: Vec<&str> = source.lines().collect();
    let code = lines.iter().position(|line| line.trim() == ".text").expect("it has code");
    let changed = |at: &usize| Some((*at, wrong(lines[*at])?));
    let changes: Vec<(usize, String)> = (code..lines.len()).filter_map(|at| changed(&at)).collect();
    let some = changes.into_iter().step_by(every);
    some.map(|(at, line)| {
        let mut text: Vec<&str> = lines.clone();
        text[at] = &line;
        (format!("{name}-m{at}.asm"), text.join("\n").into_bytes())
    })
    .collect()
}

/// A line of code with a mistake in it.
fn wrong(line: &str) -> Option<String> {
    let code = line.split('#').next().unwrap_or_default();
    let turned = [("beqz", "bnez"), ("bnez", "beqz"), ("beq ", "bne "), ("bne ", "beq ")];
    for (from, to) in turned {
        if code.contains(from) {
            return Some(code.replacen(from, to, 1));
        }
    }
    let (operation, number) = (code.split_whitespace().next()?, code.rsplit(", ").next()?);
    match (operation, number.trim().parse::<i32>()) {
        ("li" | "addiu" | "sll", Ok(value)) => {
            let until = code.trim_end().len() - number.trim().len();
            Some(format!("{}{}", &code[..until], value + 1))
        }
        ("move" | "sw" | "sh", _) => Some(String::new()),
        _ => None,
    }
}

/// The board of a role among what a failure shows.
fn board<'a>(failure: &'a Value, role: &str) -> Option<&'a Value> {
    let shown = failure["shown"].as_array()?.iter().map(|exhibit| &exhibit["board"]);
    shown.into_iter().find(|board| board["role"] == role).map(|board| &board["cells"])
}

#[test]
fn printed_commands_show_what_was_graded() {
    let mutants = [mutants("array", 6), mutants("hall", 9)].concat();
    assert!(mutants.len() >= 20, "{}", mutants.len());
    let folder = folder([programs(&["dialects", "faulty"]), mutants].concat());
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
