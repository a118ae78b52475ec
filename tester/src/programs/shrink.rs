//! The smallest input on which two programs disagree: fewer lines, then smaller numbers and shorter
//! texts. The reference must still accept it, and what is described must still hold.

use mips_sim::observe::Off;

use super::compare::{Comparison, Disagreement};
use super::describe::Description;
use super::run::{Input, Ran, Runner};
use super::search::hurried;
use crate::draws::Tail;
use crate::subject::{Limits, Program};
use crate::values::{Pool, Value, smaller};

/// Inputs that may be tried.
const MOST_RUNS: u32 = 4000;
/// Instructions that all of them may take.
const MOST_WORK: u64 = 30_000_000;
/// So many of the same value are also looked at in parts.
const MOST_APART: usize = 6;
/// Numbers before a line that may count it.
const COUNTERS: usize = 3;

/// Makes an input as small as it can be; none if the programs agree on it, or if the reference fails.
pub(super) fn smallest(
    programs: [&Program; 2],
    comparison: &Comparison,
    limits: Limits,
    description: Option<&Description>,
    accepts: &dyn Fn(&Ran) -> bool,
    input: &Input,
) -> Option<Disagreement> {
    let runners = programs.map(Runner::new);
    let mut shrinker = Shrinker {
        runners,
        comparison,
        limits,
        description,
        accepts,
        patient: true,
        runs: 0,
        work: 0,
        best: input.clone(),
    };
    let (first, mut runs) = shrinker.runs_on(input)?;
    shrinker.best = first.clone();
    shrinker.patient = false;
    if shrinker.runs_on(&first).is_some() {
        shrinker.shrink();
        shrinker.fill();
    }
    shrinker.patient = true;
    let best = shrinker.best.clone();
    // A smaller input on which the program is only slow does not count.
    let (best, last) =
        shrinker.runs_on(&best).map_or((first, None), |(best, runs)| (best, Some(runs)));
    runs = last.unwrap_or(runs);
    comparison.disagreement(programs, limits, best, runs)
}

struct Shrinker<'a> {
    runners: [Runner; 2],
    comparison: &'a Comparison,
    limits: Limits,
    description: Option<&'a Description>,
    accepts: &'a dyn Fn(&Ran) -> bool,
    /// Whether the program gets all the time that it may have.
    patient: bool,
    runs: u32,
    work: u64,
    best: Input,
}

