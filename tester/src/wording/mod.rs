//! Verdicts in words, for people. Whoever shows one takes the sentences from here and lays them out.

pub mod calls;
mod output;
pub mod programs;
mod rules;
mod suspects;

use std::fmt;

use mips_sim::machine::Fault;
use mips_sim::machine::memory::MemoryFault;

pub use output::{from_difference, mismatch};
pub use suspects::{repair, statement, why_suspected};

use crate::boards::Explored;
use crate::player::{FaultCause, Limit, Outcome, RunError};
use crate::script::Script;
use crate::verdict::{Boards, Cells, Counterexample, Problem};

/// Cells that are named one by one.
const MAX_CELLS: usize = 3;
/// Bytes of a line that are shown.
const MAX_SHOWN: usize = 72;

/// The input of a script in its one-line form.
pub fn input(script: &Script) -> String {
    let input = script.typed();
    if input.is_empty() { "(none)".into() } else { input }
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
pub fn when(found: &Counterexample) -> String {
    if found.verdict.moment.at_end {
        return "at the end of the input".into();
    }
    match found.line() {
        Some(line) => format!("after `{}`", shown(line)),
        None => "before the first line is read".into(),
    }
}

/// Everything that is wrong.
pub fn sentences(found: &Counterexample) -> Vec<String> {
    let problem = &found.verdict.problem;
    let Some(expected) = &found.verdict.expected else {
        let cell = cells(found).into_iter().next().filter(|_| *problem == Problem::WrongBoard);
        let said = cell.or_else(|| stopped(found));
        return vec![said.unwrap_or_else(|| format!("{}: {problem}", when(found)))];
    };
    let stopped = stopped(found).or_else(|| ended(found, &expected.outcome));
    let mut list: Vec<String> = stopped.into_iter().collect();
    let cells = cells(found);
    if cells.is_empty() {
        list.extend(printed(found, &expected.output));
    }
    list.extend(cells);
    list
}

/// That the program ends where it should not, or does not where it should.
fn ended(found: &Counterexample, expected: &Outcome) -> Option<String> {
    let when = when(found);
    Some(match &found.verdict.problem {
        Problem::Ended if found.verdict.moment.lines == 0 => {
            let silent = found.verdict.got.output.is_empty();
            let silent = if silent { " and without printing anything" } else { "" };
            format!("Your program ends before it reads a line{silent}.")
        }
        Problem::Ended => format!("{when}: your program ends, but it should {}.", due(expected)),
        Problem::NotEnded => {
            format!("{when}: your program asks for more, but it should {}.", due(expected))
        }
        _ => return None,
    })
}

/// That the program could not go on, or did not stop.
fn stopped(found: &Counterexample) -> Option<String> {
    let (when, limits) = (when(found), found.limits);
    Some(match &found.verdict.problem {
        Problem::Failed(error) => {
            let place = found.failed_at.as_ref();
            let place = place.map(|at| format!(" in line {} of {}", at.line, at.file));
            let place = place.unwrap_or_default();
            format!("{when}: your program fails: {}{place}.", error.cause)
        }
        Problem::Hangs => {
            let silent = found.verdict.got.output.is_empty();
            let silent = if silent { " or printing anything" } else { "" };
            let steps = grouped(limits.steps);
            format!(
                "{when}: your program hangs: {steps} instructions without reading a line{silent}."
            )
        }
        Problem::Floods => format!(
            "{when}: your program prints without end: more than {} KiB without reading a line.",
            limits.output >> 10
        ),
        Problem::Hoards => {
            format!("{when}: your program uses more than {} MiB of memory.", limits.memory >> 20)
        }
        Problem::ReadsOn => format!("{when}: your program reads past the end of the input."),
        Problem::NotAnInteger => {
            format!("{when}: your program reads an integer and stops: the line is not one.")
        }
        Problem::IntegerNotChecked => {
            format!(
                "{when}: your program should stop with a run error: the line is not an integer."
            )
        }
        _ => return None,
    })
}

fn due(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Waiting => "ask for the next line",
        Outcome::Exited => "end",
        Outcome::EndOfInput => "stop at the end of the input",
        Outcome::InputError => "stop because the line is not an integer",
        Outcome::RunError(_) => "stop with a run error",
        Outcome::Limit(_) => "run on without end",
    }
}

/// What a player does after its answer: "and waits for a line".
pub fn then(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Waiting => "and waits for a line".into(),
        Outcome::Exited => "and ends".into(),
        Outcome::InputError => "and stops, because a line is not an integer".into(),
        Outcome::EndOfInput => "and stops at the end of the input".into(),
        Outcome::RunError(RunError { pc, cause }) => {
            format!("and stops with a run error at 0x{pc:08x}: {cause}")
        }
        Outcome::Limit(Limit::Steps) => "and hangs: it neither ends nor reads a line".into(),
        Outcome::Limit(Limit::Output) => "and prints on without end".into(),
        Outcome::Limit(Limit::Memory) => "and asks for more memory than it can have".into(),
    }
}

/// A fault for students: in MARS's words, but for those that MARS has for its own developers.
pub fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Load(MemoryFault::KernelText { address })
        | Fault::Store(MemoryFault::KernelText { address }) => {
            format!("address out of range 0x{address:08x}")
        }
        fault => fault.to_string(),
    }
}

impl fmt::Display for FaultCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultCause::Fault(fault) => f.write_str(&self::fault(fault)),
            FaultCause::Crash(crash) => write!(f, "{crash}"),
            FaultCause::NoInstruction => f.write_str("there is no instruction at this address"),
            FaultCause::Unknown => f.write_str("for a reason that was not recorded"),
        }
    }
}

