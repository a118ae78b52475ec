//! Changes that would mend what is wrong, as data: editors carry them out, and need not read the
//! words that people are told.

use std::ops::Range;

use crate::asm::lex::TokenLine;
use crate::source::trimmed;

/// A part of a line, and the lines to write in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What gives way.
    pub part: LinePart,
    /// What comes in its place. Further lines begin where the first one does; without any, the
    /// part is removed.
    pub lines: Vec<String>,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinePart {
    /// The statement: the instruction or directive with its operands.
    Statement,
    /// Everything but the blanks around it.
    Line,
    /// These bytes.
    Bytes(Range<usize>),
}

impl Fix {
    pub(super) fn statement(lines: Vec<String>) -> Fix {
        Fix { part: LinePart::Statement, lines }
    }

    pub(super) fn line(lines: Vec<String>) -> Fix {
        Fix { part: LinePart::Line, lines }
    }

    pub(super) fn bytes(range: Range<usize>, text: impl Into<String>) -> Fix {
        Fix { part: LinePart::Bytes(range), lines: vec![text.into()] }
    }

    /// The bytes of the line that give way.
    pub fn range(&self, line: &str) -> Range<usize> {
        match &self.part {
            LinePart::Statement => TokenLine::read(line).range(),
            LinePart::Line => trimmed(line),
            LinePart::Bytes(range) => range.clone(),
        }
    }

    /// What it does, in a few words.
    pub fn title(&self) -> String {
        match self.lines.as_slice() {
            [] => "remove this".to_string(),
            [line] if line.is_empty() => "remove this".to_string(),
            lines => format!("write `{}`", lines.join("`, `")),
        }
    }
}

/// What to do about it, and the statements that would do in place of the one that is wrong.
pub(super) struct Help {
    pub(super) text: String,
    pub(super) instead: Vec<Vec<String>>,
}

impl<T: Into<String>> From<T> for Help {
    fn from(text: T) -> Help {
        Help { text: text.into(), instead: Vec::new() }
    }
}
