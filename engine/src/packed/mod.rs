//! Boards of 2×2, 3×3 and 4×4 cells in one machine word, for those who need millions of moves a
//! second: the solver, bots and differential tests.
//!
//! A cell is four bits that hold the exponent of its tile, 0 for an empty cell; cell (row, column)
//! lies at bit `4 * (N * row + column)`. This module owns the representation and what follows from
//! it: moves, empty cells, symmetries. It knows neither chance nor winning and losing.
//!
//! **The largest tile is 32768.** Its exponent, 15, fills the four bits, so two such tiles do not
//! merge: they block each other as unequal tiles do, for [`Packed::slide`] and [`Packed::legal`]
//! alike. No board of up to 3×3 cells can come that far; a 4×4 game that holds two of them has to
//! be continued on another kind of board.

mod rows;
mod sets;
mod symmetry;

use std::fmt;

pub use sets::{CellSet, Moves};
pub use symmetry::Symmetry;

use crate::Direction;

/// Bits of a cell.
const CELL: usize = 4;
/// The greatest exponent that fits a cell.
const MAX_EXPONENT: u8 = 15;

/// A board of N×N cells, 2 ≤ N ≤ 4; any other N does not compile.
///
/// ```
/// use engine::Direction;
/// use engine::packed::Packed;
///
/// let board = Packed::<3>::from_values(&[2, 2, 2, 0, 0, 4, 8, 0, 8]).unwrap();
/// assert_eq!(board.slide(Direction::Left).values(), [4, 2, 0, 4, 0, 0, 16, 0, 0]);
/// assert_eq!(board.gain(Direction::Left), 20);
/// assert_eq!(board.empty().len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed<const N: usize>(u64);

impl<const N: usize> Packed<N> {
    /// The board without tiles.
    pub const EMPTY: Packed<N> = {
        assert!(N >= 2 && N <= 4, "packed boards have 2, 3 or 4 rows");
        Packed(0)
    };
    /// The lowest bit of every cell.
    const ONES: u64 = (u64::MAX / 15) >> (64 - CELL * N * N);
    /// Bits from a cell to the one below it.
    const ROW: usize = CELL * N;
    /// The lowest bit of every cell that has a neighbour to its right.
    const NOT_LAST_COLUMN: u64 = Self::ONES & !(Self::column(0) << (CELL * (N - 1)));
    /// The lowest bit of every cell that has a neighbour below.
    const NOT_LAST_ROW: u64 = Self::ONES >> Self::ROW;

    /// The lowest bit of every cell of a column.
    const fn column(column: usize) -> u64 {
        let mut bits = 0;
        let mut row = 0;
        while row < N {
            bits |= 1 << (CELL * (N * row + column));
            row += 1;
        }
        bits
    }

    /// A board from its bits; `None` if there are bits beyond the last cell.
    pub fn from_bits(bits: u64) -> Option<Packed<N>> {
        (bits & !(Self::ONES * 15) == 0).then_some(Packed(Self::EMPTY.0 | bits))
    }

    /// A board from exponents row by row; `None` unless there are N×N of at most 15.
    pub fn from_exponents(exponents: &[u8]) -> Option<Packed<N>> {
        let fit = exponents.iter().all(|exponent| *exponent <= MAX_EXPONENT);
        (exponents.len() == N * N && fit).then(|| {
            let cells = exponents.iter().enumerate();
            cells.fold(Self::EMPTY, |board, (cell, exponent)| board.spawn(cell, *exponent))
        })
    }

    /// A board from values row by row; `None` unless there are N×N, each 0 or a power of two from
    /// 2 to 32768.
    pub fn from_values(values: &[u32]) -> Option<Packed<N>> {
        let exponent = |value: &u32| match *value {
            0 => Some(0),
            value if value >= 2 && value.is_power_of_two() => Some(value.trailing_zeros() as u8),
            _ => None,
        };
        Self::from_exponents(&values.iter().map(exponent).collect::<Option<Vec<u8>>>()?)
    }

    /// The bits, as the module describes them.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The exponent in a cell, counted row by row; 0 beyond the last.
    pub fn exponent(self, cell: usize) -> u8 {
        if cell < N * N { (self.0 >> (CELL * cell)) as u8 & MAX_EXPONENT } else { 0 }
    }

    /// All exponents, row by row.
    pub fn exponents(self) -> impl Iterator<Item = u8> {
        (0..N * N).map(move |cell| self.exponent(cell))
    }

    /// All values, row by row.
    pub fn values(self) -> Vec<u32> {
        self.exponents().map(value).collect()
    }

    /// The lowest bit of every cell that holds a tile.
    #[inline]
    fn occupied(self) -> u64 {
        any_bit(self.0) & Self::ONES
    }

    /// The cells without a tile.
    #[inline]
    pub fn empty(self) -> CellSet {
        CellSet::new(!self.occupied() & Self::ONES)
    }

    /// Puts a tile into an empty cell. What lies beyond the board is ignored; in a cell that is
    /// not empty the result is some other tile.
    #[inline]
    #[must_use]
    pub fn spawn(self, cell: usize, exponent: u8) -> Packed<N> {
        let bits = u64::from(exponent & MAX_EXPONENT);
        if cell < N * N { Packed(self.0 | bits << (CELL * cell)) } else { self }
    }

