//! What went wrong in a game, in sentences for people.
//!
//! Everybody who tells of a difference takes the words from here. How they are laid out, and what
//! else is shown beside them, is the business of reports.

use engine::protocol::Phase;
use mips_sim::Image;

use crate::blame::Blame;
use crate::compare::{Difference, Kind};
use crate::player::{Limit, Outcome};
use crate::script::Script;
use crate::subject::Limits;

/// A game in which a program goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The program.
    pub image: &'a Image,
    /// How far it may go between two lines.
    pub limits: Limits,
    /// What was typed and drawn.
    pub script: &'a Script,
    /// Where it goes wrong.
    pub difference: &'a Difference,
    /// What that is about.
    pub blame: &'a Blame,
}

/// Cells that are named one by one.
const MAX_CELLS: usize = 3;
/// Bytes of a line that are shown.
const MAX_SHOWN: usize = 72;

/// The input of a script in its one-line form.
pub fn input(script: &Script) -> String {
    let text = script.to_string();
    let input = text.split("; draws:").next().unwrap_or_default().trim();
    if input.is_empty() { "(none)".into() } else { input.into() }
}

/// The draws, and what comes behind them.
pub fn draws(script: &Script) -> String {
    let listed: Vec<String> = script.draws.iter().map(u32::to_string).collect();
    match listed.is_empty() {
        true => "0, 1, 2, 3 and so on".into(),
        false => format!("{}, then 0, 1, 2 and so on", listed.join(" ")),
    }
}

/// After which line it happens.
pub fn when(case: &Case<'_>) -> String {
    if case.difference.at_end {
        return "at the end of the input".into();
    }
    match case.difference.frame.checked_sub(1).and_then(|at| case.script.lines.get(at)) {
        Some(line) => format!("after `{}`", shown(line)),
        None => "before the first line is read".into(),
    }
}

/// Everything that is wrong.
pub fn sentences(case: &Case<'_>) -> Vec<String> {
    let mut list = Vec::new();
    list.extend(stopped(case));
    let cells = cells(case);
    if cells.is_empty() {
        list.extend(printed(case));
    }
    list.extend(cells);
    list
}

/// That the program stands otherwise than it should, if it does.
fn stopped(case: &Case<'_>) -> Option<String> {
    let when = when(case);
    let limits = case.limits;
    let silent = case.difference.got.output.is_empty();
    let first = case.difference.frame == 0;
    Some(match case.difference.kind() {
        Kind::Output => return None,
        Kind::EndedEarly if first => {
            let silent = if silent { " and without printing anything" } else { "" };
            format!("Your program ends before it reads a line{silent}.")
        }
        Kind::EndedEarly => format!(
            "{when}: your program ends, but it should {}.",
            due(&case.difference.expected.outcome)
        ),
        Kind::WentOn => format!(
            "{when}: your program asks for more, but it should {}.",
            due(&case.difference.expected.outcome)
        ),
        Kind::RunError => format!("{when}: your program fails: {}.", failure(case)),
        Kind::Hung => {
            let silent = if silent { " or printing anything" } else { "" };
            format!(
                "{when}: your program hangs: {} instructions without reading a line{silent}.",
                limits.steps
            )
        }
        Kind::Flooded => format!(
            "{when}: your program prints without end: more than {} KiB without reading a line.",
            limits.output >> 10
        ),
        Kind::Memory => {
            format!("{when}: your program uses more than {} MiB of memory.", limits.memory >> 20)
        }
        Kind::ReadOn => format!("{when}: your program reads on behind the end of the input."),
        Kind::Integer => match case.difference.got.outcome {
            Outcome::InputError => {
                format!("{when}: your program wants an integer and stops because this is none.")
            }
            _ => format!("{when}: your program should stop with a run error: this is no integer."),
        },
    })
}

fn failure(case: &Case<'_>) -> String {
    let Outcome::RunError { pc, why } = &case.difference.got.outcome else { return String::new() };
    let place = case.image.place(*pc);
    let place = place.map(|place| format!(" in line {} of {}", place.line, place.file_name()));
    format!("{why}{}", place.unwrap_or_default())
}

fn due(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Waiting => "ask for the next line",
        Outcome::Exited => "end",
        Outcome::EndOfInput => "have noticed that the input is at its end",
        Outcome::InputError => "stop because the line is no integer",
        Outcome::RunError { .. } => "stop with a run error",
        Outcome::Limit(_) => "go on without end",
    }
}

/// The cells that are wrong.
fn cells(case: &Case<'_>) -> Vec<String> {
    let (Some(expected), Some(got)) = (case.blame.expected, case.blame.got) else {
        return Vec::new();
    };
    let when = when(case);
    let wrong: Vec<usize> = (0..9).filter(|cell| expected[*cell] != got[*cell]).collect();
    let value = |value: u32| if value == 0 { "empty".to_string() } else { value.to_string() };
    let mut list: Vec<String> = wrong
        .iter()
        .take(MAX_CELLS)
        .map(|cell| {
            let (row, column) = (cell / 3 + 1, cell % 3 + 1);
            let (expected, got) = (value(expected[*cell]), value(got[*cell]));
            format!("{when}: cell ({row},{column}) should be {expected}, yours is {got}")
        })
        .collect();
    match wrong.len().saturating_sub(MAX_CELLS) {
        0 => {}
        1 => list.push("and one more cell is wrong".into()),
        more => list.push(format!("and {more} more cells are wrong")),
    }
    list
}

/// The first line of output that differs.
fn printed(case: &Case<'_>) -> Vec<String> {
    let (expected, got) = (&case.difference.expected.output, &case.difference.got.output);
    if expected == got {
        return Vec::new();
    }
    let when = when(case);
    if got.is_empty() {
        let first = line_at(expected, 1);
        return vec![format!("{when}: your program prints nothing; `{first}` should come first.")];
    }
    let number = case.difference.line();
    let what = match case.blame.phase {
        Phase::Start => "the menu",
        _ => "the answer",
    };
    let or_nothing =
        |text: String| if text.is_empty() { "nothing".into() } else { format!("`{text}`") };
    let (expected, got) = (line_at(expected, number), line_at(got, number));
    vec![
        format!("{when}: line {number} of {what} should be {}", or_nothing(expected)),
        format!("{:1$}  yours is {2}", "", when.chars().count(), or_nothing(got)),
    ]
}

/// A line of output, counted from 1.
fn line_at(output: &[u8], number: usize) -> String {
    shown(output.split(|byte| *byte == b'\n').nth(number - 1).unwrap_or_default())
}

/// Bytes as text on one line.
fn shown(bytes: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(bytes).chars().take(MAX_SHOWN).collect();
    let dots = if bytes.len() > MAX_SHOWN { "…" } else { "" };
    format!("{}{dots}", visible(&text))
}

/// A text with its control characters spelled out, so that what a program prints can't play with the
/// terminal.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { visible.extend(c.escape_default()) } else { visible.push(c) }
    }
    visible
}

/// A number with a comma after every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-' | '_' | '=');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// How a session stood, in one word.
pub fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Waiting => "waiting",
        Outcome::Exited => "exited",
        Outcome::InputError => "input-error",
        Outcome::EndOfInput => "end-of-input",
        Outcome::RunError { .. } => "run-error",
        Outcome::Limit(Limit::Steps) => "steps",
        Outcome::Limit(Limit::Output) => "output",
        Outcome::Limit(Limit::Memory) => "memory",
    }
}
