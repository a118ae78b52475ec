//! What is typed without standing in a script: the answers to questions that are not about the game.
//!
//! A script has the answers to the menu and the keys of the game. A program that asks "continue?" after
//! each move is answered on the side, so that its games look like those of any other program and can
//! be shortened and compared like them.

use serde::{Deserialize, Serialize};

use super::protocol::{Pattern, Typed};
use super::recover::shown;

/// How lines are typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typing {
    /// What is answered on the side.
    pub asides: Vec<Aside>,
    /// Whether a seed that the program sets (service 40) decides what it draws, as in MARS. Where texts
    /// are compared it does not, because the reference has none.
    pub seeds: bool,
}

impl Typing {
    /// The answer to what was printed last, if it ends with a question that is answered on the side.
    pub fn aside(&self, output: &[u8]) -> Option<&[u8]> {
        if self.asides.is_empty() {
            return None;
        }
        let asked = question(output);
        let aside = self.asides.iter().find(|aside| aside.question.is(&asked))?;
        Some(aside.answer.bytes())
    }
}

/// A question that comes up besides, and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aside {
    /// What the program asks.
    pub question: QuestionPattern,
    /// What is typed each time.
    pub answer: Typed,
    /// What would end the program here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quit: Option<Typed>,
}

/// The last line that a program prints before it waits, or a part of it, with `*` for anything. An
/// empty one means that nothing is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct QuestionPattern(Option<Pattern>);

impl QuestionPattern {
    /// A question as [`question`] gives it.
    pub(super) fn new(text: &str) -> Option<QuestionPattern> {
        match text {
            "" => Some(QuestionPattern(None)),
            text => Pattern::new(text).map(|pattern| QuestionPattern(Some(pattern))),
        }
    }

    fn is(&self, asked: &str) -> bool {
        match &self.0 {
            Some(pattern) => pattern.is_in_line(asked),
            None => asked.is_empty(),
        }
    }
}

impl TryFrom<String> for QuestionPattern {
    type Error = &'static str;

    fn try_from(text: String) -> Result<QuestionPattern, &'static str> {
        QuestionPattern::new(&text)
            .ok_or("expected a part of the line that asks, or \"\" if nothing is printed")
    }
}

impl From<QuestionPattern> for String {
    fn from(question: QuestionPattern) -> String {
        question.0.map_or(String::new(), String::from)
    }
}

/// The last line of what is printed that is not blank.
pub(super) fn question(output: &[u8]) -> String {
    String::from_utf8_lossy(last_line(&shown(output))).into_owned()
}

/// Whether that line is this one. A message without an end of line may stand before it.
pub(super) fn asks(output: &[u8], question: &str) -> bool {
    match shown(output) {
        // What is no UTF-8 is compared as it is read.
        shown if question.contains(char::REPLACEMENT_CHARACTER) => {
            is_at_end(&String::from_utf8_lossy(last_line(&shown)), question)
        }
        shown => {
            let (line, question) = (last_line(&shown), question.as_bytes());
            line == question || question.len() >= LONG && line.ends_with(question)
        }
    }
}

/// Whether a line is a question, or ends with it.
pub(super) fn is_at_end(line: &str, question: &str) -> bool {
    line == question || question.len() >= LONG && line.ends_with(question)
}

/// From so many bytes on a question is known by its end. A shorter one may be a part of another.
const LONG: usize = 6;

fn last_line(shown: &[u8]) -> &[u8] {
    last_lines(shown).next().unwrap_or_default()
}

/// The lines that are not blank, the last one first.
fn last_lines(shown: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = shown.rsplit(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty())
}

/// What is printed last before a line is read: a question, and, if that has no letters, such as `>`, the
/// words before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    question: String,
    before: Option<String>,
}

impl Prompt {
    /// The prompt at the end of an output.
    pub(super) fn of(output: &[u8]) -> Prompt {
        let question = question(output);
        let before = if has_letters(question.as_bytes()) { None } else { line_before(output) };
        Prompt { question, before }
    }

    /// Whether an output ends with it.
    pub(super) fn ends(&self, output: &[u8]) -> bool {
        asks(output, &self.question)
            && (self.before.is_none() || self.before == line_before(output))
    }

    /// Whether another one could be told from it.
    pub(super) fn differs(&self, other: &Prompt) -> bool {
        !is_at_end(&self.question, &other.question) || self.before != other.before
    }

    /// Whether it has words, so that it is no part of a board.
    pub(super) fn has_words(&self) -> bool {
        has_letters(self.question.as_bytes()) || self.before.is_some()
    }
}

fn has_letters(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphabetic)
}

/// The line before the last one, if it has words.
fn line_before(output: &[u8]) -> Option<String> {
    let shown = shown(output);
    let line = last_lines(&shown).nth(1).filter(|line| has_letters(line))?;
    Some(String::from_utf8_lossy(line).into_owned())
}
