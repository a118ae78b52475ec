//! A method made ready for millions of boards a second: every term of a score is a sum over lines
//! of a + b · (empty cells), so a and b are worked out beforehand for each line of the board and
//! everything that can lie on it. A score is then one look-up for each row and column.

use super::methods::{Counted, Method, PairWeight, distance};
use crate::packed::Packed;

/// The contents of a line of four cells; shorter lines have as many rows too, so that an index of 16
/// bits needs no check.
pub(super) const CONTENTS: usize = 1 << 16;

/// Something for each content of a line of N cells, given as its exponents.
pub(super) fn table<const N: usize, T: Clone + Default>(
    worth: impl Fn([u8; N]) -> T,
) -> Box<[T; CONTENTS]> {
    let mut table = vec![T::default(); CONTENTS].into_boxed_slice();
    for (content, entry) in table.iter_mut().enumerate().take(1 << (4 * N)) {
        *entry = worth(std::array::from_fn(|at| (content >> (4 * at)) as u8 & 15));
    }
    table.try_into().ok().expect("it has just this length")
}

/// What the content of one line is worth: a and b.
pub(super) type Table = Box<[[f64; 2]; CONTENTS]>;

/// A method on boards of N×N cells.
pub(super) struct Lines<const N: usize> {
    /// By row, with the terms for single tiles.
    pub(super) rows: [Table; N],
    /// By column.
    pub(super) columns: [Table; N],
}

impl<const N: usize> Lines<N> {
    pub(super) fn new(method: &Method) -> Lines<N> {
        let row = |row| Line::new(method, std::array::from_fn(|at| (row, at)), true);
        let column = |column| Line::new(method, std::array::from_fn(|at| (at, column)), false);
        let worths = |line: Line<'_, N>| table(|content| line.worth(content));
        Lines {
            rows: std::array::from_fn(|at| worths(row(at))),
            columns: std::array::from_fn(|at| worths(column(at))),
        }
    }

    /// The score of a board.
    #[inline]
    pub(super) fn score(&self, board: Packed<N>) -> f64 {
        let turned = board.transposed();
        let [mut a, mut b] = [0.0; 2];
        for line in 0..N {
            let row = self.rows[line][usize::from(board.row(line))];
            let column = self.columns[line][usize::from(turned.row(line))];
            a += row[0] + column[0];
            b += row[1] + column[1];
        }
        a + b * f64::from(board.empty().len())
    }
}

/// A line of a board as a method sees it.
struct Line<'a, const N: usize> {
    method: &'a Method,
    weights: [f64; N],
    distances: [f64; N],
    /// Whether the terms for single tiles are counted here.
    with_tiles: bool,
}

impl<'a, const N: usize> Line<'a, N> {
    fn new(method: &'a Method, cells: [(usize, usize); N], with_tiles: bool) -> Line<'a, N> {
        let weights = cells.map(|(row, column)| method.weights.at(N, row, column));
        let distances = cells.map(|(row, column)| distance(row, column));
        Line { method, weights, distances, with_tiles }
    }

    fn worth(&self, content: [u8; N]) -> [f64; 2] {
        let mut worth = [0.0; 2];
        let (mut descends, mut ascends) = (true, true);
        let mut last = None;
        // The earlier cell of a pair that is still to be completed.
        let mut open: Option<usize> = None;
        let (mut in_order, mut tiles) = (0.0, 0.0);
        for (at, exponent) in content.into_iter().enumerate() {
            if exponent == 0 {
                continue;
            }
            let value = f64::from(1_u32 << exponent);
            if let Some(last) = last {
                descends &= last >= exponent;
                ascends &= last <= exponent;
            }
            let partner = open.filter(|_| last == Some(exponent));
            open = if partner.is_some() { None } else { Some(at) };
            last = Some(exponent);
            if let (Some(merge), Some(first)) = (self.method.merge, partner) {
                let weight = match merge.weight {
                    PairWeight::One => 1.0,
                    PairWeight::Two => 2.0,
                    PairWeight::First => self.weights[first],
                    PairWeight::FirstByDistance => self.weights[first] / self.distances[first],
                    PairWeight::Both => self.weights[first] + self.weights[at],
                };
                let value = if merge.value { value } else { 1.0 };
                worth[usize::from(merge.free)] += value * weight;
            }
            let term = |value_counts, weight_counts| {
                let value = if value_counts { value } else { 1.0 };
                if weight_counts { value * self.weights[at] } else { value }
            };
            if let Some(monotone) = self.method.monotone {
                in_order += term(monotone.term.value, monotone.term.weight);
            }
            if let Some(board) = self.method.board {
                tiles += term(board.value, board.weight);
            }
        }
        if let Some(monotone) = self.method.monotone {
            let times = match monotone.lines {
                Counted::Descending => f64::from(u8::from(descends)),
                Counted::BothWays => f64::from(u8::from(descends) + u8::from(ascends)),
                Counted::PenaltyIfNotDescending => -f64::from(u8::from(!descends)),
            };
            worth[usize::from(monotone.term.free)] += times * in_order;
        }
        if let (Some(board), true) = (self.method.board, self.with_tiles) {
            worth[usize::from(board.free)] += tiles;
        }
        worth
    }
}
