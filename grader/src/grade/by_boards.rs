//! Differential tests by boards: a program may word things in its own way, its boards must obey the
//! rules.
//!
//! How to talk to it is given by the assignment or learnt from the program. A rule holds if no game
//! breaks it and at least one game was right from beginning to end: then all that it met is in order.

use super::points::Points;
use super::result::{Cause, Failure, Rerun, Summary, TestResult};
use super::source_lines::source_lines;
use crate::assignment::{DifferentialTest, TestHead};
use crate::book::Status;
use tester::boards::{NotLearnt, Protocol, learn, play_game};
use tester::trace::trace;
use tester::{BoardJudge, Counterexample, Judge, Program, Rule};

/// Games that go beyond a limit before no more are played.
const MAX_LIMITS: u32 = 5;

/// What the games by boards have brought to light.
pub(super) struct BoardReport {
    /// What is wrong, each rule once, in the order of the games.
    failures: Vec<(Rule, Failure)>,
    /// Games without a mistake.
    good: u64,
    /// Why there were no games.
    unable: Option<NotLearnt>,
}

/// Whether a program breaks a rule in any game, or can't be played.
pub(super) fn goes_wrong(program: &Program, protocol: Option<&Protocol>, games: u64) -> bool {
    let Ok(protocol) = protocol_of(program, protocol) else { return true };
    (0..games).any(|number| play_game(program, &protocol, number).verdict.is_some())
}

/// The protocol that is given, or else what probing finds.
pub(super) fn protocol_of(
    program: &Program,
    given: Option<&Protocol>,
) -> Result<Protocol, NotLearnt> {
    match given {
        Some(protocol) => Ok(protocol.clone()),
        None => learn(program).map(|learnt| learnt.protocol),
    }
}

impl BoardReport {
    /// Plays so many games.
    pub(super) fn new(
        program: &Program,
        protocol: Option<&Protocol>,
        games: u64,
        name: &str,
    ) -> BoardReport {
        let mut report = BoardReport { failures: Vec::new(), good: 0, unable: None };
        let protocol = match protocol_of(program, protocol) {
            Ok(protocol) => protocol,
            Err(why) => {
                report.unable = Some(why);
                return report;
            }
        };
        let mut beyond = 0;
        // The rules that the referee named: other games may show that another one is to blame.
        let mut examined = Vec::new();
        for number in 0..games {
            let played = play_game(program, &protocol, number);
            let Some(verdict) = played.verdict.clone() else {
                report.good += 1;
                continue;
            };
            beyond += u32::from(verdict.problem.is_limit());
            if let Some(named) = verdict.rule
                && !examined.contains(&named)
            {
                examined.push(named);
                let found = BoardJudge::new(program, &protocol, 0).counterexample(&played.script);
                let found =
                    found.unwrap_or_else(|| Counterexample::new(program, played.script, verdict));
                let rule = found.verdict.rule.unwrap_or(named);
                if report.failures.iter().all(|(known, _)| *known != rule) {
                    report.failures.push((rule, failure(program, found, name)));
                }
            }
            if beyond >= MAX_LIMITS {
                break;
            }
        }
        report
    }

    /// The result of a test.
    pub(super) fn result(&self, head: &TestHead, test: &DifferentialTest) -> TestResult {
        let broken = |rule: Rule| self.failures.iter().find(|(known, _)| *known == rule);
        let found: Vec<Failure> =
            test.rules.iter().filter_map(|rule| Some(broken(*rule)?.1.clone())).collect();
        let shown = self.good > 0;
        let held = test.rules.iter().filter(|rule| shown && broken(**rule).is_none()).count();
        let rules = || Summary::Rules(test.rules.clone());
        let (status, summary, failures) = match (&self.unable, found.is_empty(), shown) {
            (Some(why), _, _) => {
                let failure = Cause::Unplayable(why.clone()).into();
                (Status::Blocked, Summary::Failure, vec![failure])
            }
            (None, false, _) => (Status::Failed, rules(), found),
            (None, true, true) => (Status::Passed, rules(), Vec::new()),
            (None, true, false) => {
                let first = self.failures.first();
                let summary = Summary::NoWholeGame(first.map(|(rule, _)| *rule));
                let failures = first.map(|(_, failure)| failure.clone()).into_iter().collect();
                (Status::Blocked, summary, failures)
            }
        };
        let points = match status {
            Status::Blocked => Points::ZERO,
            _ => head.points.share(held as u64, test.rules.len() as u64),
        };
        TestResult { test: head.id.clone(), status, points, summary, failures }
    }
}

fn failure(program: &Program, found: Counterexample, name: &str) -> Failure {
    let script = found.script.clone();
    Failure {
        lines: source_lines(program.image(), &trace(program, &found)),
        rerun: Some(Rerun::Diff { file: name.to_owned(), script, boards: true }),
        cause: Cause::Game(found),
    }
}
