//! Small sets in a word: the legal directions, the empty cells of a board.

use super::{CELL, any_bit};
use crate::Direction;

/// A set of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Moves(u8);

/// For each set of directions, its members first to last.
const MEMBERS: [[u8; 4]; 16] = {
    let mut members = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let mut count = 0;
        let mut index = 0;
        while index < 4 {
            if set >> index & 1 == 1 {
                members[set][count] = index as u8;
                count += 1;
            }
            index += 1;
        }
        set += 1;
    }
    members
};

impl Moves {
    #[inline]
    pub(super) fn new(up: bool, left: bool, down: bool, right: bool) -> Moves {
        Moves(u8::from(up) | u8::from(left) << 1 | u8::from(down) << 2 | u8::from(right) << 3)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> u32 {
        // Not every processor that this is built for counts bits in one step.
        (0x4332_3221_3221_2110_u64 >> (4 * self.0) & 15) as u32
    }

    /// Whether a direction is one of them.
    #[inline]
    pub fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// The member with this number, in the order of [`Direction::ALL`].
    #[inline]
    pub fn nth(self, number: u32) -> Option<Direction> {
        let member = || MEMBERS[usize::from(self.0 & 15)][number as usize & 3];
        (number < self.len()).then(|| Direction::ALL[usize::from(member() & 3)])
    }

    /// The members in the order of [`Direction::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |direction| self.contains(*direction))
    }
}

/// A set of cells of a board, each a number counted row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// From the lowest bit of each member.
    #[inline]
    pub(super) fn new(ones: u64) -> CellSet {
        CellSet(ones)
    }

    /// In each cell, the number of members before it. This is the sum of all lower cells, so one
    /// multiplication makes it; there are at most 15, so no cell overflows.
    #[inline]
    fn ranks(self) -> u64 {
        (self.0 << CELL).wrapping_mul(u64::MAX / 15)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> u32 {
        (self.ranks() >> 60) as u32 + (self.0 >> 60) as u32
    }

    /// The member with this number, lowest first.
    #[inline]
    pub fn nth(self, number: u32) -> Option<usize> {
        let wanted = u64::from(number & 15) * (u64::MAX / 15);
        let found = !any_bit(self.ranks() ^ wanted) & self.0;
        (found != 0 && number < 16).then_some(found.trailing_zeros() as usize / CELL)
    }

    /// The members, lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = (rest != 0).then_some(rest.trailing_zeros() as usize / CELL);
            rest &= rest.wrapping_sub(1);
            cell
        })
    }
}
