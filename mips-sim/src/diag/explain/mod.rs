//! Diagnostics in words that teach: what is wrong, what was expected, what to write instead. MARS's
//! own words are in [`super::messages`]. `wording` has the text of each message and sends the
//! harder ones to a specialist: `operands` and `remedy` for operands, `tokens` for
//! characters, `lookup` for names, `data` for directives, `pseudo` for what is switched
//! off. `findings` has the text of what the checker of a run found, `articles` the long
//! explanations. Drawing is the caller's business.

mod articles;
mod data;
mod findings;
mod fix;
mod lookup;
mod names;
mod nearest;
mod operands;
mod pseudo;
mod remedy;
mod statement;
mod tokens;
mod wording;

use std::ops::Range;

pub use articles::{article, codes};
pub use data::lacks_colon;
pub use findings::{FindingExplanation, explain_finding};
pub use fix::{Fix, LinePart};
pub(crate) use nearest::distance;
pub use nearest::nearest;
pub use wording::explain;

use super::Snippet;
use crate::asm::Assembly;
use crate::isa::forms::FORMS;
use crate::source::FileId;
use fix::Help;
use statement::Statement;

/// A diagnostic for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// What is wrong, in one line.
    pub title: String,
    /// A few words for beside the caret, mostly what was expected there; may be empty.
    pub label: String,
    /// What else there is to know; may have several lines, of which those with code are indented.
    pub notes: Vec<String>,
    /// What to do about it, in the same form.
    pub help: Vec<String>,
    /// The bytes of the snippet's text to point at, where there is a better place than the
    /// snippet's own range, which is MARS's idea.
    pub point: Option<Range<usize>>,
    /// Changes that would mend it, each on its own, the likeliest first. They are for the line as
    /// it was assembled, and of no use where that is not what the file contains.
    pub fixes: Vec<Fix>,
}

impl Explanation {
    fn new(title: impl Into<String>) -> Explanation {
        Explanation { title: title.into(), ..Explanation::default() }
    }

    fn label(mut self, label: impl Into<String>) -> Explanation {
        self.label = label.into();
        self
    }

    fn note(mut self, note: impl Into<String>) -> Explanation {
        self.notes.push(note.into());
        self
    }

    fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Explanation {
        self.notes.extend(notes);
        self
    }

    fn help(mut self, help: impl Into<Help>) -> Explanation {
        let Help { text, instead } = help.into();
        self.help.push(text);
        self.fixes.extend(instead.into_iter().map(Fix::statement));
        self
    }

    fn fix(mut self, fix: impl Into<Option<Fix>>) -> Explanation {
        self.fixes.extend(fix.into());
        self
    }

    /// One of these words in place of those at a snippet.
    fn words_instead(self, snippet: Option<&Snippet>, words: &[&str]) -> Explanation {
        let Some(range) = snippet.map(|snippet| snippet.range.clone()) else { return self };
        words.iter().fold(self, |found, word| found.fix(Fix::bytes(range.clone(), *word)))
    }

    fn point(mut self, point: Option<Range<usize>>) -> Explanation {
        self.point = point;
        self
    }
}

/// What is wrong, a few words for beside the caret, and what to do.
fn say(title: impl Into<String>, label: &str, help: impl Into<Help>) -> Explanation {
    Explanation::new(title).label(label).help(help)
}

/// Why a word can't be a new name.
fn reserved(word: &str) -> String {
    if FORMS.find(word).is_some() {
        return format!("`{}` is an instruction; choose another name", shorten(word));
    }
    if word.starts_with('$') {
        return "a name without `$` in front is needed".to_string();
    }
    if word.starts_with('.') {
        return "a name without the dot is needed".to_string();
    }
    "a name begins with a letter or `_`, and holds letters, digits and `_`".to_string()
}

fn operands_of(snippet: Option<&Snippet>) -> Option<Range<usize>> {
    let statement = Statement::of(snippet?)?;
    Some(statement.operands_range())
}

/// The place of something, as short as the reader's own place allows.
fn place(assembly: &Assembly, (file, line): (FileId, u32), here: Option<FileId>) -> String {
    if here == Some(file) {
        return format!("line {line}");
    }
    let name = assembly.sources.files().get(file.0 as usize).map_or("", |file| file.name.as_str());
    format!("{}:{line}", shorten(name))
}

/// The question whether one of these names was meant; none if there are none.
pub fn did_you_mean(near: &[&str]) -> Option<String> {
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => None,
        [one] => Some(format!("did you mean {one}?")),
        [all @ .., last] => Some(format!("did you mean {} or {last}?", all.join(", "))),
    }
}

/// A piece of advice with code: one line in the sentence, several below it.
fn with_code(advice: &str, lines: &[String]) -> String {
    match lines {
        [line] => format!("{advice}: `{line}`"),
        lines => format!("{advice}:\n    {}", lines.join("\n    ")),
    }
}

/// The same with code that can stand for the statement.
fn instead(advice: &str, lines: Vec<String>) -> Help {
    Help { text: with_code(advice, &lines), instead: vec![lines] }
}

/// A piece of the user's text, short and harmless enough for a sentence.
fn shorten(text: &str) -> String {
    const MAX: usize = 40;
    // Marks that turn the direction of text around could hide what follows them.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let clean = |c: char| if c.is_control() || turns(c) { '\u{fffd}' } else { c };
    let mut short: String = text.chars().take(MAX).map(clean).collect();
    if text.chars().nth(MAX).is_some() {
        short.push('…');
    }
    short
}
