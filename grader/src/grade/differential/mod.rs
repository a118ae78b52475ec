//! Differential tests: which rules of the game hold, shown by games against the reference.
//!
//! All tests of an assignment with the same number of games share one run of them. A rule holds if
//! no wrong answer is blamed on it and everything about it was met in right ones; if something else
//! goes wrong before that, it is blocked and brings no points.

mod aspects;
mod causes;
mod examine;
mod games;

use crate::assignment::{DifferentialTest, TestHead};
use tester::trace::trace;
use tester::wording::{self, quoted};
use tester::{Boards, Cells, Counterexample, Limits, Program, Rule};

use aspects::Aspects;
pub use causes::follows_from;
use examine::{Broken, Findings};
use games::Games;

use super::result::{Cause, Status, Summary, TestResult};
use super::source_lines::source_lines;
use crate::book::{CodeLine, Exhibit, FailureEntry as Failure, Role};

/// Games that are ready to be played.
#[derive(Clone, Debug)]
pub(super) struct Differential(Games);

impl Differential {
    /// The fixed games, and so many of a seed.
    pub(super) fn new(seed: u64, games: u64) -> Differential {
        Differential(Games::new(seed, games))
    }

    /// Whether a program gives a wrong answer in any game.
    pub(super) fn goes_wrong(&self, program: &Program) -> bool {
        examine::goes_wrong(&self.0, program)
    }

    /// Plays all games. `name` is what the program is called in commands.
    pub(super) fn report(&self, program: &Program, limits: Limits, name: &str) -> Report {
        let findings = examine::examine(&self.0, program, limits);
        let failures = findings.broken.iter().map(|b| failure(program, limits, name, b)).collect();
        Report { findings, failures }
    }
}

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
        let names: Vec<&str> = test.rules.iter().map(|rule| rule.text()).collect();
        let rules = names.join("; ");
        let summary = match status {
            Status::Passed => format!("This holds: {rules}."),
            Status::Failed => format!("This does not hold: {rules}."),
            Status::Blocked => {
                let blocker = blockers.first().copied().flatten();
                // What blocks it is told here if no other test tells it.
                if let Some(number) = blocker
                    && self.findings.broken[number].rule.and_then(&elsewhere).is_none()
                {
                    failures.push(self.failures[number].clone());
                }
                format!("{} {}", shown_too_little(not_shown), self.because(blocker, &elsewhere))
            }
        };
        let points = head.points.share(good as u64, held.len() as u64);
        TestResult {
            test: head.id.clone(),
            status,
            points,
            summary: Summary::Told(summary),
            failures: failures.into_iter().map(|told| Cause::Told(told).into()).collect(),
        }
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

    fn because(&self, blocker: Option<usize>, at: &impl Fn(Rule) -> Option<String>) -> String {
        let Some(number) = blocker else {
            return "The games took too many instructions, so that not all were played.".into();
        };
        match self.findings.broken[number].rule {
            None => "What the program prints before that is not what it should be.".into(),
            Some(rule) => {
                let other = at(rule).map_or(String::new(), |test| format!("; see test {test}"));
                format!("Another rule is broken before that: {}{other}.", rule.text())
            }
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

fn shown_too_little(aspects: Aspects) -> String {
    const MOST: usize = 3;
    let words = aspects.words();
    let more = words.len().saturating_sub(MOST);
    let mut list = words[..words.len() - more].join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    format!("This could not be shown: {list}.")
}

fn failure(program: &Program, limits: Limits, name: &str, broken: &Broken) -> Failure {
    let Broken { rule, script, verdict, .. } = broken;
    let found = Counterexample::new(program, script.clone(), verdict.clone());
    let found = Counterexample { limits, ..found };
    let sentences: Vec<String> =
        wording::sentences(&found).iter().map(|sentence| sentence.trim().to_string()).collect();
    let given = vec![
        format!("Input: {}", wording::input(script)),
        format!("Draws: {}", wording::draws(script)),
    ];
    let mut shown: Vec<Exhibit> = Vec::new();
    let board = |role: Role, label: &str, cells: &Option<Cells>| {
        let cells = cells.as_ref()?.values().to_vec();
        Some(Exhibit::Board { role, label: label.into(), cells })
    };
    let Boards { before, expected, got } = &verdict.boards;
    shown.extend(board(Role::Before, "before", before));
    if expected == got {
        shown.extend(board(Role::Board, "board", expected));
    } else {
        shown.extend(board(Role::Expected, "should be", expected));
        shown.extend(board(Role::Got, "yours", got));
    }
    if shown.len() < 2 || expected == got {
        let text = |role: Role, label: &str, output: &[u8]| Exhibit::Text {
            role,
            label: label.into(),
            text: String::from_utf8_lossy(&output[..output.len().min(MAX_TEXT)]).into_owned(),
        };
        let right = verdict.expected.as_ref();
        shown.extend(right.map(|right| text(Role::Expected, "should be", &right.output)));
        shown.push(text(Role::Got, "yours", &verdict.got.output));
    }
    let ran = match examine::to_trace(program, verdict) {
        Some(program) => trace(&program, &found),
        None => trace(program, &found),
    };
    Failure {
        group: match rule {
            Some(rule) => format!("{rule}: {script}"),
            None => format!("output: {script}"),
        },
        rule: rule.map(|rule| rule.name().to_string()),
        rule_text: rule.map_or("what is printed is what should be", |rule| rule.text()).to_string(),
        hint: rule.map(|rule| rule.hint().to_string()),
        given,
        sentences,
        shown,
        lines: source_lines(program.image(), &ran).iter().map(CodeLine::from).collect(),
        command: Some(format!(
            "fivetwelve diff {} --script {}",
            quoted(name),
            quoted(&script.to_string())
        )),
    }
}

/// Bytes of output that are shown.
const MAX_TEXT: usize = 2_000;
