//! The best move on every board of a solved game, to be looked up. How it is written to bytes is
//! in `file`.

use super::Spawn;
use super::evaluate::Worth;
use crate::Direction;
use crate::packed::{Packed, Symmetry};

/// What to do on a board, and what to hope for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The best move. Where several are equally good, one of them.
    pub direction: Direction,
    /// Whether it keeps a win that no new tile can prevent.
    pub forced: bool,
    /// Whether the game can still be won.
    pub possible: bool,
    /// The chance to win with best play from here on, to seven digits.
    pub chance: f32,
}

/// A solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy<const N: usize> {
    pub(super) spawn: Spawn,
    /// The exponent of the tile to reach.
    pub(super) target: u8,
    /// By half the tile sum.
    pub(super) layers: Vec<PolicyLayer<N>>,
}

/// The live boards of one tile sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PolicyLayer<const N: usize> {
    /// Canonical, in ascending order.
    pub(super) boards: Vec<Packed<N>>,
    /// Four bits for each board, two boards to a byte, the first in the low half: the number of
    /// the direction in [`Direction::ALL`], 4 for a forced win, 8 for a possible one.
    pub(super) marks: Vec<u8>,
    /// The chance to win.
    pub(super) chances: Vec<f32>,
}

pub(super) const FORCED: u8 = 4;
pub(super) const POSSIBLE: u8 = 8;

impl<const N: usize> PolicyLayer<N> {
    /// From canonical boards in ascending order.
    pub(super) fn new(advised: impl Iterator<Item = (Packed<N>, Direction, Worth)>) -> Self {
        let mut layer = PolicyLayer::default();
        for (at, (board, direction, worth)) in advised.enumerate() {
            let forced = if worth.forced { FORCED } else { 0 };
            let possible = if worth.possible { POSSIBLE } else { 0 };
            let mark = direction as u8 | forced | possible;
            match layer.marks.last_mut() {
                Some(last) if at % 2 == 1 => *last |= mark << 4,
                _ => layer.marks.push(mark),
            }
            layer.boards.push(board);
            layer.chances.push(worth.best as f32);
        }
        layer.boards.shrink_to_fit();
        layer.marks.shrink_to_fit();
        layer.chances.shrink_to_fit();
        layer
    }
}

impl<const N: usize> Policy<N> {
    pub(super) fn new(spawn: Spawn, target: u8, layers: Vec<PolicyLayer<N>>) -> Policy<N> {
        Policy { spawn, target, layers }
    }

    /// Which tiles appear.
    pub fn spawn(&self) -> Spawn {
        self.spawn
    }

    /// The tile to reach.
    pub fn target(&self) -> u32 {
        1 << self.target
    }

    /// How many boards it knows, counting one for all its images.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.boards.len()).sum()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What to do on a board; `None` if the game is over there, or never comes there.
    pub fn advice(&self, board: Packed<N>) -> Option<Advice> {
        let (symmetry, canonical) =
            Symmetry::all().zip(board.images()).min_by_key(|(_, image)| *image)?;
        let layer = self.layers.get(board.tile_sum() as usize / 2)?;
        let at = layer.boards.binary_search(&canonical).ok()?;
        let mark = layer.marks.get(at / 2)? >> (at % 2 * 4);
        let direction = symmetry.source(Direction::ALL[usize::from(mark & 3)]);
        Some(Advice {
            direction,
            forced: mark & FORCED != 0,
            possible: mark & POSSIBLE != 0,
            chance: *layer.chances.get(at)?,
        })
    }
}
