//! Where the smallest failure of a submission may come from: its most suspicious lines.

use engine::protocol::Fidelity;
use mips_sim::Image;
use tester::generate::Generator;
use tester::locate::{Counts, Located, Suspect, locate};
use tester::wording::{repair, statement, why_suspected};
use tester::{BoardJudge, Counterexample, Program, Reference, TextJudge};

use super::by_boards::protocol_of;
use super::result::{Cause, TestResult};
use super::source_lines::shortened;
use crate::assignment::Setup;
use crate::book::{SuspectLine, TestEntry};

/// Lines that are shown.
const SHOWN: usize = 5;

/// Adds them to what is told of the smallest failure.
pub(super) fn add(
    setup: &Setup,
    seed: u64,
    image: &Image,
    results: &[TestResult],
    entries: &mut [TestEntry],
) {
    let failures = results.iter().enumerate().flat_map(|(test, result)| {
        let found = result.failures.iter().enumerate();
        found.filter_map(move |(at, failure)| match &failure.cause {
            Cause::Game(found) => Some((test, at, found)),
            _ => None,
        })
    });
    let Some((test, at, found)) = failures.min_by_key(|(.., found)| found.script.lines.len())
    else {
        return;
    };
    let program = setup.program(image.clone());
    let located = suspects(setup, seed, &program, found);
    if let Some(entry) = entries.get_mut(test).and_then(|entry| entry.failures.get_mut(at))
        && !located.suspects.is_empty()
    {
        let worst = located.suspects.iter().take(SHOWN);
        entry.suspects = worst.map(|one| suspect(setup, image, one, located.games)).collect();
    }
}

/// Ranks the lines, with whoever judged the game.
fn suspects(setup: &Setup, seed: u64, program: &Program, found: &Counterexample) -> Located {
    if found.verdict.expected.is_some() {
        let fidelity = Fidelity::Program;
        let generator = Generator::new(seed);
        let judge = TextJudge::new(program, Reference::new(fidelity), &generator, fidelity);
        return locate(&judge, found);
    }
    match protocol_of(program, setup.protocol.as_ref()) {
        Ok(protocol) => locate(&BoardJudge::new(program, &protocol, seed), found),
        Err(_) => Located::default(),
    }
}

fn suspect(setup: &Setup, image: &Image, suspect: &Suspect, games: Counts) -> SuspectLine {
    let (file, line) = suspect.place;
    SuspectLine {
        file: image.sources.file(file).name.clone(),
        line,
        text: shortened(&statement(suspect, image)),
        why: why_suspected(suspect, games),
        repair: suspect.repair.as_ref().filter(|_| setup.repairs).map(|r| repair(image, r)),
    }
}
