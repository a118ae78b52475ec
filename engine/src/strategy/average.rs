//! The search of the seventeen methods: what a move is worth is the average over everything that
//! may follow, new tiles and the player's own further moves alike.
//!
//! [`Averaging`] owns that search and nothing of the turns that are decided without one, which are
//! in `turn`. The last level of the tree holds nearly all of its boards; with the usual options it
//! is summed up line by line, without making the boards.

use super::cache::Cache;
use super::lines::{Lines, Table};
use super::methods::Method;
use super::outcomes::Outcomes;
use crate::Direction::{self, Left, Right};
use crate::packed::Packed;

/// How the average is taken. The default is how the methods are defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AverageOptions {
    /// Which boards are scored.
    pub leaf: Leaf,
    /// What becomes of lines of play that end in a loss.
    pub dead: Dead,
    /// Which new tiles are looked at.
    pub spawns: Spawns,
}

/// Which boards are scored at the end of a line of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaf {
    /// Those after the last move.
    #[default]
    AfterMove,
    /// Those before it, with the new tile; the last move is not made.
    BeforeMove,
}

/// What becomes of a board after a move from which nothing goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dead {
    /// It makes whatever led there worthless.
    #[default]
    Propagate,
    /// It is left out of the average.
    Skip,
}

/// Which new tiles are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spawns {
    /// A 2 and a 4 in every empty cell, all alike.
    #[default]
    Both,
    /// None: moves follow each other on the same tiles.
    None,
}

/// The averaging search of a method, on boards of N×N cells.
pub struct Averaging<const N: usize> {
    lines: Lines<N>,
    directions: &'static [Direction],
    options: AverageOptions,
    depth: u32,
    /// The exponent of the tile that wins.
    win: u8,
    /// What boards are worth, by the number of moves that led there. It depends on nothing else, so
    /// it stays true from turn to turn.
    cache: Cache,
}

impl<const N: usize> Averaging<N> {
    /// Searches so many moves deep, at least one, for a tile with this exponent; 16 for none.
    pub fn new(method: &Method, options: AverageOptions, depth: u32, win: u8) -> Averaging<N> {
        let (lines, directions) = (Lines::new(method), method.directions);
        Averaging { lines, directions, options, depth: depth.max(1), win, cache: Cache::new(12) }
    }

    /// The best move and what it is worth; `None` if there is none among those that are searched.
    /// Of equal ones, the first.
    pub fn best(&mut self, board: Packed<N>) -> Option<(Direction, f64)> {
        best_of(self.directions, board, |_, pushed| self.value(pushed, 1))
    }

    /// What a board is worth right after so many moves, before the new tile.
    pub fn value(&mut self, board: Packed<N>, moves: u32) -> f64 {
        if board.reaches(self.win) {
            return f64::INFINITY;
        }
        if moves >= self.depth {
            return self.lines.score(board);
        }
        if let Some(known) = self.cache.get(board.bits(), moves) {
            return known;
        }
        let options = self.options;
        let last = moves + 1 == self.depth;
        let usual = options.leaf == Leaf::AfterMove && options.spawns == Spawns::Both;
        let value = if last && usual && !self.may_win(board) {
            self.leaves(board).mean(options.dead)
        } else {
            self.followers(board, moves).mean(options.dead)
        };
        self.cache.put(board.bits(), moves, value);
        value
    }

    /// Whether a new tile and a move might make the tile that wins.
    fn may_win(&self, board: Packed<N>) -> bool {
        // A tile made of a new one is an 8 at most.
        self.win <= 3 || board.holding(self.win - 1).len() >= 2
    }

    /// Everything that may follow.
    fn followers(&mut self, board: Packed<N>, moves: u32) -> Sum {
        let mut sum = Sum::default();
        match self.options.spawns {
            Spawns::None => self.add_moves(board, moves, &mut sum),
            Spawns::Both => {
                for exponent in [1, 2] {
                    for cell in board.empty().iter() {
                        self.add_moves(board.spawn(cell, exponent), moves, &mut sum);
                        if sum.won {
                            return sum;
                        }
                    }
                }
            }
        }
        sum
    }

    fn add_moves(&mut self, board: Packed<N>, moves: u32, sum: &mut Sum) {
        if self.options.leaf == Leaf::BeforeMove && moves + 1 == self.depth {
            sum.add(self.lines.score(board));
            return;
        }
        for &direction in self.directions {
            let pushed = board.slide(direction);
            if pushed != board {
                sum.add(self.value(pushed, moves + 1));
            }
        }
    }

