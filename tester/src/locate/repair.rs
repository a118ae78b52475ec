//! Tries changes of a program: one that makes the game right and breaks no other shows where the
//! mistake is.

use super::changes::Change;
use super::lines::Lines;
use crate::judge::Judge;
use crate::script::Script;
use crate::session::Session;
use crate::subject::Program;
use crate::verdict::{Counterexample, Moment};

/// A change that makes the game right and breaks none of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The change.
    pub change: Change,
    /// How many other games that go wrong it makes right.
    pub mended: u32,
    /// Of how many.
    pub wrong: u32,
}

impl Repair {
    /// Whether all games are right with it.
    pub fn is_whole(&self) -> bool {
        self.mended == self.wrong
    }
}

/// Games that must stay right.
const OTHERS: usize = 100;

/// A game that goes right, and the instructions that run in it.
pub(super) struct Right {
    script: Script,
    words: Vec<u64>,
}

impl Right {
    pub(super) fn new(script: Script, words: &[u32], lines: &Lines) -> Right {
        let mut set = vec![0; lines.of_word.len().div_ceil(64)];
        for word in words {
            set[*word as usize / 64] |= 1 << (word % 64);
        }
        Right { script, words: set }
    }

    fn runs(&self, word: u32) -> bool {
        self.words[word as usize / 64] >> (word % 64) & 1 == 1
    }
}

/// Puts games that run what few others do first.
pub(super) fn rarest_first(games: &mut [Right], lines: &Lines) {
    let words = 0..lines.of_word.len() as u32;
    let count = |word: u32| games.iter().filter(|game| game.runs(word)).count();
    let counts: Vec<usize> = words.clone().map(count).collect();
    games.sort_by_cached_key(|game| {
        words.clone().filter(|word| game.runs(*word)).map(|word| counts[word as usize]).min()
    });
}

/// What a program prints in the first steps of a game.
fn printed(program: &Program, script: &Script, steps: usize) -> Vec<u8> {
    let mut session = Session::new(program.subject());
    session.restart(script.start_drawing());
    let mut output = Vec::new();
    for _ in 0..steps {
        if !session.step(script) {
            break;
        }
        output.extend_from_slice(&session.answer().output);
    }
    output
}

/// Tries changes.
pub(super) struct Bench<'a, J> {
    judge: &'a J,
    program: &'a Program,
    /// The smallest game that goes wrong.
    smallest: &'a Script,
    /// After how many steps it does, and what is printed in them.
    before: (usize, Vec<u8>),
    wrong: &'a [Script],
    right: &'a [Right],
    /// What the games took.
    pub(super) work: u64,
}

impl<'a, J: Judge> Bench<'a, J> {
    pub(super) fn new(
        judge: &'a J,
        program: &'a Program,
        found: &'a Counterexample,
        wrong: &'a [Script],
        right: &'a [Right],
    ) -> Bench<'a, J> {
        let smallest = &found.script;
        let Moment { lines, at_end } = found.verdict.moment;
        let steps = lines + usize::from(at_end);
        let before = (steps, printed(program, smallest, steps));
        Bench { judge, program, smallest, before, wrong, right, work: 0 }
    }

    /// The program.
    pub(super) fn program(&self) -> &'a Program {
        self.program
    }

    /// Tries a change.
    pub(super) fn attempt(&mut self, change: Change) -> Option<Repair> {
        let program = self.program.with_instructions(&change.words);
        let mut judge = self.judge.of_program(&program);
        if !self.is_right(&mut judge, self.smallest) {
            return None;
        }
        // What comes to another board before it is another game, and mends nothing.
        let (steps, before) = &self.before;
        if printed(judge.program(), self.smallest, *steps) != *before {
            return None;
        }
        let met = |game: &&Right| change.places.iter().any(|word| game.runs(*word));
        let met: Vec<&Right> = self.right.iter().filter(met).collect();
        // Those that run what few others do, and some of the rest.
        let (rare, rest) = met.split_at(met.len().min(OTHERS / 2));
        let every = rest.len().div_ceil(OTHERS / 2).max(1);
        for game in rare.iter().chain(rest.iter().step_by(every)) {
            if !self.is_right(&mut judge, &game.script) {
                return None;
            }
        }
        let wrong = self.wrong;
        let mended = wrong.iter().filter(|script| self.is_right(&mut judge, script)).count() as u32;
        Some(Repair { change, mended, wrong: wrong.len() as u32 })
    }

    fn is_right(&mut self, judge: &mut J, script: &Script) -> bool {
        let verdict = judge.play(script);
        self.work += judge.work();
        verdict.is_none()
    }
}
