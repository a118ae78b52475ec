//! What is wrong with what a program printed.

use mips_sim::host::system::Crash;
use mips_sim::machine::Stop;

use crate::assignment::TestHead;
use crate::book::{ExhibitRole, FailureEntry};
use crate::grade::WrongOutput;
use tester::programs::{Disagreement, Ending};
use tester::wording::mismatch;
use tester::wording::programs::{screen, sentences};

pub(super) fn wrong(head: &TestHead, wrong: &WrongOutput) -> FailureEntry {
    let mut sentences = Vec::new();
    sentences.extend(wrong.ended_wrong.then(|| super::ended(&wrong.ended)));
    sentences.extend(wrong.mismatch.as_ref().map(mismatch));
    sentences.extend(
        wrong
            .exit
            .map(|(expected, got)| format!("The exit code should be {expected}, but is {got}.")),
    );
    FailureEntry {
        rule_text: head.title.clone(),
        hint: Some(hint(&wrong.ended.stop).into()),
        sentences,
        shown: vec![
            super::text(ExhibitRole::Input, "input", &wrong.input),
            super::text(ExhibitRole::Expected, "should be", &wrong.expected),
            super::text(ExhibitRole::Got, "yours", &wrong.got),
        ],
        ..FailureEntry::default()
    }
}

/// What is wrong on an input that was made.
pub(super) fn disagreement(head: &TestHead, found: &Disagreement) -> FailureEntry {
    let typed = found.input.lines();
    let [expected, got] = [&found.expected, &found.got].map(|ran| screen(ran, &typed));
    FailureEntry {
        rule_text: head.title.clone(),
        hint: Some(
            match found.ending {
                Some(Ending::Limit(_)) => "Look for a loop whose condition never becomes false.",
                Some(Ending::ReadsOn) => "Count how often the program reads.",
                _ => "Run the program with this input and compare what it prints line by line.",
            }
            .into(),
        ),
        sentences: sentences(found),
        shown: vec![
            super::text(ExhibitRole::Input, "input", &found.input.typed()),
            super::text(ExhibitRole::Expected, "should be", &expected),
            super::text(ExhibitRole::Got, "yours", &got),
        ],
        ..FailureEntry::default()
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
