//! Grades one submission at a time by all tests of an assignment.
//!
//! A [`Bench`] holds what all submissions share: the games and the right answers to them. Grading is
//! a function of the bench and the submission alone, so any number of threads can share one bench.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use mips_sim::asm::Assembly;
use mips_sim::diag::Severity;
use mips_sim::{AsmOptions, Image};
use regex::Regex;

use super::assembler_errors::reported;
use super::by_boards::{self, BoardReport};
use super::differential::{self, Games, Report};
use super::function::{CallCases, UnfitCalls};
use super::result::{Cause, Failure, Rerun, Summary, TestResult};
use super::stopped::not_played;
use super::submission::Submission;
use super::{against, exhaustive, function, suspects, transcript};
use super::{screen, statics};
use crate::assignment::{Assignment, Compare, Policy, Setup, TestHead, TestKind, Visibility};
use crate::book::{Status, StudentEntry, TestEntry};
use crate::submission::names::shown;
use crate::submission::together::Whole;
use tester::programs::{Cases, Unfit};
use tester::{Program, Rule, Script};

/// An assignment, ready to grade by.
#[derive(Clone, Debug)]
pub struct Bench {
    assignment: Assignment,
    seed: u64,
    /// The games of the differential tests by bytes, by how many there are.
    games: BTreeMap<u64, Games>,
    /// The regular expression of each test that has a valid one.
    patterns: Vec<Option<Regex>>,
    /// The cases of each test that compares programs with the reference.
    cases: Vec<Option<Result<Cases, Unfit>>>,
    /// The calls of each test that makes them.
    calls: Vec<Option<Result<CallCases, UnfitCalls>>>,
    /// Whether lines are ranked for the smallest failure of a submission.
    locates: bool,
    /// How commands name the assignment.
    called: String,
    /// How commands name the program, if not by its own name.
    program: Option<String>,
}

impl Bench {
    /// Prepares what all submissions share. The same seed gives the same grades.
    pub fn new(assignment: &Assignment, seed: u64) -> Bench {
        let games = games(assignment, Compare::Exact);
        let patterns = assignment.tests.iter().map(|test| match test {
            TestKind::Transcript(test) if test.policy == Policy::Regex => {
                tester::policy::pattern(&test.expected).ok()
            }
            _ => None,
        });
        let reference = OnceCell::new();
        let cases = assignment.tests.iter().map(|test| match test {
            TestKind::Against(test) => {
                let limits = assignment.setup.limits;
                if let Some(list) = &test.recorded {
                    let options = against::options(test, limits, seed);
                    return Some(Ok(Cases::recorded(list.clone(), options)));
                }
                let reference = reference.get_or_init(|| reference_program(assignment));
                Some(against::cases(test, reference.as_ref()?, limits, seed))
            }
            _ => None,
        });
        let cases = cases.collect();
        let calls = assignment.tests.iter().map(|test| match test {
            TestKind::Calls(test) => {
                let limits = assignment.setup.limits;
                if let Some(list) = &test.recorded {
                    return Some(Ok(CallCases::recorded(list.clone(), limits, seed)));
                }
                let reference = reference.get_or_init(|| reference_program(assignment));
                let image = reference.as_ref()?.image();
                Some(CallCases::new(test, image, limits, seed, test.cases))
            }
            _ => None,
        });
        Bench {
            cases,
            calls: calls.collect(),
            assignment: assignment.clone(),
            seed,
            games: games.map(|count| (count, Games::new(seed, count))).collect(),
            patterns: patterns.collect(),
            locates: false,
            called: assignment.head.id.clone(),
            program: None,
        }
    }

    /// Lets the commands in reports name the assignment and the one program that is graded as whoever
    /// asked for it has named them.
    pub fn called(self, assignment: &str, program: &str) -> Bench {
        Bench { called: assignment.into(), program: Some(program.into()), ..self }
    }

