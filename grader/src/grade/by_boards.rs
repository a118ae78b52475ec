//! Differential tests by boards: a program may word things in its own way, its boards must obey the
//! rules.
//!
//! How to talk to it is given by the assignment or learnt from the program. A rule holds if no game
//! breaks it and the games have shown it in every situation that the program offers. What the program
//! does not have is absent: it brings no points, and nobody is accused of it. Rules about moves hold or
//! fail for each direction by itself. What always goes wrong is left out of later games.

use engine::Direction;
use tester::aspects::Aspects;
use tester::boards::{Meaning, NotLearnt, Protocol, learn, play_game, wanted};
use tester::trace::trace;
use tester::{BoardJudge, Cells, Counterexample, Judge, Limits, Program, Rule, Script, Verdict};

use super::result::{Blocker, Cause, Failure, Rerun, Summary, TestResult};
use super::source_lines::source_lines;
use super::stopped::stopped_in;
use crate::assignment::{DifferentialTest, TestHead};
use crate::book::Status;

/// Games that go beyond a limit before less is allowed, and before no more are played.
const PATIENT: u32 = 5;
const MAX_LIMITS: u32 = 200;
/// What part of the instructions is allowed then.
const IMPATIENT: u64 = 8;
/// The most work of all games together, in instructions, without those that make a failure small.
const ALL_WORK: u64 = 300_000_000;
/// The most work of everything that is played, also to make new tiles come where they are wanted.
const WORK_OF_COPIES: u64 = 1_700_000_000;
/// The most work of making all failures small.
const WORK_OF_SHRINKING: u64 = 1_000_000_000;
/// The most work of finding the rules that are to blame for them.
const WORK_OF_BLAME: u64 = 300_000_000;
/// How often a rule is looked into that a referee named, if another one turns out to be broken.
const MAX_LOOKS: u32 = 3;
/// Rules that hold or fail for each direction by itself.
const OF_MOVES: [Rule; 4] = [Rule::Slide, Rule::MergeValue, Rule::MergeOnce, Rule::MergeOrder];

/// Into so many shares the points of a rule can be divided: for four directions, or three sizes of tiles.
const SHARES: usize = 12;
/// How many games must end in the same way before others leave it out.
const DEAD_END: u32 = 3;

/// What always goes wrong, so that games end there before anything else can be seen.
#[derive(Default)]
struct DeadEnds {
    moves: [u32; 4],
    illegal: u32,
}

impl DeadEnds {
    /// Notes how a game went wrong, and has the next ones leave out what never goes right.
    fn note(
        &mut self,
        verdict: &Verdict,
        script: &Script,
        protocol: &mut Protocol,
        shown: Aspects,
    ) {
        let line = verdict.moment.lines.checked_sub(1).and_then(|at| script.lines.get(at));
        let meaning = line.and_then(|line| protocol.keys.meaning(line));
        let before = verdict.boards.before.as_ref().and_then(Cells::board);
        let (Some(Meaning::Move(way)), Some(before)) = (meaning, before) else { return };
        let legal = before.is_legal(way);
        let (times, right) = match legal {
            true => (&mut self.moves[way as usize], Aspects::of_move(way)),
            false => (&mut self.illegal, Aspects::of_illegal_move()),
        };
        *times += 1;
        if *times < DEAD_END || right.meets(shown) {
            return;
        }
        match legal {
            true if !protocol.avoid.ways.contains(&way) => protocol.avoid.ways.push(way),
            true => {}
            false => protocol.avoid.illegal = true,
        }
    }
}

/// What the games by boards have brought to light.
pub(super) struct BoardReport {
    /// What is wrong, in the order of the games.
    broken: Vec<Broken>,
    /// What was seen to be right.
    shown: Aspects,
    /// Whether not all games were played.
    too_slow: bool,
    /// How the program is played, or why it could not be.
    protocol: Result<Protocol, NotLearnt>,
}

/// A rule that is broken, each once; one about moves once for each direction.
struct Broken {
    rule: Rule,
    direction: Option<Direction>,
    failure: Failure,
}

