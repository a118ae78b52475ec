//! `faulty/`: each program assembles, differs from the right one in one place, and is shown to be
//! wrong by the game in its header. The README there describes the header.

use std::collections::BTreeSet;
use std::fs;

use mips_sim::Image;
use mips_sim::machine::Stop;

use super::game::{flaw, game};
use super::{assembled, host, programs, run, source};

const RULES: [&str; 16] = [
    "slide",
    "merge-once",
    "merge-order",
    "merge-value",
    "spawn-after-legal",
    "spawn-empty-cell",
    "spawn-value",
    "rng-switch",
    "win",
    "loss",
    "invalid-input",
    "quit",
    "board-print",
    "start",
    "from-state",
    "crash",
];

/// What stands in the header of a faulty program.
struct Header {
    rule: String,
    lines: Vec<String>,
    draws: Vec<u32>,
}

impl Header {
    fn parse(text: &str) -> Option<Header> {
        let mut rows = text.lines();
        let sentence = rows.next()?.strip_prefix("# fivetwelve, faulty: ")?;
        let rule = rows.next()?.strip_prefix("# rule: ")?.to_string();
        let (input, draws) = rows.next()?.strip_prefix("# shows: ")?.split_once(" ; draws: ")?;
        let words = input.split_whitespace().filter(|word| *word != "/");
        let lines = words.map(|word| if word == "." { "".into() } else { word.replace('_', " ") });
        let draws = match draws {
            "none" => Vec::new(),
            list => list.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?,
        };
        (!sentence.is_empty()).then_some(Header { rule, lines: lines.collect(), draws })
    }
}

/// The names of the programs, without folder.
fn names() -> Vec<String> {
    let folder = programs().join("faulty");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".asm"));
    names.sort();
    names
}

fn faulty(name: &str) -> (Header, Image) {
    let path = format!("faulty/{name}");
    let header = Header::parse(&source(&path)).unwrap_or_else(|| panic!("{name}: its header"));
    (header, assembled(&path, &[flaw()]))
}

#[test]
fn each_is_shown_to_be_wrong() {
    let right = game();
    let names = names();
    assert!(names.len() >= 32, "only {}", names.len());
    for name in names {
        let (header, wrong) = faulty(&name);
        let lines: Vec<&str> = header.lines.iter().map(String::as_str).collect();
        let expected = run(&right, host(&lines, &header.draws));
        assert_eq!(expected.stop, Stop::Exit(0), "{name}: the right program does not end");
        let found = run(&wrong, host(&lines, &header.draws));
        assert_ne!(found, expected, "{name} is not shown to be wrong");
        // Without its last line it would show nothing, or the right program would not end.
        let shorter = &lines[..lines.len() - 1];
        let ends = run(&right, host(shorter, &header.draws)).stop == Stop::Exit(0);
        assert!(!ends, "{name}: the last line of its game is never read");
    }
}

#[test]
fn each_rule_is_broken_by_someone() {
    let found: BTreeSet<String> = names().iter().map(|name| faulty(name).0.rule).collect();
    assert_eq!(found, RULES.iter().map(ToString::to_string).collect());
}

#[test]
fn each_differs_in_one_place_and_from_all_others() {
    let right = source("fivetwelve.asm");
    let mut seen = BTreeSet::new();
    for name in names() {
        let text = source(&format!("faulty/{name}"));
        let body = text.splitn(5, '\n').nth(4).unwrap();
        let (old, new): (Vec<_>, Vec<_>) = (right.lines().collect(), body.lines().collect());
        let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
        let before = old.iter().zip(&new).take_while(same).count();
        let after = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
        let changed = (old.len() - before).saturating_sub(after);
        assert!(changed <= 16, "{name} changes {changed} lines");
        assert!(seen.insert(body.to_string()), "{name} is there twice");
    }
}

#[test]
fn headers_are_read_as_described() {
    let text = "# fivetwelve, faulty: wrong\n# rule: win\n# shows: 2 4 / 8 . _A ; draws: 1 20\n";
    let header = Header::parse(text).unwrap();
    assert_eq!(header.lines, ["2", "4", "8", "", " A"]);
    assert_eq!((header.rule.as_str(), header.draws), ("win", vec![1, 20]));
    let none = Header::parse(&text.replace("1 20", "none")).unwrap();
    assert!(none.draws.is_empty());
    assert!(Header::parse(&text.replace("1 20", "1 x")).is_none());
    assert!(Header::parse(&text.replace(" ; draws", "")).is_none());
}
