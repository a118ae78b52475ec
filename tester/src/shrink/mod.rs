//! From a script that shows a difference to a small one that does.
//!
//! Each pass proposes smaller scripts and keeps one if it still shows some difference; the passes
//! are repeated until none helps. Smaller is: fewer lines, then fewer draws, then plainer lines,
//! then smaller draws. The result depends on nothing but the two players and the script.

mod smallest;

use engine::Board;
use engine::protocol::{Fidelity, Phase};

use crate::boards::DOCUMENTED;
use crate::draws::Tail;
use crate::generate::bits;
use crate::script::Script;
use crate::situation::{Situation, situations};
use crate::verdict::Verdict;
use smallest::PLAIN;
use smallest::Smallest;

/// The most draws that are written down.
const MAX_DRAWS: usize = 4_096;
/// With so many lines left, all new games are tried in place of what comes before them.
const FEW: usize = 3;

/// The smallest script that was found, and what it shows. `test` plays a script. Nothing if the
/// script shows nothing.
///
/// Lines are replaced by plainer ones only if it is known what they mean: in the text game of the
/// engine. Otherwise lines are left out, and nothing else.
pub fn shrink(
    script: &Script,
    meaning: Option<Fidelity>,
    test: impl FnMut(&Script) -> Option<Verdict>,
) -> Option<(Script, Verdict)> {
    let mut best = Smallest::begin(script, test)?;
    let Some(fidelity) = meaning else {
        loop {
            let before = best.script.clone();
            // With other draws the same lines lead elsewhere, so lines go first, as many as can.
            let mut lines = usize::MAX;
            while best.script.lines.len() < lines {
                lines = best.script.lines.len();
                best.drop_lines(&[64, 16, 4, 2, 1]);
            }
            best.simplify_draws();
            if best.script == before || best.is_tired() {
                return Some((best.script, best.shows));
            }
        }
    };
    let mut shrink = Shrink { fidelity, best };
    shrink.write_draws_down(script);
    loop {
        let before = shrink.best.script.clone();
        shrink.replace_beginning();
        shrink.best.drop_lines(&[10, 4, 2, 1]);
        shrink.best.simplify_draws();
        shrink.simplify_lines();
        if shrink.best.script == before || shrink.best.is_tired() {
            return Some((shrink.best.script, shrink.best.shows));
        }
    }
}

struct Shrink<T> {
    fidelity: Fidelity,
    best: Smallest<T>,
}

impl<T: FnMut(&Script) -> Option<Verdict>> Shrink<T> {
    /// Writes down the draws of a seed.
    fn write_draws_down(&mut self, script: &Script) {
        if script.tail == Tail::Count {
            return;
        }
        let Verdict { expected, got, .. } = &self.best.shows;
        let expected = expected.as_ref().map_or(0, |expected| expected.drawn);
        let drawn = expected.max(got.drawn).min(MAX_DRAWS);
        let draws = script.start_drawing();
        let list = (0..drawn).map(|index| draws.at(index)).collect();
        self.best.keep(Script::new(script.lines.clone(), list));
    }

    /// Replaces what leads to a board by a new game, or by entering the board.
    fn replace_beginning(&mut self) {
        let script = self.best.script.clone();
        let situations = situations(&script, self.fidelity);
        for (at, situation) in situations.iter().enumerate().take(script.lines.len()).rev() {
            let (Phase::Move, Some(board)) = (situation.phase, situation.board) else { continue };
            let rest = &script.lines[at..];
            let draws = script.draws.get(situation.drawn..).unwrap_or_default();
            if rest.len() <= FEW && self.try_new_games(board, situation, rest, draws) {
                return;
            }
            if self.best.offer(joined(
                &Self::entering(&board),
                situation.spawning,
                rest,
                draws.to_vec(),
            )) {
                return;
            }
        }
        // The difference may lie in how the board is shown.
        if let Some(Situation { board: Some(board), .. }) = situations.get(script.lines.len()) {
            if self.try_new_games(*board, &situations[script.lines.len()], &[], &[]) {
                return;
            }
            self.best.offer(joined(&Self::entering(board), true, &[], Vec::new()));
        }
    }

    fn entering(board: &Board) -> Vec<Vec<u8>> {
        DOCUMENTED.entering(board).unwrap_or_default()
    }

    fn try_new_games(
        &mut self,
        board: Board,
        situation: &Situation,
        rest: &[Vec<u8>],
        draws: &[u32],
    ) -> bool {
        let start = [b"1".to_vec()];
        let tiles: Vec<usize> = board.tiles().map(|tile| 3 * tile.row + tile.column).collect();
        let pairs = (0..9).flat_map(|a| (a + 1..9).map(move |b| vec![a, b]));
        let same = Some(tiles).filter(|tiles| tiles.len() == 2);
        same.into_iter().chain(pairs).any(|cells| {
            let draws = [bits(&cells), draws.to_vec()].concat();
            self.best.offer(joined(&start, situation.spawning, rest, draws))
        })
    }

    /// Writes a line with a carriage return as two.
    fn split_line(&mut self, at: usize) {
        let mut script = self.best.script.clone();
        let Some(line) = script.lines.get_mut(at) else { return };
        let Some(place) = line.iter().position(|byte| *byte == b'\r') else { return };
        let rest = line.split_off(place)[1..].to_vec();
        script.lines.insert(at + 1, rest);
        self.best.offer(script);
    }

    fn simplify_lines(&mut self) {
        let mut at = 0;
        while at < self.best.script.lines.len() {
            for plain in PLAIN {
                let mut script = self.best.script.clone();
                if let Some(line) = script.lines.get_mut(at) {
                    *line = plain.to_vec();
                    self.best.offer(script);
                }
            }
            self.split_line(at);
            let length = self.best.script.lines.get(at).map_or(0, Vec::len);
            for shorter in 0..length {
                let mut script = self.best.script.clone();
                if let Some(line) = script.lines.get_mut(at) {
                    line.truncate(shorter);
                    self.best.offer(script);
                }
            }
            at += 1;
        }
    }
}

fn joined(start: &[Vec<u8>], spawning: bool, rest: &[Vec<u8>], draws: Vec<u32>) -> Script {
    let off: &[Vec<u8>] = if spawning { &[] } else { &[b"3".to_vec()] };
    Script::new([start, off, rest].concat(), draws)
}
