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
use tester::calls::{Given, Seen, Signature, cost, smaller};
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
/// In some sequences a function is favoured, or two in turn: one call in so many is of any.
const FAVOURED: u32 = 6;
/// Where the buffers of the reference lie, and where they lie the second time.
const SHIFTS: [u32; 2] = [3, 40];

/// What is called, and with what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sequence {
    /// What the calls share, at first.
    pub state: Vec<Given>,
    /// The calls: functions by their numbers, and their arguments.
    pub calls: Vec<(usize, Vec<Given>)>,
}

/// A sequence of calls, and what should come of each.
#[derive(Clone, Debug, PartialEq)]
pub struct CallCase {
    /// The calls.
    pub sequence: Sequence,
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
    /// The same of what the calls share.
    pub state: Vec<Option<Seen>>,
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
            let sequence = sequence(test, &pool, seed, number);
            if known.iter().any(|case| case.sequence == sequence) {
                continue;
            }
            let expected = player.all(&sequence, test.steps, mixed(seed, 0), &mut work);
            let second = again.all(&sequence, test.steps, mixed(seed, 1), &mut work);
            match (expected, second) {
                (Some(expected), Some(second)) if same(test, &expected, &second) => {
                    known.push(CallCase { sequence, expected });
                }
                (None, None) => {
                    let smallest = lost.as_ref().is_none_or(|lost| price(&sequence) < price(lost));
                    lost = if smallest { Some(sequence) } else { lost };
                }
                _ => return Err(UnfitCalls::NotTwice(made(test, &sequence))),
            }
        }
        if known.is_empty() {
            let lost = lost.unwrap_or_default();
            return Err(UnfitCalls::NeverReturns(made(test, &lost)));
        }
        known.sort_by_key(|case| price(&case.sequence));
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
            player.play(&case.sequence, test.steps, seed, &mut 0, onlooker, |_, _, _| true);
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
            let sequence = sequence(test, &pool, self.seed, u64::MAX - number);
            let expected = right.all(&sequence, test.steps, seed, &mut work);
            let Some(expected) = expected else { continue };
            let case = CallCase { sequence, expected };
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
        smaller_sequences(test, &wrong.sequence, &mut |sequence| {
            if self.runs < SHRINK_RUNS && self.work < SHRINK_WORK {
                found = self.wrong(sequence);
                found.is_some()
            } else {
                true
            }
        });
        found
    }

    fn wrong(&mut self, sequence: Sequence) -> Option<Wrong> {
        self.runs += 1;
        let most = self.player.test.steps;
        let mut taken = 0;
        let expected = self.right.all(&sequence, most, self.seed, &mut taken);
        self.work += taken;
        // Patience is for those who are slow, not for those who hang.
        let steps = (taken * TIMES_AS_LONG).min(most);
        let case = CallCase { sequence, expected: expected? };
        self.player.wrong(&case, steps, self.seed, &mut self.work)
    }
}

/// Offers sequences that are smaller by calls, or by an argument, until one is taken.
fn smaller_sequences(
    test: &CallsTest,
    sequence: &Sequence,
    take: &mut dyn FnMut(Sequence) -> bool,
) -> bool {
    let Sequence { state, calls } = sequence;
    let first = test.first();
    let most = calls.len().saturating_sub(first + test.sequence.0.max(1));
    let mut without = |left_out: &dyn Fn(usize) -> bool| {
        let kept = calls.iter().enumerate().filter(|(at, _)| *at < first || !left_out(*at));
        let calls = kept.map(|(_, call)| call.clone()).collect();
        take(Sequence { state: state.clone(), calls })
    };
    // Many calls that follow each other at first, then two that belong together.
    for length in (1..=most).rev() {
        for start in first..=calls.len() - length {
            if without(&|at| (start..start + length).contains(&at)) {
                return true;
            }
        }
    }
    if most >= 2 {
        for one in first..calls.len() {
            if (one + 2..calls.len()).any(|other| without(&|at| at == one || at == other)) {
                return true;
            }
        }
    }
    let functions = calls.iter().map(|(function, _)| &test.functions[*function]);
    let signatures: Vec<&Signature> = [&test.state].into_iter().chain(functions).collect();
    let lists = calls.iter().map(|(_, list)| list.clone());
    let lists: Vec<Vec<Given>> = [state.clone()].into_iter().chain(lists).collect();
    smaller(&signatures, &lists, &mut |lists| {
        let mut lists = lists.into_iter();
        let state = lists.next().unwrap_or_default();
        let calls = calls.iter().zip(lists).map(|((function, _), list)| (*function, list));
        take(Sequence { state, calls: calls.collect() })
    })
}

/// Calls by a seed and a number.
fn sequence(test: &CallsTest, pool: &Pool, seed: u64, number: u64) -> Sequence {
    let mut maker = Maker::new(seed, number, pool, Ways::default());
    let (least, most) = test.sequence;
    let mut count = least + maker.below(most - least + 1);
    let state = test.state.make(&mut maker);
    let functions = test.called().len();
    // What happens when something is full or empty takes many calls of the same function, and what happens
    // when all of its places have been used once takes many of two in turn.
    let favourites = (functions > 1 && maker.once_in(2)).then(|| {
        let one = maker.below(functions);
        count = count.max(least + maker.below(most - least + 1));
        if maker.once_in(2) { [one, one] } else { [one, maker.below(functions)] }
    });
    let call = |at| {
        let function = match (test.setup, favourites) {
            (Some(setup), _) if at == 0 => setup,
            (_, Some(favourites)) if !maker.once_in(FAVOURED) => favourites[at % 2],
            _ => maker.below(functions),
        };
        (function, test.functions[function].make(&mut maker))
    };
    let calls = (0..test.first() + count).map(call).collect();
    Sequence { state, calls }
}

/// What makes one example larger than another: calls, then values, then what they cost.
fn price(sequence: &Sequence) -> (usize, usize, u64) {
    let Sequence { state, calls } = sequence;
    let lists = [state].into_iter().chain(calls.iter().map(|(_, list)| list));
    lists.fold((calls.len(), 0, 0), |(calls, count, sum), list| {
        let (more, own) = cost(list);
        (calls, count + more, sum.saturating_add(own))
    })
}

/// Whether two programs have done the same.
fn same(test: &CallsTest, one: &[Left], other: &[Left]) -> bool {
    let seen = |one: &Seen, other: &Seen| one.is_like(other, &test.tolerance);
    let all = |one: &[Option<Seen>], other: &[Option<Seen>]| {
        one.iter().zip(other).all(|pair| match pair {
            (Some(one), Some(other)) => seen(one, other),
            (one, other) => one == other,
        })
    };
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.output == other.output
                && one.returned.iter().zip(&other.returned).all(|(one, other)| seen(one, other))
                && all(&one.memory, &other.memory)
                && all(&one.state, &other.state)
        })
}

/// The calls with what is known of their functions.
pub(super) fn made(test: &CallsTest, sequence: &Sequence) -> MadeCalls {
    let calls = sequence.calls.iter();
    MadeCalls {
        state: (test.state.clone(), sequence.state.clone()),
        calls: calls.map(|(at, list)| (test.functions[*at].clone(), list.clone())).collect(),
    }
}
