//! Expectimax: the best of the player's moves, and of new tiles the average by their odds.
//!
//! Boards are judged right after a move. A branch that is hardly ever reached is judged early, and
//! boards that were reached before are looked up, as in the programs that made this search popular.
//! A win is worth more than any score and a loss less, in proportion to how likely they are.

use super::average::best_of;
use super::cache::Cache;
use super::heuristics::Heuristic;
use super::last::{Best, after_each};
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
        best_of(self.options.directions, board, |direction, pushed| {
            self.placement(pushed, gained::<N, H>(board, direction, points), 1, 1.0)
        })
    }

    /// A board after a move, before the new tile.
    fn placement(&mut self, board: Packed<N>, points: u64, moves: u32, likely: f64) -> f64 {
        if board.reaches(self.options.win) {
            return WIN;
        }
        if moves >= self.limit || likely < self.options.cut {
            return self.heuristic.score(board, points);
        }
        if let Some(known) = self.known(board, moves) {
            return known;
        }
        let empty = board.empty();
        let each = 1.0 / f64::from(empty.len().max(1));
        let (mut total, mut weight) = (0.0, 0.0);
        let known = self.last(board, moves, likely * each);
        for spawn in 0..self.options.spawns.len() {
            let (exponent, odds) = self.options.spawns[spawn];
            let chance = each * odds;
            let known = known[usize::from(exponent) % 3];
            for cell in empty.iter() {
                let filled = board.spawn(cell, exponent);
                let value = match known {
                    Some(best) if best[cell] > f64::NEG_INFINITY => Some(best[cell]),
                    Some(_) => self.lost(filled, points),
                    None => self.player(filled, points, moves, likely * chance),
                };
                if let Some(value) = value {
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

    /// What was worked out for a board before, at this depth or less deep. Points are not part of the
    /// key, so nothing is kept where they matter.
    #[inline]
    fn known(&self, board: Packed<N>, moves: u32) -> Option<f64> {
        if H::POINTS { None } else { self.cache.get_up_to(board.bits(), moves) }
    }

    /// A board with a new tile; `None` if it is lost and is to be left out.
    fn player(&mut self, board: Packed<N>, points: u64, moves: u32, likely: f64) -> Option<f64> {
        // All four are looked up before any is searched: the waits for memory then overlap. What is
        // judged at once is not looked up.
        let last = moves + 1 >= self.limit || likely < self.options.cut;
        let next = self.options.directions.iter().take(4).enumerate();
        let mut followers = [(board, None); 4];
        for (at, &direction) in next {
            let pushed = board.slide(direction);
            let known = if last { None } else { self.known(pushed, moves + 1) };
            followers[at] = (pushed, known);
        }
        let mut best: Option<f64> = None;
        for (at, (pushed, known)) in followers.into_iter().enumerate() {
            if pushed == board {
                continue;
            }
            let value = known.unwrap_or_else(|| {
                let direction = self.options.directions[at];
                let points = gained::<N, H>(board, direction, points);
                self.placement(pushed, points, moves + 1, likely)
            });
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        best.or_else(|| self.lost(board, points))
    }

    /// A board on which nothing can be done; `None` if it is to be left out.
    fn lost(&self, board: Packed<N>, points: u64) -> Option<f64> {
        (!self.options.skip_lost).then(|| self.heuristic.lost(board, points).max(-WIN))
    }

    /// For a new 2 and a new 4 (at their exponents) what the best last move is worth after it in
    /// each cell, if the next move is the last and that can be looked up line by line: all moves are
    /// tried, and none wins.
    #[inline]
    fn last(&self, board: Packed<N>, moves: u32, likely: f64) -> [Option<Best>; 3] {
        let Some((lines, per_board)) = self.heuristic.by_line() else { return [None; 3] };
        let win = self.options.win;
        let may_win = win <= 3 || board.holding(win - 1).len() >= 2;
        if may_win || self.options.directions.len() < 4 {
            return [None; 3];
        }
        let is_last = |exponent: u8| {
            let spawn = self.options.spawns.iter().find(|(tile, _)| *tile == exponent);
            let unlikely = |odds: f64| likely * odds < self.options.cut;
            spawn.is_some_and(|(_, odds)| moves + 1 >= self.limit || unlikely(*odds))
        };
        let with_all = |best: Best| Some(best.map(|value| value + per_board));
        match (is_last(1), is_last(2)) {
            (true, true) => {
                let [twos, fours] = after_each(board, [1, 2], lines);
                [None, with_all(twos), with_all(fours)]
            }
            (true, false) => [None, with_all(after_each(board, [1], lines)[0]), None],
            (false, true) => [None, None, with_all(after_each(board, [2], lines)[0])],
            (false, false) => [None; 3],
        }
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