/// How a rule came out, or a direction of it.
enum Holds {
    Yes,
    /// The number of what is broken.
    No(usize),
    NotShown(Aspects),
}

/// Whether a program breaks a rule in any game, or can't be played.
pub(super) fn goes_wrong(program: &Program, protocol: Option<&Protocol>, games: u64) -> bool {
    let Ok(protocol) = protocol_of(program, protocol) else { return true };
    (0..games).any(|number| play_game(program, &protocol, 0, number).verdict.is_some())
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
        let protocol = protocol_of(program, protocol);
        let mut report = BoardReport {
            broken: Vec::new(),
            shown: Aspects::default(),
            too_slow: false,
            protocol: protocol.clone(),
        };
        let Ok(protocol) = protocol else { return report };
        let whole = program;
        let program = &whole.within(WORK_OF_COPIES);
        let (shrunk, blamed) = (whole.within(WORK_OF_SHRINKING), whole.within(WORK_OF_BLAME));
        // What is known to be broken is allowed from then on, so that other rules can be shown.
        let (mut lenient, mut allowed) = (protocol.clone(), Vec::new());
        let (mut beyond, mut work) = (0, 0);
        let mut dead_ends = DeadEnds::default();
        // The rules that the referee named: other games may show that another one is to blame.
        let mut looks: Vec<((Rule, Option<Direction>), u32)> = Vec::new();
        let limits = program.limits();
        let impatient = program.with_limits(Limits { steps: limits.steps / IMPATIENT, ..limits });
        for index in 0..games {
            let player = if beyond < PATIENT { program } else { &impatient };
            let played = play_game(player, &lenient, 0, index);
            report.shown.add(played.shown);
            work += played.work;
            report.too_slow = beyond >= MAX_LIMITS || work > ALL_WORK || program.is_exhausted();
            if report.too_slow {
                break;
            }
            let Some(verdict) = played.verdict.clone() else { continue };
            dead_ends.note(&verdict, &played.script, &mut lenient, report.shown);
            beyond += u32::from(verdict.problem.is_limit());
            let Some(named) = verdict.rule else { continue };
            let found = Counterexample::new(program, played.script.clone(), verdict);
            let look = (named, direction(named, &found, &protocol));
            let known = looks.iter_mut().find(|(other, _)| *other == look);
            let times = match known {
                Some((_, times)) => times,
                None => {
                    looks.push((look, 0));
                    let Some((_, times)) = looks.last_mut() else { continue };
                    times
                }
            };
            if *times >= MAX_LOOKS || report.position(look.0, look.1).is_some() {
                continue;
            }
            *times += 1;
            let small = BoardJudge::new(&shrunk, &lenient, 0).shrink(&played.script);
            let (script, verdict) = small.unwrap_or((found.script, found.verdict));
            let verdict = BoardJudge::new(&blamed, &lenient, 0).blame(&script, verdict);
            let typed = whole.typed_to(lenient.typing());
            let found = Counterexample::new(&typed, script, verdict);
            let rule = found.verdict.rule.unwrap_or(named);
            let direction = direction(rule, &found, &protocol);
            if report.position(rule, direction).is_none() {
                let failure = failure(&typed, found, name, allowed.clone());
                report.broken.push(Broken { rule, direction, failure });
                if Protocol::CAN_BE_BROKEN.contains(&rule) {
                    allowed.push(rule);
                    lenient.allow(rule);
                }
            }
        }
        report
    }

    fn position(&self, rule: Rule, direction: Option<Direction>) -> Option<usize> {
        self.broken.iter().position(|b| b.rule == rule && b.direction == direction)
    }

    /// Why the program could not be played.
    pub(super) fn unplayable(&self) -> Option<Failure> {
        self.protocol.as_ref().err().map(|why| Cause::Unplayable(why.clone()).into())
    }

    /// The result of a test. `elsewhere` tells which other test of the assignment is about a rule.
    pub(super) fn result(
        &self,
        head: &TestHead,
        test: &DifferentialTest,
        elsewhere: impl Fn(Rule) -> Option<String>,
    ) -> TestResult {
        // What is absent is left out, unless there is nothing else to test.
        let here: Vec<Rule> = test.rules.iter().copied().filter(|rule| self.has(*rule)).collect();
        if here.is_empty() {
            let summary = Summary::Absent(test.rules.clone());
            return TestResult::new(head, Status::Blocked, summary, Vec::new());
        }
        let held: Vec<Vec<Holds>> = here.iter().map(|rule| self.holds(*rule)).collect();
        let (mut broken, mut missing) = (Vec::new(), Aspects::default());
        for part in held.iter().flatten() {
            match part {
                Holds::No(number) if !broken.contains(number) => broken.push(*number),
                Holds::Yes | Holds::No(_) => {}
                Holds::NotShown(aspects) => missing.add(*aspects),
            }
        }
        let mut failures: Vec<Failure> =
            broken.iter().map(|number| self.broken[*number].failure.clone()).collect();
        let (status, summary) = match (failures.is_empty(), missing.is_empty()) {
            (true, true) => (Status::Passed, Summary::Rules(here)),
            (false, _) => (Status::Failed, Summary::Rules(here)),
            (true, false) => {
                let blocker = match self.broken.first() {
                    Some(first) if !self.too_slow => {
                        let (rule, test) = (first.rule, elsewhere(first.rule));
                        if test.is_none() {
                            failures.push(first.failure.clone());
                        }
                        Blocker::Rule { rule, test }
                    }
                    _ if self.too_slow => Blocker::TooSlow,
                    _ => Blocker::NotReached,
                };
                (Status::Blocked, Summary::NotShown { situations: missing.words(), blocker })
            }
        };
        // Each rule counts the same, and so does each part of a rule.
        let shares = held.iter().map(|parts| {
            let good = parts.iter().filter(|part| matches!(part, Holds::Yes)).count();
            good * SHARES / parts.len()
        });
        let points = head.points.share(shares.sum::<usize>() as u64, (SHARES * held.len()) as u64);
        TestResult { test: head.id.clone(), status, points, summary, failures }
    }

    /// Whether the program has what a rule is about.
    fn has(&self, rule: Rule) -> bool {
        self.wanted(rule).is_some()
    }

    fn wanted(&self, rule: Rule) -> Option<Aspects> {
        wanted(rule, self.protocol.as_ref().ok()?)
    }

    /// How a rule came out: once, or once for each of its parts.
    fn holds(&self, rule: Rule) -> Vec<Holds> {
        let wanted = self.wanted(rule).unwrap_or_default();
        let part = |direction: Option<Direction>, wanted: Aspects| {
            let missing = wanted.without(self.shown);
            match self.position(rule, direction) {
                Some(number) => Holds::No(number),
                None if missing.is_empty() => Holds::Yes,
                None => Holds::NotShown(missing),
            }
        };
        if rule == Rule::BoardPrint {
            // Who never gets to large tiles has printed the small ones.
            return wanted.each().map(|one| part(None, one)).collect();
        }
        if !OF_MOVES.contains(&rule) {
            return vec![part(None, wanted)];
        }
        let towards = |way: Direction| part(Some(way), wanted.within(Aspects::towards(way)));
        Direction::ALL.map(towards).into()
    }
}

/// The direction of a move that breaks a rule about moves.
fn direction(rule: Rule, found: &Counterexample, protocol: &Protocol) -> Option<Direction> {
    let meaning = protocol.keys.meaning(found.line()?)?;
    match meaning {
        Meaning::Move(direction) if OF_MOVES.contains(&rule) => Some(direction),
        _ => None,
    }
}

fn failure(program: &Program, found: Counterexample, name: &str, allow: Vec<Rule>) -> Failure {
    let (file, script) = (name.to_owned(), found.script.clone());
    Failure {
        lines: source_lines(program.image(), &trace(program, &found)),
        rerun: Some(Rerun::Boards { file, script, allow }),
        stopped: stopped_in(program, &found),
        cause: Cause::Game(found),
    }
}
