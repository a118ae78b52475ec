//! Why nothing can be compared with a reference: it has a mistake itself.

use super::run::{ChanceUsed, Input, Ran};
use crate::player::Outcome;
use crate::subject::Program;
use crate::verdict::SourcePlace;

/// A reference that is no reference.
#[derive(Clone, Debug)]
pub enum Unfit {
    /// It fails, whatever it is given, or on an input that is as described.
    Fails {
        /// The smallest input on which it does.
        input: Input,
        /// How it ended.
        outcome: Outcome,
        /// The line.
        place: Option<SourcePlace>,
        /// Whether all inputs that were tried end so.
        always: bool,
    },
    /// It does not print the same twice.
    Chance {
        /// The input.
        input: Input,
        /// What it depends on.
        chance: ChanceUsed,
    },
}

impl Unfit {
    /// A run that failed.
    pub(super) fn fails(program: &Program, input: Input, ran: &Ran, always: bool) -> Unfit {
        let pc = match ran.outcome {
            Outcome::RunError(error) => error.pc,
            Outcome::EndOfInput | Outcome::InputError => ran.pc.wrapping_sub(4),
            _ => ran.pc,
        };
        let place = program.image().place(pc);
        let place = place.map(|at| SourcePlace { file: at.file_name().to_string(), line: at.line });
        Unfit::Fails { input, outcome: ran.outcome, place, always }
    }
}
