//! Expectimax: the best of the player's moves, and of new tiles the average by their odds.
//!
//! Boards are judged right after a move. A branch that is hardly ever reached is judged early, and
//! boards that were reached before are looked up, as in the programs that made this search popular.
//! A win is worth more than any score and a loss less, in proportion to how likely they are.

use super::average::clearly_greater;
use super::cache::Cache;
use super::heuristics::Heuristic;
use super::{Decision, Position, Strategy};
use crate::Direction;
use crate::packed::Packed;

/// What winning is worth: at the least likely branch still far more than any score.
const WIN: f64 = 1e12;

/// An expectimax search.
pub(super) struct Expectimax<const N: usize, H> {
    heuristic: H,
    options: Options,
    cache: Cache,
    /// How deep the turn at hand is searched.
    limit: u32,
}

/// What an expectimax search needs to know of the game and of itself.
pub(super) struct Options {
    /// The moves that are tried, in this order.
    pub(super) directions: &'static [Direction],
    /// How many moves deep.
    pub(super) depth: Depth,
    /// Branches less likely than this are judged at once.
    pub(super) cut: f64,
    /// The exponents of new tiles with their odds.
    pub(super) spawns: Vec<(u8, f64)>,
    /// The exponent of the tile that wins, 16 for none.
    pub(super) win: u8,
    /// Whether lost boards are left out of the average.
    pub(super) skip_lost: bool,
}

/// How deep a turn is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// So many moves.
    Moves(u32),
    /// Two less than there are different tiles, but three at least.
    ByTiles,
}

impl<const N: usize, H: Heuristic<N>> Expectimax<N, H> {
    pub(super) fn new(heuristic: H, options: Options) -> Expectimax<N, H> {
        Expectimax { heuristic, options, cache: Cache::new(16), limit: 1 }
    }

    /// The best move and what it is worth; of equal ones, the first.
    pub(super) fn best(&mut self, board: Packed<N>, points: u64) -> Option<(Direction, f64)> {
        self.cache.clear();
        self.limit = match self.options.depth {
            Depth::Moves(moves) => moves.max(1),
            Depth::ByTiles => different_tiles(board).saturating_sub(2).max(3),
        };
        let mut best: Option<(Direction, f64)> = None;
        for &direction in self.options.directions {
            let pushed = board.slide(direction);
            if pushed == board {
                continue;
            }
            let value = self.placement(pushed, gained::<N, H>(board, direction, points), 1, 1.0);
            if best.is_none_or(|(_, best)| clearly_greater(value, best)) {
                best = Some((direction, value));
            }
        }
        best
    }

    /// A board after a move, before the new tile.
    fn placement(&mut self, board: Packed<N>, points: u64, moves: u32, likely: f64) -> f64 {
        if board.reaches(self.options.win) {
            return WIN;
        }
        if moves >= self.limit || likely < self.options.cut {
            return self.heuristic.score(board, points);
        }
        // Points are not part of the key, so boards are looked up only where they do not matter.
        if !H::POINTS
            && let Some(known) = self.cache.get_up_to(board.bits(), moves)
        {
            return known;
        }
        let empty = board.empty();
        let each = 1.0 / f64::from(empty.len().max(1));
        let (mut total, mut weight) = (0.0, 0.0);
        for cell in empty.iter() {
            for spawn in 0..self.options.spawns.len() {
                let (exponent, odds) = self.options.spawns[spawn];
                let chance = each * odds;
                let filled = board.spawn(cell, exponent);
                if let Some(value) = self.player(filled, points, moves, likely * chance) {
                    total += chance * value;
                    weight += chance;
                }
            }
        }
        let value = match self.options.skip_lost {
            false => total,
            true if weight > 0.0 => total / weight,
            true => -WIN,
        };
        if !H::POINTS {
            self.cache.put(board.bits(), moves, value);
        }
        value
    }

    /// A board with a new tile; `None` if it is lost and is to be left out.
    fn player(&mut self, board: Packed<N>, points: u64, moves: u32, likely: f64) -> Option<f64> {
        let mut best: Option<f64> = None;
        for &direction in self.options.directions {
            let pushed = board.slide(direction);
            if pushed == board {
                continue;
            }
            let points = gained::<N, H>(board, direction, points);
            let value = self.placement(pushed, points, moves + 1, likely);
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        let lost = || (!self.options.skip_lost).then(|| self.heuristic.lost(board, points));
        best.or_else(|| lost().map(|lost| lost.max(-WIN)))
    }
}

/// The points after a move, if they matter.
fn gained<const N: usize, H: Heuristic<N>>(
    board: Packed<N>,
    direction: Direction,
    points: u64,
) -> u64 {
    if H::POINTS { points.saturating_add(u64::from(board.gain(direction))) } else { points }
}

/// How many different tiles there are.
fn different_tiles<const N: usize>(board: Packed<N>) -> u32 {
    let seen = board.exponents().fold(0_u32, |seen, exponent| seen | 1 << exponent);
    (seen & !1).count_ones()
}

impl<const N: usize, H: Heuristic<N>> Strategy for Expectimax<N, H> {
    fn choose(&mut self, position: &Position) -> Option<Decision> {
        self.best(position.board()?, position.points).map(Decision::searched)
    }
}
