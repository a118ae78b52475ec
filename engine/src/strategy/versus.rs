//! The player against an opponent who puts the new tiles where they hurt most: minimax, and
//! alpha-beta, which finds the same without looking at everything.
//!
//! A ply is a move or a new tile. Both searches try moves and tiles in the same order and take the
//! first of equal ones, so they choose alike.

use super::heuristics::Heuristic;
use super::{Decision, Position, Strategy};
use crate::Direction::{self, Down, Left, Right, Up};
use crate::packed::Packed;

const DIRECTIONS: [Direction; 4] = [Left, Right, Up, Down];

/// A search for two players.
pub(super) struct Versus<const N: usize, H> {
    pub(super) heuristic: H,
    /// How far to look, at least one ply.
    pub(super) plies: u32,
    /// Whether branches that cannot matter are left out.
    pub(super) prune: bool,
    /// The exponents of new tiles.
    pub(super) spawns: Vec<u8>,
    /// The exponent of the tile that wins, 16 for none.
    pub(super) win: u8,
}

impl<const N: usize, H: Heuristic<N>> Versus<N, H> {
    fn best(&self, board: Packed<N>, points: u64) -> Option<(Direction, f64)> {
        let mut best: Option<(Direction, f64)> = None;
        for (direction, pushed, points) in moves::<N, H>(board, points) {
            let plies = self.plies.saturating_sub(1);
            let alpha = best.map_or(f64::NEG_INFINITY, |(_, best)| best);
            let value = self.least(pushed, points, plies, alpha, f64::INFINITY);
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((direction, value));
            }
        }
        best
    }

    /// The opponent's turn, if the value matters only between two bounds.
    fn least(&self, board: Packed<N>, points: u64, plies: u32, alpha: f64, mut beta: f64) -> f64 {
        if let Some(value) = self.decided(board, points, plies) {
            return value;
        }
        let mut least = f64::INFINITY;
        for next in self.placements(board) {
            least = least.min(self.greatest(next, points, plies - 1, alpha, beta));
            // The player has something as good already.
            if self.prune && least <= alpha {
                break;
            }
            beta = beta.min(least);
        }
        least
    }

    /// The player's turn, if the value matters only between two bounds.
    fn greatest(
        &self,
        board: Packed<N>,
        points: u64,
        plies: u32,
        mut alpha: f64,
        beta: f64,
    ) -> f64 {
        if let Some(value) = self.settled(board, points, plies) {
            return value;
        }
        let mut greatest = f64::NEG_INFINITY;
        for (_, pushed, points) in moves::<N, H>(board, points) {
            greatest = greatest.max(self.least(pushed, points, plies - 1, alpha, beta));
            // The opponent has something as good already.
            if self.prune && greatest >= beta {
                break;
            }
            alpha = alpha.max(greatest);
        }
        greatest
    }

    /// The value of a board after a move, if nothing more is to be looked at.
    fn decided(&self, board: Packed<N>, points: u64, plies: u32) -> Option<f64> {
        if board.reaches(self.win) {
            return Some(f64::INFINITY);
        }
        (plies == 0).then(|| self.heuristic.score(board, points))
    }

    /// The value of a board with a new tile, if nothing more is to be looked at.
    fn settled(&self, board: Packed<N>, points: u64, plies: u32) -> Option<f64> {
        if board.legal().is_empty() {
            return Some(self.heuristic.lost(board, points));
        }
        (plies == 0).then(|| self.heuristic.score(board, points))
    }

    fn placements(&self, board: Packed<N>) -> impl Iterator<Item = Packed<N>> {
        let cells = board.empty().iter();
        cells.flat_map(move |cell| self.spawns.iter().map(move |tile| board.spawn(cell, *tile)))
    }
}

/// The legal moves with the boards and points that they lead to.
fn moves<const N: usize, H: Heuristic<N>>(
    board: Packed<N>,
    points: u64,
) -> impl Iterator<Item = (Direction, Packed<N>, u64)> {
    DIRECTIONS.into_iter().filter_map(move |direction| {
        let pushed = board.slide(direction);
        let gain = if H::POINTS { board.gain(direction) } else { 0 };
        (pushed != board).then(|| (direction, pushed, points.saturating_add(u64::from(gain))))
    })
}

impl<const N: usize, H: Heuristic<N>> Strategy for Versus<N, H> {
    fn choose(&mut self, position: &Position) -> Option<Decision> {
        self.best(position.board()?, position.points).map(Decision::searched)
    }
}
