//! What boards look like to the searches that are older than the seventeen methods, each a number
//! for a board at which the search stops.
//!
//! All but clustering are sums over rows and columns, so they are looked up line by line.

use super::lines::{CONTENTS, Lines, table};
use super::methods::Weights;
use crate::packed::Packed;

/// Judges boards.
pub(super) trait Heuristic<const N: usize>: Send {
    /// Whether the points gained so far matter.
    const POINTS: bool = false;

    /// How good a board is.
    fn score(&self, board: Packed<N>, points: u64) -> f64;

    /// If a board is just worth the sum of its rows and columns, what each content of a line is
    /// worth, and what is added once.
    fn by_line(&self) -> Option<(&[f32; CONTENTS], f64)> {
        None
    }

    /// How good a board is on which nothing can be done.
    fn lost(&self, _board: Packed<N>, _points: u64) -> f64 {
        f64::NEG_INFINITY
    }
}

/// One of the seventeen methods.
impl<const N: usize> Heuristic<N> for Lines<N> {
    fn score(&self, board: Packed<N>, _points: u64) -> f64 {
        Lines::score(self, board)
    }
}

/// A sum over all rows and columns.
pub(super) struct ByLine<const N: usize> {
    lines: Box<[f32; CONTENTS]>,
    per_board: f64,
}

impl<const N: usize> ByLine<N> {
    /// The early heuristic of the best known expectimax program.
    pub(super) fn em_v1() -> ByLine<N> {
        ByLine { lines: table(|line| em_v1_line::<N>(line) as f32), per_board: 100_000.0 }
    }

    /// The later one.
    pub(super) fn em_v2() -> ByLine<N> {
        ByLine { lines: table(|line| em_v2_line::<N>(line) as f32), per_board: 0.0 }
    }
}

impl<const N: usize> Heuristic<N> for ByLine<N> {
    #[inline]
    fn score(&self, board: Packed<N>, _points: u64) -> f64 {
        let turned = board.transposed();
        let line = |bits: u16| f64::from(self.lines[usize::from(bits)]);
        let both = |at| line(board.row(at)) + line(turned.row(at));
        self.per_board + (0..N).map(both).sum::<f64>()
    }

    fn by_line(&self) -> Option<(&[f32; CONTENTS], f64)> {
        Some((&self.lines, self.per_board))
    }

    /// Less than any other board.
    fn lost(&self, _board: Packed<N>, _points: u64) -> f64 {
        0.0
    }
}

fn em_v1_line<const N: usize>(line: [u8; N]) -> f64 {
    let empty = line.iter().filter(|rank| **rank == 0).count();
    let mut score = 10_000.0 * empty as f64;
    // The first of the largest.
    let largest = (0..N).rev().max_by_key(|at| line[*at]);
    if largest.is_some_and(|at| at == 0 || at + 1 == N) {
        score += 20_000.0;
    }
    let pairs = || line.windows(2).map(|pair| (pair[0], pair[1]));
    score += 1_000.0 * pairs().filter(|(a, b)| a.abs_diff(*b) == 1).count() as f64;
    let strictly = [pairs().all(|(a, b)| a < b), pairs().all(|(a, b)| a > b)];
    score + 10_000.0 * strictly.into_iter().filter(|held| *held).count() as f64
}

fn em_v2_line<const N: usize>(line: [u8; N]) -> f64 {
    let empty = line.iter().filter(|rank| **rank == 0).count();
    let tiles: Vec<u8> = line.into_iter().filter(|rank| *rank != 0).collect();
    let runs = tiles.chunk_by(|a, b| a == b).map(<[u8]>::len).filter(|length| *length > 1);
    let merges: usize = runs.sum();
    let (mut falls, mut rises) = (0.0, 0.0);
    for pair in line.windows(2) {
        let change = f64::from(pair[1]).powi(4) - f64::from(pair[0]).powi(4);
        falls += (-change).max(0.0);
        rises += change.max(0.0);
    }
    let sum: f64 =
        line.into_iter().map(|rank| f64::from(rank).powi(3) * f64::from(rank).sqrt()).sum();
    200_000.0 + 270.0 * empty as f64 + 700.0 * merges as f64
        - 47.0 * f64::min(falls, rises)
        - 11.0 * sum
}

/// Points, empty cells, and how far tiles differ from those around them.
pub(super) struct Clustering;

impl<const N: usize> Heuristic<N> for Clustering {
    const POINTS: bool = true;

    fn score(&self, board: Packed<N>, points: u64) -> f64 {
        if points == 0 {
            return 0.0;
        }
        let score = points as f64;
        let empty = f64::from(board.empty().len());
        let value = (score + score.ln() * empty - clusters(board) as f64).trunc();
        value.max(score.min(1.0))
    }