    /// Ranks the lines of each submission for its smallest failure, which takes time.
    pub fn locating(self, locates: bool) -> Bench {
        Bench { locates, ..self }
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The cases of a test by its number, if it has any.
    pub(super) fn cases(&self, number: usize) -> Option<&Cases> {
        self.cases[number].as_ref()?.as_ref().ok()
    }

    /// The calls of a test by its number, if they are made.
    pub(super) fn calls(&self, number: usize) -> Option<&CallCases> {
        self.calls[number].as_ref()?.as_ref().ok()
    }

    /// The games that are played byte for byte.
    pub(super) fn scripts(&self) -> impl Iterator<Item = &Script> {
        self.games.values().flat_map(Games::scripts)
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Grades a submission, and puts the results into words.
    pub fn grade(&self, submission: &Submission) -> StudentEntry {
        let (results, others) = self.judged(submission);
        let tests = self.assignment.head.tests.iter().zip(&results);
        let mut entries: Vec<_> =
            tests.map(|(head, result)| TestEntry::new(head, result)).collect();
        if self.locates
            && let Some(whole) = self.whole(submission).filter(|whole| whole.assembly.succeeded())
        {
            let setup = &self.assignment.setup;
            suspects::add(setup, self.seed, &whole.assembly.image, &results, &mut entries);
        }
        let mut entry = StudentEntry::with_results(submission, entries);
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(|name| shown(name)).collect();
            entry.chosen += &format!("; assembled together with {}", others.join(", "));
        }
        entry
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
            TestKind::Screen(test) => screen::goes_wrong(test, &program, limits),
            TestKind::Transcript(test) => {
                transcript::goes_wrong(test, pattern.as_ref(), &program, limits)
            }
            _ => false,
        });
        let by_cases = || self.cases.iter().flatten().flatten();
        at_once
            || self.assignment.tests.iter().zip(&self.calls).any(|pair| match pair {
                (TestKind::Calls(test), Some(Ok(calls))) => calls.find_fault(test, image),
                _ => false,
            })
            || by_cases().any(|cases| cases.find_fault(&program))
            || self.games.values().any(|games| differential::goes_wrong(games, &program))
            || self.assignment.tests.iter().any(|test| match test {
                TestKind::Differential(test) if test.compare == Compare::Boards => {
                    by_boards::goes_wrong(&program, protocol.as_ref(), test.games)
                }
                TestKind::Exhaustive(test) => exhaustive::goes_wrong(test, &program, limits),
                _ => false,
            })
    }

    /// A submission, assembled with what the assignment gives; none if there is no program.
    fn whole(&self, submission: &Submission) -> Option<Whole> {
        let (name, _) = submission.program()?;
        let options = AsmOptions { advice: true, ..AsmOptions::default() };
        Some(self.assignment.setup.whole(name, submission, &options))
    }

    /// How each test comes out, in the order of the assignment.
    pub fn results(&self, submission: &Submission) -> Vec<TestResult> {
        self.judged(submission).0
    }

    /// The results, and the files that the program was assembled with.
    fn judged(&self, submission: &Submission) -> (Vec<TestResult>, Vec<String>) {
        let heads = &self.assignment.head.tests;
        let Some(((name, _), whole)) = submission.program().zip(self.whole(submission)) else {
            let blocked = |head| blocked(head, Summary::NoProgram, None);
            return (heads.iter().map(blocked).collect(), Vec::new());
        };
        let target = match &self.program {
            Some(program) => program.clone(),
            None => self.assignment.setup.target(name, submission, &whole),
        };
        let work = Work::new(self, &target, &whole.assembly);
        let mut results: Vec<TestResult> = Vec::new();
        for (number, (head, kind)) in heads.iter().zip(&self.assignment.tests).enumerate() {
            let missing = head.needs.iter().find(|need| {
                let found = results.iter().find(|result| result.test == **need);
                found.is_none_or(|result| result.status != Status::Passed)
            });
            let result = match missing {
                Some(need) => blocked(head, Summary::Needs(need.clone()), None),
                None => work.result(number, head, kind),
            };
            results.push(result);
        }
        (results, whole.others().to_vec())
    }
}

/// A program on the bench.
struct Work<'a> {
    bench: &'a Bench,
    /// The program, as a command names it.
    name: &'a str,
    assembly: &'a Assembly,
    /// None if it does not assemble.
    program: Option<Program>,
    /// What the assembler reports in that case.
    refusal: OnceCell<Option<Failure>>,
    /// By the number of games; made when the first test needs them.
    reports: BTreeMap<u64, OnceCell<Report>>,
    board_reports: BTreeMap<u64, OnceCell<BoardReport>>,
}

