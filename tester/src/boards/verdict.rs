//! What is wrong with a program, as data: the rule, what happened, the boards around it.

use std::fmt;

use engine::Board;

use crate::player::{Limit, Outcome};
pub use crate::rule::Rule;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
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
    /// There are numbers that are no tiles.
    NotTiles(Vec<u64>),
    /// Something that is no answer to the menu begins a game or ends the program.
    TakenForAnAnswer,
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
    Failed {
        /// Its address.
        pc: u32,
        /// Why.
        why: String,
    },
    /// The program wanted an integer and was given a key or an answer.
    NotAnInteger,
    /// The program reads where there is nothing left to read.
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
    pub(super) fn of_stop(outcome: &Outcome) -> Option<Problem> {
        Some(match outcome {
            Outcome::Waiting | Outcome::Exited => return None,
            Outcome::InputError => Problem::NotAnInteger,
            Outcome::EndOfInput => Problem::ReadsOn,
            Outcome::RunError { pc, why } => Problem::Failed { pc: *pc, why: why.clone() },
            Outcome::Limit(Limit::Steps) => Problem::Hangs,
            Outcome::Limit(Limit::Output) => Problem::Floods,
            Outcome::Limit(Limit::Memory) => Problem::Hoards,
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::WrongBoard => write!(f, "the board is wrong"),
            Problem::Changed => write!(f, "the board has changed, but should not have"),
            Problem::NoNewTile => write!(f, "no new tile has come"),
            Problem::NewTile => write!(f, "a new tile has come, but should not have"),
            Problem::NewTiles => write!(f, "more than one new tile has come"),
            Problem::Covered => write!(f, "the new tile lies on another"),
            Problem::NewTileValue(value) => write!(f, "the new tile is a {value}"),
            Problem::StartTiles(count) => write!(f, "the number of tiles at the start is {count}"),
            Problem::StartValue(value) => write!(f, "one of the tiles at the start is a {value}"),
            Problem::NoBoard => write!(f, "no board is shown"),
            Problem::NotTiles(values) => {
                let odd = values.iter().find(|value| **value == 1 || !value.is_power_of_two());
                write!(f, "{} is shown, which is no tile", odd.copied().unwrap_or_default())
            }
            Problem::TakenForAnAnswer => write!(f, "this is no answer, but is taken for one"),
            Problem::NotSaid => write!(f, "the game has ended, but the program does not say so"),
            Problem::SaidTooSoon => {
                write!(f, "the program says that the game has ended, but it has not")
            }
            Problem::GoesOn => write!(f, "the game has ended, but the program goes on"),
            Problem::Ended => write!(f, "the program ends, but should go on"),
            Problem::Silent => write!(f, "the program ends and has printed nothing"),
            Problem::NotEnded => write!(f, "the program does not end"),
            Problem::Failed { pc, why } => write!(f, "the instruction at 0x{pc:08x} fails: {why}"),
            Problem::NotAnInteger => write!(f, "the program reads an integer, and this is none"),
            Problem::ReadsOn => write!(f, "the program reads where there is nothing left to read"),
            Problem::Hangs => write!(f, "the program runs on without reading its next line"),
            Problem::Floods => write!(f, "the program prints on without reading its next line"),
            Problem::Hoards => write!(f, "the program asks for more memory than it can have"),
        }
    }
}

/// The first thing that is wrong in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The rule that is broken.
    pub rule: Rule,
    /// In which way.
    pub problem: Problem,
    /// After how many lines of input: 0 is before the first.
    pub step: usize,
    /// The last line of input, unless that is before the first.
    pub line: Option<Vec<u8>>,
    /// The board before the line, if there was one.
    pub before: Option<Board>,
    /// What the line should lead to, without a new tile.
    pub expected: Option<Board>,
    /// The board that was shown.
    pub after: Option<Board>,
}

/// One sentence, and the boards in one line each.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.line {
            None => write!(f, "at the start: ")?,
            Some(line) => write!(f, "after \"{}\": ", line.escape_ascii())?,
        }
        match (&self.problem, self.first_wrong_cell()) {
            (Problem::WrongBoard, Some((row, column, should, is))) => {
                write!(f, "cell ({row},{column}) should be {should}, but is {is}")?;
            }
            (problem, _) => write!(f, "{problem}")?,
        }
        write!(f, " (rule {})", self.rule)?;
        let boards = [("before", &self.before), ("expected", &self.expected), ("got", &self.after)];
        for (name, board) in boards {
            if let Some(board) = board {
                write!(f, "\n  {name:<9}{board}")?;
            }
        }
        Ok(())
    }
}

impl Verdict {
    /// The first cell, counted from 1, in which a tile should be and another is, or none is.
    fn first_wrong_cell(&self) -> Option<(usize, usize, u64, u64)> {
        let (expected, after) = (self.expected?, self.after?);
        let side = expected.side();
        let mut pairs = expected.values().zip(after.values()).enumerate();
        let (index, (should, is)) = pairs.find(|(_, (should, is))| *should != 0 && should != is)?;
        Some((index / side + 1, index % side + 1, should, is))
    }
}