/// A few words, which fit behind "after X:".
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Problem::Output => "something else should be printed",
            Problem::Draws => "the program does not make as many draws as it should",
            Problem::WrongBoard => "the board is wrong",
            Problem::Changed => "the board has changed, but should not have",
            Problem::NoNewTile => "no new tile has come",
            Problem::NewTile => "a new tile has come, but should not have",
            Problem::NewTiles => "more than one new tile has come",
            Problem::Covered => "the new tile replaces another",
            Problem::NewTileValue(value) => return write!(f, "the new tile is a {value}"),
            Problem::StartTiles(count) => {
                return write!(f, "the number of tiles at the start is {count}");
            }
            Problem::StartValue(value) => {
                return write!(f, "one of the tiles at the start is a {value}");
            }
            Problem::NoBoard => "no board is shown",
            Problem::NotATile(value) => return write!(f, "{value} is shown, which is not a tile"),
            Problem::NotAccepted => "after a wrong answer, the menu does not accept this one",
            Problem::AcceptedAsAnswer => "this is not an answer, but is accepted as one",
            Problem::NotSaid => "the game has ended, but the program does not say so",
            Problem::SaidTooSoon => "the program says that the game has ended, but it has not",
            Problem::GoesOn => "the game has ended, but the program goes on",
            Problem::Ended => "the program ends, but should go on",
            Problem::Silent => "the program ends and has printed nothing",
            Problem::NotEnded => "the program does not end",
            Problem::Failed(error) => return write!(f, "the program fails: {}", error.cause),
            Problem::NotAnInteger => "the program reads an integer, and the line is not one",
            Problem::IntegerNotChecked => {
                "the program does not stop, and the line is not an integer"
            }
            Problem::ReadsOn => "the program reads past the end of the input",
            Problem::Hangs => "the program runs on without reading its next line",
            Problem::Floods => "the program prints on without reading its next line",
            Problem::Hoards => "the program asks for more memory than it can have",
        })
    }
}

/// What was tried, and how far it led.
impl fmt::Display for Explored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let typed = |lines: &[String]| {
            let lines: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
            lines.join(", ")
        };
        write!(f, "no board was found: {} answers were tried", self.answers)?;
        let (path, question) = &self.farthest;
        match (path.is_empty(), question.as_str()) {
            (true, "") => {}
            (true, question) => write!(f, " to \"{question}\"")?,
            (false, "") => write!(f, ", and {} led on", typed(path))?,
            (false, question) => write!(f, ", and {} led to \"{question}\"", typed(path))?,
        }
        let Some((path, problem, place)) = &self.failed else { return Ok(()) };
        write!(f, "; after {}, {problem}", typed(path))?;
        match place {
            Some(place) => write!(f, " ({}:{})", place.file, place.line),
            None => Ok(()),
        }
    }
}

/// The rows of a square, separated by slashes, with a point for an empty cell.
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        engine::render::rows(self.values().iter().copied(), self.side(), f)
    }
}

/// All sentences, and the boards in a line each.
pub fn summary(found: &Counterexample) -> String {
    let boards = &found.verdict.boards;
    let boards = [("before", &boards.before), ("expected", &boards.expected), ("got", &boards.got)];
    let rows = boards
        .iter()
        .filter_map(|(name, cells)| cells.as_ref().map(|cells| format!("  {name:<9}{cells}")));
    sentences(found).into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// The cells that are wrong. Where texts are not compared, a new tile may come in any empty cell.
fn cells(found: &Counterexample) -> Vec<String> {
    let Boards { expected: Some(expected), got: Some(got), .. } = &found.verdict.boards else {
        return Vec::new();
    };
    let (when, side) = (when(found), expected.side());
    let pairs = expected.values().iter().zip(got.values()).enumerate();
    let anywhere = found.verdict.expected.is_none();
    let is_wrong = |should: u64, is: u64| should != is && !(anywhere && should == 0);
    let wrong: Vec<_> = pairs.filter(|(_, (should, is))| is_wrong(**should, **is)).collect();
    let value = |value: &u64| if *value == 0 { "empty".to_string() } else { value.to_string() };
    let cell = |(at, (should, is)): &(usize, (&u64, &u64))| {
        let (row, column) = (at / side + 1, at % side + 1);
        let (should, is) = (value(should), value(is));
        format!("{when}: cell ({row},{column}) should be {should}, yours is {is}")
    };
    let mut list: Vec<String> = wrong.iter().take(MAX_CELLS).map(cell).collect();
    match wrong.len().saturating_sub(MAX_CELLS) {
        0 => {}
        1 => list.push("and one more cell is wrong".into()),
        more => list.push(format!("and {more} more cells are wrong")),
    }
    list
}

/// The first line of output that differs.
fn printed(found: &Counterexample, expected: &[u8]) -> Vec<String> {
    let got = &found.verdict.got.output;
    if expected == got {
        return Vec::new();
    }
    let when = when(found);
    if got.is_empty() {
        let first = line_at(expected, 1);
        return vec![format!("{when}: your program prints nothing; `{first}` should come first.")];
    }
    let number = found.verdict.first_wrong_line();
    let what = if found.verdict.moment.lines == 0 { "the menu" } else { "the answer" };
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

/// A text with its control characters and those of [`is_unseen`] spelled out, so that what a program
/// prints can't play with the terminal.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        let acts = c.is_control() || is_unseen(c);
        if acts { visible.extend(c.escape_default()) } else { visible.push(c) }
    }
    visible
}

/// A line of source in the same way; its tabs stay.
pub fn visible_source(line: &str) -> String {
    line.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}

/// Whether a character that is no control character acts instead of being seen: marks of direction,
/// separators of lines, joiners without width but the one that emoji need, tags, and what is not a
/// character in XML.
pub fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{61c}'
            | '\u{200b}'
            | '\u{200c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fffe}'
            | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}'
    )
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
