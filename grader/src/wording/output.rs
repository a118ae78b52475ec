//! What is wrong with what a program printed.

use mips_sim::host::system::Crash;
use mips_sim::machine::Stop;

use crate::assignment::TestHead;
use crate::book::{Exhibit, ExhibitRole, FailureEntry};
use crate::grade::WrongOutput;
use tester::programs::{Disagreement, Ending, Input};
use tester::wording::programs::{input_file, screen, sentences};
use tester::wording::{mismatch, visible};

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
        shown: given(&found.input)
            .into_iter()
            .chain([
                super::text(ExhibitRole::Expected, "should be", &expected),
                super::text(ExhibitRole::Got, "yours", &got),
            ])
            .collect(),
        ..FailureEntry::default()
    }
}

/// What is typed, and the files that can be read.
fn given(input: &Input) -> Vec<Exhibit> {
    let files = input.files.iter().map(|(name, contents)| {
        let lines = input_file(contents.as_deref()).join("\n");
        super::text(ExhibitRole::Input, &format!("file {}", visible(name)), lines.as_bytes())
    });
    let typed = || super::text(ExhibitRole::Input, "input", &input.typed());
    let is_typed = !input.values.is_empty() || input.files.is_empty();
    is_typed.then(typed).into_iter().chain(files).collect()
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