impl Shrinker<'_> {
    /// What both did with an input on which they disagree, and the part of it that was asked for.
    fn runs_on(&mut self, input: &Input) -> Option<(Input, [Ran; 2])> {
        if self.description.is_some_and(|description| !description.holds(&input.values)) {
            return None;
        }
        let mut run = |side: usize, limits| {
            let ran = self.runners[side].run_on(input, limits, Tail::Count, &mut Off);
            self.runs += 1;
            self.work += ran.work;
            ran
        };
        let expected = run(0, self.limits);
        if !(self.accepts)(&expected) || expected.wanted.is_some() && !input.files.is_empty() {
            return None;
        }
        let limits = if self.patient { self.limits } else { hurried(self.limits, &expected) };
        let mut input = input.clone();
        if self.description.is_none() {
            input.values.truncate(expected.answered);
        }
        let got = self.runners[1].run_on(&input, limits, Tail::Count, &mut Off);
        self.work += got.work;
        let differs = self.comparison.differs(&input, &expected, &got);
        differs.then_some((input, [expected, got]))
    }

    /// Takes an input that is smaller, if the programs disagree on it.
    fn take(&mut self, values: Vec<Value>) -> bool {
        if self.is_spent() {
            return false;
        }
        let input = Input { values, files: self.best.files.clone() };
        match self.runs_on(&input) {
            Some((input, _)) => {
                self.best = input;
                true
            }
            None => false,
        }
    }

    fn is_spent(&self) -> bool {
        self.runs > MOST_RUNS || self.work > MOST_WORK
    }

    fn shrink(&mut self) {
        loop {
            let fewer = self.leave_out();
            let lower = self.lower_each();
            let together = self.lower_together();
            let files = self.shorten_files();
            if !(fewer || lower || together || files) || self.is_spent() {
                break;
            }
        }
    }

    /// Writes something into lines that are empty for no reason, as a person would: `0 1 / =`.
    fn fill(&mut self) {
        let digits = Pool::of([self.runners[0].program().image()]).names_digits();
        for at in 0..self.best.values.len() {
            let texts = self.best.values.iter().filter_map(|value| match value {
                Value::Text(text) => Some(text),
                _ => None,
            });
            let letters = texts.flatten().any(u8::is_ascii_alphabetic);
            let words: &[&str] = if digits && !letters { &["0", "1"] } else { &["a"] };
            if self.best.values.get(at) == Some(&Value::Text(Vec::new())) {
                words.iter().any(|word| {
                    let mut values = self.best.values.clone();
                    values[at] = Value::Text(word.as_bytes().to_vec());
                    self.take(values)
                });
            }
        }
    }

    /// Leaves lines out, many at first.
    fn leave_out(&mut self) -> bool {
        let mut any = false;
        let mut length = self.best.values.len();
        while length > 0 {
            let mut start = 0;
            while start + length <= self.best.values.len() {
                if self.leave_out_range(start, length) {
                    any = true;
                } else {
                    start += 1;
                }
            }
            length = if length > 4 { length / 2 } else { length - 1 };
        }
        any
    }

    /// Leaves a range of lines out, and perhaps lowers a number before them that counts them.
    fn leave_out_range(&mut self, start: usize, length: usize) -> bool {
        let mut values = self.best.values.clone();
        values.drain(start..start + length);
        if self.take(values.clone()) {
            return true;
        }
        let counts =
            |value: &Value| matches!(value, Value::Int(number) if *number >= length as i32);
        let counters: Vec<usize> =
            (0..start).rev().filter(|at| counts(&values[*at])).take(COUNTERS).collect();
        counters.into_iter().any(|at| {
            let mut values = values.clone();
            if let Value::Int(number) = &mut values[at] {
                *number -= length as i32;
            }
            self.take(values)
        })
    }

    /// Makes each value smaller.
    fn lower_each(&mut self) -> bool {
        let mut any = false;
        let mut at = 0;
        while at < self.best.values.len() {
            let lower = smaller(&self.best.values[at]).into_iter().any(|value| {
                let mut values = self.best.values.clone();
                values[at] = value;
                self.take(values)
            });
            any |= lower;
            at += usize::from(!lower);
        }
        any
    }

    /// Makes values smaller that are the same, and must stay so: all of them, all but one, or two.
    fn lower_together(&mut self) -> bool {
        let mut any = false;
        let mut at = 0;
        while at < self.best.values.len() {
            let old = self.best.values[at].clone();
            let all = self.best.values.iter().enumerate();
            let same: Vec<usize> =
                all.filter(|(_, value)| **value == old).map(|(at, _)| at).collect();
            let lower = same[0] == at && groups(&same).iter().any(|group| self.lower(group, &old));
            any |= lower;
            at += usize::from(!lower);
        }
        any
    }

    /// Makes these values smaller, which are the same, and stay so.
    fn lower(&mut self, group: &[usize], old: &Value) -> bool {
        smaller(old).into_iter().any(|new| {
            let mut values = self.best.values.clone();
            group.iter().for_each(|at| values[*at] = new.clone());
            self.take(values)
        })
    }

    fn shorten_files(&mut self) -> bool {
        let mut any = false;
        for name in self.best.files.keys().cloned().collect::<Vec<_>>() {
            // A file that is only there for a longer input.
            let mut without = self.best.clone();
            without.files.remove(&name);
            if !without.files.is_empty() && !self.is_spent() && self.runs_on(&without).is_some() {
                self.best = without;
                any = true;
                continue;
            }
            while let Some(contents) = self.best.files[&name].clone() {
                let shorter = smaller(&Value::Text(contents)).into_iter().find_map(|value| {
                    let Value::Text(contents) = value else { return None };
                    let mut input = self.best.clone();
                    input.files.insert(name.clone(), Some(contents));
                    if self.is_spent() { None } else { self.runs_on(&input) }
                });
                let Some((input, _)) = shorter else { break };
                self.best = input;
                any = true;
            }
        }
        any
    }
}

/// Which of the same values are made smaller together.
fn groups(same: &[usize]) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    if same.len() > 1 {
        groups.push(same.to_vec());
    }
    if (3..=MOST_APART).contains(&same.len()) {
        let but = |out: &usize| same.iter().filter(|at| *at != out).copied().collect();
        groups.extend(same.iter().map(but));
        let pairs = same.iter().enumerate();
        groups.extend(pairs.flat_map(|(k, one)| same[k + 1..].iter().map(|two| vec![*one, *two])));
    }
    groups
}
