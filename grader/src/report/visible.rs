//! What a student may see of a grade: the one place that decides it, for all reports that are for
//! students.
//!
//! A test that is not to be seen leaves no trace: neither its name nor its points nor that there are
//! so many. What depends on one that is not seen does not say on what. A total that could be
//! compared with what is seen is not shown either.

use super::options::Release;
use crate::assignment::{Head, TestHead, Visibility};
use crate::book::{FailureEntry, StudentEntry};
use crate::grade::{Points, Status};
use crate::wording;

/// What a student sees.
#[derive(Clone, Debug)]
pub struct Visible<'a> {
    /// The tests, in the assignment's order.
    pub tests: Vec<VisibleTest<'a>>,
    /// What these tests brought.
    pub points: Points,
    /// What they are worth.
    pub most: Points,
    /// Whether these are all tests, so that the sum is the grade.
    pub all: bool,
}

/// One test as a student sees it.
#[derive(Clone, Debug)]
pub struct VisibleTest<'a> {
    /// The test.
    pub head: &'a TestHead,
    /// How it came out.
    pub status: Status,
    /// What it brought.
    pub points: Points,
    /// In a sentence.
    pub summary: String,
    /// What went wrong, as far as the test's feedback level tells.
    pub failures: Vec<FailureEntry>,
}

/// What may be seen of a grade by now.
pub fn visible<'a>(head: &'a Head, graded: &StudentEntry, release: Release) -> Visible<'a> {
    let visible = |test: &TestHead| match test.visibility {
        Visibility::Visible => true,
        Visibility::AfterDueDate => release >= Release::Due,
        Visibility::AfterPublished => release >= Release::Published,
        Visibility::Hidden => false,
    };
    pick(head, graded, visible)
}

/// The tests as students see them once they see them, for platforms that hold them back themselves.
pub fn eventually<'a>(head: &'a Head, graded: &StudentEntry) -> Visible<'a> {
    pick(head, graded, |_| true)
}

fn pick<'a>(
    head: &'a Head,
    graded: &StudentEntry,
    shown: impl Fn(&TestHead) -> bool,
) -> Visible<'a> {
    let tests: Vec<VisibleTest<'a>> = head
        .tests
        .iter()
        .zip(&graded.results)
        .filter(|(test, _)| shown(test))
        .map(|(test, result)| {
            let mut visible = VisibleTest {
                head: test,
                status: result.status,
                points: result.points,
                summary: result.summary.clone(),
                failures: result.failures.iter().map(|f| f.at(test.feedback)).collect(),
            };
            if test.points == Points::ZERO {
                visible.failures.iter_mut().for_each(FailureEntry::shorten);
            }
            if result.status == Status::Blocked && depends_on_less_seen(head, test) {
                visible.summary = wording::NOT_TESTED.to_owned();
                visible.failures.clear();
            }
            visible
        })
        .collect();
    Visible {
        points: tests.iter().map(|test| test.points).sum(),
        most: tests.iter().map(|test| test.head.points).sum(),
        all: tests.len() == head.tests.len(),
        tests,
    }
}

/// Whether the test depends, over any number of steps, on one that students see later or never.
fn depends_on_less_seen(head: &Head, test: &TestHead) -> bool {
    let later = |test: &TestHead| match test.visibility {
        Visibility::Visible => 0,
        Visibility::AfterDueDate => 1,
        Visibility::AfterPublished => 2,
        Visibility::Hidden => 3,
    };
    let mut names: Vec<&str> = test.needs.iter().map(String::as_str).collect();
    let mut next = 0;
    while let Some(name) = names.get(next).copied() {
        next += 1;
        let Some(needed) = head.tests.iter().find(|other| other.id == name) else { continue };
        if later(needed) > later(test) {
            return true;
        }
        for further in &needed.needs {
            if !names.contains(&further.as_str()) {
                names.push(further);
            }
        }
    }
    false
}