    fn lost(&self, _board: Packed<N>, points: u64) -> f64 {
        points.min(1) as f64
    }
}

/// For each tile the average difference, rounded down, from the tiles around it and itself.
fn clusters<const N: usize>(board: Packed<N>) -> u64 {
    // With a rim, so that every cell has eight neighbours; what is empty is 0.
    let mut cells = [[0_i32; 6]; 6];
    for (at, exponent) in board.exponents().enumerate() {
        cells[at / N + 1][at % N + 1] = if exponent == 0 { 0 } else { 1 << exponent };
    }
    let mut total = 0;
    for row in 1..=N {
        for column in 1..=N {
            let tile = cells[row][column];
            if tile == 0 {
                continue;
            }
            let (mut sum, mut count) = (0, 0);
            for around in &cells[row - 1..=row + 1] {
                for other in &around[column - 1..=column + 1] {
                    let there = i32::from(*other != 0);
                    sum += (tile - other).abs() * there;
                    count += there;
                }
            }
            total += (sum / count) as u64;
        }
    }
    total
}

/// Smooth and monotone lines of exponents, empty cells, and the largest tile.
pub(super) struct Cms<const N: usize> {
    /// By how much tiles fall along a line, and in the upper half, by how much they rise.
    lines: Box<[u32; CONTENTS]>,
}

impl<const N: usize> Cms<N> {
    pub(super) fn new() -> Cms<N> {
        Cms {
            lines: table(|line: [u8; N]| {
                let tiles: Vec<u8> = line.into_iter().filter(|rank| *rank != 0).collect();
                let pairs =
                    || tiles.windows(2).map(|pair| (u32::from(pair[0]), u32::from(pair[1])));
                let falls: u32 = pairs().map(|(a, b)| a.saturating_sub(b)).sum();
                let rises: u32 = pairs().map(|(a, b)| b.saturating_sub(a)).sum();
                falls | rises << 16
            }),
        }
    }
}

impl<const N: usize> Heuristic<N> for Cms<N> {
    fn score(&self, board: Packed<N>, _points: u64) -> f64 {
        // Neighbours differ by what they fall or rise, so smoothness needs nothing else.
        let (mut rough, mut disorder) = (0, 0);
        for rows in [board, board.transposed()] {
            let both: u32 = (0..N).map(|at| self.lines[usize::from(rows.row(at))]).sum();
            let (falls, rises) = (both & 0xffff, both >> 16);
            rough += falls + rises;
            disorder += falls.min(rises);
        }
        let empty = board.empty().len();
        let space = if empty == 0 { -10.0 } else { f64::from(empty).ln() };
        -0.1 * f64::from(rough) - f64::from(disorder)
            + 2.7 * space
            + f64::from(board.max_exponent())
    }
}

/// Tiles by a matrix of weights, turned and mirrored as it fits best.
pub(super) struct Turning<const N: usize> {
    /// A line with each row of the matrix, and with each row from its end.
    lines: Box<[[[f32; 4]; 2]; CONTENTS]>,
}

impl<const N: usize> Turning<N> {
    pub(super) fn lee() -> Turning<N> {
        let weight = |row, column| if row < N { Weights::Lee.at(N, row, column) } else { 0.0 };
        let value = |rank: u8| if rank == 0 { 0.0 } else { f64::from(1_u32 << rank) };
        let along = |line: &[u8; N], row, backwards: bool| {
            let cell = |at: usize| if backwards { N - 1 - at } else { at };
            (0..N).map(|at| weight(row, cell(at)) * value(line[at])).sum::<f64>() as f32
        };
        let both = |line: [u8; N]| {
            [false, true].map(|backwards| std::array::from_fn(|row| along(&line, row, backwards)))
        };
        Turning { lines: table(both) }
    }
}

impl<const N: usize> Heuristic<N> for Turning<N> {
    fn score(&self, board: Packed<N>, _points: u64) -> f64 {
        let mut best = f32::NEG_INFINITY;
        for rows in [board, board.transposed()] {
            // Forwards and backwards, the matrix upright and upside down.
            let mut sums = [0.0_f32; 4];
            for at in 0..N {
                let [forwards, backwards] = &self.lines[usize::from(rows.row(at))];
                sums[0] += forwards[at];
                sums[1] += backwards[at];
                sums[2] += forwards[N - 1 - at];
                sums[3] += backwards[N - 1 - at];
            }
            best = sums.into_iter().fold(best, f32::max);
        }
        f64::from(best)
    }

    /// A lost board is judged as any other.
    fn lost(&self, board: Packed<N>, points: u64) -> f64 {
        self.score(board, points)
    }
}
