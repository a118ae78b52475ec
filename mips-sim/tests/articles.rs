//! Every code has an article, and the examples in the articles are true.

use mips_sim::diag::explain::{article, codes};
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions};
use mips_sim::observe::check::Check;
use mips_sim::{AsmOptions, assemble};

const ARTICLES: &str = include_str!("../src/diag/explain/articles.md");

/// Codes that one file can't show, or that this kind of test can't.
const WITHOUT_EXAMPLES: [&str; 7] = ["E0006", "E0007", "E0015", "E0033", "E0046", "E0047", "E0048"];

/// Codes that never come alone, because the word that is wrong stays in the line.
const WITH_FOLLOWERS: [(&str, &str); 2] = [("E0040", "E0014"), ("E0049", "E0014")];

/// The indented lines below a heading such as `Wrong:`.
fn example(article: &str, heading: &str) -> Option<String> {
    let (_, rest) = article.split_once(&format!("{heading}\n\n"))?;
    let lines = rest.lines().take_while(|line| line.starts_with("    "));
    Some(lines.map(|line| format!("{line}\n")).collect())
}

/// The codes that a program gets from the assembler, and from the checker when it runs.
fn found_in(program: &str) -> Vec<&'static str> {
    let mut files: &[(&str, &str)] = &[("a.asm", program)];
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assemble(&["a.asm"], &mut files, &options);
    let mut codes: Vec<_> = assembly.diagnostics.for_people().map(|d| d.message.code()).collect();
    if assembly.succeeded() {
        let mut check = Check::new(&assembly.image);
        let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
        machine.run(&mut ScriptedHost::new("A\n"), &mut check, 10_000);
        codes.extend(check.findings().iter().map(|finding| finding.code()));
    }
    codes
}

#[test]
fn every_code_has_an_article() {
    for (code, _) in codes() {
        let article = article(code).unwrap_or_else(|| panic!("{code} has no article"));
        assert!(article.len() > 80, "{code} says too little");
        assert!(article.lines().count() <= 40, "{code} says too much");
        assert!(article.lines().all(|line| line.chars().count() <= 100), "{code} is too wide");
    }
    let count = ARTICLES.matches("\n## ").count();
    assert_eq!(count, codes().count(), "an article without a code");
}

#[test]
fn wrong_examples_are_wrong_in_that_way_and_right_ones_are_right() {
    let mut failures = Vec::new();
    for (code, _) in codes() {
        let article = article(code).expect("tested above");
        let wrong = example(article, "Wrong:");
        let right = example(article, "Right:");
        // The advice of `asm/advice.rs` has tests of its own.
        if WITHOUT_EXAMPLES.contains(&code) || code.starts_with("W01") {
            assert!(wrong.is_none(), "{code}");
            continue;
        }
        let wrong = wrong.unwrap_or_else(|| panic!("{code} has no wrong example"));
        let found = found_in(&wrong);
        // The programs are short, and do not end as a whole one would.
        let also = |f: &str| f.starts_with("W01") || f.starts_with('C') && !code.starts_with('C');
        let follows = |f: &str| also(f) || WITH_FOLLOWERS.contains(&(code, f));
        let first = found.iter().find(|f| **f == code || !follows(f));
        if first != Some(&code) || found.iter().any(|f| *f != code && !follows(f)) {
            failures.push(format!("{code} wrong: {found:?}"));
        }
        let found = right.map(|right| found_in(&right)).unwrap_or_default();
        let wrong = |f: &str| {
            f == code || f.starts_with('E') || f.starts_with('C') && code.starts_with('C')
        };
        if found.iter().any(|f| wrong(f)) {
            failures.push(format!("{code} right: {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
