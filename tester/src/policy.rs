//! When two outputs count as the same, and where they first do not.

use regex::{Regex, RegexBuilder};

use crate::boards::recover::{Layout, grids};

/// Bytes that a compiled pattern may take.
const MAX_PATTERN: usize = 1 << 20;

/// How an output is compared with what was expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// Byte for byte; a line may end in CR LF too.
    Exact,
    /// Blanks at the ends of lines and empty lines at the end do not matter.
    TrailingSpace,
    /// Only the words matter, not the space between them.
    Tokens,
    /// Only the boards matter.
    Boards,
    /// The expected text is a regular expression for the whole output.
    Regex,
    /// Words as with `Tokens`, but numbers may differ by this much.
    Numeric {
        /// The greatest difference.
        absolute: f64,
        /// The greatest difference as a share of the expected number.
        relative: f64,
    },
}

impl Policy {
    /// The policies by name, those for numbers without any tolerance.
    pub const NAMED: [(&str, Policy); 6] = [
        ("exact", Policy::Exact),
        ("trailing-space", Policy::TrailingSpace),
        ("tokens", Policy::Tokens),
        ("boards", Policy::Boards),
        ("regex", Policy::Regex),
        ("numeric", Policy::Numeric { absolute: 0.0, relative: 0.0 }),
    ];
}

/// The first difference between two outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// A part of the output differs; none if one output has no such part.
    Part {
        /// Which.
        part: OutputPart,
        /// What should be there.
        expected: Option<String>,
        /// What is there.
        got: Option<String>,
    },
    /// The output does not match the pattern. Its first line.
    Pattern(String),
    /// The pattern of the test is not valid.
    NoPattern,
}

/// A part of an output, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputPart {
    /// A line.
    Line(usize),
    /// A word, and the line in which it is.
    Word(usize, usize),
    /// A board.
    Board(usize),
}

/// The regular expression of a test: it must fit the whole output, whose last line end does not
/// matter.
pub fn pattern(expected: &[u8]) -> Result<Regex, String> {
    let text = String::from_utf8_lossy(expected).replace("\r\n", "\n");
    let pattern = format!(r"\A(?:{})\n?\z", text.trim_end_matches('\n'));
    let built = RegexBuilder::new(&pattern).size_limit(MAX_PATTERN).build();
    built.map_err(|error| error.to_string())
}

/// The first difference, if the policy sees one.
pub fn compare(
    policy: &Policy,
    expected: &[u8],
    pattern: Option<&Regex>,
    got: &[u8],
) -> Option<Mismatch> {
    let expected = String::from_utf8_lossy(expected).replace("\r\n", "\n");
    let got = String::from_utf8_lossy(got).replace("\r\n", "\n");
    match policy {
        Policy::Exact => lines(expected.split('\n'), got.split('\n')),
        Policy::TrailingSpace => {
            let (expected, got) = (expected.trim_end(), got.trim_end());
            lines(expected.split('\n').map(str::trim_end), got.split('\n').map(str::trim_end))
        }
        Policy::Tokens => words(&expected, &got, |a, b| a == b),
        Policy::Numeric { absolute, relative } => words(&expected, &got, |a, b| {
            let numbers = a.parse::<f64>().ok().zip(b.parse::<f64>().ok());
            a == b || numbers.is_some_and(|(a, b)| near(a, b, *absolute, *relative))
        }),
        Policy::Boards => boards(expected.as_bytes(), got.as_bytes()),
        Policy::Regex => match pattern {
            Some(pattern) if pattern.is_match(&got) => None,
            Some(_) => Some(Mismatch::Pattern(got.lines().next().unwrap_or_default().into())),
            None => Some(Mismatch::NoPattern),
        },
    }
}

impl Mismatch {
    /// Where the difference begins in each output, in bytes. A part that is not there begins at the
    /// end.
    pub fn places(&self, expected: &[u8], got: &[u8]) -> [usize; 2] {
        match self {
            Mismatch::Part { part: OutputPart::Line(number), .. } => {
                let [a, b] = [expected, got].map(|output| line_start(output, *number));
                let pairs = expected[a..].iter().zip(&got[b..]);
                let same = pairs.take_while(|(x, y)| x == y && **x != b'\n').count();
                [a + same, b + same]
            }
            Mismatch::Part { part: OutputPart::Word(number, _), .. } => {
                [expected, got].map(|output| word_start(output, *number))
            }
            _ => [0, 0],
        }
    }
}

/// Where a line begins.
fn line_start(output: &[u8], number: usize) -> usize {
    let ends = output.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let mut starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
    starts.nth(number - 1).unwrap_or(output.len())
}

/// Where a word begins.
fn word_start(output: &[u8], number: usize) -> usize {
    let starts = (0..output.len()).filter(|at| {
        let blank = |at: usize| output[at].is_ascii_whitespace();
        !blank(*at) && (*at == 0 || blank(at - 1))
    });
    starts.clone().nth(number - 1).unwrap_or(output.len())
}