    /// The board after pushing the tiles in a direction; the same board if nothing moves.
    #[inline]
    #[must_use]
    pub fn slide(self, direction: Direction) -> Packed<N> {
        let (vertical, far) = axis(direction);
        let rows = self.transposed_if(vertical);
        Packed(rows::slid::<N>(rows.0, far)).transposed_if(vertical)
    }

    /// Chosen by a mask and not by a branch, which random play would predict wrongly half the time.
    #[inline]
    fn transposed_if(self, condition: bool) -> Packed<N> {
        self.transposed_in(u64::from(condition).wrapping_neg())
    }

    /// The points that a push earns: the sum of the tiles made by merging.
    pub fn gain(self, direction: Direction) -> u32 {
        // Which way along a line does not matter: k equal neighbours always make k / 2 pairs.
        let (vertical, _) = axis(direction);
        let rows = self.transposed_if(vertical);
        (0..N).map(|row| rows::gain::<N>(rows.0 >> (Self::ROW * row))).sum()
    }

    /// The directions that change the board.
    #[inline]
    pub fn legal(self) -> Moves {
        let occupied = self.occupied();
        let stuck = self.0 & self.0 >> 1;
        // A tile merges with an equal neighbour unless it is the largest there is.
        let merging = occupied & !(stuck & stuck >> 2);
        let across = Self::NOT_LAST_COLUMN;
        let right_of = occupied >> CELL;
        let merge = !any_bit(self.0 ^ self.0 >> CELL) & merging & across;
        let left = !occupied & right_of & across | merge;
        let right = occupied & !right_of & across | merge;
        let down_from = Self::NOT_LAST_ROW;
        let below = occupied >> Self::ROW;
        let merge = !any_bit(self.0 ^ self.0 >> Self::ROW) & merging & down_from;
        let up = !occupied & below & down_from | merge;
        let down = occupied & !below & down_from | merge;
        Moves::new(up != 0, left != 0, down != 0, right != 0)
    }

    /// The greatest exponent on the board, 0 if it is empty.
    pub fn max_exponent(self) -> u8 {
        self.exponents().max().unwrap_or(0)
    }

    /// Whether some cell holds just this exponent.
    #[inline]
    pub fn has(self, exponent: u8) -> bool {
        !self.holding(exponent).is_empty()
    }

    /// Whether some cell holds this exponent or a greater one.
    #[inline]
    pub fn reaches(self, exponent: u8) -> bool {
        if exponent > MAX_EXPONENT {
            return false;
        }
        // Every other cell in a byte of its own, plus what is missing from there to 16.
        let even = 0x0f0f_0f0f_0f0f_0f0f;
        let missing = u64::from(16 - exponent) * (u64::MAX / 255);
        let over = ((self.0 & even) + missing) | ((self.0 >> CELL & even) + missing);
        over & (u64::MAX / 255) << CELL != 0
    }

    /// The cells that hold just this exponent.
    #[inline]
    pub fn holding(self, exponent: u8) -> CellSet {
        let same = Self::ONES * u64::from(exponent & MAX_EXPONENT);
        let found = if exponent <= MAX_EXPONENT { !any_bit(self.0 ^ same) } else { 0 };
        CellSet::new(found & Self::ONES)
    }

    /// A row as bits, its first cell lowest; rows are counted from 0 and there is none beyond N.
    #[inline]
    pub fn row(self, row: usize) -> u16 {
        let bits = if row < N { self.0 >> (Self::ROW * row) } else { 0 };
        (bits & ((1 << Self::ROW) - 1)) as u16
    }

    /// The board with another row, of the form that [`Packed::row`] gives; the same beyond N.
    #[inline]
    #[must_use]
    pub fn with_row(self, row: usize, bits: u16) -> Packed<N> {
        if row >= N {
            return self;
        }
        let all = (1 << Self::ROW) - 1;
        let at = Self::ROW * row;
        Packed(self.0 & !(all << at) | (u64::from(bits) & all) << at)
    }

    /// A row of N cells, as [`Packed::row`] gives it, pushed to its first cell or, if `far`, its last.
    #[inline]
    pub fn slide_row(row: u16, far: bool) -> u16 {
        rows::slid_row::<N>(row, far)
    }

    /// The sum of all tiles. A push keeps it.
    pub fn tile_sum(self) -> u32 {
        self.exponents().map(value).sum()
    }
}

/// The value of a tile; 0 for the exponent of an empty cell.
fn value(exponent: u8) -> u32 {
    if exponent == 0 { 0 } else { 1 << exponent }
}

/// In the lowest bit of every cell, whether any of its four bits is set; the other bits mean nothing.
#[inline]
fn any_bit(bits: u64) -> u64 {
    let pairs = bits | bits >> 1;
    pairs | pairs >> 2
}

/// Whether a push goes along columns, and whether it goes away from cell (0, 0).
#[inline]
fn axis(direction: Direction) -> (bool, bool) {
    // In the order of `Direction::ALL`: up, left, down, right.
    let number = direction as u8;
    (number & 1 == 0, number & 2 != 0)
}

impl<const N: usize> Default for Packed<N> {
    fn default() -> Packed<N> {
        Packed::EMPTY
    }
}

impl<const N: usize> fmt::Display for Packed<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::render::rows(self.exponents().map(|cell| value(cell).into()), N, f)
    }
}

impl<const N: usize> fmt::Debug for Packed<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed({self})")
    }
}
