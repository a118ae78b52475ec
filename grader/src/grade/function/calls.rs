//! Calls that are made, with what the functions of the reference do, and how those of a program do.
//!
//! A case is one call, or several one after the other in the same memory. Cases are chosen by a seed,
//! and serve all programs; a few more are made of the constants of each program. The first that goes
//! wrong is made as small as it can be.

use std::sync::Arc;

use mips_sim::Image;

use super::mixed;
use super::player::{Player, SHIFT, Wrong};
use crate::assignment::CallsTest;
use crate::grade::result::MadeCalls;
use crate::grade::watch::Onlooker;
use tester::Limits;
use tester::calls::{Given, Seen, cost, smaller};
use tester::values::{Maker, Pool, Ways};

/// How many are made at most for each that is wanted: many are made more than once, and not all are
/// fit.
const TRIES: u64 = 4;
/// One in so many is made of the constants of the program itself.
const OWN: u64 = 4;
/// Instructions that all calls of the reference may take.
const MOST_WORK: u64 = 1_000_000_000;
/// Instructions and calls in which a smaller example is looked for.
const SHRINK_WORK: u64 = 10_000_000;
const SHRINK_RUNS: u32 = 2_000;
/// A function may take so many times as long as that of the reference, and some more, while a smaller
/// example is looked for.
const TIMES_AS_LONG: u64 = 50;
/// Where the buffers of the reference lie, and where they lie the second time.
const SHIFTS: [u32; 2] = [3, 40];

/// What is called, and with what: functions by their numbers.
pub type Sequence = Vec<(usize, Vec<Given>)>;

/// A sequence of calls, and what should come of each.
#[derive(Clone, Debug, PartialEq)]
pub struct CallCase {
    /// The calls.
    pub calls: Sequence,
    /// What each returns and leaves.
    pub expected: Vec<Left>,
}

/// What a call has returned and left.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    /// The results, in the order of the signature.
    pub returned: Vec<Seen>,
    /// What is in the memory that each argument leads to, if that is compared.
    pub memory: Vec<Option<Seen>>,
    /// What was printed.
    pub output: Vec<u8>,
}

/// Why the functions of a reference can't be compared with.
#[derive(Clone, Debug)]
pub enum UnfitCalls {
    /// It has no such function.
    Missing(String),
    /// None of the calls that were made returns; this is the smallest.
    NeverReturns(MadeCalls),
    /// The same call does not do the same twice.
    NotTwice(MadeCalls),
}

/// Cases of a test, made once for all programs.
#[derive(Clone, Debug)]
pub(crate) struct CallCases {
    list: Arc<[CallCase]>,
    /// None if they were recorded.
    reference: Option<Arc<Image>>,
    limits: Limits,
    seed: u64,
}

impl CallCases {
    /// So many, if there are as many, the smallest first.
    pub(crate) fn new(
        test: &CallsTest,
        reference: &Image,
        limits: Limits,
        seed: u64,
        count: u64,
    ) -> Result<CallCases, UnfitCalls> {
        let player = Player::new(test, reference, &limits, SHIFTS[0])?;
        let again = Player::new(test, reference, &limits, SHIFTS[1])?;
        let pool = Pool::of([reference]);
        let mut known: Vec<CallCase> = Vec::new();
        let mut lost: Option<Sequence> = None;
        let mut work = 0;
        for number in 0..count.saturating_mul(TRIES) {
            if known.len() as u64 == count || work > MOST_WORK {
                break;
            }
            let calls = sequence(test, &pool, seed, number);
            if known.iter().any(|case| case.calls == calls) {
                continue;
            }
            let expected = player.all(&calls, test.steps, mixed(seed, 0), &mut work);
            let second = again.all(&calls, test.steps, mixed(seed, 1), &mut work);
            match (expected, second) {
                (Some(expected), Some(second)) if same(test, &expected, &second) => {
                    known.push(CallCase { calls, expected });
                }
                (None, None) => {
                    let smallest = lost.as_ref().is_none_or(|lost| price(&calls) < price(lost));
                    lost = if smallest { Some(calls) } else { lost };
                }
                _ => return Err(UnfitCalls::NotTwice(made(test, &calls))),
            }
        }
        if known.is_empty() {
            let calls = lost.unwrap_or_default();
            return Err(UnfitCalls::NeverReturns(made(test, &calls)));
        }
        known.sort_by_key(|case| price(&case.calls));
        Ok(CallCases {
            list: known.into(),
            reference: Some(Arc::new(reference.clone())),
            limits,
            seed,
        })
    }

