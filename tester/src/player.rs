//! Whoever plays: lines go in, text comes out, chance is given.

use mips_sim::host::system::Crash;
use mips_sim::machine::Fault;

use crate::draws::Draws;

/// What a player does after a line: it waits for the next one, or the session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It waits for a line.
    Waiting,
    /// The program ended itself.
    Exited,
    /// A line that should have been an integer is not one.
    InputError,
    /// It wanted to read where there was no more input.
    EndOfInput,
    /// An instruction could not be carried out.
    RunError(RunError),
    /// It went beyond what is allowed between two lines.
    Limit(Limit),
}

/// An instruction that could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunError {
    /// Its address.
    pub pc: u32,
    /// Why it failed.
    pub cause: FaultCause,
}

/// Why an instruction could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultCause {
    /// The program did what it must not.
    Fault(Fault),
    /// MARS itself would have died.
    Crash(Crash),
    /// There is no instruction at the address.
    NoInstruction,
    /// A recording does not say.
    Unknown,
}

impl Outcome {
    /// The instruction that failed, if one did.
    pub fn error(&self) -> Option<&RunError> {
        if let Outcome::RunError(error) = self { Some(error) } else { None }
    }

    /// Whether two players did the same: where an instruction failed, and why, is the business of
    /// each program.
    pub fn is_like(&self, other: &Outcome) -> bool {
        matches!((self, other), (Outcome::RunError(_), Outcome::RunError(_))) || self == other
    }

    /// A name for other programs, which does not change.
    pub fn code(&self) -> &'static str {
        match self {
            Outcome::Waiting => "waiting",
            Outcome::Exited => "exited",
            Outcome::InputError => "input-error",
            Outcome::EndOfInput => "end-of-input",
            Outcome::RunError(_) => "run-error",
            Outcome::Limit(Limit::Steps) => "steps",
            Outcome::Limit(Limit::Output) => "output",
            Outcome::Limit(Limit::Memory) => "memory",
        }
    }
}

/// What is limited between two lines of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Instructions.
    Steps,
    /// Bytes of output.
    Output,
    /// Bytes of memory.
    Memory,
}

/// A program or a reference in the middle of a session. Copying one is cheap, so that a game can be
/// tried in more than one way from where it is.
pub trait Player {
    /// Goes back to before the session.
    fn reset(&mut self);

    /// Takes bytes of input, most often a line with its end or none at all, and the end of the input
    /// if it `ended`. Runs until more is needed, adding what is printed to `output`.
    fn feed(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
    ) -> Outcome;

    /// Whether it can play any game, and not a single one only.
    fn plays_any_game(&self) -> bool {
        true
    }
}

impl<P: Player> Player for &mut P {
    fn reset(&mut self) {
        (**self).reset();
    }

    fn feed(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
    ) -> Outcome {
        (**self).feed(input, ended, draws, output)
    }

    fn plays_any_game(&self) -> bool {
        (**self).plays_any_game()
    }
}
