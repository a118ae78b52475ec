//! The smallest script so far that shows something, and the ways to a smaller one that need not know
//! what its lines mean: to leave lines out, to leave draws out, to draw smaller numbers.
//!
//! What a script shows, and which lines could stand for others, is the business of those who shrink.

use crate::script::Script;
use crate::verdict::Verdict;

/// How much trying a shrink is worth: one for each game, more for long ones and for those in which a
/// program hangs.
const PATIENCE: u32 = 20_000;
/// So many lines more take as long as another game.
const LONG: usize = 64;
/// A game in which a program hangs takes as long as so many others.
const HANGING: u32 = 50;

/// A script, what it shows, and how much longer it is worth trying.
pub(crate) struct Smallest<T> {
    pub(crate) script: Script,
    pub(crate) shows: Verdict,
    test: T,
    patience: u32,
}

impl<T: FnMut(&Script) -> Option<Verdict>> Smallest<T> {
    /// Begins with a script, without the lines that nobody reads. `test` plays one; nothing if this
    /// one shows nothing.
    pub(crate) fn begin(script: &Script, mut test: T) -> Option<Smallest<T>> {
        let shows = test(script)?;
        let mut script = script.clone();
        script.lines.truncate(shows.moment.lines);
        Some(Smallest { script, shows, test, patience: PATIENCE })
    }

    /// Whether there is no more trying.
    pub(crate) fn is_tired(&self) -> bool {
        self.patience == 0
    }

    /// Takes a script if it is smaller and shows something.
    pub(crate) fn offer(&mut self, script: Script) -> bool {
        cost(&script) < cost(&self.script) && self.keep(script)
    }

    /// Takes a script if it shows something.
    pub(crate) fn keep(&mut self, mut script: Script) -> bool {
        if self.is_tired() {
            return false;
        }
        let effort = 1 + u32::try_from(script.lines.len() / LONG).unwrap_or(u32::MAX - 1);
        self.patience = self.patience.saturating_sub(effort);
        let Some(shows) = (self.test)(&script) else { return false };
        if shows.problem.is_limit() {
            self.patience = self.patience.saturating_sub(HANGING);
        }
        script.lines.truncate(shows.moment.lines);
        (self.script, self.shows) = (script, shows);
        true
    }

    /// Leaves out as many lines at a time, from the end on.
    pub(crate) fn drop_lines(&mut self, lengths: &[usize]) {
        for length in lengths {
            let mut at = self.script.lines.len();
            while at > 0 {
                at = (at - 1).min(self.script.lines.len());
                if at + length <= self.script.lines.len() {
                    let mut script = self.script.clone();
                    script.lines.drain(at..at + length);
                    self.offer(script);
                }
            }
        }
    }

    /// Leaves out draws, and makes the others small.
    pub(crate) fn simplify_draws(&mut self) {
        for length in [0, 1, 2, 4, 9, 10, 11, 16] {
            let mut script = self.script.clone();
            if length < script.draws.len() {
                script.draws.truncate(length);
                if self.offer(script) {
                    break;
                }
            }
        }
        let mut at = self.script.draws.len();
        while at > 0 {
            at -= 1;
            let mut script = self.script.clone();
            if at >= script.draws.len() {
                continue;
            }
            let draw = script.draws.remove(at);
            if self.offer(script) {
                continue;
            }
            for smaller in [0, 1, draw % 2, draw % 9] {
                let mut script = self.script.clone();
                script.draws[at] = smaller;
                self.offer(script);
            }
        }
    }
}

/// Lines to try in place of others, the plainest first.
pub(super) const PLAIN: [&[u8]; 19] = [
    b"A", b"W", b"D", b"S", b"X", b"z", b"abc", b"1", b"0", b"2", b"4", b"8", b"16", b"32", b"64",
    b"128", b"256", b"512", b"3",
];

/// How small a script is; smaller is better.
fn cost(script: &Script) -> (usize, usize, usize, u64) {
    let weight = |line: &Vec<u8>| match PLAIN.iter().position(|plain| plain == line) {
        Some(place) => place,
        None => PLAIN.len() + line.len(),
    };
    // A carriage return ends a line too.
    let returns = script.lines.iter().flatten().filter(|byte| **byte == b'\r').count();
    let lines = script.lines.iter().map(weight).sum();
    let draws = script.draws.iter().map(|draw| u64::from(*draw)).sum();
    (script.lines.len() + returns, script.draws.len(), lines, draws)
}
