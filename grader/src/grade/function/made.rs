//! How a test comes out whose calls are made.

use mips_sim::Image;

use super::calls::{CallCases, Trouble, UnfitCalls, made};
use super::mixed;
use super::player::{Player, SHIFT};
use crate::assignment::{CallsTest, TestHead};
use crate::book::Status;
use crate::grade::result::{CallError, Cause, Failure, Rerun, Summary, TestResult, WrongCall};
use crate::grade::source_lines::source_lines;
use crate::grade::stopped::stopped_call;
use tester::Limits;
use tester::calls::{Passed, Register};
use tester::trace::Reached;

/// The most work of all calls together, in instructions, as for games.
const ALL_WORK: u64 = 500_000_000;

/// How a test comes out.
pub(in crate::grade) fn result(
    head: &TestHead,
    test: &CallsTest,
    cases: &Result<CallCases, UnfitCalls>,
    image: &Image,
    limits: &Limits,
    rerun: Rerun,
) -> TestResult {
    let failed =
        |status, summary, cause: Cause| TestResult::new(head, status, summary, vec![cause.into()]);
    let cases = match cases {
        Ok(cases) => cases,
        Err(why) => {
            let why = Cause::NoCalls(Box::new(why.clone()));
            return failed(Status::Blocked, Summary::Failure, why);
        }
    };
    let labels = test.called().iter().map(|function| function.label.clone()).collect();
    let summary = Summary::MadeCalls { labels, all: cases.len() };
    let wrong = match cases.examine(test, image, ALL_WORK) {
        Ok(None) => return TestResult::new(head, Status::Passed, summary, Vec::new()),
        Ok(Some(wrong)) => wrong,
        Err(Trouble::Missing(label)) => {
            return failed(Status::Failed, Summary::Failure, Cause::NoFunction(label));
        }
        Err(Trouble::TooSlow) => {
            return TestResult::new(head, Status::Blocked, Summary::TooSlow, Vec::new());
        }
    };
    let mut seen = Reached::new(image);
    let seed = mixed(cases.seed(), 0);
    let lost = matches!(wrong.errors[..], [CallError::NotReturned { .. }]);
    let calls = &wrong.sequence.calls;
    let last = &test.functions[calls.last().map_or(0, |(function, _)| *function)];
    let given = last.arguments.iter().filter_map(|argument| match argument.passed {
        Passed::In(Register::Integer(register)) => Some(register),
        _ => None,
    });
    let given: Vec<u8> = given.collect();
    let mut picture = None;
    if let Ok(player) = Player::new(test, image, limits, SHIFT) {
        player.play(&wrong.sequence, test.steps, seed, &mut 0, &mut seen, |_, _, _| true);
        picture = lost.then(|| {
            stopped_call(image, &given, |history| {
                player.play(&wrong.sequence, test.steps, seed, &mut 0, history, |_, _, _| true)
            })
        });
    }
    let trace = seen.trace(image, &Reached::new(image));
    let wrong = WrongCall {
        label: last.label.clone(),
        number: calls.len(),
        states: None,
        made: Some(made(test, &wrong.sequence)),
        errors: wrong.errors,
    };
    let failure = Failure {
        cause: Cause::Call(wrong),
        lines: source_lines(image, &trace),
        rerun: Some(rerun),
        stopped: picture.flatten(),
    };
    TestResult::new(head, Status::Failed, summary, vec![failure])
}
