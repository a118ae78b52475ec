//! What is wrong with an output.

use crate::policy::{Mismatch, OutputPart};

/// Characters of a line that are shown.
const MAX_SHOWN: usize = 100;

/// A difference in a sentence.
pub fn mismatch(mismatch: &Mismatch) -> String {
    let (part, expected, got) = match mismatch {
        Mismatch::Part { part, expected, got } => (part, expected, got),
        Mismatch::Pattern(_) => return "The output does not match the pattern.".into(),
        Mismatch::NoPattern => return "The pattern of this test is not valid.".into(),
    };
    let what = match part {
        OutputPart::Line(number) => format!("Line {number}"),
        OutputPart::Word(number, line) => format!("Word {number}, in line {line} of the output,"),
        OutputPart::Board(number) => format!("Board {number}"),
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
pub(super) fn shown(text: &str) -> String {
    let bare = text.trim_end_matches(' ');
    let blanks = "·".repeat(text.len() - bare.len());
    let all: String = format!("{bare}{blanks}").escape_debug().collect();
    let short: String = all.chars().take(MAX_SHOWN).collect();
    if short.len() < all.len() { format!("{short}…") } else { short }
}