fn near(expected: f64, got: f64, absolute: f64, relative: f64) -> bool {
    expected == got || (expected - got).abs() <= absolute.max(relative * expected.abs())
}

fn lines<'a>(
    mut expected: impl Iterator<Item = &'a str>,
    mut got: impl Iterator<Item = &'a str>,
) -> Option<Mismatch> {
    for number in 1.. {
        let (a, b) = (expected.next(), got.next());
        if a.is_none() && b.is_none() {
            break;
        }
        if a != b {
            return Some(different(OutputPart::Line(number), a, b));
        }
    }
    None
}

/// Compares the words of two texts.
fn words(expected: &str, got: &str, same: impl Fn(&str, &str) -> bool) -> Option<Mismatch> {
    let mut expected = expected.split_whitespace();
    let mut got = got
        .lines()
        .enumerate()
        .flat_map(|(line, text)| text.split_whitespace().map(move |word| (line + 1, word)));
    let mut line = 1;
    for number in 1.. {
        let (a, b) = (expected.next(), got.next());
        line = b.map_or(line, |(line, _)| line);
        match (a, b) {
            (None, None) => break,
            (Some(a), Some((_, b))) if same(a, b) => {}
            (a, b) => {
                return Some(different(OutputPart::Word(number, line), a, b.map(|(_, word)| word)));
            }
        }
    }
    None
}

fn boards(expected: &[u8], got: &[u8]) -> Option<Mismatch> {
    let layout = Layout::default();
    let (expected, got) = (grids(expected, &layout), grids(got, &layout));
    let at = (0..expected.len().max(got.len())).find(|at| expected.get(*at) != got.get(*at))?;
    let (a, b) = (expected.get(at), got.get(at));
    let (a, b) = (a.map(ToString::to_string), b.map(ToString::to_string));
    Some(different(OutputPart::Board(at + 1), a.as_deref(), b.as_deref()))
}

fn different(part: OutputPart, expected: Option<&str>, got: Option<&str>) -> Mismatch {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Mismatch::Part { part, expected: owned(expected), got: owned(got) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(policy: Policy, expected: &str, got: &str) -> Option<String> {
        let regex = pattern(expected.as_bytes()).ok();
        let mismatch = compare(&policy, expected.as_bytes(), regex.as_ref(), got.as_bytes());
        mismatch.as_ref().map(crate::wording::mismatch)
    }

    #[test]
    fn each_policy_sees_what_it_should() {
        let same = |policy: Policy, expected: &str, got: &str| {
            assert_eq!(found(policy, expected, got), None, "{expected:?} {got:?}");
        };
        let differ = |policy: Policy, expected: &str, got: &str, sentence: &str| {
            assert_eq!(found(policy, expected, got).as_deref(), Some(sentence));
        };
        same(Policy::Exact, "a\r\nb\r\n", "a\nb\n");
        differ(Policy::Exact, "a\nb", "a\nb\n", "Line 3 should not be there: it is empty.");
        differ(Policy::Exact, "a", "a ", "Line 1 should be `a`, but is `a·`.");
        same(Policy::TrailingSpace, "a \n b\n\n\n", "a\n b");
        differ(Policy::TrailingSpace, "a", " a", "Line 1 should be `a`, but is ` a`.");
        same(Policy::Tokens, "a b\nc", " a  b c\n");
        differ(
            Policy::Tokens,
            "a b c",
            "a\nx c",
            "Word 2, in line 2 of the output, should be `b`, but is `x`.",
        );
        differ(
            Policy::Tokens,
            "a b",
            "a",
            "Word 2, in line 1 of the output, is missing: it should be `b`.",
        );
        let close = Policy::Numeric { absolute: 0.01, relative: 0.001 };
        same(close, "x 1.0 1000", "x 1.009 1000.9");
        same(close, "-0.0", "0");
        differ(
            close,
            "1.0",
            "1.02",
            "Word 1, in line 1 of the output, should be `1.0`, but is `1.02`.",
        );
        differ(close, "1", "NaN", "Word 1, in line 1 of the output, should be `1`, but is `NaN`.");
        same(Policy::Regex, "Sum: \\d+\n(bye|done)\n", "Sum: 12\ndone");
        differ(Policy::Regex, "a+", "aab", "The output does not match the pattern.");
        differ(Policy::Regex, "(", "(", "The pattern of this test is not valid.");
        let board = "|2| | |\n| | | |\n| | |4|\n";
        same(Policy::Boards, board, "Here:\n2 0 0\n0 0 0\n0 0 4\n");
        differ(
            Policy::Boards,
            board,
            "2 0 0\n0 0 0\n0 4 0\n",
            "Board 1 should be `2 . . / . . . / . . 4`, but is `2 . . / . . . / . 4 .`.",
        );
    }

    #[test]
    fn a_hostile_output_is_shown_on_one_short_line() {
        let got = format!("\x1b[31m{}", "x".repeat(10_000));
        let sentence = found(Policy::Exact, "a", &got).unwrap();
        assert!(sentence.len() < 300 && !sentence.contains('\x1b'), "{sentence}");
    }
}
