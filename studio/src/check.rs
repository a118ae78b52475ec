//! Testing the program by an assignment, with the tests that students may see.

use std::collections::BTreeSet;

use grader::assignment::{Assignment, Visibility};
use grader::grade::{Bench, Submission};
use grader::report::Release;
use grader::report::visible::visible;

use crate::protocol::{Checked, Reply, Tested};

/// Tests that take their time: to be done beside everything else.
pub(crate) struct Check {
    pub(crate) assignment: Assignment,
    pub(crate) submission: Submission,
}

impl Check {
    /// Tests the program.
    pub(crate) fn run(mut self) -> Reply {
        keep_visible(&mut self.assignment);
        let entry = Bench::new(&self.assignment, 0).locating(true).grade(&self.submission);
        let head = &self.assignment.head;
        let seen = visible(head, &entry, Release::Open);
        let tests = seen.tests.into_iter().map(|test| Tested {
            id: test.head.id.clone(),
            title: test.head.title.clone(),
            status: test.status.name(),
            points: f64::from(test.points),
            most: f64::from(test.head.points),
            summary: test.summary,
            failures: test.failures,
        });
        Reply::Checked(Checked {
            title: head.title.clone(),
            tests: tests.collect(),
            points: f64::from(seen.points),
            most: f64::from(seen.most),
            notes: entry.notes.clone(),
        })
    }
}

/// Leaves the tests that students may see.
fn keep_visible(assignment: &mut Assignment) {
    let shown = |visibility: Visibility| visibility == Visibility::Visible;
    let kept: Vec<bool> = assignment.head.tests.iter().map(|test| shown(test.visibility)).collect();
    let mut flags = kept.iter();
    assignment.head.tests.retain(|_| flags.next().copied().unwrap_or(false));
    let mut flags = kept.iter();
    assignment.tests.retain(|_| flags.next().copied().unwrap_or(false));
    let names: BTreeSet<String> =
        assignment.head.tests.iter().map(|test| test.id.clone()).collect();
    for test in &mut assignment.head.tests {
        test.needs.retain(|need| names.contains(need));
    }
}
