//! Why a program stopped where it should not have: the run is repeated while someone looks on, and
//! told as `run` would.

use mips_sim::Image;
use mips_sim::diag::hint::report;
use mips_sim::host::system::Crash;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::History;
use render::{Picture, run_picture};
use tester::{Counterexample, Program, explain};

use super::result::{Cause, Failure};

/// Why it stopped in a game, if it failed or ran on there.
pub(super) fn stopped_in(program: &Program, found: &Counterexample) -> Option<Picture> {
    explain(program, found).map(|report| run_picture(&report, program.image()))
}

/// Why it stopped while someone tried to find out how to play it.
pub(super) fn not_played(program: &Program, failure: &Failure) -> Option<Picture> {
    let Cause::Unplayable(why) = &failure.cause else { return None };
    why.explain(program).map(|report| run_picture(&report, program.image()))
}

/// Why it stopped in a run that can be repeated. To read on at the end of the input is not a reason:
/// what was printed before is wrong.
pub(super) fn stopped(
    image: &Image,
    again: impl FnOnce(&mut History) -> Option<(Stop, Machine)>,
) -> Option<Picture> {
    stopped_call(image, &[], again)
}

/// The same in the call of a function, with the registers of its arguments.
pub(super) fn stopped_call(
    image: &Image,
    arguments: &[u8],
    again: impl FnOnce(&mut History) -> Option<(Stop, Machine)>,
) -> Option<Picture> {
    let arguments = arguments.iter().fold(0, |mask, register| mask | 1 << (register & 31));
    let mut history = History::new(image, false).with_arguments(arguments);
    let (stop, machine) = again(&mut history)?;
    let ended = matches!(
        stop,
        Stop::Exit(_)
            | Stop::FellOffEnd
            | Stop::InputPending
            | Stop::Crash { crash: Crash::EndOfInput, .. }
    );
    (!ended).then(|| run_picture(&report(stop, &machine, Some(&history), image), image))
}
