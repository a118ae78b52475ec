//! Why a program stopped in a game: the game is played again while someone looks on, and what
//! [`mips_sim::diag::hint`] makes of it is what `run` would say.

use engine::Seeded;
use mips_sim::diag::hint::{Report, report};
use mips_sim::machine::Stop;
use mips_sim::observe::History;

use crate::boards::{NotLearnt, Typing};
use crate::draws::{Draws, Tail};
use crate::player::Outcome;
use crate::session::Session;
use crate::subject::{Program, Watched};
use crate::verdict::{Counterexample, Moment};

/// Why the program failed, hung or could not go on in a game. None if it ended or waits for a line:
/// then its answer is wrong, and not how it came to it.
pub fn explain(program: &Program, found: &Counterexample) -> Option<Report> {
    let outcome = found.verdict.got.outcome;
    if matches!(outcome, Outcome::Waiting | Outcome::Exited | Outcome::EndOfInput) {
        return None;
    }
    let Moment { lines, at_end } = found.verdict.moment;
    stopped(&program.with_limits(found.limits), |session| {
        session.restart(found.script.start_drawing());
        for _ in 0..1 + lines + usize::from(at_end) {
            session.step(&found.script);
        }
    })
}

impl NotLearnt {
    /// Why the program stopped when it was tried out, if that is why nobody knows how to play it.
    pub fn explain(&self, program: &Program) -> Option<Report> {
        let path = match self {
            NotLearnt::Stopped(_) => &[][..],
            NotLearnt::NoBoard(explored) => &explored.failed.as_ref()?.0,
        };
        let typing = Typing { seeds: true, ..Typing::default() };
        stopped(&program.typed_to(typing), |session| {
            // As it was tried: each line with chance of its own.
            let mut seed = 0;
            let draws = |seed| Draws::new(Vec::new(), Tail::Seed(seed));
            session.restart(draws(seed));
            session.begin();
            for line in path {
                seed = Seeded::stream(seed, 1).bits();
                session.set_draws(draws(seed));
                session.send(line.as_bytes());
            }
        })
    }
}

/// Why the program stopped in a game, if it did not end by itself.
fn stopped(
    program: &Program,
    play: impl FnOnce(&mut Session<Watched<'_, History>>),
) -> Option<Report> {
    let mut history = History::new(program.image(), false);
    let player = Watched { subject: program.subject(), observer: &mut history };
    let mut session = Session::new(player);
    play(&mut session);
    let subject = session.player().subject.clone();
    let stop = subject.stop();
    let ended = matches!(stop, Stop::Exit(_) | Stop::FellOffEnd | Stop::InputPending);
    (!ended && !program.is_exhausted())
        .then(|| report(stop, subject.machine(), Some(&history), program.image()))
}
