//! Tests on every board: the walk of [`tester::verify`] over some layers, on the caller's thread.

use engine::solve::Alone;

use super::differential;
use super::points::Points;
use super::result::{Cause, Status, Summary, TestResult};
use crate::assignment::{ExhaustiveTest, TestHead};
use crate::book::FailureEntry as Failure;
use tester::verify::{Plan, Step, Verification};
use tester::wording::quoted;
use tester::{Limits, Program};

/// Whether a program fails a test.
pub(super) fn goes_wrong(test: &ExhaustiveTest, program: &Program, limits: &Limits) -> bool {
    !matches!(walk(test, program, limits), Ok(Step::Done))
}

/// How a test comes out. `name` is what the program is called in commands.
pub(super) fn result(
    head: &TestHead,
    test: &ExhaustiveTest,
    program: &Program,
    limits: &Limits,
    name: &str,
) -> TestResult {
    let (first, last) = (test.layers.start(), test.layers.end());
    let sums = format!("with tiles that sum to {first} up to {last}");
    let (status, summary, failures) = match walk(test, program, limits) {
        Ok(Step::Disagree(found)) => {
            let summary = format!("On some board {sums}, some move is answered wrong.");
            let failure = differential::failure_of(program, *limits, name, &found.script);
            (Status::Failed, summary, failure.into_iter().collect())
        }
        Ok(Step::Unable(unable)) => {
            let sentence = format!("Not all boards could be tried: {unable}.");
            (Status::Blocked, sentence.clone(), vec![unable_to(head, test, name, sentence)])
        }
        Ok(_) => (Status::Passed, format!("Every board {sums}, every move is right."), Vec::new()),
        Err(error) => (Status::Blocked, format!("This test can't be run: {error}."), Vec::new()),
    };
    let points = if status == Status::Passed { head.points } else { Points::ZERO };
    TestResult {
        test: head.id.clone(),
        status,
        points,
        summary: Summary::Told(summary),
        failures: failures.into_iter().map(|told| Cause::Told(told).into()).collect(),
    }
}

fn walk(
    test: &ExhaustiveTest,
    program: &Program,
    limits: &Limits,
) -> Result<Step, tester::verify::PlanError> {
    let plan = Plan { layers: test.layers.clone(), steps: limits.steps, ..Plan::default() };
    let mut verification = Verification::new(program, plan)?;
    loop {
        match verification.step(&Alone, &|_| ()) {
            Step::Layer(..) => {}
            end => return Ok(end),
        }
    }
}

fn unable_to(head: &TestHead, test: &ExhaustiveTest, name: &str, sentence: String) -> Failure {
    let (first, last) = (test.layers.start(), test.layers.end());
    Failure {
        group: sentence.clone(),
        rule_text: head.title.clone(),
        sentences: vec![sentence],
        command: Some(format!("fivetwelve verify {} --layers {first}..{last}", quoted(name))),
        ..Failure::default()
    }
}
