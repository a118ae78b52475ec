//! What is wrong with what a program printed.

use mips_sim::host::system::Crash;
use mips_sim::machine::Stop;

use crate::assignment::TestHead;
use crate::book::{FailureEntry, Role};
use crate::grade::{Mismatch, Part, WrongOutput};

/// Characters of a line that are shown.
const MAX_SHOWN: usize = 100;

pub(super) fn wrong(head: &TestHead, wrong: &WrongOutput) -> FailureEntry {
    let mut sentences = Vec::new();
    sentences.extend(wrong.ended_wrong.then(|| super::ended(&wrong.ended)));
    sentences.extend(wrong.mismatch.as_ref().map(mismatch));
    sentences.extend(
        wrong
            .exit
            .map(|(expected, got)| format!("The exit code should be {expected}, but is {got}.")),
    );
    FailureEntry {
        rule_text: head.title.clone(),
        hint: Some(hint(&wrong.ended.stop).into()),
        sentences,
        shown: vec![
            super::text(Role::Input, "input", &wrong.input),
            super::text(Role::Expected, "should be", &wrong.expected),
            super::text(Role::Got, "yours", &wrong.got),
        ],
        ..FailureEntry::default()
    }
}

fn hint(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) | Stop::FellOffEnd | Stop::Crash { crash: Crash::EndOfInput, .. } => {
            "Run the program with the same input and compare what it prints line by line."
        }
        Stop::BudgetSpent => "Look for a loop whose condition never becomes false.",
        _ => "Run the program with the same input: the message names the line that failed.",
    }
}

/// A difference in a sentence.
pub(crate) fn mismatch(mismatch: &Mismatch) -> String {
    let (part, expected, got) = match mismatch {
        Mismatch::Part { part, expected, got } => (part, expected, got),
        Mismatch::Pattern(_) => return "The output does not match the pattern.".into(),
        Mismatch::NoPattern => return "The pattern of this test is not valid.".into(),
    };
    let what = match part {
        Part::Line(number) => format!("Line {number}"),
        Part::Word(number, line) => format!("Word {number}, in line {line} of the output,"),
        Part::Board(number) => format!("Board {number}"),
    };
    let quoted = |text: &String| match text.as_str() {
        "" => "empty".to_string(),
        text => format!("`{}`", shown(text)),
    };
    match (expected, got) {
        (Some(expected), Some(got)) => {
            format!("{what} should be {}, but is {}.", quoted(expected), quoted(got))
        }
        (Some(expected), None) => format!("{what} is missing: it should be {}.", quoted(expected)),
        (None, Some(got)) => format!("{what} should not be there: it is {}.", quoted(got)),
        (None, None) => format!("{what} is missing."),
    }
}

/// Text on one line, not too long, with blanks at its end made visible.
fn shown(text: &str) -> String {
    let bare = text.trim_end_matches(' ');
    let blanks = "·".repeat(text.len() - bare.len());
    let all: String = format!("{bare}{blanks}").escape_debug().collect();
    let short: String = all.chars().take(MAX_SHOWN).collect();
    if short.len() < all.len() { format!("{short}…") } else { short }
}
