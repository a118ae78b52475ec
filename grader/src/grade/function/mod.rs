//! Tests that call one function: registers and memory are set, everything else is filled with random
//! values that the seed decides, and afterwards what must be there is looked for.
//!
//! `call` prepares and carries out a call, `checks` says what is wrong after it. `calls` makes calls and
//! asks the reference what is right, `player` makes them on a program. A function that
//! needs more than its caller gave it, or changes more than it may, shows it here, because nothing
//! around it is zero by accident.

mod call;
mod calls;
mod checks;
mod made;
mod player;

pub(crate) use calls::CallCases;
pub use calls::{CallCase, Left, Sequence, UnfitCalls};
pub(super) use made::result as result_of_made;

use engine::Seeded;
use mips_sim::Image;
use mips_sim::observe::Off;

use self::call::World;
use super::result::{CallError, Cause, Failure, Rerun, Summary, TestResult, WrongCall};
use super::source_lines::source_lines;
use super::stopped::stopped_call;
use super::watch::Onlooker;
use crate::assignment::{FunctionTest, TestHead};
use crate::book::Status;
use tester::Limits;
use tester::trace::Reached;

/// Failed calls that are reported.
const MAX_FAILURES: usize = 3;

/// Whether a program fails a test.
pub(super) fn goes_wrong(test: &FunctionTest, image: &Image, limits: &Limits, seed: u64) -> bool {
    let Some(entry) = call::address_of(image, &test.label) else { return true };
    let world = World::new(image, limits, 0);
    test.calls.iter().enumerate().any(|(number, call)| {
        let (seed, world) = (mixed(seed, number), world.clone());
        let entry = (entry, test.steps);
        let done = call::carry_out(image, limits, world, entry, call, seed, &mut Off);
        done.is_none_or(|done| !checks::errors(test, call, image, limits, &done).is_empty())
    })
}

/// Makes the calls of a test while someone looks on.
pub(super) fn watch<O: Onlooker>(
    test: &FunctionTest,
    image: &Image,
    limits: &Limits,
    seed: u64,
    onlooker: &mut O,
) {
    let Some(entry) = call::address_of(image, &test.label) else { return };
    let world = World::new(image, limits, 0);
    for (number, asked) in test.calls.iter().enumerate() {
        onlooker.begin();
        let (seed, world) = (mixed(seed, number), world.clone());
        call::carry_out(image, limits, world, (entry, test.steps), asked, seed, onlooker);
    }
}

/// How a test comes out.
pub(super) fn result(
    head: &TestHead,
    test: &FunctionTest,
    image: &Image,
    limits: &Limits,
    seed: u64,
    rerun: &Rerun,
) -> TestResult {
    let Some(entry) = call::address_of(image, &test.label) else {
        let failures = vec![Cause::NoFunction(test.label.clone()).into()];
        return TestResult::new(head, Status::Failed, Summary::Failure, failures);
    };
    let mut right = 0;
    let mut failures = Vec::new();
    let world = World::new(image, limits, 0);
    let entry = (entry, test.steps);
    for (number, asked) in test.calls.iter().enumerate() {
        let seed = mixed(seed, number);
        let mut seen = Reached::new(image);
        let carried = world.clone();
        let done = call::carry_out(image, limits, carried, entry, asked, seed, &mut seen);
        let errors = match &done {
            None => vec![CallError::NoPlace],
            Some(done) => checks::errors(test, asked, image, limits, done),
        };
        if errors.is_empty() {
            right += 1;
        } else if failures.len() < MAX_FAILURES {
            let done = done.as_ref();
            let states = done.map(|done| checks::states(asked, done));
            let label = test.label.clone();
            let trace = seen.trace(image, &Reached::new(image));
            let lost = matches!(errors[..], [CallError::NotReturned { .. }]);
            let stopped = lost.then(|| {
                let given: Vec<u8> = asked.registers.iter().map(|(at, _)| *at).collect();
                stopped_call(image, &given, |history| {
                    let world = world.clone();
                    let done = call::carry_out(image, limits, world, entry, asked, seed, history)?;
                    Some((done.stop, done.machine))
                })
            });
            let wrong = WrongCall { label, number: number + 1, errors, states, made: None };
            failures.push(Failure {
                cause: Cause::Call(wrong),
                lines: done.map_or(Vec::new(), |_| source_lines(image, &trace)),
                rerun: Some(rerun.clone()),
                stopped: stopped.flatten(),
            });
        }
    }
    let all = test.calls.len();
    let status = if right == all { Status::Passed } else { Status::Failed };
    let summary = Summary::Calls { label: test.label.clone(), right, all };
    let points = head.points.share(right as u64, all as u64);
    TestResult { points, ..TestResult::new(head, status, summary, failures) }
}

/// Another seed for each call.
fn mixed(seed: u64, call: usize) -> u64 {
    Seeded::stream(seed, call as u64 + 1).bits()
}
