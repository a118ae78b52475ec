//! What is wrong with a program in a game, as facts. [`crate::wording`] puts them into words.

use engine::Board;

use mips_sim::machine::{Fault, ServiceFault};

use crate::player::{FaultCause, Limit, Outcome, RunError};
use crate::rule::Rule;
use crate::script::Script;
use crate::subject::{Limits, Program};

/// A game in which a program goes wrong, with everything that is needed to explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What is typed and drawn.
    pub script: Script,
    /// What is wrong.
    pub verdict: Verdict,
    /// How far the program was allowed to run between two lines.
    pub limits: Limits,
    /// Where the instruction is that failed, if one did and the source is known.
    pub failed_at: Option<SourcePlace>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The name of the file.
    pub file: String,
    /// The number of the line, from 1.
    pub line: u32,
}

impl Counterexample {
    /// Adds to a verdict what only the program knows.
    pub fn new(program: &Program, script: Script, verdict: Verdict) -> Counterexample {
        let failed_at = verdict.got.outcome.error().and_then(|error| {
            let place = program.image().place(error.pc)?;
            Some(SourcePlace { file: place.file_name().to_string(), line: place.line })
        });
        Counterexample { script, verdict, limits: program.limits(), failed_at }
    }

    /// The line whose answer is wrong; none if that is what comes before the first line or at the
    /// end of the input.
    pub fn line(&self) -> Option<&[u8]> {
        let Moment { lines, at_end } = self.verdict.moment;
        let line = self.script.lines.get(lines.checked_sub(1)?)?;
        (!at_end).then_some(line)
    }
}

/// The first thing that is wrong in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The rule that is broken, if it can be told.
    pub rule: Option<Rule>,
    /// What happened.
    pub problem: Problem,
    /// When.
    pub moment: Moment,
    /// The boards around it.
    pub boards: Boards,
    /// The right answer, where texts are compared and not boards.
    pub expected: Option<Answer>,
    /// The program's answer.
    pub got: Answer,
}

/// A point in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// How many lines have been read: 0 is before the first.
    pub lines: usize,
    /// Whether it is what follows the end of the input.
    pub at_end: bool,
}

/// The boards around a mistake, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boards {
    /// The board before the line.
    pub before: Option<Cells>,
    /// The board that the line should lead to. Where the cell of a new tile is not predicted, it is
    /// the board without it.
    pub expected: Option<Cells>,
    /// The board that was shown.
    pub got: Option<Cells>,
}

/// A square of numbers, row by row, with 0 for an empty cell. Not all need be tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells(Vec<u64>);

impl Cells {
    /// These values.
    pub fn new(values: Vec<u64>) -> Cells {
        Cells(values)
    }

    /// The values.
    pub fn values(&self) -> &[u64] {
        &self.0
    }

    /// The number of cells in a row.
    pub fn side(&self) -> usize {
        self.0.len().isqrt().max(1)
    }

    /// The same as a board, if all numbers are tiles.
    pub fn board(&self) -> Option<Board> {
        Board::from_values(self.side(), &self.0).ok()
    }
}

impl From<&Board> for Cells {
    fn from(board: &Board) -> Cells {
        Cells(board.values().collect())
    }
}

/// What a player did with one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it printed.
    pub output: Vec<u8>,
    /// What it did then.
    pub outcome: Outcome,
    /// How many draws it had made.
    pub drawn: usize,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Another text is printed.
    Output,
    /// What is printed is right, but another number of draws is made.
    Draws,
    /// The board is not the one that the rules lead to.
    WrongBoard,
    /// The board should have stayed as it was.
    Changed,
    /// No new tile has come.
    NoNewTile,
    /// A tile has come although none should.
    NewTile,
    /// More than one tile has come.
    NewTiles,
    /// A tile has come on top of another.
    Covered,
    /// The new tile has a value that none can have.
    NewTileValue(u64),
    /// A new game has this many tiles.
    StartTiles(usize),
    /// A new game begins with a tile that cannot come.
    StartValue(u64),
    /// There is no board where one should be.
    NoBoard,
    /// A board contains numbers that are not tiles; this is the first.
    NotATile(u64),
    /// A line that is not an answer to the menu begins a game or ends the program.
    AcceptedAsAnswer,
    /// After a wrong answer the menu does not take a right one.
    NotAccepted,
    /// A game has ended and the program does not say so.
    NotSaid,
    /// The program says that a game has ended that has not.
    SaidTooSoon,
    /// A game has ended and the program goes on with it.
    GoesOn,
    /// The program has ended where it should go on.
    Ended,
    /// The program has ended without having printed anything.
    Silent,
    /// The program has not ended where it should.
    NotEnded,
    /// An instruction failed.
    Failed(RunError),
    /// The program wanted an integer, and the line is not one.
    NotAnInteger,
    /// The line is not an integer, and the program should have stopped because of that.
    IntegerNotChecked,
    /// The program reads where nothing is left to read.
    ReadsOn,
    /// The program runs on without reading.
    Hangs,
    /// It prints on and on.
    Floods,
    /// It asks for more and more memory.
    Hoards,
}

