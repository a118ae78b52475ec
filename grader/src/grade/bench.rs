//! Grades one submission at a time by all tests of an assignment.
//!
//! A [`Bench`] holds what all submissions share: the games and the right answers to them. Grading is
//! a function of the bench and the submission alone, so any number of threads can share one bench.

use std::cell::OnceCell;

use mips_sim::asm::Assembly;
use mips_sim::diag::Severity;
use mips_sim::diag::explain::explain;
use mips_sim::{AsmOptions, Image, assemble};
use regex::Regex;

use super::by_boards::{self, BoardReport};
use super::differential::{Differential, Report};
use super::points::Points;
use super::result::{Failure, Graded, Status, TestResult};
use super::source_lines::{shortened, source_line};
use super::statics;
use super::submission::{Submission, Texts};
use super::{exhaustive, function, transcript};
use crate::assignment::{Assignment, Compare, Kind, Policy, Setup, TestHead, Visibility};
use tester::Program;
use tester::Rule;
use tester::explain::quoted;

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
        let patterns = assignment.tests.iter().map(|test| match test {
            Kind::Transcript(test) if test.policy == Policy::Regex => {
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
        let Setup { limits, protocol, .. } = &self.assignment.setup;
        let program = self.assignment.setup.program(image.clone());
        // Short tests first: most mistakes show at once.
        let mut tests = self.assignment.tests.iter().zip(&self.patterns);
        let at_once = tests.any(|(test, pattern)| match test {
            Kind::Function(test) => function::goes_wrong(test, image, limits, self.seed),
            Kind::Transcript(test) => {
                let pattern = pattern.as_ref().and_then(|pattern| pattern.as_ref().ok());
                transcript::goes_wrong(test, pattern, &program, limits)
            }
            _ => false,
        });
        at_once
            || self.games.iter().any(|(_, games)| games.goes_wrong(&program))
            || self.assignment.tests.iter().any(|test| match test {
                Kind::Differential(test) if test.compare == Compare::Boards => {
                    by_boards::goes_wrong(&program, protocol.as_ref(), test.games)
                }
                Kind::Exhaustive(test) => exhaustive::goes_wrong(test, &program, limits),
                _ => false,
            })
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
        for (number, (head, kind)) in heads.iter().zip(&self.assignment.tests).enumerate() {
            let missing = head.needs.iter().find(|need| {
                let found = results.iter().find(|result| result.test == **need);
                found.is_none_or(|result| result.status != Status::Passed)
            });
            let result = match missing {
                Some(need) => blocked(head, format!("Test {need} has to pass first."), Vec::new()),
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
    /// What to tell in that case.
    refusal: OnceCell<Failure>,
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
            if let Kind::Differential(test) = test
                && test.compare == Compare::Boards
                && board_reports.iter().all(|(games, _)| *games != test.games)
            {
                board_reports.push((test.games, OnceCell::new()));
            }
        }
        let refusal = OnceCell::new();
        Work { bench, name, assembly, program, refusal, reports, board_reports }
    }

    fn result(&self, number: usize, head: &TestHead, kind: &Kind) -> TestResult {
        let assignment = &self.bench.assignment;
        let limits = assignment.setup.limits;
        let Some(program) = &self.program else {
            // A test may be about just that.
            if let Kind::Static(test) = kind {
                return statics::result(head, test, assignment, self.assembly);
            }
            return blocked(
                head,
                "The program does not assemble.".into(),
                vec![self.refusal.get_or_init(|| does_not_assemble(self.assembly)).clone()],
            );
        };
        match kind {
            Kind::Transcript(test) => {
                let pattern = match self.bench.patterns.get(number) {
                    Some(Some(Ok(pattern))) => Some(pattern),
                    _ => None,
                };
                let command = self.command(head);
                transcript::result(head, test, pattern, program, &limits, command)
            }
            Kind::Differential(test) if test.compare == Compare::Exact => {
                let games = self.bench.games.iter().zip(&self.reports);
                let mut games = games.filter(|((count, _), _)| *count == test.games);
                match games.next() {
                    Some(((_, games), report)) => report
                        .get_or_init(|| games.report(program, limits, self.name))
                        .result(head, test, |rule| self.told_in(rule)),
                    None => blocked(head, "There are no such games.".into(), Vec::new()),
                }
            }
            Kind::Differential(test) => {
                let protocol = assignment.setup.protocol.as_ref();
                let mut reports = self.board_reports.iter().filter(|(n, _)| *n == test.games);
                match reports.next() {
                    Some((games, report)) => report
                        .get_or_init(|| BoardReport::new(program, protocol, *games, self.name))
                        .result(head, test),
                    None => blocked(head, "There are no such games.".into(), Vec::new()),
                }
            }
            Kind::Exhaustive(test) => exhaustive::result(head, test, program, &limits, self.name),
            Kind::Function(test) => {
                let (image, seed) = (program.image(), self.bench.seed);
                function::result(head, test, image, &limits, seed, &self.command(head))
            }
            Kind::Static(test) => statics::result(head, test, assignment, self.assembly),
        }
    }

    /// The command that runs one test again.
    fn command(&self, head: &TestHead) -> String {
        let (id, file) = (quoted(&self.bench.assignment.head.id), quoted(self.name));
        match head.visibility {
            Visibility::Visible => {
                format!("fivetwelve check {id} {file} --only {}", quoted(&head.id))
            }
            // `check` is for students and knows only what is visible.
            _ => format!("fivetwelve grade {id} {file} --html report.html"),
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
        let text = shortened(&explain(error, assembly).title);
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
