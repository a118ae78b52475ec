//! Tests with fixed input and an expected output.
//!
//! The program gets its input line by line, so that limits count between lines as they do in games.
//! How outputs are compared is in `policy`.

mod policy;

use mips_sim::host::system::Crash;
use mips_sim::machine::Stop;
use mips_sim::observe::Off;
use regex::Regex;

use policy::compare;
pub(crate) use policy::pattern;

use super::result::{Cause, Ended, Failure, Rerun, Summary, TestResult, WrongOutput};
use crate::assignment::{TestHead, TranscriptTest};
use crate::book::Status;
use tester::Console;
use tester::{Draws, Tail};
use tester::{Limits, Program};

/// What a program printed, and how it stopped.
struct Ran {
    output: Vec<u8>,
    stop: Stop,
    /// Where it would have continued.
    pc: u32,
}

/// Whether a program fails a test.
pub(super) fn goes_wrong(
    test: &TranscriptTest,
    pattern: Option<&Regex>,
    program: &Program,
    limits: &Limits,
) -> bool {
    wrong(test, pattern, program, limits, run(test, program, limits)).is_some()
}

/// How a test comes out. `pattern` is that of a test by regular expression.
pub(super) fn result(
    head: &TestHead,
    test: &TranscriptTest,
    pattern: Option<&Regex>,
    program: &Program,
    limits: &Limits,
    rerun: Rerun,
) -> TestResult {
    let wrong = wrong(test, pattern, program, limits, run(test, program, limits));
    let status = if wrong.is_none() { Status::Passed } else { Status::Failed };
    let failure =
        |wrong| Failure { cause: Cause::Output(wrong), lines: Vec::new(), rerun: Some(rerun) };
    TestResult::new(head, status, Summary::Output, wrong.map(failure).into_iter().collect())
}

/// What is wrong, if anything is.
fn wrong(
    test: &TranscriptTest,
    pattern: Option<&Regex>,
    program: &Program,
    limits: &Limits,
    ran: Ran,
) -> Option<WrongOutput> {
    let mismatch = compare(&test.policy, &test.expected, pattern, &ran.output);
    let starved = matches!(ran.stop, Stop::Crash { crash: Crash::EndOfInput, .. });
    // A test may leave a program at its question: then only the output counts.
    let may_starve = starved && mismatch.is_none() && test.exit.is_none();
    let code = match ran.stop {
        Stop::Exit(code) => Some(code),
        Stop::FellOffEnd => Some(0),
        _ => None,
    };
    let ended_wrong = code.is_none() && !may_starve;
    let exit = test.exit.zip(code).filter(|(expected, got)| expected != got);
    (ended_wrong || mismatch.is_some() || exit.is_some()).then(|| WrongOutput {
        ended: Ended::new(ran.stop, ran.pc, program.image(), limits),
        ended_wrong,
        mismatch,
        exit,
        input: test.input.clone(),
        expected: test.expected.clone(),
        got: ran.output,
    })
}

/// Types the input line by line, and then its end.
fn run(test: &TranscriptTest, program: &Program, limits: &Limits) -> Ran {
    let mut machine = program.subject().machine().clone();
    let mut draws = Draws::new(test.draws.clone(), Tail::Count);
    let mut output = Vec::new();
    let mut console = Console::new(&[], false, &mut draws, &mut output, limits.output);
    let mut lines = test.input.split_inclusive(|byte| *byte == b'\n');
    loop {
        let stop = machine.run(&mut console, &mut Off, limits.steps);
        if stop != Stop::InputPending || console.ended {
            let output = std::mem::take(console.output);
            return Ran { output, stop, pc: machine.pc };
        }
        match lines.next() {
            Some(line) => console.input = line,
            None => console.ended = true,
        }
        console.limit = console.output.len() + limits.output;
    }
}
