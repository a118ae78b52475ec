//! Tests with fixed input and an expected output.
//!
//! The program gets its input line by line, so that limits count between lines as they do in games.
//! How outputs are compared is in [`tester::policy`].

use mips_sim::host::system::Crash;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::{Observer, Off};
use regex::Regex;

use super::result::{Cause, Ended, Failure, Rerun, Summary, TestResult, WrongOutput};
use super::stopped::stopped;
use crate::assignment::{TestHead, TranscriptTest};
use crate::book::Status;
use tester::Console;
use tester::policy::compare;
use tester::{Draws, Tail};
use tester::{Limits, Program};

/// What a program printed, and how it stopped.
struct Ran {
    output: Vec<u8>,
    stop: Stop,
    machine: Machine,
}

/// Whether a program fails a test.
pub(super) fn goes_wrong(
    test: &TranscriptTest,
    pattern: Option<&Regex>,
    program: &Program,
    limits: &Limits,
) -> bool {
    wrong(test, pattern, program, limits, run(test, program, limits, &mut Off)).is_some()
}

/// Runs a program as a test does, while someone looks on.
pub(super) fn watch<O: Observer>(
    test: &TranscriptTest,
    program: &Program,
    limits: &Limits,
    observer: &mut O,
) {
    run(test, program, limits, observer);
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
    let wrong = wrong(test, pattern, program, limits, run(test, program, limits, &mut Off));
    let status = if wrong.is_none() { Status::Passed } else { Status::Failed };
    let failure = |wrong: WrongOutput| {
        let stopped = wrong.ended_wrong.then(|| {
            stopped(program.image(), |history| {
                let ran = run(test, program, limits, history);
                Some((ran.stop, ran.machine))
            })
        });
        let stopped = stopped.flatten();
        Failure { rerun: Some(rerun), stopped, ..Cause::Output(wrong).into() }
    };
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
        ended: Ended::new(ran.stop, ran.machine.pc, program.image(), limits),
        ended_wrong,
        mismatch,
        exit,
        input: test.input.clone(),
        expected: test.expected.clone(),
        got: ran.output,
    })
}

/// What a reference prints on an input, or why that can't be asked of others.
pub fn recorded(program: &Program, input: &[u8], draws: &[u32]) -> Result<Vec<u8>, String> {
    let limits = program.limits();
    let run = |tail| {
        let draws = Draws::new(draws.to_vec(), tail);
        typed(program, input, draws, &limits, &mut Off)
    };
    let ran = run(Tail::Count);
    match ran.stop {
        Stop::Exit(_) | Stop::FellOffEnd => {}
        // A test may leave a program at its question.
        Stop::Crash { crash: Crash::EndOfInput, .. } => {}
        stop => {
            let ended = Ended::new(stop, ran.machine.pc, program.image(), &limits);
            let sentence = crate::wording::ended(&ended);
            return Err(sentence.trim_end_matches('.').replacen("The program", "it", 1));
        }
    }
    if run(Tail::Seed(1)).output != ran.output {
        return Err("it depends on chance or the clock, and `draws` does not say enough".into());
    }
    Ok(ran.output)
}

fn run<O: Observer>(
    test: &TranscriptTest,
    program: &Program,
    limits: &Limits,
    observer: &mut O,
) -> Ran {
    let draws = Draws::new(test.draws.clone(), Tail::Count);
    typed(program, &test.input, draws, limits, observer)
}

/// Types an input line by line, and then its end.
fn typed<O: Observer>(
    program: &Program,
    input: &[u8],
    mut draws: Draws,
    limits: &Limits,
    observer: &mut O,
) -> Ran {
    let mut machine = program.subject().machine().clone();
    let mut output = Vec::new();
    let mut console = Console::new(&[], false, &mut draws, &mut output, limits.output);
    let mut lines = input.split_inclusive(|byte| *byte == b'\n');
    loop {
        let stop = machine.run(&mut console, observer, limits.steps);
        if stop != Stop::InputPending || console.ended {
            let output = std::mem::take(console.output);
            return Ran { output, stop, machine };
        }
        match lines.next() {
            Some(line) => console.input = line,
            None => console.ended = true,
        }
        console.limit = console.output.len() + limits.output;
    }
}
