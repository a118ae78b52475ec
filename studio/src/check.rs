//! Testing the program by an assignment, with the tests that students may see.

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
        self.assignment.keep(|test| test.visibility == Visibility::Visible);
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