    /// Cases that were recorded, without the reference.
    pub(crate) fn recorded(list: Vec<CallCase>, limits: Limits, seed: u64) -> CallCases {
        CallCases { list: list.into(), reference: None, limits, seed }
    }

    /// What decides the contents of memory.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The cases, the smallest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &CallCase> {
        self.list.iter()
    }

    /// Makes the calls on a program while someone looks on.
    pub(in crate::grade) fn watch<O: Onlooker>(
        &self,
        test: &CallsTest,
        image: &Image,
        onlooker: &mut O,
    ) {
        let Ok(player) = Player::new(test, image, &self.limits, SHIFT) else { return };
        for case in self.list.iter() {
            onlooker.begin();
            let seed = mixed(self.seed, 0);
            player.play(&case.calls, test.steps, seed, &mut 0, onlooker, |_, _, _| true);
        }
    }

    /// Whether a program is wrong in any of them.
    pub(crate) fn find_fault(&self, test: &CallsTest, image: &Image) -> bool {
        let Ok(player) = Player::new(test, image, &self.limits, SHIFT) else { return true };
        let seed = mixed(self.seed, 0);
        self.list.iter().any(|case| player.wrong(case, test.steps, seed, &mut 0).is_some())
    }

    /// The smallest call that was found in which a program is wrong, or the function that it lacks.
    pub(super) fn examine(
        &self,
        test: &CallsTest,
        image: &Image,
        most_work: u64,
    ) -> Result<Option<Wrong>, Trouble> {
        let player = Player::new(test, image, &self.limits, SHIFT).map_err(|why| match why {
            UnfitCalls::Missing(label) => Trouble::Missing(label),
            UnfitCalls::NeverReturns(_) | UnfitCalls::NotTwice(_) => Trouble::TooSlow,
        })?;
        let seed = mixed(self.seed, 0);
        let mut work = 0;
        for case in self.list.iter() {
            if let Some(wrong) = player.wrong(case, test.steps, seed, &mut work) {
                return Ok(Some(self.smallest(&player, wrong)));
            }
            if work > most_work {
                return Err(Trouble::TooSlow);
            }
        }
        // Some that the program itself suggests.
        let Some(reference) = &self.reference else { return Ok(None) };
        let Ok(right) = Player::new(test, reference, &self.limits, SHIFTS[0]) else {
            return Ok(None);
        };
        let pool = Pool::of([&**reference, image]);
        for number in 0..self.list.len() as u64 / OWN {
            let calls = sequence(test, &pool, self.seed, u64::MAX - number);
            let Some(expected) = right.all(&calls, test.steps, seed, &mut work) else { continue };
            let case = CallCase { calls, expected };
            if let Some(wrong) = player.wrong(&case, test.steps, seed, &mut work) {
                return Ok(Some(self.smallest(&player, wrong)));
            }
            if work > most_work {
                break;
            }
        }
        Ok(None)
    }

    /// Makes a wrong call as small as it can be, if there is a reference that says what is right.
    fn smallest(&self, player: &Player<'_>, wrong: Wrong) -> Wrong {
        let reference = self.reference.as_deref();
        let right = reference
            .and_then(|image| Player::new(player.test, image, &self.limits, SHIFTS[0]).ok());
        match right {
            Some(right) => {
                let seed = mixed(self.seed, 0);
                Shrinker { right, player, seed, runs: 0, work: 0 }.smallest(wrong)
            }
            None => wrong,
        }
    }
}

