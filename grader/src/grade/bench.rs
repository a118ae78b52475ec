//! Grades one submission at a time by all tests of an assignment.
//!
//! A [`Bench`] holds what all submissions share: the games and the right answers to them. Grading is
//! a function of the bench and the submission alone, so any number of threads can share one bench.

use std::cell::OnceCell;

use mips_sim::asm::Assembly;
use mips_sim::diag::Severity;
use mips_sim::{AsmOptions, Image, assemble};
use regex::Regex;

use super::by_boards::{self, BoardReport};
use super::differential::{Differential, Report};
use super::points::Points;
use super::reported::reported;
use super::result::{Cause, Failure, Graded, Rerun, Status, Summary, TestResult};
use super::statics;
use super::submission::{Submission, Texts};
use super::{exhaustive, function, transcript};
use crate::assignment::{Assignment, Compare, Policy, Setup, TestHead, TestKind, Visibility};
use tester::Program;
use tester::Rule;

/// An assignment, ready to grade by.
#[derive(Clone, Debug)]
pub struct Bench {
    assignment: Assignment,
    seed: u64,
    /// The games of the differential tests by bytes, by their number.
    games: Vec<(u64, Differential)>,
    /// The regular expression of each test that has one, or why it has none.
    patterns: Vec<Option<Result<Regex, String>>>,
}

impl Bench {
    /// Prepares what all submissions share. The same seed gives the same grades.
    pub fn new(assignment: &Assignment, seed: u64) -> Bench {
        let mut games: Vec<(u64, Differential)> = Vec::new();
        for test in &assignment.tests {
            if let TestKind::Differential(test) = test
                && test.compare == Compare::Exact
                && games.iter().all(|(count, _)| *count != test.games)
            {
                games.push((test.games, Differential::new(seed, test.games)));
            }
        }
        let patterns = assignment.tests.iter().map(|test| match test {
            TestKind::Transcript(test) if test.policy == Policy::Regex => {
                Some(transcript::pattern(&test.expected))
            }
            _ => None,
        });
        let patterns = patterns.collect();
        Bench { assignment: assignment.clone(), seed, games, patterns }
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
        Graded::new(submission, self.results(submission))
    }

    /// Whether the tests tell a program that has been assembled from a right one: what becomes of
    /// small mistakes shows how much the tests would miss. Tests of the source are left out.
    pub fn finds_fault(&self, image: &Image) -> bool {
        let Setup { limits, protocol, .. } = &self.assignment.setup;
        let program = self.assignment.setup.program(image.clone());
        // Short tests first: most mistakes show at once.
        let mut tests = self.assignment.tests.iter().zip(&self.patterns);
        let at_once = tests.any(|(test, pattern)| match test {
            TestKind::Function(test) => function::goes_wrong(test, image, limits, self.seed),
            TestKind::Transcript(test) => {
                let pattern = pattern.as_ref().and_then(|pattern| pattern.as_ref().ok());
                transcript::goes_wrong(test, pattern, &program, limits)
            }
            _ => false,
        });
        at_once
            || self.games.iter().any(|(_, games)| games.goes_wrong(&program))
            || self.assignment.tests.iter().any(|test| match test {
                TestKind::Differential(test) if test.compare == Compare::Boards => {
                    by_boards::goes_wrong(&program, protocol.as_ref(), test.games)
                }
                TestKind::Exhaustive(test) => exhaustive::goes_wrong(test, &program, limits),
                _ => false,
            })
    }

    fn results(&self, submission: &Submission) -> Vec<TestResult> {
        let heads = &self.assignment.head.tests;
        let Some((name, _)) = submission.program() else {
            let blocked = |head| blocked(head, Summary::NoProgram, Vec::new());
            return heads.iter().map(blocked).collect();
        };
        let mut texts =
            Texts { handed_in: &submission.files, given: &self.assignment.setup.starter };
        let options = AsmOptions { advice: true, ..AsmOptions::default() };
        let assembly = assemble(&[name], &mut texts, &options);
        let work = Work::new(self, name, &assembly);
        let mut results: Vec<TestResult> = Vec::new();
        for (number, (head, kind)) in heads.iter().zip(&self.assignment.tests).enumerate() {
            let missing = head.needs.iter().find(|need| {
                let found = results.iter().find(|result| result.test == **need);
                found.is_none_or(|result| result.status != Status::Passed)
            });
            let result = match missing {
                Some(need) => blocked(head, Summary::Needs(need.clone()), Vec::new()),
                None => work.result(number, head, kind),
            };
            results.push(result);
        }
        results
    }
}

