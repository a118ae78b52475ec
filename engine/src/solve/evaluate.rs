//! The backward pass: what every board is worth, from the last layer to the first.

use super::enumerate::Layer;
use super::index::Index;
use super::policy::{Policy, PolicyLayer};
use super::summary::Count;
use super::{Progress, Question, Summary, Workers, workers};
use crate::Direction;
use crate::packed::Packed;

/// What a board is worth to the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    /// The chance to win with best play.
    pub(super) best: f64,
    /// The chance to win with random legal moves.
    random: f64,
    /// Whether the player can win whatever appears. Not the same as a chance of 1, which a chance
    /// just below is rounded to.
    pub(super) forced: bool,
    /// Whether the game can be won at all. Not the same as a chance above 0, which the smallest
    /// chances are rounded to.
    pub(super) possible: bool,
}

const WON: Worth = Worth { best: 1.0, random: 1.0, forced: true, possible: true };
const LOST: Worth = Worth { best: 0.0, random: 0.0, forced: false, possible: false };

/// The boards of one list with their worth.
struct Valued {
    index: Index,
    worths: Vec<Worth>,
}

impl Valued {
    fn new<const N: usize>(boards: &[Packed<N>], worths: Vec<Worth>) -> Valued {
        Valued { index: Index::new(boards), worths }
    }

    fn of<const N: usize>(&self, board: Packed<N>) -> Worth {
        let rank = self.index.rank(board.canonical());
        self.worths[rank.expect("the forward pass listed every board that can follow")]
    }
}

/// A board with what is known of it.
struct Judged {
    worth: Worth,
    /// The best move, unless the game is over.
    best: Option<Direction>,
}

/// Judges every board, adds to the summary what is found, and keeps the best moves if wanted. The
/// layers are dropped on the way, so that memory only shrinks unless moves are kept.
pub(super) fn backwards<const N: usize>(
    question: &Question<N>,
    mut layers: Vec<Layer<N>>,
    keep_policy: bool,
    workers: &dyn Workers,
    summary: &mut Summary,
    progress: &mut dyn FnMut(Progress),
) -> Option<Policy<N>> {
    let total = summary.boards().canonical;
    let mut done = 0;
    let mut kept = Vec::new();
    let (mut next, mut after_next) = (Valued::new::<N>(&[], vec![]), Valued::new::<N>(&[], vec![]));
    let mut starts = Starts::new(question);
    while let Some(layer) = layers.pop() {
        let sum = 2 * layers.len() as u32;
        let behind = [&next, &after_next];
        let worths = workers::map(workers, &layer.pushed, |pushed| {
            pushed.iter().map(|board| chance(question, *board, behind)).collect::<Vec<_>>()
        });
        let pushed = Valued::new(&layer.pushed, worths.concat());
        let judged = workers::map(workers, &layer.boards, |boards| {
            boards.iter().map(|board| judge(question, *board, &pushed)).collect::<Vec<_>>()
        });
        let judged: Vec<Judged> = judged.into_iter().flatten().collect();
        for (board, judged) in layer.boards.iter().zip(&judged) {
            if judged.best.is_some() {
                let once = Count::of(1, board.orbit());
                summary.forced += if judged.worth.forced { once } else { Count::default() };
                summary.hopeless += if judged.worth.possible { Count::default() } else { once };
            }
        }
        if keep_policy {
            let advised = layer.boards.iter().zip(&judged);
            let advised = advised.filter_map(|(board, judged)| {
                judged.best.map(|direction| (*board, direction, judged.worth))
            });
            kept.push(PolicyLayer::new(advised));
        }
        let worths = judged.iter().map(|judged| judged.worth).collect();
        after_next = std::mem::replace(&mut next, Valued::new(&layer.boards, worths));
        starts.visit(sum, &next);
        done += layer.boards.len() as u64;
        progress(Progress::Evaluating { sum, boards: done, total });
    }
    starts.finish(summary);
    kept.reverse();
    keep_policy.then(|| Policy::new(question.spawn, question.target, kept))
}

/// A pushed board: the mean over the empty cells and the new tile.
fn chance<const N: usize>(question: &Question<N>, board: Packed<N>, behind: [&Valued; 2]) -> Worth {
    if board.has(question.target) {
        return WON;
    }
    let (mut best, mut random) = (0.0, 0.0);
    let (mut forced, mut possible) = (true, false);
    let cells = board.empty();
    for cell in cells.iter() {
        for ((exponent, odds), layer) in question.spawn.odds().iter().zip(behind) {
            let worth = layer.of(board.spawn(cell, *exponent));
            best += odds * worth.best;
            random += odds * worth.random;
            forced &= worth.forced;
            possible |= worth.possible;
        }
    }
    let count = f64::from(cells.len());
    // A forced win is certain: without this, odds that are not binary fractions could say otherwise.
    let best = if forced { 1.0 } else { best / count };
    Worth { best, random: random / count, forced, possible }
}

/// A board on which the player moves: the best of its moves, and the mean of them.
fn judge<const N: usize>(question: &Question<N>, board: Packed<N>, pushed: &Valued) -> Judged {
    if board.has(question.target) {
        return Judged { worth: WON, best: None };
    }
    let legal = board.legal();
    let mut random = 0.0;
    let mut best: Option<(Direction, Worth)> = None;
    for direction in legal.iter() {
        let worth = pushed.of(board.slide(direction));
        random += worth.random;
        if best.is_none_or(|(_, other)| worth.beats(other)) {
            best = Some((direction, worth));
        }
    }
    match best {
        None => Judged { worth: LOST, best: None },
        Some((direction, worth)) => {
            let random = random / f64::from(legal.len());
            Judged { worth: Worth { random, ..worth }, best: Some(direction) }
        }
    }
}

impl Worth {
    /// Whether to prefer this one: a forced win first, then the better chance, then any chance.
    fn beats(self, other: Worth) -> bool {
        let ordered = self.forced.cmp(&other.forced);
        let ordered = ordered.then(self.best.total_cmp(&other.best));
        ordered.then(self.possible.cmp(&other.possible)).is_gt()
    }
}

/// The worth of the boards that the game begins with.
struct Starts<'a, const N: usize> {
    question: &'a Question<N>,
    /// In the order of the question, so that the sums do not depend on the layers.
    worths: Vec<Worth>,
}

impl<'a, const N: usize> Starts<'a, N> {
    fn new(question: &'a Question<N>) -> Starts<'a, N> {
        Starts { question, worths: vec![LOST; question.starts.len()] }
    }

    fn visit(&mut self, sum: u32, layer: &Valued) {
        for ((board, _), worth) in self.question.starts.iter().zip(&mut self.worths) {
            if board.tile_sum() == sum {
                *worth = layer.of(*board);
            }
        }
    }

    fn finish(self, summary: &mut Summary) {
        summary.forced_from_start = self.worths.iter().all(|worth| worth.forced);
        let chances = || self.question.starts.iter().map(|(_, chance)| *chance);
        let mean = |worth: fn(&Worth) -> f64| -> f64 {
            chances().zip(&self.worths).map(|(chance, start)| chance * worth(start)).sum()
        };
        summary.random_chance = mean(|worth| worth.random);
        summary.best_chance =
            if summary.forced_from_start { 1.0 } else { mean(|worth| worth.best) };
    }
}
