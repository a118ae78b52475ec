//! The last new tile and the last move of an expectimax search, where a board is worth the sum of its
//! lines: nearly all boards of the search are here, and none of them has to be made.

use super::lines::CONTENTS;
use crate::Direction::{Left, Right};
use crate::packed::Packed;

/// What the best move is worth after a new tile in each cell; minus infinity where there is none.
pub(super) type Best = [f64; 16];

/// Puts tiles with these exponents into each empty cell and takes the best of the four moves.
#[inline]
pub(super) fn after_each<const N: usize, const TILES: usize>(
    board: Packed<N>,
    exponents: [u16; TILES],
    lines: &[f32; CONTENTS],
) -> [Best; TILES] {
    let mut best = [[f64::NEG_INFINITY; 16]; TILES];
    let turned = board.transposed();
    for far in [false, true] {
        push_each(board, far, exponents, lines, |at| at, &mut best);
        push_each(turned, far, exponents, lines, |at| N * (at % N) + at / N, &mut best);
    }
    best
}

/// Pushes along the rows. A new tile changes one row only: the others are pushed once for all.
#[inline]
fn push_each<const N: usize, const TILES: usize>(
    board: Packed<N>,
    far: bool,
    exponents: [u16; TILES],
    lines: &[f32; CONTENTS],
    cell: impl Fn(usize) -> usize,
    best: &mut [Best; TILES],
) {
    let worth = |line: u16| f64::from(lines[usize::from(line)]);
    let pushed = board.slide(if far { Right } else { Left });
    let worths: [f64; N] = std::array::from_fn(|row| worth(pushed.row(row)));
    let total: f64 = worths.iter().sum();
    // New tiles in the same gap end up alike, and the cells of a gap follow each other.
    let mut before = [(N, 0, 0.0); TILES];
    for at in board.empty().iter() {
        let row = at / N;
        let others_moved = pushed.with_row(row, 0) != board.with_row(row, 0);
        for (tile, exponent) in exponents.into_iter().enumerate() {
            let filled = board.row(row) | exponent << (4 * (at % N));
            let slid = Packed::<N>::slide_row(filled, far);
            if slid == filled && !others_moved {
                continue;
            }
            let (last_row, last_slid, mut value) = before[tile];
            if (last_row, last_slid) != (row, slid) {
                let across = pushed.with_row(row, slid).transposed();
                // The worths are short enough for sums and differences to be exact.
                value = total - worths[row % N] + worth(slid);
                for column in 0..N {
                    value += worth(across.row(column));
                }
                before[tile] = (row, slid, value);
            }
            let best = &mut best[tile][cell(at) % 16];
            *best = best.max(value);
        }
    }
}