/// Why nothing is known of a program.
pub(super) enum Trouble {
    /// It has no such function.
    Missing(String),
    /// Its calls took too many instructions.
    TooSlow,
}

/// Looks for smaller calls that are wrong.
struct Shrinker<'a> {
    right: Player<'a>,
    player: &'a Player<'a>,
    seed: u64,
    runs: u32,
    work: u64,
}

impl Shrinker<'_> {
    fn smallest(mut self, wrong: Wrong) -> Wrong {
        let mut best = wrong;
        while let Some(smaller) = self.step(&best) {
            best = smaller;
        }
        best
    }

    /// The first of the smaller ones that is wrong.
    fn step(&mut self, wrong: &Wrong) -> Option<Wrong> {
        let test = self.player.test;
        let mut found = None;
        smaller_sequences(test, &wrong.calls, &mut |calls| {
            if self.runs < SHRINK_RUNS && self.work < SHRINK_WORK {
                found = self.wrong(calls);
                found.is_some()
            } else {
                true
            }
        });
        found
    }

    fn wrong(&mut self, calls: Sequence) -> Option<Wrong> {
        self.runs += 1;
        let most = self.player.test.steps;
        let mut taken = 0;
        let expected = self.right.all(&calls, most, self.seed, &mut taken);
        self.work += taken;
        // Patience is for those who are slow, not for those who hang.
        let steps = (taken * TIMES_AS_LONG).min(most);
        let case = CallCase { calls, expected: expected? };
        self.player.wrong(&case, steps, self.seed, &mut self.work)
    }
}

/// Offers sequences that are smaller by a call, or by an argument, until one is taken.
fn smaller_sequences(
    test: &CallsTest,
    calls: &Sequence,
    take: &mut dyn FnMut(Sequence) -> bool,
) -> bool {
    let fewer = (0..calls.len()).filter(|_| calls.len() > test.sequence.0.max(1));
    let mut fewer = fewer.map(|at| {
        let mut fewer = calls.clone();
        fewer.remove(at);
        fewer
    });
    fewer.any(&mut *take)
        || calls.iter().enumerate().any(|(at, (function, list))| {
            smaller(&test.functions[*function], list, &mut |list| {
                let mut other = calls.clone();
                other[at].1 = list;
                take(other)
            })
        })
}

/// Calls by a seed and a number.
fn sequence(test: &CallsTest, pool: &Pool, seed: u64, number: u64) -> Sequence {
    let mut maker = Maker::new(seed, number, pool, Ways::default());
    let (least, most) = test.sequence;
    let count = least + maker.below(most - least + 1);
    let call = |_| {
        let function = maker.below(test.functions.len());
        (function, test.functions[function].make(&mut maker))
    };
    (0..count).map(call).collect()
}

fn price(calls: &Sequence) -> (usize, usize, u64) {
    calls.iter().fold((calls.len(), 0, 0), |(calls, count, sum), (_, list)| {
        let (more, own) = cost(list);
        (calls, count + more, sum.saturating_add(own))
    })
}

fn same(test: &CallsTest, one: &[Left], other: &[Left]) -> bool {
    let seen = |one: &Seen, other: &Seen| one.is_like(other, &test.tolerance);
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.output == other.output
                && one.returned.iter().zip(&other.returned).all(|(one, other)| seen(one, other))
                && one.memory.iter().zip(&other.memory).all(|pair| match pair {
                    (Some(one), Some(other)) => seen(one, other),
                    (one, other) => one == other,
                })
        })
}

/// The calls with what is known of their functions.
pub(super) fn made(test: &CallsTest, calls: &Sequence) -> MadeCalls {
    let calls = calls.iter();
    MadeCalls(calls.map(|(at, list)| (test.functions[*at].clone(), list.clone())).collect())
}
