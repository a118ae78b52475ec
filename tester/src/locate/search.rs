//! The order in which changes are tried, and how good those are that help.

use std::collections::{BTreeMap, BTreeSet};

use mips_sim::isa::effects::Control;
use mips_sim::isa::{Inst, effects};

use super::Played;
use super::changes::{Change, ChangeKind, Workshop};
use super::effect::Moments;
use super::insertions::Inserted;
use super::lines::{Line, Lines};
use super::repair::{Bench, Repair};
use crate::judge::Judge;
use crate::verdict::Counterexample;

/// What all attempts may take together, as [`Judge::work`] counts it.
const WORK: u64 = 180_000_000;
/// How much the suspicion of its line adds to the worth of a repair.
const OF_SCORE: f64 = 0.3;
/// How much it adds that people make such mistakes.
const OF_KIND: f64 = 0.2;
/// A repair that mends all games and is worth so much is most likely the right one.
const ENOUGH: f64 = 1.25;

/// What is tried, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Likely,
    Arguments,
    Insertions(Inserted),
    Unlikely,
}

impl Stage {
    /// All of them, each with the percentage of the work at which it must be over. Before some of
    /// them there is a look at what has been found.
    const ALL: [(Stage, u64); 6] = [
        (Stage::Likely, 36),
        (Stage::Arguments, 42),
        (Stage::Insertions(Inserted::Short), 64),
        (Stage::Insertions(Inserted::Long), 76),
        (Stage::Insertions(Inserted::Similar), 88),
        (Stage::Unlikely, 100),
    ];

    fn is_last_resort(self) -> bool {
        matches!(self, Stage::Insertions(Inserted::Short) | Stage::Unlikely)
    }
}

/// Looks for repairs.
pub(super) struct Search<'a, J> {
    bench: Bench<'a, J>,
    lines: &'a Lines,
    played: &'a Played,
    workshop: Workshop<'a>,
    moments: Moments<'a>,
    /// The best for each line, with its worth.
    found: BTreeMap<Line, (f64, Repair)>,
}

impl<'a, J: Judge> Search<'a, J> {
    pub(super) fn new(
        bench: Bench<'a, J>,
        lines: &'a Lines,
        played: &'a Played,
        found: &Counterexample,
    ) -> Search<'a, J> {
        let program = bench.program();
        let workshop = Workshop::new(program.image(), lines);
        let moments = Moments::new(program, lines, &found.script, &found.verdict);
        Search { bench, lines, played, workshop, moments, found: BTreeMap::new() }
    }

    /// The best repair of each line that has one, with its worth.
    pub(super) fn repairs(mut self) -> BTreeMap<Line, (f64, Repair)> {
        let words = self.most_suspicious_first();
        for (stage, percent) in Stage::ALL {
            let is_enough = |(worth, repair): &(f64, Repair)| repair.is_whole() && *worth > ENOUGH;
            if stage.is_last_resort() && self.found.values().any(is_enough) {
                break;
            }
            self.run(stage, &words, WORK / 100 * percent);
        }
        self.found
    }

    /// Tries all changes of a stage, until all attempts have taken so much work.
    fn run(&mut self, stage: Stage, words: &[u32], most: u64) {
        let mut seen = BTreeSet::new();
        for word in words {
            let moments = &mut self.moments;
            let changes = match stage {
                Stage::Likely => self.workshop.replacements(*word, true, moments),
                Stage::Unlikely => self.workshop.replacements(*word, false, moments),
                Stage::Insertions(what) => self.workshop.insertions(*word, what, moments),
                Stage::Arguments => {
                    let chain = self.lines.of_word[*word as usize].iter();
                    let lines = chain.filter(|line| seen.insert(**line));
                    let changes = |line: &Line| {
                        let swapped = self.workshop.swapped(*line);
                        self.workshop.arguments(*line).into_iter().chain(swapped)
                    };
                    lines.flat_map(changes).collect()
                }
            };
            for change in changes {
                if self.bench.work > most {
                    return;
                }
                self.attempt(change);
            }
        }
    }

    fn attempt(&mut self, change: Change) {
        let line = change.line;
        let Some(repair) = self.bench.attempt(change) else { return };
        let share = f64::from(repair.mended + 1) / f64::from(repair.wrong + 1);
        let worth =
            share + OF_SCORE * self.played.score(line) + OF_KIND * likelihood(&repair.change);
        if self.found.get(&line).is_none_or(|(known, _)| worth > *known) {
            self.found.insert(line, (worth, repair));
        }
    }

    /// The instructions that ran in the smallest game.
    fn most_suspicious_first(&self) -> Vec<u32> {
        let score = |word: u32| {
            let lines = self.lines.of_word[word as usize].iter();
            lines.map(|line| self.played.score(*line)).fold(0.0, f64::max)
        };
        let words = self.played.smallest.words.iter().rev();
        let mut words: Vec<(f64, u32)> = words.map(|word| (score(*word), *word)).collect();
        words.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        words.into_iter().map(|(_, word)| word).collect()
    }
}

/// How likely it is, from 0 to 1, that someone made this mistake.
fn likelihood(change: &Change) -> f64 {
    let Change { kind, was, now, .. } = change;
    let zeros = |inst: &Inst| inst.regs.iter().filter(|register| **register == 0).count();
    let leaves =
        |inst: &Inst| matches!(effects(*inst).control, Control::Jump | Control::JumpRegister);
    // Nobody compares a register with itself.
    let compares = matches!(effects(*now).control, Control::Branch) && zeros(now) < 2;
    let idle = compares && now.regs[0] == now.regs[1];
    match kind {
        ChangeKind::Register | ChangeKind::Argument if idle || zeros(now) > zeros(was) => 0.2,
        ChangeKind::Constant => 1.0,
        ChangeKind::Operation if leaves(now) || leaves(was) => 0.5,
        ChangeKind::Operation | ChangeKind::Argument => 0.9,
        ChangeKind::Register => 0.8,
        ChangeKind::Swapped if leaves(was) || leaves(now) => 0.2,
        ChangeKind::Swapped => 0.8,
        ChangeKind::Before | ChangeKind::Behind if leaves(now) => 0.4,
        ChangeKind::Before | ChangeKind::Behind => 0.7,
        ChangeKind::LeftOut if leaves(was) => 0.2,
        ChangeKind::LeftOut | ChangeKind::Label => 0.6,
    }
}
