//! The eight ways to turn and mirror a square, and the form that stands for all eight images.

use super::{CELL, Packed};
use crate::Direction;

/// A way to turn or mirror a board: first a reflection that swaps rows and columns, or not, then
/// one that swaps left and right, or not, then one that swaps top and bottom, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transposes: bool,
    mirrors: bool,
    flips: bool,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|index| Symmetry {
            transposes: index & 4 != 0,
            mirrors: index & 1 != 0,
            flips: index & 2 != 0,
        })
    }

    /// The image of a board.
    pub fn board<const N: usize>(self, mut board: Packed<N>) -> Packed<N> {
        if self.transposes {
            board = board.transposed();
        }
        if self.mirrors {
            board = board.mirrored();
        }
        if self.flips {
            board = board.flipped();
        }
        board
    }

    /// The image of a direction: pushing the board and then taking the image is taking the image
    /// and then pushing in this direction.
    pub fn direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let direction = match direction {
            Up if self.transposes => Left,
            Left if self.transposes => Up,
            Down if self.transposes => Right,
            Right if self.transposes => Down,
            same => same,
        };
        match direction {
            Left if self.mirrors => Right,
            Right if self.mirrors => Left,
            Up if self.flips => Down,
            Down if self.flips => Up,
            same => same,
        }
    }

    /// The direction that this symmetry takes to the given one.
    pub fn source(self, image: Direction) -> Direction {
        let found =
            Direction::ALL.into_iter().find(|direction| self.direction(*direction) == image);
        found.unwrap_or(image)
    }
}

impl<const N: usize> Packed<N> {
    /// Rows and columns swapped.
    #[inline]
    #[must_use]
    pub fn transposed(self) -> Packed<N> {
        self.transposed_in(u64::MAX)
    }

    /// Rows and columns swapped if the mask has all bits, nothing if it has none.
    #[inline]
    pub(super) fn transposed_in(self, all: u64) -> Packed<N> {
        let cell = |row: usize, column: usize| all & 15 << (CELL * (N * row + column));
        // Cells change places along the lines that cross the diagonal.
        Packed(match N {
            2 => swap(self.0, cell(0, 1), 1),
            3 => swap(swap(self.0, cell(0, 1) | cell(1, 2), 2), cell(0, 2), 4),
            // First within the four quarters, then the quarters.
            _ => {
                let within = cell(0, 1) | cell(0, 3) | cell(2, 1) | cell(2, 3);
                let quarter = cell(0, 2) | cell(0, 3) | cell(1, 2) | cell(1, 3);
                swap(swap(self.0, within, 3), quarter, 6)
            }
        })
    }

    /// Left and right swapped.
    #[inline]
    #[must_use]
    pub fn mirrored(self) -> Packed<N> {
        let outer = swap(self.0, Self::column(0) * 15, N - 1);
        Packed(if N == 4 { swap(outer, Self::column(1) * 15, 1) } else { outer })
    }

    /// Top and bottom swapped.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Packed<N> {
        let row = (1 << Self::ROW) - 1;
        let outer = swap(self.0, row, N * (N - 1));
        Packed(if N == 4 { swap(outer, row << Self::ROW, N) } else { outer })
    }

    /// The images under all eight symmetries, in the order of [`Symmetry::all`].
    #[inline]
    pub fn images(self) -> [Packed<N>; 8] {
        let turned = self.transposed();
        let half = |board: Packed<N>| {
            let mirrored = board.mirrored();
            [board, mirrored, board.flipped(), mirrored.flipped()]
        };
        let ([a, b, c, d], [e, f, g, h]) = (half(self), half(turned));
        [a, b, c, d, e, f, g, h]
    }

    /// The least image, as a number: the same for all images of a board.
    #[inline]
    #[must_use]
    pub fn canonical(self) -> Packed<N> {
        self.images().into_iter().fold(self, Ord::min)
    }

    /// How many different images there are: 1, 2, 4 or 8.
    pub fn orbit(self) -> u32 {
        let same = self.images().into_iter().filter(|image| *image == self).count();
        8 / same as u32
    }
}

/// Swaps the cells of a mask with those so many cells further on.
#[inline]
fn swap(bits: u64, mask: u64, cells: usize) -> u64 {
    let shift = CELL * cells;
    let differ = (bits ^ bits >> shift) & mask;
    bits ^ differ ^ differ << shift
}
