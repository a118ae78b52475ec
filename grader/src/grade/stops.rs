//! How a run ended, as a fact.

use mips_sim::Image;
use mips_sim::machine::Stop;
use tester::Limits;

use super::result::Ended;

/// Adds to a stop where in the source it was, and how far the program was allowed to go.
pub(super) fn ended(stop: Stop, image: &Image, limits: &Limits) -> Ended {
    let pc = match stop {
        Stop::Fault { pc, .. } | Stop::Crash { pc, .. } => Some(pc),
        _ => None,
    };
    let place = pc.and_then(|pc| image.place(pc));
    let place = place.map(|place| (place.file_name().to_string(), place.line));
    Ended { stop, place, limits: *limits }
}

/// Whether a program ended itself.
pub(super) fn is_normal(stop: &Stop) -> bool {
    matches!(stop, Stop::Exit(_) | Stop::FellOffEnd)
}
