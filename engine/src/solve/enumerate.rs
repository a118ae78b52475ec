//! The forward pass: every board that can be reached, layer by layer.
//!
//! A layer lists two kinds of boards with the same tile sum: those on which the player moves, and
//! those between a push and the new tile. Many pushes lead to the same board of the second kind,
//! so new tiles are tried once for all of them.

use super::summary::Count;
use super::{Progress, Question, Summary, Workers, workers};
use crate::packed::Packed;

/// The canonical boards of one tile sum; both lists are sorted and without repetition.
#[derive(Default)]
pub(super) struct Layer<const N: usize> {
    /// On which the player moves, or the game is over.
    pub(super) boards: Vec<Packed<N>>,
    /// After a push, before the new tile.
    pub(super) pushed: Vec<Packed<N>>,
}

/// All layers; the one at index i has the tile sum 2 i.
pub(super) fn layers<const N: usize>(
    question: &Question<N>,
    workers: &dyn Workers,
    summary: &mut Summary,
    progress: &mut dyn FnMut(Progress),
) -> Vec<Layer<N>> {
    let mut layers: Vec<Layer<N>> = Vec::new();
    for (board, _) in &question.starts {
        let at = board.tile_sum() as usize / 2;
        layers.resize_with(layers.len().max(at + 1), Layer::default);
        layers[at].boards.push(board.canonical());
    }
    layers.iter_mut().for_each(|layer| sort(&mut layer.boards));

    let mut at = 0;
    while at < layers.len() {
        let sum = 2 * at as u32;
        let pieces = workers::map(workers, &layers[at].boards, |boards| push(question, boards));
        let mut pushed = Vec::new();
        for piece in pieces {
            join(&mut pushed, piece.pushed);
            add(summary, &piece.counted, sum);
        }
        for (exponent, _) in question.spawn.odds() {
            let behind = at + usize::from(*exponent);
            for boards in workers::map(workers, &pushed, |pushed| spawn(pushed, *exponent)) {
                layers.resize_with(layers.len().max(behind + 1), Layer::default);
                join(&mut layers[behind].boards, boards);
            }
        }
        let layer = &mut layers[at];
        pushed.shrink_to_fit();
        layer.boards.shrink_to_fit();
        layer.pushed = pushed;
        let size = layer.boards.len() as u64;
        if size > summary.largest_layer {
            (summary.largest_layer, summary.largest_layer_sum) = (size, sum);
        }
        if size > 0 {
            summary.last_sum = sum;
        }
        progress(Progress::Enumerating { sum, boards: summary.boards().canonical });
        at += 1;
    }
    layers
}

/// What comes of some boards of a layer.
struct Pushed<const N: usize> {
    pushed: Vec<Packed<N>>,
    counted: Summary,
}

/// Adds what was counted in a part of a layer.
fn add(summary: &mut Summary, part: &Summary, sum: u32) {
    summary.live += part.live;
    summary.lost += part.lost;
    summary.won += part.won;
    summary.moves += part.moves;
    summary.winning_moves += part.winning_moves;
    summary.spawns += part.spawns;
    for (total, count) in summary.by_largest.iter_mut().zip(part.by_largest) {
        *total += count;
    }
    // Layers come in the order of their sums.
    for (count, sums) in [(part.won, &mut summary.won_sums), (part.lost, &mut summary.lost_sums)] {
        if count.canonical > 0 {
            *sums = Some((sums.map_or(sum, |(first, _)| first), sum));
        }
    }
}

/// Every push of every live board.
fn push<const N: usize>(question: &Question<N>, boards: &[Packed<N>]) -> Pushed<N> {
    let kinds = question.spawn.odds().len() as u64;
    let mut pushed = Vec::with_capacity(4 * boards.len());
    let mut counted = Summary::default();
    for board in boards {
        let orbit = board.orbit();
        counted.by_largest[usize::from(board.max_exponent())] += Count::of(1, orbit);
        if board.has(question.target) {
            counted.won += Count::of(1, orbit);
            continue;
        }
        let legal = board.legal();
        if legal.is_empty() {
            counted.lost += Count::of(1, orbit);
            continue;
        }
        counted.live += Count::of(1, orbit);
        counted.moves += Count::of(u64::from(legal.len()), orbit);
        for direction in legal.iter() {
            let after = board.slide(direction);
            counted.spawns += Count::of(u64::from(after.empty().len()) * kinds, orbit);
            counted.winning_moves += Count::of(u64::from(after.has(question.target)), orbit);
            pushed.push(after.canonical());
        }
    }
    sort(&mut pushed);
    Pushed { pushed, counted }
}

/// A new tile in every empty cell.
fn spawn<const N: usize>(pushed: &[Packed<N>], exponent: u8) -> Vec<Packed<N>> {
    let mut boards = Vec::with_capacity(2 * pushed.len());
    for board in pushed {
        boards.extend(board.empty().iter().map(|cell| board.spawn(cell, exponent).canonical()));
    }
    sort(&mut boards);
    boards
}

fn sort<const N: usize>(boards: &mut Vec<Packed<N>>) {
    boards.sort_unstable();
    boards.dedup();
}

/// Adds a sorted list to another.
fn join<const N: usize>(boards: &mut Vec<Packed<N>>, more: Vec<Packed<N>>) {
    if boards.is_empty() {
        *boards = more;
    } else if !more.is_empty() {
        boards.extend(more);
        // The stable sort finds the two sorted runs and merges them.
        boards.sort();
        boards.dedup();
    }
}
