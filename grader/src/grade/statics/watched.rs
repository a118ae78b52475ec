//! What shows only while a program runs: the services that it calls, and whether functions keep to
//! the calling conventions. The runs are short: the assignment's transcripts, a few games if it is
//! about the game, and one without any input.

use std::collections::BTreeSet;

use mips_sim::Image;
use mips_sim::host::syscall::service;
use mips_sim::isa::{Inst, Op};
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::Observer;
use mips_sim::observe::check::{Check, Finding, Misuse};

use super::{MOST, Work, failure};
use crate::assignment::{Assignment, TestKind};
use crate::grade::result::{Failure, SourceError};
use tester::{Limits, Program, Script, Session, Watched};

/// Enough for any game of a few lines.
const STEPS: u64 = 200_000;
/// Games that are played if the assignment has games: a new one with every key, a win, a loss.
const GAMES: [&str; 3] = [
    "1\nW\nA\nS\nD\n3\nW\nA\n4\nS\nD\nhello\nX\n",
    "2\n256\n256\n0\n0\n0\n0\n0\n0\n0\nA\n",
    "2\n2\n4\n8\n16\n32\n64\n0\n2\n4\nA\n",
];

/// The services that were called, each with the places that called it.
#[derive(Default)]
struct Services(BTreeSet<(u32, u32)>);

impl Observer for Services {
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, _: &Memory) {
        if inst.op == Op::Syscall {
            self.0.insert((pc, cpu.get(2)));
        }
    }
}

impl Work<'_> {
    /// Services that are called and are not allowed.
    pub(super) fn forbidden_services(&self) -> Option<Failure> {
        let allowed = self.assignment.setup.services.as_ref()?;
        let runs = self.run(Services::default);
        let mut called: BTreeSet<(u32, u32)> = runs.into_iter().flat_map(|run| run.0).collect();
        called.extend(self.constant_services());
        let (mut calls, mut lines) = (Vec::new(), Vec::new());
        let mut numbers: BTreeSet<u32> = BTreeSet::new();
        for (pc, number) in called {
            // A number that no service has is a run error and shows elsewhere.
            let Some(service) = service(number).filter(|_| !allowed.contains(&number)) else {
                continue;
            };
            numbers.insert(number);
            let place = self.assembly.image.place(pc).filter(|_| lines.len() < MOST);
            if let Some(place) = place {
                calls.push((number, service.name));
                lines.push(self.line(place.at()));
            }
        }
        let (called, allowed) = (numbers.into_iter().collect::<Vec<_>>(), allowed.clone());
        (!called.is_empty())
            .then(|| failure(SourceError::Services { calls, called, allowed }, lines))
    }

    /// Functions that do not follow the conventions.
    pub(super) fn broken_conventions(&self) -> Option<Failure> {
        let image = &self.assembly.image;
        let checks = self.run(|| Check::new(image));
        let (mut reported, mut lines) = (Vec::new(), Vec::new());
        let mut known = BTreeSet::new();
        let mut first = None;
        let findings = checks.iter().flat_map(Check::findings);
        for finding in findings.filter(|finding| is_about_calls(&finding.misuse)) {
            let place = image.place(finding.pc);
            let line = place.map(|place| place.word.line);
            if !known.insert((finding.code(), line)) || reported.len() >= MOST {
                continue;
            }
            first.get_or_insert(finding.code());
            reported.push(finding.text(image));
            lines.extend(place.map(|place| self.line(place.at())));
        }
        first.map(|code| failure(SourceError::Conventions { code, reported }, lines))
    }

    /// Runs the program on each input while someone looks on, a fresh one each time.
    fn run<O: Observer>(&self, observer: impl Fn() -> O) -> Vec<O> {
        let program = self.assignment.setup.program(self.assembly.image.clone());
        run(&program, scripts(self.assignment.tests.iter()), observer)
    }
}

/// What the checker finds in the runs that the visible tests of an assignment ask for, each finding
/// once, and how many runs there were. Without an assignment there is one, without input.
pub fn watch(assignment: Option<&Assignment>, image: &Image) -> (usize, Vec<Finding>) {
    let program = match assignment {
        Some(assignment) => assignment.setup.program(image.clone()),
        None => Program::new(image.clone(), Limits::default()),
    };
    let tests = assignment.into_iter().flat_map(Assignment::visible).map(|(_, test)| test);
    let checks = run(&program, scripts(tests), || Check::new(image));
    let mut known = BTreeSet::new();
    let all = checks.iter().flat_map(Check::findings);
    let once = all.filter(|finding| known.insert((finding.pc, finding.code()))).cloned();
    (checks.len(), once.collect())
}

fn run<O: Observer>(program: &Program, scripts: Vec<Script>, observer: impl Fn() -> O) -> Vec<O> {
    let limits = program.limits();
    let limits = Limits { steps: limits.steps.min(STEPS), ..limits };
    let watched = scripts.into_iter().map(|script| {
        let mut look = observer();
        let mut subject = program.subject();
        subject.set_limits(limits);
        let mut session = Session::new(Watched { subject, observer: &mut look });
        session.restart(script.start_drawing());
        while session.step(&script) {}
        look
    });
    watched.collect()
}

/// What is typed and drawn in each run.
fn scripts<'a>(tests: impl Iterator<Item = &'a TestKind> + Clone) -> Vec<Script> {
    let transcripts = tests.clone().filter_map(|test| match test {
        TestKind::Transcript(test) => Some(script(&test.input, &test.draws)),
        _ => None,
    });
    let game = tests
        .clone()
        .any(|test| matches!(test, TestKind::Differential(_) | TestKind::Exhaustive(_)));
    let games = GAMES.iter().filter(|_| game).map(|game| script(game.as_bytes(), &[8]));
    transcripts.take(MOST).chain(games).chain([script(&[], &[])]).collect()
}

fn script(input: &[u8], draws: &[u32]) -> Script {
    let lines = input.split_inclusive(|byte| *byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line).to_vec());
    Script::new(lines.collect(), draws.to_vec())
}

/// Whether a finding is about the calling conventions: running into a function, `$ra`, saved
/// registers, values that a call destroys, the stack, and other ways into and out of a function.
fn is_about_calls(misuse: &Misuse) -> bool {
    matches!(
        misuse,
        Misuse::RanIntoFunction { .. }
            | Misuse::RanIntoNext { .. }
            | Misuse::ReturnAddressLost { .. }
            | Misuse::SavedNotRestored { .. }
            | Misuse::ValueLost { .. }
            | Misuse::StackUnbalanced { .. }
            | Misuse::RestoredFromOther { .. }
            | Misuse::EnteredByJump { .. }
            | Misuse::CallAsJump { .. }
    )
}
