//! `--help` and the pages of the manual agree: in the codes that commands end with, in the options,
//! and in the reports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fivetwelve_tests::Folder;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");
const CODES: [&str; 8] = ["0", "1", "2", "3", "64", "66", "74", "130"];

/// The help of every command and of its subcommands.
fn all_help() -> BTreeMap<String, String> {
    let folder = Folder::with::<&str, &str>([]).expect("the folder can be made");
    let mut found = BTreeMap::new();
    let mut open = vec![String::new()];
    while let Some(command) = open.pop() {
        let words = command.split_whitespace().chain(["--help"]);
        let help = folder.run(BINARY, words).expect("the command can be started").stdout;
        let list = help.split_once("Commands:\n").and_then(|(_, rest)| rest.split("\n\n").next());
        for line in list.into_iter().flat_map(str::lines) {
            let name = line.strip_prefix("  ").filter(|name| !name.starts_with(' '));
            let name = name.and_then(|line| line.split(' ').next());
            if let Some(name) = name.filter(|name| *name != "help") {
                open.push(format!("{command} {name}").trim().to_owned());
            }
        }
        found.insert(command, help);
    }
    found
}

/// A page of the manual.
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    fs::read_to_string(path).expect("the page can be read")
}

/// The cells of a table.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// What stands between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// `disasm` of `disasm --source`.
fn without_options(command: &str) -> &str {
    command.split(" --").next().unwrap_or_default()
}

/// The exit codes that a help lists.
fn codes(help: &str) -> BTreeSet<&str> {
    let listed = help.split_once("Exit codes:").map_or("", |(_, codes)| codes);
    let numbers = listed.split(|c: char| !c.is_ascii_digit());
    numbers.filter(|number| CODES.contains(number)).collect()
}

#[test]
fn the_page_of_exit_codes_says_what_help_says() {
    let help = all_help();
    let page = page("exit-codes.md");
    let rows = rows(&page);
    assert_eq!(codes(&help[""]), CODES.into());
    for (command, help) in help.iter().filter(|(command, _)| !["", "mars"].contains(&&***command)) {
        let first = command.split(' ').next().unwrap_or_default();
        for code in codes(help) {
            let told = rows.iter().filter(|row| row[0] == code).any(|row| {
                let mut named = quoted(row[2]).map(without_options);
                named.any(|name| name == command || name == first) || row[2].starts_with("all")
            });
            assert!(told, "{command} --help lists exit code {code}, docs/exit-codes.md does not");
        }
    }
    for row in rows.iter().filter(|row| CODES.contains(&row[0]) && !row[2].starts_with("all")) {
        for named in quoted(row[2]) {
            let command = without_options(named);
            assert!(codes(&help[command]).contains(row[0]), "{command} --help lists no {}", row[0]);
        }
    }
}

#[test]
fn the_page_of_reports_has_every_format() {
    let help = &all_help()["grade"];
    let formats = help.split_once("Formats for --report:").expect("help lists the formats").1;
    let formats = formats.split_once('.').expect("the list ends").0;
    let formats: BTreeSet<&str> = formats.split(',').map(str::trim).collect();
    let page = page("reports.md");
    let rows = rows(&page);
    let formats_of_page: BTreeSet<&str> = rows
        .iter()
        .skip_while(|row| row[0] != "format")
        .skip(1)
        .take_while(|row| row[0].starts_with('`'))
        .flat_map(|row| quoted(row[0]))
        .collect();
    assert_eq!(formats, formats_of_page);
}

#[test]
fn options_in_the_tables_of_pages_exist() {
    let help = all_help();
    let known: BTreeSet<&str> = help
        .values()
        .flat_map(|help| help.split(|c: char| c.is_whitespace() || "`,.;:)(][".contains(c)))
        .filter(|word| word.starts_with("--"))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name");
        if !name.ends_with(".md") {
            continue;
        }
        let page = page(&name);
        for row in rows(&page).iter().filter(|row| row[0].starts_with("`--")) {
            let words = quoted(row[0]).flat_map(str::split_whitespace);
            for option in words.filter(|word| word.starts_with("--")) {
                count += 1;
                assert!(known.contains(option), "docs/{name} names {option}");
            }
        }
    }
    assert!(count > 30, "only {count}");
}

#[test]
fn each_command_has_a_page_of_the_manual_and_completions() {
    let folder = Folder::with::<&str, &str>([]).expect("the folder can be made");
    let run = |words: &[&str]| folder.run(BINARY, words).expect("the command can be started");
    let bash = run(&["completions", "bash"]).stdout;
    for command in all_help().keys().filter(|command| !command.is_empty()) {
        let words: Vec<&str> = command.split(' ').collect();
        assert!(bash.contains(words[0]), "{command}");
        if let [name] = words[..] {
            let page = run(&["man", name]);
            assert_eq!(page.code, Some(0), "{}", page.stderr);
            assert!(page.stdout.contains(&format!(".TH fivetwelve-{name} ")), "{}", page.stdout);
        }
    }
    assert!(run(&["man"]).stdout.contains(".TH fivetwelve 1"));
    assert_eq!(run(&["man", "nothing"]).code, Some(64));
}
