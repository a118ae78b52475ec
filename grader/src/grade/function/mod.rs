//! Tests that call one function: registers and memory are set, everything else is filled with random
//! values that the seed decides, and afterwards what must be there is looked for.
//!
//! `call` prepares and carries out a call, `checks` says what is wrong after it. A function that
//! needs more than its caller gave it, or changes more than it may, shows it here, because nothing
//! around it is zero by accident.

mod call;
mod checks;

use mips_sim::Image;

use super::points::Points;
use super::result::{Failure, Status, TestResult};
use super::source_lines::source_lines;
use crate::assignment::{FunctionTest, TestHead};
use tester::Limits;

/// Failed calls that are told of.
const MAX_FAILURES: usize = 3;

/// Whether a program fails a test.
pub(super) fn goes_wrong(test: &FunctionTest, image: &Image, limits: &Limits, seed: u64) -> bool {
    let Some(entry) = call::address_of(image, &test.label) else { return true };
    test.calls.iter().enumerate().any(|(number, call)| {
        let done = call::carry_out(image, limits, entry, test.steps, call, mixed(seed, number));
        done.is_none_or(|done| !checks::problems(test, call, image, limits, &done).is_empty())
    })
}

/// How a test comes out.
pub(super) fn result(
    head: &TestHead,
    test: &FunctionTest,
    image: &Image,
    limits: &Limits,
    seed: u64,
    command: &str,
) -> TestResult {
    let Some(entry) = call::address_of(image, &test.label) else {
        return not_there(head, test);
    };
    let mut good = 0;
    let mut failures = Vec::new();
    for (number, asked) in test.calls.iter().enumerate() {
        let seed = mixed(seed, number);
        let done = call::carry_out(image, limits, entry, test.steps, asked, seed);
        let (sentences, shown, lines) = match &done {
            None => {
                let sentence = "A label that this call needs is not there, or not in memory.";
                (vec![sentence.to_string()], Vec::new(), Vec::new())
            }
            Some(done) => {
                let sentences = checks::problems(test, asked, image, limits, done);
                let lines = source_lines(image, &done.trace);
                (sentences, checks::listings(asked, done), lines)
            }
        };
        if sentences.is_empty() {
            good += 1;
        } else if failures.len() < MAX_FAILURES {
            let what = format!("call {} of `{}`", number + 1, test.label);
            let group = sentences.first().cloned().unwrap_or_default();
            failures.push(Failure {
                group: format!("{what}: {group}"),
                rule: None,
                rule_text: head.title.clone(),
                hint: Some(checks::hint(&sentences)),
                sentences: [vec![format!("In {what}:")], sentences].concat(),
                shown,
                lines,
                command: Some(command.to_string()),
            });
        }
    }
    let all = test.calls.len();
    let passed = good == all;
    TestResult {
        test: head.id.clone(),
        status: if passed { Status::Passed } else { Status::Failed },
        points: head.points.share(good as u64, all as u64),
        summary: match passed {
            true => format!("All {all} calls of `{}` came out right.", test.label),
            false => format!("{good} of {all} calls of `{}` came out right.", test.label),
        },
        failures,
    }
}

fn not_there(head: &TestHead, test: &FunctionTest) -> TestResult {
    let sentence = format!("There is no function `{}` in the program.", test.label);
    TestResult {
        test: head.id.clone(),
        status: Status::Failed,
        points: Points::ZERO,
        summary: sentence.clone(),
        failures: vec![Failure {
            group: sentence.clone(),
            rule: None,
            rule_text: head.title.clone(),
            hint: Some(format!("A label `{}:` in `.text` begins it.", test.label)),
            sentences: vec![sentence],
            ..Failure::default()
        }],
    }
}

/// Another seed for each call.
fn mixed(seed: u64, call: usize) -> u64 {
    seed.wrapping_add((call as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