impl Problem {
    /// What is wrong with how a program stopped, whatever it was doing.
    pub fn of_stop(outcome: &Outcome) -> Option<Problem> {
        Some(match outcome {
            Outcome::Waiting | Outcome::Exited => return None,
            Outcome::InputError => Problem::NotAnInteger,
            Outcome::EndOfInput => Problem::ReadsOn,
            Outcome::RunError(error) => Problem::Failed(*error),
            Outcome::Limit(Limit::Steps) => Problem::Hangs,
            Outcome::Limit(Limit::Output) => Problem::Floods,
            Outcome::Limit(Limit::Memory) => Problem::Hoards,
        })
    }

    /// What is wrong if one player stops so and the other should have stopped otherwise.
    pub fn of_stops(expected: &Outcome, got: &Outcome) -> Problem {
        match (expected, got) {
            (expected, got) if expected.is_like(got) => Problem::Output,
            (_, Outcome::Exited) => Problem::Ended,
            (Outcome::InputError, Outcome::Waiting) => Problem::IntegerNotChecked,
            (_, got) => Problem::of_stop(got).unwrap_or(Problem::NotEnded),
        }
    }

    /// Whether the program ran into a limit.
    pub fn is_limit(&self) -> bool {
        matches!(self, Problem::Hangs | Problem::Floods | Problem::Hoards)
    }

    /// Whether a service could not make anything of a line.
    pub fn is_refused_line(&self) -> bool {
        use ServiceFault::{Character, Double, Float};
        match self {
            Problem::NotAnInteger => true,
            Problem::Failed(error) => {
                matches!(error.cause, FaultCause::Fault(Fault::Service(Character | Float | Double)))
            }
            _ => false,
        }
    }

    /// A name for other programs, which does not change.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Output => "output",
            Problem::Draws => "draws",
            Problem::WrongBoard => "wrong-board",
            Problem::Changed => "changed",
            Problem::NoNewTile => "no-new-tile",
            Problem::NewTile => "new-tile",
            Problem::NewTiles => "new-tiles",
            Problem::Covered => "covered",
            Problem::NewTileValue(_) => "new-tile-value",
            Problem::StartTiles(_) => "start-tiles",
            Problem::StartValue(_) => "start-value",
            Problem::NoBoard => "no-board",
            Problem::NotATile(_) => "not-a-tile",
            Problem::AcceptedAsAnswer => "accepted-as-answer",
            Problem::NotAccepted => "not-accepted",
            Problem::NotSaid => "not-said",
            Problem::SaidTooSoon => "said-too-soon",
            Problem::GoesOn => "goes-on",
            Problem::Ended => "ended-early",
            Problem::Silent => "silent",
            Problem::NotEnded => "went-on",
            Problem::Failed(_) => "run-error",
            Problem::NotAnInteger | Problem::IntegerNotChecked => "integer",
            Problem::ReadsOn => "read-on",
            Problem::Hangs => "hung",
            Problem::Floods => "flooded",
            Problem::Hoards => "memory",
        }
    }
}

impl Verdict {
    /// The number of bytes that are printed as they should be.
    pub fn same_bytes(&self) -> usize {
        let expected = self.expected.as_ref().map_or(&[][..], |expected| &expected.output);
        expected.iter().zip(&self.got.output).take_while(|(expected, got)| expected == got).count()
    }

    /// The number of the first line of output that is not the same, counted from 1.
    pub fn first_wrong_line(&self) -> usize {
        let same = &self.got.output[..self.same_bytes()];
        1 + same.iter().filter(|byte| **byte == b'\n').count()
    }
}
