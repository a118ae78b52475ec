//! Whether two runs of two programs on the same input count as the same, and what is different.

use std::sync::Arc;

use mips_sim::Image;
use mips_sim::isa::effects::effects;
use mips_sim::isa::reg::A0;

use super::labels::Wording;
use super::run::{Input, Ran, Runner};
use crate::player::{Limit, Outcome, RunError};
use crate::policy::{Mismatch, Policy, compare};
use crate::subject::{Limits, Program};
use crate::verdict::SourcePlace;

/// Instructions before a print in which its argument is looked for.
const BEFORE_PRINT: usize = 8;
/// Where the argument of the services that print numbers with fractions is.
const F12: u32 = 12;

/// How two runs are compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// When two outputs count as the same.
    pub policy: Policy,
    /// What each of the two programs puts in its own words, if that is left out.
    pub wording: Option<Arc<Wording>>,
}

impl Default for Comparison {
    fn default() -> Comparison {
        Comparison { policy: Policy::TrailingSpace, wording: None }
    }
}

/// How a program ended that should have ended otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// An instruction failed.
    Failed(RunError),
    /// It asked for a number, and the line is none.
    NotANumber,
    /// It asked for more than the reference did.
    ReadsOn,
    /// It ended where the reference asked for more.
    EndsEarly,
    /// It went beyond what is allowed between two lines.
    Limit(Limit),
    /// The exit code is not that of the reference.
    Code(i32, i32),
}

/// What is different between two runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) ending: Option<Ending>,
    pub(super) mismatch: Option<Mismatch>,
    pub(super) file: Option<String>,
}

/// Lines of a program that print something: the one that chooses what, and the one that prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Where they stand, and what each says.
    pub lines: Vec<(SourcePlace, String)>,
}

/// Two programs that do not do the same.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// What both were given.
    pub input: Input,
    /// What the reference did.
    pub expected: Ran,
    /// What the program did.
    pub got: Ran,
    /// How the program ended, if that is wrong.
    pub ending: Option<Ending>,
    /// What it printed, if that is wrong.
    pub mismatch: Option<Mismatch>,
    /// Where that begins in what each printed, in bytes.
    pub places: [usize; 2],
    /// Whether what each puts in its own words was left out.
    pub own_words: bool,
    /// A file that both or one of them wrote and that is not the same.
    pub file: Option<String>,
    /// What printed the first difference: of the reference, and of the program.
    pub printed: [Option<Printed>; 2],
    /// Where the program failed or stopped, and what the line says.
    pub stopped_at: Option<(SourcePlace, String)>,
    /// How far it was allowed to go.
    pub limits: Limits,
}

impl Comparison {
    /// Whether a run on an input is other than it should be.
    pub fn differs(&self, input: &Input, expected: &Ran, got: &Ran) -> bool {
        let confused = |wording: &Arc<Wording>| wording.is_typed(input);
        self.difference(expected, got).is_some() && !self.wording.as_ref().is_some_and(confused)
    }

    /// What is different, if anything is.
    pub(super) fn difference(&self, expected: &Ran, got: &Ran) -> Option<Difference> {
        let ending = ending(expected, got);
        let same = expected.output == got.output;
        let mismatch = match &self.wording {
            _ if same => None,
            None => compare(&self.policy, &expected.output, None, &got.output),
            Some(wording) => {
                let policy = match &self.policy {
                    policy @ Policy::Numeric { .. } => policy,
                    _ => &Policy::Tokens,
                };
                let readings = wording.readings().map(|reading| {
                    let [expected, got] = reading.without(expected, got);
                    compare(policy, &expected, None, &got)
                });
                // They agree if they do so in one way to read them.
                let all = readings.collect::<Option<Vec<Mismatch>>>();
                all.and_then(|all| all.into_iter().next())
            }
        };
        let file = (expected.written != got.written).then(|| {
            let mut names = expected.written.keys().chain(got.written.keys());
            names.find(|name| expected.written.get(*name) != got.written.get(*name)).cloned()
        });
        let file = file.flatten();
        let any = ending.is_some() || mismatch.is_some() || file.is_some();
        any.then_some(Difference { ending, mismatch, file })
    }

