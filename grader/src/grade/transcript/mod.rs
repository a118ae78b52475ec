//! Tests with fixed input and an expected output.
//!
//! The program gets its input line by line, so that limits count between lines as they do in games.
//! How outputs are compared is in `policy`.

mod policy;

use mips_sim::host::system::Crash;
use mips_sim::machine::Stop;
use mips_sim::observe::Off;
use regex::Regex;

pub(crate) use policy::pattern;
use policy::{Mismatch, compare};

use super::points::Points;
use super::result::{Failure, Shown, Status, TestResult};
use super::stops::complaint;
use crate::assignment::{TestHead, TranscriptTest};
use tester::Console;
use tester::{Draws, Tail};
use tester::{Limits, Program};

/// Bytes of a text that are shown.
const MAX_TEXT: usize = 4_000;

/// What a program printed, and how it stopped.
struct Ran {
    output: Vec<u8>,
    stop: Stop,
}

/// Whether a program fails a test.
pub(super) fn goes_wrong(
    test: &TranscriptTest,
    pattern: Option<&Regex>,
    program: &Program,
    limits: &Limits,
) -> bool {
    let ran = run(test, program, limits);
    !problems(test, pattern, program, limits, &ran).0.is_empty()
}

/// How a test comes out. `pattern` is that of a test by regular expression.
pub(super) fn result(
    head: &TestHead,
    test: &TranscriptTest,
    pattern: Option<&Regex>,
    program: &Program,
    limits: &Limits,
    command: String,
) -> TestResult {
    let ran = run(test, program, limits);
    let (sentences, group) = problems(test, pattern, program, limits, &ran);
    let passed = sentences.is_empty();
    let failure = Failure {
        group,
        rule: None,
        rule_text: head.title.clone(),
        hint: Some(hint(&ran.stop).into()),
        sentences,
        shown: vec![
            text("input", &test.input),
            text("should be", &test.expected),
            text("yours", &ran.output),
        ],
        lines: Vec::new(),
        command: Some(command),
    };
    TestResult {
        test: head.id.clone(),
        status: if passed { Status::Passed } else { Status::Failed },
        points: if passed { head.points } else { Points::ZERO },
        summary: match passed {
            true => "The output is what it should be.".into(),
            false => "The output is not what it should be.".into(),
        },
        failures: if passed { Vec::new() } else { vec![failure] },
    }
}

fn hint(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) | Stop::FellOffEnd | Stop::Crash { crash: Crash::EndOfInput, .. } => {
            "Run the program with the same input and compare what it prints line by line."
        }
        Stop::BudgetSpent => "Look for a loop whose condition never becomes false.",
        _ => "Run the program with the same input: the message names the line that failed.",
    }
}

/// What is wrong, a sentence each, and in short.
fn problems(
    test: &TranscriptTest,
    pattern: Option<&Regex>,
    program: &Program,
    limits: &Limits,
    ran: &Ran,
) -> (Vec<String>, String) {
    let mut sentences = Vec::new();
    let mut group = String::new();
    let mismatch = compare(&test.policy, &test.expected, pattern, &ran.output);
    let starved = matches!(ran.stop, Stop::Crash { crash: Crash::EndOfInput, .. });
    // A test may leave a program at its question: then only the output counts.
    if !starved || mismatch.is_some() || test.exit.is_some() {
        sentences.extend(complaint(&ran.stop, program.image(), limits));
    }
    if let Some(Mismatch { sentences: more, group: short }) = mismatch {
        sentences.extend(more);
        group = short;
    }
    let code = match ran.stop {
        Stop::Exit(code) => Some(code),
        Stop::FellOffEnd => Some(0),
        _ => None,
    };
    if let (Some(asked), Some(code)) = (test.exit, code)
        && asked != code
    {
        sentences.push(format!("The exit code should be {asked}, but is {code}."));
    }
    if group.is_empty() {
        group = sentences.first().cloned().unwrap_or_default();
    }
    (sentences, group)
}

/// Types the input line by line, and then its end.
fn run(test: &TranscriptTest, program: &Program, limits: &Limits) -> Ran {
    let mut machine = program.subject().machine().clone();
    let mut draws = Draws::new(test.draws.clone(), Tail::Count);
    let mut output = Vec::new();
    let (draws, output) = (&mut draws, &mut output);
    let mut console = Console { input: &[], ended: false, draws, output, limit: limits.output };
    let mut lines = test.input.split_inclusive(|byte| *byte == b'\n');
    loop {
        let stop = machine.run(&mut console, &mut Off, limits.steps);
        if stop != Stop::InputPending || console.ended {
            return Ran { output: std::mem::take(console.output), stop };
        }
        match lines.next() {
            Some(line) => console.input = line,
            None => console.ended = true,
        }
        console.limit = console.output.len() + limits.output;
    }
}

fn text(label: &str, bytes: &[u8]) -> Shown {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_TEXT)]).into_owned();
    let dots = if bytes.len() > MAX_TEXT { "…" } else { "" };
    Shown::Text { label: label.into(), text: format!("{shown}{dots}") }
}