/// A program on the bench.
struct Work<'a> {
    bench: &'a Bench,
    name: &'a str,
    assembly: &'a Assembly,
    /// None if it does not assemble.
    program: Option<Program>,
    /// What the assembler reports in that case.
    refusal: OnceCell<Option<Failure>>,
    /// By the number of games; made when the first test needs them.
    reports: Vec<OnceCell<Report>>,
    board_reports: Vec<(u64, OnceCell<BoardReport>)>,
}

impl Work<'_> {
    fn new<'a>(bench: &'a Bench, name: &'a str, assembly: &'a Assembly) -> Work<'a> {
        let setup = &bench.assignment.setup;
        let program = assembly.succeeded().then(|| setup.program(assembly.image.clone()));
        let reports = bench.games.iter().map(|_| OnceCell::new()).collect();
        let mut board_reports: Vec<(u64, OnceCell<BoardReport>)> = Vec::new();
        for test in &bench.assignment.tests {
            if let TestKind::Differential(test) = test
                && test.compare == Compare::Boards
                && board_reports.iter().all(|(games, _)| *games != test.games)
            {
                board_reports.push((test.games, OnceCell::new()));
            }
        }
        let refusal = OnceCell::new();
        Work { bench, name, assembly, program, refusal, reports, board_reports }
    }

    fn result(&self, number: usize, head: &TestHead, kind: &TestKind) -> TestResult {
        let assignment = &self.bench.assignment;
        let limits = assignment.setup.limits;
        let Some(program) = &self.program else {
            // A test may be about just that.
            if let TestKind::Static(test) = kind {
                return statics::result(head, test, assignment, self.assembly);
            }
            let refusal = self
                .refusal
                .get_or_init(|| reported(self.assembly, Severity::Error, Cause::DoesNotAssemble));
            return blocked(head, Summary::DoesNotAssemble, refusal.iter().cloned().collect());
        };
        match kind {
            TestKind::Transcript(test) => {
                let pattern = match self.bench.patterns.get(number) {
                    Some(Some(Ok(pattern))) => Some(pattern),
                    _ => None,
                };
                transcript::result(head, test, pattern, program, &limits, self.rerun(head))
            }
            TestKind::Differential(test) if test.compare == Compare::Exact => {
                let games = self.bench.games.iter().zip(&self.reports);
                let mut games = games.filter(|((count, _), _)| *count == test.games);
                match games.next() {
                    Some(((_, games), report)) => report
                        .get_or_init(|| games.report(program, limits, self.name))
                        .result(head, test, |rule| self.told_in(rule)),
                    None => blocked(head, Summary::GraderFailed, Vec::new()),
                }
            }
            TestKind::Differential(test) => {
                let protocol = assignment.setup.protocol.as_ref();
                let mut reports = self.board_reports.iter().filter(|(n, _)| *n == test.games);
                match reports.next() {
                    Some((games, report)) => report
                        .get_or_init(|| BoardReport::new(program, protocol, *games, self.name))
                        .result(head, test),
                    None => blocked(head, Summary::GraderFailed, Vec::new()),
                }
            }
            TestKind::Exhaustive(test) => {
                exhaustive::result(head, test, program, &limits, self.name)
            }
            TestKind::Function(test) => {
                let (image, seed) = (program.image(), self.bench.seed);
                function::result(head, test, image, &limits, seed, &self.rerun(head))
            }
            TestKind::Static(test) => statics::result(head, test, assignment, self.assembly),
        }
    }

    /// How to run one test again.
    fn rerun(&self, head: &TestHead) -> Rerun {
        let assignment = self.bench.assignment.head.id.clone();
        let (file, test) = (self.name.to_string(), head.id.clone());
        match head.visibility {
            Visibility::Visible => Rerun::Check { assignment, file, test },
            _ => Rerun::Grade { assignment, file },
        }
    }

    /// The test of the assignment that is about a rule.
    fn told_in(&self, rule: Rule) -> Option<String> {
        let assignment = &self.bench.assignment;
        let tests = assignment.head.tests.iter().zip(&assignment.tests);
        let mut about = tests.filter(|(_, kind)| match kind {
            TestKind::Differential(test) => test.rules.contains(&rule),
            _ => false,
        });
        about.next().map(|(head, _)| head.id.clone())
    }
}

/// A test that could not be carried out.
fn blocked(head: &TestHead, summary: Summary, failures: Vec<Failure>) -> TestResult {
    TestResult {
        test: head.id.clone(),
        status: Status::Blocked,
        points: Points::ZERO,
        summary,
        failures,
    }
}
