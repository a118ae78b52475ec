//! Where the smallest failure of a submission may come from: its most suspicious lines.

use engine::protocol::Fidelity;
use mips_sim::Image;
use tester::generate::Generator;
use tester::locate::{Located, Suspect, locate};
use tester::wording::why_suspected;
use tester::{BoardJudge, Counterexample, Program, Reference, TextJudge};

use super::by_boards::protocol_of;
use super::result::{Cause, TestResult};
use super::source_lines::shortened;
use crate::assignment::Setup;
use crate::book::{Exhibit, Role, TestEntry};

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
        let text = listed(image, &located);
        let label = "most suspicious lines".into();
        entry.shown.push(Exhibit::Text { role: Role::Suspects, label, text });
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

/// A line of text for each.
fn listed(image: &Image, located: &Located) -> String {
    let row = |suspect: &Suspect| {
        let (file, line) = suspect.place;
        let code = suspect.text(image).split('#').next().unwrap_or_default();
        let code = shortened(&code.split_whitespace().collect::<Vec<_>>().join(" "));
        let why = why_suspected(suspect, located.games);
        format!("{}:{line}  {code}  ({why})\n", image.sources.file(file).name)
    };
    located.suspects.iter().take(SHOWN).map(row).collect()
}
