//! Tests of any program against the reference, on inputs that are made.

use super::result::{Cause, Failure, Rerun, Summary, TestResult};
use super::stopped::stopped;
use crate::assignment::{AgainstTest, TestHead};
use crate::book::{CodeLine, Status};
use tester::programs::{Cases, Disagreement, Options, Runner, Unfit};
use tester::{Limits, Program, Tail};

/// The most work of all cases together, in instructions, as for games.
const ALL_WORK: u64 = 500_000_000;

/// The cases of a test, and what the reference does with them, made once for all programs.
pub(crate) fn cases(
    test: &AgainstTest,
    reference: &Program,
    limits: Limits,
    seed: u64,
) -> Result<Cases, Unfit> {
    Cases::new(reference, test.cases, options(test, limits, seed))
}

/// What is searched for.
pub(crate) fn options(test: &AgainstTest, limits: Limits, seed: u64) -> Options {
    Options {
        seed,
        policy: test.policy,
        ignore_prompts: test.ignore_prompts,
        description: test.description.clone(),
        limits,
    }
}

/// How a test comes out.
pub(super) fn result(
    head: &TestHead,
    cases: &Result<Cases, Unfit>,
    program: &Program,
    rerun: Rerun,
) -> TestResult {
    let cases = match cases {
        Ok(cases) => cases,
        Err(why) => {
            let failures = vec![Cause::Reference(Box::new(why.clone())).into()];
            return TestResult::new(head, Status::Blocked, Summary::Failure, failures);
        }
    };
    let findings = cases.examine(program, ALL_WORK);
    let summary = Summary::Cases { all: cases.len() };
    match findings.wrong {
        Some(found) => {
            let lines = lines(&found);
            let stopped = stopped(program.image(), |history| {
                let mut runner = Runner::new(program);
                let ran = runner.run_on(&found.input, found.limits, Tail::Count, history);
                found.ending.map(|_| (ran.stop, runner.machine().clone()))
            });
            let cause = Cause::Disagreement(Box::new(found));
            let failure = Failure { cause, lines, rerun: Some(rerun), stopped };
            TestResult::new(head, Status::Failed, summary, vec![failure])
        }
        None if findings.too_slow => {
            TestResult::new(head, Status::Blocked, Summary::TooSlow, Vec::new())
        }
        None => TestResult::new(head, Status::Passed, summary, Vec::new()),
    }
}

/// The lines of the program that print what is wrong, or where it stopped. Those of the reference are
/// nobody's business.
fn lines(found: &Disagreement) -> Vec<CodeLine> {
    let printed = found.printed[1].iter().flat_map(|printed| &printed.lines);
    let mut lines: Vec<CodeLine> = match &found.stopped_at {
        Some(line) => vec![code_line(line)],
        None => printed.map(code_line).collect(),
    };
    if let Some(last) = lines.last_mut() {
        last.marked = true;
    }
    lines
}

fn code_line((at, text): &(tester::SourcePlace, String)) -> CodeLine {
    CodeLine {
        file: at.file.clone(),
        line: at.line,
        text: super::shortened(text),
        marked: false,
        calls: Vec::new(),
    }
}
