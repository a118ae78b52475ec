//! Tests of the source: that it assembles, what it uses and keeps away from, its comments and size.
//!
//! `source` looks at the text and the assembled words, `watched` at a few short runs, for what only
//! shows there: services and calling conventions. Each demand that is not met is a failure of its
//! own, and a test is passed when there is none.

mod source;
mod watched;

pub use watched::watch;

use mips_sim::Assembly;
use mips_sim::diag::Severity;
use mips_sim::source::FileId;

use super::assembler_errors::reported;
use super::result::{Cause, Failure, SourceError, Summary, TestResult};
use super::source_lines::source_line;
use crate::assignment::{Assignment, StaticTest, TestHead};
use crate::book::{CodeLine, Status};
use crate::submission::names::base;

/// Lines that are shown of each kind.
const MOST: usize = 10;

/// How a test of the source comes out.
pub(super) fn result(
    head: &TestHead,
    test: &StaticTest,
    assignment: &Assignment,
    assembly: &Assembly,
) -> TestResult {
    let work = Work { assignment, assembly };
    let (status, failures) = if assembly.succeeded() {
        let failures = work.failures(test);
        (if failures.is_empty() { Status::Passed } else { Status::Failed }, failures)
    } else {
        let failure = reported(assembly, Severity::Error, Cause::DoesNotAssemble);
        let status = if test.assembles { Status::Failed } else { Status::Blocked };
        (status, failure.into_iter().collect())
    };
    let summary = match status {
        Status::Passed | Status::Failed => Summary::Source,
        Status::Blocked => Summary::DoesNotAssemble,
    };
    TestResult::new(head, status, summary, failures)
}

/// A submission that is looked at.
struct Work<'a> {
    assignment: &'a Assignment,
    assembly: &'a Assembly,
}

impl Work<'_> {
    fn failures(&self, test: &StaticTest) -> Vec<Failure> {
        let mut failures = Vec::new();
        failures.extend(self.missing(&test.uses));
        if test.allowed_only {
            failures.extend(self.banned());
            failures.extend(self.forbidden_services());
        }
        if test.conventions {
            failures.extend(self.broken_conventions());
        }
        failures.extend(test.commented_functions.and_then(|share| self.uncommented(share)));
        failures.extend(test.max_lines.and_then(|most| self.too_many_lines(most)));
        failures.extend(test.max_instructions.and_then(|most| self.too_many_words(most)));
        if test.no_warnings {
            failures.extend(reported(self.assembly, Severity::Warning, Cause::Warnings));
        }
        failures
    }

    /// A line of the submission, marked.
    fn line(&self, place: (FileId, u32)) -> CodeLine {
        source_line(&self.assembly.sources, place, &[], true)
    }

    /// Whether a file is the student's own and not one that the assignment gives.
    fn is_own(&self, name: &str) -> bool {
        let last = base(name);
        // The program itself is the first file, whatever its name.
        let first = self.assembly.sources.files().first();
        let is_program = first.is_some_and(|first| first.name == name);
        is_program || self.assignment.setup.starter.iter().all(|(given, _)| given != last)
    }
}

/// A failure of the source, with the lines that show it.
fn failure(error: SourceError, lines: Vec<CodeLine>) -> Failure {
    Failure { lines, ..Cause::Source(error).into() }
}
