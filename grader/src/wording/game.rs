//! What is wrong in a game. The sentences are the tester's.

use tester::wording::{draws, input, sentences};
use tester::{Boards, Cells, Counterexample, Rule};

use crate::book::{Exhibit, ExhibitRole, FailureEntry};
use crate::grade::Blocker;

pub(super) fn wrong(found: &Counterexample) -> FailureEntry {
    let Counterexample { script, verdict, .. } = found;
    let sentences = sentences(found);
    FailureEntry {
        rule: verdict.rule.map(|rule| rule.name().into()),
        rule_text: verdict.rule.map_or("what is printed is what should be", Rule::text).into(),
        hint: verdict.rule.map(|rule| rule.hint().into()),
        given: vec![format!("Input: {}", input(script)), format!("Draws: {}", draws(script))],
        sentences: sentences.iter().map(|sentence| sentence.trim().to_owned()).collect(),
        shown: exhibits(found),
        ..FailureEntry::default()
    }
}

/// The boards, and what was printed if they do not show what is wrong.
fn exhibits(found: &Counterexample) -> Vec<Exhibit> {
    let verdict = &found.verdict;
    let Boards { before, expected, got } = &verdict.boards;
    let board = |role: ExhibitRole, label: &str, cells: &Option<Cells>| {
        let cells = cells.as_ref()?.values().to_vec();
        Some(Exhibit::Board { role, label: label.into(), cells })
    };
    let boards = match expected == got {
        true => [
            board(ExhibitRole::Before, "before", before),
            board(ExhibitRole::Board, "board", got),
            None,
        ],
        false => [
            board(ExhibitRole::Before, "before", before),
            board(ExhibitRole::Expected, "should be", expected),
            board(ExhibitRole::Got, "yours", got),
        ],
    };
    let mut shown: Vec<Exhibit> = boards.into_iter().flatten().collect();
    if let Some(right) = &verdict.expected
        && (shown.len() < 2 || expected == got)
    {
        shown.push(super::text(ExhibitRole::Expected, "should be", &right.output));
        shown.push(super::text(ExhibitRole::Got, "yours", &verdict.got.output));
    }
    shown
}

/// The rules of a test in one line.
pub(super) fn rules(rules: &[Rule]) -> String {
    rules.iter().map(|rule| rule.text()).collect::<Vec<_>>().join("; ")
}

/// What the program does not have.
pub(super) fn absent(rules: &[Rule]) -> String {
    let list: Vec<&str> = rules.iter().map(|rule| rule.text()).collect();
    format!(
        "Absent: the program offers nothing of this kind, so it was not tested ({}).",
        list.join("; ")
    )
}

/// What was not shown, and why.
pub(super) fn not_shown(situations: &[&str], blocker: &Blocker) -> String {
    const MOST: usize = 3;
    let more = situations.len().saturating_sub(MOST);
    let mut list = situations[..situations.len() - more].join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    let why = match blocker {
        Blocker::TooSlow => {
            "The games took too many instructions, so that not all were played.".into()
        }
        Blocker::NotReached => "No game came to it.".into(),
        Blocker::Output => "What the program prints before that is wrong.".into(),
        Blocker::Rule { rule, test } => {
            let see = test.as_ref().map_or(String::new(), |test| format!("; see test `{test}`"));
            format!("Another rule is broken before that: {}{see}.", rule.text())
        }
    };
    format!("This could not be shown: {list}. {why}")
}