    /// All about an input on which two programs differ.
    pub(super) fn disagreement(
        &self,
        programs: [&Program; 2],
        limits: Limits,
        input: Input,
        [expected, got]: [Ran; 2],
    ) -> Option<Disagreement> {
        let Difference { ending, mismatch, file } = self.difference(&expected, &got)?;
        let (mut printed, mut places) = ([None, None], [0, 0]);
        if let Some(mismatch) = &mismatch {
            let outputs = match &self.wording {
                Some(wording) => wording.without(&expected, &got),
                None => [expected.output.clone(), got.output.clone()],
            };
            places = mismatch.places(&outputs[0], &outputs[1]);
            for (side, program) in programs.into_iter().enumerate() {
                let pc = Runner::new(program).prints_at(&input, limits, places[side]);
                printed[side] = pc.and_then(|pc| print_at(program.image(), pc));
            }
        }
        let stopped = match (&ending, got.outcome) {
            (Some(_), Outcome::RunError(error)) => Some(error.pc),
            // The service that asks has not been carried out.
            (Some(_), Outcome::EndOfInput | Outcome::InputError) => Some(got.pc.wrapping_sub(4)),
            (Some(_), Outcome::Limit(_)) => Some(got.pc),
            _ => None,
        };
        let stopped_at = stopped.and_then(|pc| place(programs[1].image(), pc));
        Some(Disagreement {
            input,
            expected,
            got,
            ending,
            mismatch,
            places,
            own_words: self.wording.is_some(),
            file,
            printed,
            stopped_at,
            limits,
        })
    }
}

fn ending(expected: &Ran, got: &Ran) -> Option<Ending> {
    Some(match (&expected.outcome, &got.outcome) {
        (Outcome::Exited, Outcome::Exited) => {
            // Most programs end without a code: only one that the reference chose is asked for.
            let asked = expected.code != 0 && expected.code != got.code;
            return asked.then_some(Ending::Code(expected.code, got.code));
        }
        (expected, got) if expected.is_like(got) => return None,
        (_, Outcome::RunError(error)) => Ending::Failed(*error),
        (_, Outcome::InputError) => Ending::NotANumber,
        (_, Outcome::EndOfInput | Outcome::Waiting) => Ending::ReadsOn,
        (_, Outcome::Limit(limit)) => Ending::Limit(*limit),
        (_, Outcome::Exited) => Ending::EndsEarly,
    })
}

/// The lines of a print: with it the last one before it that says what is printed.
fn print_at(image: &Image, pc: u32) -> Option<Printed> {
    let sets_argument = |pc: u32| {
        let word = image.text_at(pc)?;
        let effects = effects(word.inst);
        let sets = effects.writes >> A0 & 1 != 0 || effects.fp_writes >> F12 & 1 != 0;
        (sets || effects.control.ends_block()).then_some((pc, sets))
    };
    let before = (1..=BEFORE_PRINT as u32).map(|back| pc.wrapping_sub(4 * back));
    let argument = before.into_iter().find_map(sets_argument).filter(|(_, sets)| *sets);
    let argument = argument.and_then(|(pc, _)| place(image, pc));
    let print = place(image, pc)?;
    let mut lines: Vec<_> = argument.into_iter().chain([print]).collect();
    lines.dedup();
    Some(Printed { lines })
}

/// The line of an instruction as its author sees it, and what it says.
fn place(image: &Image, pc: u32) -> Option<(SourcePlace, String)> {
    let (file, line) = image.place(pc)?.outermost();
    let source = image.sources.file(file);
    let place = SourcePlace { file: source.name.clone(), line };
    Some((place, source.line(line).trim().to_string()))
}
