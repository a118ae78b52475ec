//! Tests of the source: that it assembles, what it uses and keeps away from, its comments and size.
//!
//! `source` looks at the text and the assembled words, `watched` at a few short runs, for what only
//! shows there: services and calling conventions. Each demand that is not met is a failure of its
//! own, and a test is passed when there is none.

mod source;
mod watched;

use mips_sim::Assembly;
use mips_sim::diag::explain::explain;
use mips_sim::diag::{Diagnostic, Severity};
use mips_sim::source::FileId;

use super::points::Points;
use super::result::{Failure, Shown, SourceLine, Status, TestResult};
use super::source_lines::{MAX_CHARS, shortened, source_line};
use crate::assignment::{Assignment, StaticTest, TestHead};

/// Diagnostics and lines that are shown of each kind.
const MOST: usize = 10;

/// How a test of the source comes out.
pub(crate) fn result(
    head: &TestHead,
    test: &StaticTest,
    assignment: &Assignment,
    assembly: &Assembly,
) -> TestResult {
    let work = Work { assignment, assembly };
    let (status, failures) = if assembly.succeeded() {
        let failures = work.failures(test);
        (if failures.is_empty() { Status::Passed } else { Status::Failed }, failures)
    } else if test.assembles {
        (Status::Failed, vec![work.does_not_assemble()])
    } else {
        (Status::Blocked, vec![work.does_not_assemble()])
    };
    let summary = match status {
        Status::Passed => format!("{}: all is well.", head.title),
        Status::Failed => format!("{}: not yet.", head.title),
        Status::Blocked => "The program does not assemble.".into(),
    };
    let points = if status == Status::Passed { head.points } else { Points::ZERO };
    TestResult { test: head.id.clone(), status, points, summary, failures }
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
            failures.extend(self.warnings());
        }
        failures
    }

    fn does_not_assemble(&self) -> Failure {
        let mut failure = self.told(Severity::Error);
        failure.rule_text = "the program assembles without errors".into();
        failure.hint = Some("look at the first error first: others may follow from it".into());
        failure
    }

    fn warnings(&self) -> Option<Failure> {
        let mut failure = self.told(Severity::Warning);
        failure.rule_text = "the assembler has nothing to warn of".into();
        failure.hint = Some("`fivetwelve asm FILE` shows every warning with its remedy".into());
        (!failure.sentences.is_empty()).then_some(failure)
    }

    /// What the assembler says, as sentences and as it would be read on a terminal.
    fn told(&self, severity: Severity) -> Failure {
        let all = self.assembly.diagnostics.for_people();
        let all: Vec<&Diagnostic> = all.filter(|d| d.severity == severity).collect();
        let mut failure = Failure::default();
        let mut text = String::new();
        for diagnostic in all.iter().take(MOST) {
            let words = explain(diagnostic, self.assembly);
            let place = diagnostic.snippet.as_ref().map(|at| (at.file, at.line));
            let at = match place {
                Some(place) => format!("{}: ", self.place(place)),
                None => String::new(),
            };
            let title = shortened(&words.title);
            failure.sentences.push(format!("{at}{title}"));
            text.push_str(&format!("{at}{title}\n"));
            if let Some(snippet) = &diagnostic.snippet {
                let range = words.point.clone().unwrap_or(snippet.range.clone());
                text.push_str(&pointed(&snippet.text, range, &shortened(&words.label)));
            }
            for help in &words.help {
                text.push_str(&format!("  help: {}\n", shortened(help)));
            }
            failure.lines.extend(place.map(|place| self.line(place)));
        }
        if all.len() > MOST {
            let more = format!("and {} more", all.len() - MOST);
            text.push_str(&format!("{more}\n"));
            failure.sentences.push(more);
        }
        failure.group = failure.sentences.first().cloned().unwrap_or_default();
        failure.shown.push(Shown::Text { label: "what the assembler says".into(), text });
        failure
    }

    /// A line of the submission, marked.
    fn line(&self, place: (FileId, u32)) -> SourceLine {
        source_line(&self.assembly.sources, place, &[], true)
    }

    /// A place in words.
    fn place(&self, (file, line): (FileId, u32)) -> String {
        format!("{}:{line}", self.assembly.sources.file(file).name)
    }

    /// Whether a file is the student's own and not one that the assignment gives.
    fn is_own(&self, file: FileId) -> bool {
        let name = &self.assembly.sources.file(file).name;
        let last = name.rsplit('/').next().unwrap_or(name);
        // The program itself is the first file, whatever its name.
        let first = self.assembly.sources.files().first();
        let is_program = first.is_some_and(|first| first.name == *name);
        is_program || self.assignment.setup.starter.iter().all(|(given, _)| given != last)
    }
}

/// A line with marks below the place that matters.
fn pointed(text: &str, range: std::ops::Range<usize>, label: &str) -> String {
    let text = text.trim_end();
    let (start, end) = (range.start.min(text.len()), range.end.min(text.len()));
    let before = text.get(..start).unwrap_or_default();
    // Of a line that is too long to be read, the part around the place.
    let cut = before.char_indices().rev().nth(MAX_CHARS / 2).map_or(0, |(at, _)| at);
    let before = &before[cut..];
    // Tabs keep their width, so that the marks stand below what they mean.
    let blank: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let marked = text.get(start..end).map_or(1, |part| part.chars().count());
    let marks = "^".repeat(marked.clamp(1, MAX_CHARS / 2));
    let text = shortened(&text[cut..]);
    format!("    {text}\n    {blank}{marks} {label}").trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests;
