//! The documentation is true: every console example in the README and in `docs/` is run and its
//! output compared, every page is in the table of contents, and every link leads somewhere.
//!
//! `TRYCMD=overwrite cargo test -p fivetwelve --test docs_examples` writes the output anew; `-- trycmd=diff`
//! runs only the pages with `diff` in their name. Each page runs in a folder of its own that holds
//! copies of `asm/`, `assignments/` and `docs/examples/`.

#![expect(clippy::unwrap_used, reason = "a file that can't be read fails the test")]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// What an example may use.
const FIXTURES: [&str; 3] = ["asm", "assignments", "docs/examples"];

/// Marks an example that takes minutes: those are run by hand, by the ignored test.
const SLOW: &str = "console,ignore,slow";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The files with an extension in a folder and below, by their paths from the root.
fn files(folder: &str, extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&path, extension));
        } else if path.ends_with(extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every page that people read. Those in `docs/reference` are made from tables and have no examples.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_string(), "ARCHITECTURE.md".to_string()];
    pages.extend(["docs", "asm"].into_iter().flat_map(|folder| files(folder, ".md")));
    pages.retain(|page| !page.starts_with("docs/reference/"));
    pages
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap().replace("\r\n", "\n")
}

/// The fenced blocks of a page: line number, language, text.
fn blocks(page: &str) -> Vec<(usize, String, String)> {
    let mut found: Vec<(usize, String, String)> = Vec::new();
    let mut inside = false;
    for (number, line) in read(page).lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(language) => {
                assert!(
                    line.starts_with('`'),
                    "{page}:{}: an indented block is not run",
                    number + 1
                );
                found.push((number + 1, language.trim().to_string(), String::new()));
                inside = true;
            }
            None if inside => {
                let text = &mut found.last_mut().unwrap().2;
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    assert!(!inside, "{page}: the last block does not end");
    found
}

/// Runs the examples of all pages, each page as `text` makes it, in a folder of its own that the
/// examples share: one may read what another wrote.
fn run_examples(text: impl Fn(&str) -> Option<String>) {
    let mut failed = Vec::new();
    for page in pages() {
        let folder = tempfile::tempdir().unwrap();
        for path in FIXTURES.into_iter().flat_map(|fixture| files(fixture, "")) {
            let copy = folder.path().join(&path);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(root().join(path), copy).unwrap();
        }
        std::env::set_current_dir(folder.path()).unwrap();
        let mut path = root().join(&page);
        if let Some(text) = text(&page) {
            path = folder.path().join("page.md");
            fs::write(&path, text).unwrap();
        }
        let cases = trycmd::TestCases::new();
        cases.case(path);
        if catch_unwind(AssertUnwindSafe(|| cases.run())).is_err() {
            failed.push(page);
        }
    }
    assert!(failed.is_empty(), "examples differ in {failed:?}; TRYCMD=overwrite writes them anew");
}

#[test]
fn examples_print_what_the_pages_say() {
    run_examples(|_| None);
}

/// `cargo test --release -p fivetwelve --test docs_examples -- --ignored`
#[test]
#[ignore = "it takes minutes, and a release build"]
fn slow_examples_print_what_the_pages_say() {
    run_examples(|page| {
        let slow = blocks(page).into_iter().filter(|(_, language, _)| language == SLOW);
        Some(slow.map(|(.., text)| format!("```console\n{text}```\n")).collect())
    });
}

#[test]
fn every_command_is_run() {
    for page in pages() {
        for (line, language, text) in blocks(&page) {
            let place = format!("{page}:{line}");
            assert!(
                !language.is_empty(),
                "{place}: a block without a language is taken for an example"
            );
            let mentions = text.lines().any(|line| {
                let command = line.trim_start_matches("$ ");
                command.starts_with("fivetwelve ") || command.contains("| fivetwelve ")
            });
            match language.as_str() {
                "console" | SLOW => {
                    for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                        // Others are skipped in silence, and a shell's operators are words like any.
                        assert!(
                            command.starts_with("fivetwelve "),
                            "{place}: can't run `{command}`"
                        );
                        let shell =
                            command.split(' ').any(|word| ["|", ">", "<", "&&"].contains(&word));
                        assert!(!shell, "{place}: no shell runs `{command}`");
                    }
                }
                _ => assert!(!mentions, "{place}: write `console`, so that it is run"),
            }
        }
    }
}

#[test]
fn every_program_that_is_shown_is_one_that_is_run() {
    let programs: Vec<String> =
        files("docs/examples", ".asm").iter().map(|path| read(path)).collect();
    for page in pages() {
        for (line, language, text) in blocks(&page) {
            let known = language != "asm" || programs.iter().any(|program| program.contains(&text));
            assert!(known, "{page}:{line}: no file in docs/examples has these lines");
        }
    }
}

#[test]
fn the_readme_can_be_read_in_one_sitting() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 200, "README.md has {lines} lines: move some of them to docs/");
}

/// The places that a page links to, without addresses on the web.
fn links(page: &str) -> Vec<String> {
    let text = read(page);
    let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    links
        .map(|(link, _)| link.split('#').next().unwrap().to_string())
        .filter(|link| !link.is_empty() && !link.contains("://"))
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    for page in pages() {
        let folder = root().join(&page).parent().unwrap().to_path_buf();
        for link in links(&page) {
            assert!(folder.join(&link).exists(), "{page} links to {link}");
        }
    }
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let listed = links("docs/SUMMARY.md");
    for page in files("docs", ".md") {
        let page = page.trim_start_matches("docs/");
        assert!(
            page == "SUMMARY.md" || listed.iter().any(|link| link == page),
            "{page} is not listed"
        );
    }
}
