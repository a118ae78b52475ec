//! What is typed and what is drawn in one session, and its one-line form.
//!
//! The one-line form is that of the headers in `asm/faulty`: words separated by blanks, each a line
//! of input; `/` is for the eye, `.` is an empty line, `_` stands for a blank; then `; draws:` and
//! numbers, or `none`. What cannot be said so (a line that is `/`, or has a `_`, a `#` or other bytes
//! in it) is written with escapes: `\xHH` for a byte. In a file, `#` begins a line of notes.

use std::fmt;
use std::str::FromStr;

use crate::draws::{Draws, Tail};

/// The input and the draws of one session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Script {
    /// The lines, without their ends.
    pub lines: Vec<Vec<u8>>,
    /// What chance brings.
    pub draws: Vec<u32>,
    /// What it brings behind that.
    pub tail: Tail,
}

/// Why a text is not a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// No `; draws:`.
    #[error("there is no \"; draws:\" after the input; write \"; draws: none\" if there are none")]
    NoDraws,
    /// A draw that is not a number.
    #[error("the draw \"{0}\" is not a number from 0 to 4294967295")]
    Draw(String),
    /// A backslash without `xHH` behind it.
    #[error("a backslash in \"{0}\" is not followed by x and two hexadecimal digits")]
    Escape(String),
}

impl Script {
    /// A script of these lines, with chance that counts.
    pub fn new(lines: Vec<Vec<u8>>, draws: Vec<u32>) -> Script {
        Script { lines, draws, tail: Tail::Count }
    }

    /// The draws, none of them made yet.
    pub fn start_drawing(&self) -> Draws {
        Draws::new(self.draws.clone(), self.tail)
    }

    /// The same script with the draws of a seed written down, as many as someone made of them. So
    /// many are the same; what comes behind them is not.
    pub fn written_down(&self, drawn: impl FnOnce(&Script) -> usize) -> Script {
        if self.tail == Tail::Count {
            return self.clone();
        }
        let draws = self.start_drawing();
        let list = (0..drawn(self)).map(|index| draws.at(index)).collect();
        Script::new(self.lines.clone(), list)
    }

    /// The lines in their one-line form.
    pub fn typed(&self) -> String {
        self.lines.iter().map(|line| line_form(line)).collect::<Vec<_>>().join(" ")
    }

    /// The input as one text, as it would be piped into the program.
    pub fn input(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
    }
}

impl FromStr for Script {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Script, ScriptError> {
        let (input, draws) = text.split_once("; draws:").ok_or(ScriptError::NoDraws)?;
        let lines = parse_lines(input)?;
        let number = |word: &str| word.parse().map_err(|_| ScriptError::Draw(word.into()));
        let words = draws.split_whitespace().filter(|word| *word != "none");
        Ok(Script::new(lines, words.map(number).collect::<Result<_, _>>()?))
    }
}

/// The lines of the one-line form.
pub(crate) fn parse_lines(text: &str) -> Result<Vec<Vec<u8>>, ScriptError> {
    text.split_whitespace().filter(|word| *word != "/").map(parse_line).collect()
}

fn parse_line(word: &str) -> Result<Vec<u8>, ScriptError> {
    if word == "." {
        return Ok(Vec::new());
    }
    let mut line = Vec::new();
    let mut rest = word.as_bytes();
    while let [byte, behind @ ..] = rest {
        rest = behind;
        match byte {
            b'_' => line.push(b' '),
            b'\\' => {
                let digits = rest.get(1..3).filter(|_| rest[0] == b'x');
                let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
                let digits = digits.and_then(|digits| str::from_utf8(digits).ok());
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                line.push(byte.ok_or_else(|| ScriptError::Escape(word.into()))?);
                rest = &rest[3..];
            }
            byte => line.push(*byte),
        }
    }
    Ok(line)
}

/// The one-line form; what comes behind the draws is not part of it.
impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            write!(f, "{} ", line_form(line))?;
        }
        write!(f, "; draws:")?;
        if self.draws.is_empty() {
            return write!(f, " none");
        }
        self.draws.iter().try_for_each(|draw| write!(f, " {draw}"))
    }
}

fn line_form(line: &[u8]) -> String {
    let escaped = |byte: &u8| format!("\\x{byte:02x}");
    match line {
        [] => ".".into(),
        [byte @ (b'.' | b'/')] => escaped(byte),
        _ => line
            .iter()
            .map(|byte| match byte {
                b' ' => "_".into(),
                b'_' | b'\\' | b';' | b'#' => escaped(byte),
                0x21..=0x7e => char::from(*byte).to_string(),
                _ => escaped(byte),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_form_of_the_headers_is_read() {
        let script: Script = "2 0 2 / ._ . A_B \\x5f X ; draws: 3 4".parse().unwrap();
        let lines: Vec<&[u8]> = vec![b"2", b"0", b"2", b". ", b"", b"A B", b"_", b"X"];
        assert_eq!(script, Script::new(lines.iter().map(|l| l.to_vec()).collect(), vec![3, 4]));
        let error = |text: &str| text.parse::<Script>().unwrap_err();
        assert_eq!(error("1 X"), ScriptError::NoDraws);
        assert_eq!(error("1 ; draws: x"), ScriptError::Draw("x".into()));
        assert_eq!(error("\\x4 ; draws: none"), ScriptError::Escape("\\x4".into()));
        assert_eq!(error("\\ ; draws: none"), ScriptError::Escape("\\".into()));
        assert_eq!(error("\\x+4 ; draws: none"), ScriptError::Escape("\\x+4".into()));
    }

    proptest! {
        #[test]
        fn every_script_is_read_back(
            lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..6), 0..6),
            draws in prop::collection::vec(any::<u32>(), 0..4),
        ) {
            let script = Script::new(lines, draws);
            prop_assert!(!script.to_string().starts_with('#'), "not a note");
            prop_assert_eq!(script.to_string().parse::<Script>().unwrap(), script);
        }
    }
}