    /// The same as [`Averaging::followers`] one move before the end, if nothing can be won there.
    fn leaves(&self, board: Packed<N>) -> Sum {
        let turned = board.transposed();
        let (rows, columns) = (&self.lines.rows, &self.lines.columns);
        let mut sum = Sum::default();
        for direction in self.directions {
            match direction {
                Left => add_pushes(board, false, rows, columns, &mut sum),
                Right => add_pushes(board, true, rows, columns, &mut sum),
                Direction::Up => add_pushes(turned, false, columns, rows, &mut sum),
                Direction::Down => add_pushes(turned, true, columns, rows, &mut sum),
            }
        }
        sum
    }
}

/// Adds the scores of all boards after a new tile and a push along the rows: to their first cells
/// or, if `far`, to their last.
///
/// A new tile changes one row only, so the others are pushed once for all. Rows are pushed and
/// looked up along one way, and the lines across them need only the new cells of that one row.
#[inline]
fn add_pushes<const N: usize>(
    board: Packed<N>,
    far: bool,
    along: &[Table; N],
    across: &[Table; N],
    sum: &mut Sum,
) {
    let outcomes = Outcomes::get::<N>();
    let pushed = board.slide(if far { Right } else { Left });
    let turned = pushed.transposed();
    let worth: [[f64; 2]; N] = std::array::from_fn(|row| along[row][usize::from(pushed.row(row))]);
    let moved: [bool; N] = std::array::from_fn(|row| pushed.row(row) != board.row(row));
    let free = pushed.empty().len();
    for row in 0..N {
        let outcomes = outcomes.of(board.row(row), far);
        let (mut base, mut others_moved) = ([0.0; 2], false);
        for other in (0..N).filter(|other| *other != row) {
            base = [base[0] + worth[other][0], base[1] + worth[other][1]];
            others_moved |= moved[other];
        }
        let across_base: [u16; N] =
            std::array::from_fn(|line| turned.row(line) & !(15 << (4 * row)));
        let empty_here = empty_cells::<N>(pushed.row(row));
        for outcome in outcomes.iter().filter(|outcome| others_moved || outcome.moved) {
            let own = along[row][usize::from(outcome.line)];
            let [mut a, mut b] = [base[0] + own[0], base[1] + own[1]];
            for line in 0..N {
                let cell = outcome.line >> (4 * line) & 15;
                let entry = across[line][usize::from(across_base[line] | cell << (4 * row))];
                a += entry[0];
                b += entry[1];
            }
            let free = free - empty_here + u32::from(outcome.empty);
            sum.total += f64::from(outcome.times) * (a + b * f64::from(free));
            sum.count += u32::from(outcome.times);
        }
    }
}

/// The empty cells of a row of N cells.
#[inline]
fn empty_cells<const N: usize>(row: u16) -> u32 {
    (0..N).map(|at| u32::from(row >> (4 * at) & 15 == 0)).sum()
}

/// What follows a board, added up.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    total: f64,
    count: u32,
    won: bool,
    /// Something that nothing follows was left out.
    dead: bool,
}

impl Sum {
    fn add(&mut self, value: f64) {
        if value == f64::INFINITY {
            self.won = true;
        } else if value == f64::NEG_INFINITY {
            self.dead = true;
        } else {
            self.total += value;
            self.count += 1;
        }
    }

    /// One flat average. A win in sight outweighs everything; then a dead end does.
    fn mean(self, dead: Dead) -> f64 {
        if self.won {
            f64::INFINITY
        } else if self.count == 0 || self.dead && dead == Dead::Propagate {
            f64::NEG_INFINITY
        } else {
            self.total / f64::from(self.count)
        }
    }
}

/// The best legal move by the values of the boards after it; of equal ones, the first.
pub(super) fn best_of<const N: usize>(
    directions: &[Direction],
    board: Packed<N>,
    mut value: impl FnMut(Direction, Packed<N>) -> f64,
) -> Option<(Direction, f64)> {
    let mut best: Option<(Direction, f64)> = None;
    for &direction in directions {
        let pushed = board.slide(direction);
        if pushed == board {
            continue;
        }
        let value = value(direction, pushed);
        if best.is_none_or(|(_, best)| clearly_greater(value, best)) {
            best = Some((direction, value));
        }
    }
    best
}

/// Whether a value is greater by more than what adding in another order may change, so that moves
/// that are equally good tie whatever the way they were summed up.
fn clearly_greater(value: f64, than: f64) -> bool {
    if value.is_finite() && than.is_finite() {
        value - than > 1e-12 * value.abs().max(than.abs())
    } else {
        value > than
    }
}
