//! Differential tests: which rules of the game hold, shown by games against the reference.
//!
//! All tests of an assignment with the same number of games share one run of them. A rule holds if
//! no wrong answer is blamed on it and everything about it was met in right ones; if something else
//! goes wrong before that, it is blocked and brings no points.

mod causes;
mod examine;
mod games;

use crate::assignment::{DifferentialTest, TestHead};
use crate::book::Status;
use tester::aspects::Aspects;
use tester::trace::trace;
use tester::{Counterexample, Limits, Program, Rule, Verdict};

pub use causes::follows_from;
pub(super) use examine::goes_wrong;
use examine::{Broken, Findings};
pub(super) use games::Games;

use super::result::{Blocker, Cause, Failure, Rerun, Summary, TestResult};
use super::source_lines::source_lines;
use super::stopped::stopped_in;

/// What is known of a program once it has played the games.
pub(super) struct Report {
    findings: Findings,
    /// One for each that is broken.
    failures: Vec<Failure>,
}

/// How a rule came out.
enum Holds {
    Yes,
    /// The number of what is broken.
    No(usize),
    /// What was not shown, and the number of what came before it, unless the games took too long.
    NotShown(Aspects, Option<usize>),
}

impl Report {
    /// Plays all games. `name` is what the program is called in commands.
    pub(super) fn new(games: &Games, program: &Program, limits: Limits, name: &str) -> Report {
        let findings = examine::examine(games, program, limits);
        let failures = findings.broken.iter().map(|b| failure(program, limits, name, b)).collect();
        Report { findings, failures }
    }

    /// The result of a test. `elsewhere` tells which other test of the assignment is about a rule.
    pub(super) fn result(
        &self,
        head: &TestHead,
        test: &DifferentialTest,
        elsewhere: impl Fn(Rule) -> Option<String>,
    ) -> TestResult {
        let held: Vec<Holds> = test.rules.iter().map(|rule| self.holds(*rule)).collect();
        let good = held.iter().filter(|holds| matches!(holds, Holds::Yes)).count();
        let mut failures = Vec::new();
        let mut blockers: Vec<Option<usize>> = Vec::new();
        let mut not_shown = Aspects::default();
        for holds in &held {
            match holds {
                Holds::Yes => {}
                Holds::No(number) => failures.push(self.failures[*number].clone()),
                Holds::NotShown(aspects, blocker) => {
                    not_shown.add(*aspects);
                    blockers.push(*blocker);
                }
            }
        }
        blockers.dedup();
        let status = match (failures.is_empty(), not_shown.is_empty()) {
            (true, true) => Status::Passed,
            (false, _) => Status::Failed,
            (true, false) => Status::Blocked,
        };
        let summary = match status {
            Status::Passed | Status::Failed => Summary::Rules(test.rules.clone()),
            Status::Blocked => {
                let number = blockers.first().copied().flatten();
                let broken = number.map(|number| self.findings.broken[number].rule);
                let blocker = match broken {
                    None => Blocker::TooSlow,
                    Some(None) => Blocker::Output,
                    Some(Some(rule)) => Blocker::Rule { rule, test: elsewhere(rule) },
                };
                // What blocks it is told here if no other test tells it.
                if let Some(number) = number
                    && !matches!(blocker, Blocker::Rule { test: Some(_), .. })
                {
                    failures.push(self.failures[number].clone());
                }
                Summary::NotShown { situations: not_shown.words(), blocker }
            }
        };
        let points = head.points.share(good as u64, held.len() as u64);
        TestResult { test: head.id.clone(), status, points, summary, failures }
    }

    fn holds(&self, rule: Rule) -> Holds {
        let broken = &self.findings.broken;
        if let Some(number) = broken.iter().position(|broken| broken.rule == Some(rule)) {
            return Holds::No(number);
        }
        let missing = Aspects::of(rule).without(self.findings.shown);
        match missing.is_empty() {
            true if self.findings.too_slow => Holds::NotShown(Aspects::of(rule), None),
            true => Holds::Yes,
            false => Holds::NotShown(missing, broken.iter().position(|b| b.missed.meets(missing))),
        }
    }
}

/// What is wrong in one game, if anything is.
pub(super) fn failure_of(
    program: &Program,
    limits: Limits,
    name: &str,
    script: &tester::Script,
) -> Option<Failure> {
    examine::broken_in(program, limits, script).map(|b| failure(program, limits, name, &b))
}

fn failure(program: &Program, limits: Limits, name: &str, broken: &Broken) -> Failure {
    let Broken { rule, script, verdict, .. } = broken;
    let verdict = Verdict { rule: *rule, ..verdict.clone() };
    let found = Counterexample::new(program, script.clone(), verdict);
    let found = Counterexample { limits, ..found };
    let ran = match examine::to_trace(program, &found.verdict) {
        Some(program) => trace(&program, &found),
        None => trace(program, &found),
    };
    Failure {
        lines: source_lines(program.image(), &ran),
        rerun: Some(Rerun::Diff { file: name.to_owned(), script: script.clone() }),
        stopped: stopped_in(program, &found),
        cause: Cause::Game(found),
    }
}
