//! From a script that shows a difference to a small one that does.
//!
//! Each pass proposes smaller scripts and keeps one if it still shows some difference; the passes
//! are repeated until none helps. Smaller is: fewer lines, then fewer draws, then plainer lines,
//! then smaller draws. The result depends on nothing but the two players and the script.

use engine::Board;
use engine::protocol::{Fidelity, Phase};

use crate::compare::{Difference, Kind};
use crate::draws::Tail;
use crate::generate::bits;
use crate::guide::{Stand, stands};
use crate::script::Script;

/// How much trying a shrink is worth: one for each game, more for those in which a program hangs.
const PATIENCE: u32 = 20_000;
/// A game in which a program hangs takes as long as so many others.
const HANGING: u32 = 50;
/// The most draws that are written down.
const MAX_DRAWS: usize = 4_096;
/// With so many lines left, all new games are tried in place of what comes before them.
const FEW: usize = 3;

/// The smallest script that was found, and the difference that it shows. `test` plays a script.
/// Nothing if the script shows no difference.
pub fn shrink(
    script: &Script,
    fidelity: Fidelity,
    test: impl FnMut(&Script) -> Option<Difference>,
) -> Option<(Script, Difference)> {
    let mut shrink = Shrink { fidelity, test, patience: PATIENCE, best: None };
    shrink.begin(script);
    loop {
        let before = shrink.best.as_ref()?.0.clone();
        shrink.replace_beginning();
        shrink.drop_lines();
        shrink.simplify_draws();
        shrink.simplify_lines();
        if shrink.best.as_ref()?.0 == before || shrink.patience == 0 {
            return shrink.best;
        }
    }
}

struct Shrink<T> {
    fidelity: Fidelity,
    test: T,
    patience: u32,
    best: Option<(Script, Difference)>,
}

impl<T: FnMut(&Script) -> Option<Difference>> Shrink<T> {
    /// Writes the draws down and cuts off what comes behind the difference.
    fn begin(&mut self, script: &Script) {
        let Some(difference) = (self.test)(script) else { return };
        let drawn = difference.expected.drawn.max(difference.got.drawn).min(MAX_DRAWS);
        let draws = script.start_drawing();
        let mut written = script.clone();
        written.draws = (0..drawn).map(|index| draws.at(index)).collect();
        written.tail = Tail::Count;
        self.best = Some((script.clone(), difference));
        if script.tail == Tail::Count || !self.keep(written) {
            self.cut();
        }
    }

    fn script(&self) -> Script {
        self.best
            .as_ref()
            .map(|(script, _)| script.clone())
            .unwrap_or_else(|| Script::new(Vec::new(), Vec::new()))
    }

    /// Keeps a script if it shows a difference.
    fn keep(&mut self, script: Script) -> bool {
        let Some(left) = self.patience.checked_sub(1) else { return false };
        self.patience = left;
        let Some(difference) = (self.test)(&script) else { return false };
        if matches!(difference.kind(), Kind::Hung | Kind::Flooded | Kind::Memory) {
            self.patience = self.patience.saturating_sub(HANGING);
        }
        self.best = Some((script, difference));
        self.cut();
        true
    }

    /// Keeps a script if it is smaller and shows a difference.
    fn offer(&mut self, script: Script) -> bool {
        let smaller = self.best.as_ref().is_some_and(|(best, _)| cost(&script) < cost(best));
        smaller && self.keep(script)
    }

    /// Drops the lines that nobody reads before the difference.
    fn cut(&mut self) {
        if let Some((script, difference)) = &mut self.best {
            script.lines.truncate(difference.frame);
        }
    }

