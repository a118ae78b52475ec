//! Grades one submission at a time by all tests of an assignment.
//!
//! A [`Bench`] holds what all submissions share: the games and the right answers to them. Grading is
//! a function of the bench and the submission alone, so any number of threads can share one bench.

use mips_sim::asm::Assembly;
use mips_sim::diag::Severity;
use mips_sim::diag::explain::explain;
use mips_sim::{AsmOptions, Image, assemble};

use super::differential::{Differential, Report};
use super::points::Points;
use super::result::{Failure, Graded, Status, TestResult};
use super::source_lines::source_line;
use super::submission::{Submission, Texts};
use crate::assignment::{Assignment, Compare, Kind, TestHead};
use crate::rule::Rule;
use crate::subject::Program;

/// An assignment, ready to grade by.
#[derive(Clone, Debug)]
pub struct Bench {
    assignment: Assignment,
    seed: u64,
    /// The games of the differential tests by bytes, by their number.
    games: Vec<(u64, Differential)>,
}

/// Errors of the assembler that are told.
const MAX_ERRORS: usize = 5;

impl Bench {
    /// Prepares what all submissions share. The same seed gives the same grades.
    pub fn new(assignment: &Assignment, seed: u64) -> Bench {
        let mut games: Vec<(u64, Differential)> = Vec::new();
        for test in &assignment.tests {
            if let Kind::Differential(test) = test
                && test.compare == Compare::Exact
                && games.iter().all(|(count, _)| *count != test.games)
            {
                games.push((test.games, Differential::new(seed, test.games)));
            }
        }
        Bench { assignment: assignment.clone(), seed, games }
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Grades a submission.
    pub fn grade(&self, submission: &Submission) -> Graded {
        Graded {
            student: submission.student.clone(),
            digest: submission.digest.clone(),
            file: submission.file.clone(),
            chosen: submission.chosen.clone(),
            notes: submission.notes.clone(),
            results: self.results(submission),
        }
    }

    /// Whether the tests tell a program that has been assembled from a right one: what becomes of
    /// small mistakes shows how much the tests would miss. Tests of the source are left out.
    pub fn finds_fault(&self, image: &Image) -> bool {
        let program = Program::new(image.clone(), self.assignment.setup.limits);
        self.games.iter().any(|(_, games)| games.goes_wrong(&program))
    }

    fn results(&self, submission: &Submission) -> Vec<TestResult> {
        let heads = &self.assignment.head.tests;
        let Some((name, _)) = submission.program() else {
            let blocked = |head| blocked(head, "There is no program to test.".into(), Vec::new());
            return heads.iter().map(blocked).collect();
        };
        let mut texts =
            Texts { handed_in: &submission.files, given: &self.assignment.setup.starter };
        let options = AsmOptions { advice: true, ..AsmOptions::default() };
        let assembly = assemble(&[name], &mut texts, &options);
        let work = Work::new(self, name, &assembly);
        let mut results: Vec<TestResult> = Vec::new();
        for (head, kind) in heads.iter().zip(&self.assignment.tests) {
            let missing = head.needs.iter().find(|need| {
                let found = results.iter().find(|result| result.test == **need);
                found.is_none_or(|result| result.status != Status::Passed)
            });
            let result = match missing {
                Some(need) => blocked(head, format!("Test {need} has to pass first."), Vec::new()),
                None => work.result(head, kind),
            };
            results.push(result);
        }
        results
    }
}

/// A program on the bench.
struct Work<'a> {
    bench: &'a Bench,
    assembly: &'a Assembly,
    /// None if it does not assemble.
    program: Option<Program>,
    /// By the number of games.
    reports: Vec<(u64, Report)>,
}

impl Work<'_> {
    fn new<'a>(bench: &'a Bench, name: &'a str, assembly: &'a Assembly) -> Work<'a> {
        let limits = bench.assignment.setup.limits;
        let program = assembly.succeeded().then(|| Program::new(assembly.image.clone(), limits));
        let reports = program.iter().flat_map(|program| {
            bench.games.iter().map(|(count, games)| (*count, games.report(program, limits, name)))
        });
        Work { bench, assembly, reports: reports.collect(), program }
    }

    fn result(&self, head: &TestHead, kind: &Kind) -> TestResult {
        let Some(_program) = &self.program else {
            return blocked(
                head,
                "The program does not assemble.".into(),
                vec![does_not_assemble(self.assembly)],
            );
        };
        match kind {
            Kind::Differential(test) if test.compare == Compare::Exact => {
                let report = self.reports.iter().find(|(games, _)| *games == test.games);
                match report {
                    Some((_, report)) => report.result(head, test, |rule| self.told_in(rule)),
                    None => blocked(head, "There are no such games.".into(), Vec::new()),
                }
            }
            _ => blocked(head, "This kind of test is not known.".into(), Vec::new()),
        }
    }

    /// The test of the assignment that is about a rule.
    fn told_in(&self, rule: Rule) -> Option<String> {
        let assignment = &self.bench.assignment;
        let tests = assignment.head.tests.iter().zip(&assignment.tests);
        let mut about = tests.filter(|(_, kind)| match kind {
            Kind::Differential(test) => test.rules.contains(&rule),
            _ => false,
        });
        about.next().map(|(head, _)| head.id.clone())
    }
}

/// A test that could not be carried out.
pub(super) fn blocked(head: &TestHead, summary: String, failures: Vec<Failure>) -> TestResult {
    TestResult {
        test: head.id.clone(),
        status: Status::Blocked,
        points: Points::ZERO,
        summary,
        failures,
    }
}

/// What the assembler has to say.
fn does_not_assemble(assembly: &Assembly) -> Failure {
    let errors = assembly.diagnostics.for_people().filter(|d| d.severity == Severity::Error);
    let mut sentences = Vec::new();
    let mut lines = Vec::new();
    let all: Vec<_> = errors.collect();
    for error in all.iter().take(MAX_ERRORS) {
        let text = explain(error, assembly).title;
        match &error.snippet {
            Some(at) => {
                let file = &assembly.sources.file(at.file).name;
                sentences.push(format!("{file}:{}: {text}", at.line));
                lines.push(source_line(&assembly.sources, (at.file, at.line), &[], true));
            }
            None => sentences.push(text),
        }
    }
    if all.len() > MAX_ERRORS {
        sentences.push(format!("and {} more errors", all.len() - MAX_ERRORS));
    }
    let first = sentences.first().cloned().unwrap_or_default();
    Failure {
        group: format!("does not assemble: {first}"),
        rule: None,
        rule_text: "the program assembles without errors".into(),
        hint: Some("Read the first error first: the others may come from it.".into()),
        sentences,
        shown: Vec::new(),
        lines,
        command: None,
    }
}
