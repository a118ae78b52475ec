//! Tests on every board: the walk of [`tester::verify`] over some layers, on the caller's thread.

use engine::solve::Alone;

use super::differential;
use super::result::{Cause, Failure, Rerun, Summary, TestResult};
use crate::assignment::{ExhaustiveTest, TestHead};
use crate::book::Status;
use tester::verify::{Plan, Step, Verification};
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
    let (status, summary, failures) = match walk(test, program, limits) {
        Ok(Step::Disagree(found)) => {
            let failure = differential::failure_of(program, *limits, name, &found.script);
            (Status::Failed, Summary::Layers(test.layers.clone()), failure.into_iter().collect())
        }
        Ok(Step::Unable(why)) => {
            let (file, layers) = (name.to_owned(), test.layers.clone());
            let rerun = Some(Rerun::Verify { file, layers });
            let failure = Failure { rerun, ..Cause::NotAllBoards(why).into() };
            (Status::Blocked, Summary::Failure, vec![failure])
        }
        Ok(_) => (Status::Passed, Summary::Layers(test.layers.clone()), Vec::new()),
        Err(error) => (Status::Blocked, Summary::NoLayers(error), Vec::new()),
    };
    TestResult::new(head, status, summary, failures)
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
