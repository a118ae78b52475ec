//! What is wrong with an output.

use crate::policy::{Mismatch, OutputPart};

/// Characters of a line that are shown.
pub(super) const MAX_SHOWN: usize = 100;

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
    let quoted = |text: &str| if text.is_empty() { "empty".to_string() } else { code(text) };
    match (expected, got) {
        (Some(expected), Some(got)) => {
            let [expected, got] = from_difference(expected, got, MAX_SHOWN);
            format!("{what} should be {}, but is {}.", quoted(&expected), quoted(&got))
        }
        (Some(expected), None) => format!("{what} is missing: it should be {}.", quoted(expected)),
        (None, Some(got)) => format!("{what} should not be there: it is {}.", quoted(got)),
        (None, None) => format!("{what} is missing."),
    }
}

/// Text between backquotes, or between others if it has some.
pub(super) fn code(text: &str) -> String {
    let text = shown(text);
    if text.contains('`') { format!("\"{text}\"") } else { format!("`{text}`") }
}

/// Two texts of which only so many characters will be shown: what they have in common at their beginning
/// is shortened so that the difference is among them.
pub fn from_difference(one: &str, other: &str, most: usize) -> [String; 2] {
    let texts = [one, other];
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let long = texts.iter().any(|text| text.chars().count() > most);
    if !long || one == other || common < most / 2 {
        return texts.map(str::to_owned);
    }
    let skipped = common - most / 3;
    texts.map(|text| std::iter::once('…').chain(text.chars().skip(skipped)).collect())
}

/// Text on one line, not too long, with blanks at its end made visible.
pub(super) fn shown(text: &str) -> String {
    let bare = text.trim_end_matches(' ');
    let blanks = "·".repeat(text.len() - bare.len());
    let all: String = format!("{bare}{blanks}").escape_debug().collect();
    let short: String = all.chars().take(MAX_SHOWN).collect();
    if short.len() < all.len() { format!("{short}…") } else { short }
}
