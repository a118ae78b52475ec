//! What is wrong with an assignment, as data: where, what, what was expected, what to do.

use std::fmt;
use std::ops::Range;

/// One mistake in one place of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file, as the assignment names it.
    pub file: String,
    /// The line, from 1; 0 if the file as a whole is meant.
    pub line: usize,
    /// The column in characters, from 1; 0 with line 0.
    pub column: usize,
    /// What the line says, without its end.
    pub text: String,
    /// The bytes of it that are meant.
    pub range: Range<usize>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What was expected in this place; may be empty.
    pub expected: String,
    /// What stands beside the caret instead, if the assembler says it; may be empty.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake in some bytes of a text.
    pub(super) fn within(
        file: &str,
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Mistake {
        let boundary =
            |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let start = boundary(span.start).unwrap_or(0);
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let end = boundary(span.end)
            .unwrap_or(0)
            .clamp(start, line_start + line.len().max(start - line_start));
        Mistake {
            file: file.into(),
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            text: line.into(),
            range: start - line_start..end - line_start,
            message: message.into(),
            expected: String::new(),
            label: String::new(),
            help: None,
        }
    }

    /// A mistake without a line.
    pub(super) fn of_file(file: &str, message: impl Into<String>) -> Mistake {
        Mistake {
            file: file.into(),
            line: 0,
            column: 0,
            text: String::new(),
            range: 0..0,
            message: message.into(),
            expected: String::new(),
            label: String::new(),
            help: None,
        }
    }

    /// A few words for beside the caret; may be empty.
    pub fn beside_caret(&self) -> String {
        match (self.label.as_str(), self.expected.as_str()) {
            ("", "") => String::new(),
            ("", expected) => format!("expected {expected}"),
            (label, _) => label.into(),
        }
    }

    /// The same, with what to do.
    pub(super) fn help(mut self, help: impl Into<String>) -> Mistake {
        self.help = Some(help.into());
        self
    }
}

/// In one line, for where there is no room to draw it.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        write!(f, ": {}", self.message)?;
        match self.beside_caret().as_str() {
            "" => {}
            words => write!(f, " ({words})")?,
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_columns_whatever_the_span() {
        let text = "ä = 1\r\nb = 2\n";
        let place = |span: Range<usize>| {
            let mistake = Mistake::within("f", text, span, "m");
            (mistake.line, mistake.column, mistake.text[mistake.range.clone()].to_string())
        };
        assert_eq!(place(0..2), (1, 1, "ä".into()));
        assert_eq!(place(3..4), (1, 3, "=".into()));
        assert_eq!(place(5..99), (1, 5, "1".into()));
        assert_eq!(place(8..9), (2, 1, "b".into()));
        assert_eq!(place(6..8), (1, 6, String::new()));
        assert_eq!(place(99..100), (3, 1, String::new()));
        assert_eq!(place(1..1), (1, 1, String::new()));
    }
}