    /// Replaces what leads to a board by a new game, or by entering the board.
    fn replace_beginning(&mut self) {
        let script = self.script();
        let stands = stands(&script, self.fidelity);
        for (at, stand) in stands.iter().enumerate().take(script.lines.len()).rev() {
            let (Phase::Move, Some(board)) = (stand.phase, stand.board) else { continue };
            let rest = &script.lines[at..];
            let draws = script.draws.get(stand.drawn..).unwrap_or_default();
            if rest.len() <= FEW && self.try_new_games(board, stand, rest, draws) {
                return;
            }
            if self.offer(joined(&entered(&board), stand.spawning, rest, draws.to_vec())) {
                return;
            }
        }
        // The difference may lie in how the board is shown.
        if let Some(Stand { board: Some(board), .. }) = stands.get(script.lines.len()) {
            if self.try_new_games(*board, &stands[script.lines.len()], &[], &[]) {
                return;
            }
            self.offer(joined(&entered(board), true, &[], Vec::new()));
        }
    }

    fn try_new_games(
        &mut self,
        board: Board,
        stand: &Stand,
        rest: &[Vec<u8>],
        draws: &[u32],
    ) -> bool {
        let start = [b"1".to_vec()];
        let tiles: Vec<usize> = board.tiles().map(|tile| 3 * tile.row + tile.column).collect();
        let pairs = (0..9).flat_map(|a| (a + 1..9).map(move |b| vec![a, b]));
        let same = Some(tiles).filter(|tiles| tiles.len() == 2);
        same.into_iter().chain(pairs).any(|cells| {
            let draws = [bits(&cells), draws.to_vec()].concat();
            self.offer(joined(&start, stand.spawning, rest, draws))
        })
    }

    fn drop_lines(&mut self) {
        for length in [10, 4, 2, 1] {
            let mut at = self.script().lines.len();
            while at > 0 {
                at = (at - 1).min(self.script().lines.len());
                let mut script = self.script();
                if at + length <= script.lines.len() {
                    script.lines.drain(at..at + length);
                    self.offer(script);
                }
            }
        }
    }

    fn simplify_draws(&mut self) {
        for length in [0, 1, 2, 4, 9, 10, 11, 16] {
            let mut script = self.script();
            if length < script.draws.len() {
                script.draws.truncate(length);
                if self.offer(script) {
                    break;
                }
            }
        }
        let mut at = self.script().draws.len();
        while at > 0 {
            at -= 1;
            let mut script = self.script();
            if at >= script.draws.len() {
                continue;
            }
            let draw = script.draws.remove(at);
            if self.offer(script) {
                continue;
            }
            for smaller in [0, 1, draw % 2, draw % 9] {
                let mut script = self.script();
                script.draws[at] = smaller;
                self.offer(script);
            }
        }
    }

    /// Writes a line with a carriage return as two.
    fn split_line(&mut self, at: usize) {
        let mut script = self.script();
        let Some(line) = script.lines.get_mut(at) else { return };
        let Some(place) = line.iter().position(|byte| *byte == b'\r') else { return };
        let rest = line.split_off(place)[1..].to_vec();
        script.lines.insert(at + 1, rest);
        self.offer(script);
    }

    fn simplify_lines(&mut self) {
        let mut at = 0;
        while at < self.script().lines.len() {
            for plain in PLAIN {
                let mut script = self.script();
                if let Some(line) = script.lines.get_mut(at) {
                    *line = plain.to_vec();
                    self.offer(script);
                }
            }
            self.split_line(at);
            let length = self.script().lines.get(at).map_or(0, Vec::len);
            for shorter in 0..length {
                let mut script = self.script();
                if let Some(line) = script.lines.get_mut(at) {
                    line.truncate(shorter);
                    self.offer(script);
                }
            }
            at += 1;
        }
    }
}

/// Lines to try in place of others, the plainest first.
const PLAIN: [&[u8]; 19] = [
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

/// The lines that enter a board.
fn entered(board: &Board) -> Vec<Vec<u8>> {
    let cells = board.values().map(|value| value.to_string().into_bytes());
    std::iter::once(b"2".to_vec()).chain(cells).collect()
}

fn joined(start: &[Vec<u8>], spawning: bool, rest: &[Vec<u8>], draws: Vec<u32>) -> Script {
    let off: &[Vec<u8>] = if spawning { &[] } else { &[b"3".to_vec()] };
    Script::new([start, off, rest].concat(), draws)
}
