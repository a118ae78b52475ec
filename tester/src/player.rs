//! Whoever plays: lines go in, text comes out, chance is given.

use mips_sim::host::system::Crash;
use mips_sim::machine::Fault;

use crate::draws::Draws;
use crate::script::Script;

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
    pub cause: Cause,
}

/// Why an instruction could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
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

/// What was printed after one line, or before the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The text.
    pub output: Vec<u8>,
    /// How many draws had been made when it was complete.
    pub drawn: usize,
}

/// A whole session. Frame 0 is what is printed before the first line is read, frame k what follows
/// line k; one more follows the last line if the session came to the end of the input. There are fewer
/// frames than lines if it ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// What was printed.
    pub frames: Vec<Frame>,
    /// How it ended.
    pub outcome: Outcome,
}

/// A program or a reference in the middle of a session. Copying one is cheap, so that a game can be
/// tried in more than one way from where it is.
pub trait Player {
    /// Goes back to before the session.
    fn reset(&mut self);

    /// Runs to the first read, adding what is printed to `output`.
    fn begin(&mut self, draws: &mut Draws, output: &mut Vec<u8>) -> Outcome;

    /// Takes bytes of input, most often a line with its end, and runs until more is needed.
    fn feed(&mut self, input: &[u8], draws: &mut Draws, output: &mut Vec<u8>) -> Outcome;

    /// Takes the end of the input.
    fn finish(&mut self, draws: &mut Draws, output: &mut Vec<u8>) -> Outcome;
}

/// Plays a script from the beginning to its end, and then the end of the input.
pub fn play(player: &mut impl Player, script: &Script) -> Transcript {
    let mut draws = script.start_drawing();
    let mut frames = Vec::with_capacity(script.lines.len() + 1);
    let mut output = Vec::new();
    player.reset();
    let mut outcome = player.begin(&mut draws, &mut output);
    for line in &script.lines {
        if outcome != Outcome::Waiting {
            break;
        }
        frames.push(Frame { output: std::mem::take(&mut output), drawn: draws.drawn() });
        let mut line = line.clone();
        line.push(b'\n');
        outcome = player.feed(&line, &mut draws, &mut output);
    }
    if outcome == Outcome::Waiting {
        frames.push(Frame { output: std::mem::take(&mut output), drawn: draws.drawn() });
        outcome = player.finish(&mut draws, &mut output);
    }
    frames.push(Frame { output, drawn: draws.drawn() });
    Transcript { frames, outcome }
}

#[cfg(test)]
mod tests {
    use engine::protocol::Fidelity;

    use super::*;
    use crate::draws::Tail;
    use crate::{Limits, Program, Reference};

    #[test]
    fn the_game_and_the_engine_play_alike() {
        let source = include_str!("../../asm/fivetwelve.asm");
        let program = Program::assemble("fivetwelve.asm", source, Limits::default()).unwrap();
        let mut subject = program.subject();
        let mut reference = Reference::new(Fidelity::Program);
        for seed in 0..200 {
            let keys = Draws::new(Vec::new(), Tail::Seed(!seed));
            let keys = (0..80).map(|k| b"WASD"[keys.at(k) as usize % 4]);
            let lines = [b'1'].into_iter().chain(keys).map(|key| vec![key]).collect();
            let script = Script { lines, draws: Vec::new(), tail: Tail::Seed(seed) };
            assert_eq!(play(&mut subject, &script), play(&mut reference, &script), "{seed}");
        }
    }
}