impl Work<'_> {
    fn new<'a>(bench: &'a Bench, name: &'a str, assembly: &'a Assembly) -> Work<'a> {
        let setup = &bench.assignment.setup;
        let games = |compare| games(&bench.assignment, compare);
        Work {
            bench,
            name,
            assembly,
            program: assembly.succeeded().then(|| setup.program(assembly.image.clone())),
            refusal: OnceCell::new(),
            reports: games(Compare::Exact).map(|count| (count, OnceCell::new())).collect(),
            board_reports: games(Compare::Boards).map(|count| (count, OnceCell::new())).collect(),
        }
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
            return blocked(head, Summary::DoesNotAssemble, refusal.clone());
        };
        match kind {
            TestKind::Transcript(test) => {
                let pattern = self.bench.patterns[number].as_ref();
                transcript::result(head, test, pattern, program, &limits, self.rerun(head))
            }
            TestKind::Differential(test) if test.compare == Compare::Exact => {
                let games = &self.bench.games[&test.games];
                self.reports[&test.games]
                    .get_or_init(|| Report::new(games, program, limits, self.name))
                    .result(head, test, |rule| self.told_in(rule))
            }
            TestKind::Differential(test) => {
                let protocol = assignment.setup.protocol.as_ref();
                let report = self.board_reports[&test.games]
                    .get_or_init(|| BoardReport::new(program, protocol, test.games, self.name));
                match report.unplayable() {
                    // It is told once.
                    Some(why) => match self.first_by_boards() {
                        Some(first) if first != head.id => {
                            blocked(head, Summary::Needs(first.to_owned()), None)
                        }
                        _ => {
                            let stopped = not_played(program, &why);
                            let why = Failure { stopped, ..why };
                            blocked(head, Summary::Failure, Some(why))
                        }
                    },
                    None => report.result(head, test, |rule| self.told_in(rule)),
                }
            }
            TestKind::Against(_) => match &self.bench.cases[number] {
                Some(cases) => against::result(head, cases, program, self.rerun(head)),
                None => blocked(head, Summary::NoReference, None),
            },
            TestKind::Exhaustive(test) => {
                exhaustive::result(head, test, program, &limits, self.name)
            }
            TestKind::Function(test) => {
                let (image, seed) = (program.image(), self.bench.seed);
                function::result(head, test, image, &limits, seed, &self.rerun(head))
            }
            TestKind::Calls(test) => match &self.bench.calls[number] {
                Some(cases) => {
                    let (image, rerun) = (program.image(), self.rerun(head));
                    function::result_of_made(head, test, cases, image, &limits, rerun)
                }
                None => blocked(head, Summary::NoReference, None),
            },
            TestKind::Screen(test) if test.expected.len() < test.frames.len() => {
                blocked(head, Summary::NoReference, None)
            }
            TestKind::Screen(test) => {
                screen::result(head, test, program, &limits, self.rerun(head))
            }
            TestKind::Static(test) => statics::result(head, test, assignment, self.assembly),
        }
    }

    /// How to run one test again.
    fn rerun(&self, head: &TestHead) -> Rerun {
        let assignment = self.bench.called.clone();
        let (file, test) = (self.name.to_string(), head.id.clone());
        match head.visibility {
            Visibility::Visible => Rerun::Check { assignment, file, test },
            _ => Rerun::Grade { assignment, file },
        }
    }

    /// The first test of the assignment that reads boards.
    fn first_by_boards(&self) -> Option<&str> {
        let assignment = &self.bench.assignment;
        let mut tests = assignment.head.tests.iter().zip(&assignment.tests);
        let by_boards = |kind: &TestKind| matches!(kind, TestKind::Differential(test) if test.compare == Compare::Boards);
        tests.find(|(_, kind)| by_boards(kind)).map(|(head, _)| head.id.as_str())
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

/// The numbers of games that are compared in some way, each once: to make the games takes time.
fn games(assignment: &Assignment, compare: Compare) -> impl Iterator<Item = u64> {
    let counts = assignment.tests.iter().filter_map(|test| match test {
        TestKind::Differential(test) => (test.compare == compare).then_some(test.games),
        _ => None,
    });
    counts.collect::<BTreeSet<u64>>().into_iter()
}

/// The reference, ready to run, if it is there.
pub(crate) fn reference_program(assignment: &Assignment) -> Option<Program> {
    let reference = assignment.reference()?;
    let main = reference.program().map_or("", |(name, _)| name);
    let whole = assignment.setup.whole(main, &reference, &AsmOptions::default());
    Some(assignment.setup.program(whole.assembly.image))
}

/// A test that could not be carried out.
fn blocked(head: &TestHead, summary: Summary, failure: Option<Failure>) -> TestResult {
    TestResult::new(head, Status::Blocked, summary, failure.into_iter().collect())
}
