//! What is to be solved: new tiles, the tile to reach, and how the game begins.

use crate::packed::Packed;

/// The tiles that can be asked for. With nine cells none beyond can be made.
pub const TARGETS: [u32; 8] = [8, 16, 32, 64, 128, 256, 512, 1024];

/// Which tiles appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spawn {
    /// Always a 2.
    Twos,
    /// A 2 nine times in ten, otherwise a 4.
    TwosAndFours,
}

impl Spawn {
    /// The exponents of new tiles, each with its chance.
    pub(super) fn odds(self) -> &'static [(u8, f64)] {
        match self {
            Spawn::Twos => &[(1, 1.0)],
            Spawn::TwosAndFours => &[(1, 0.9), (2, 0.1)],
        }
    }
}

/// Why something can't be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The tile to reach is none of [`TARGETS`].
    #[error("the tile to reach must be a power of two from 8 to 1024, not {0}")]
    Target(u32),
    /// A board to begin with holds a tile beyond the one to reach.
    #[error("a board to begin with holds a tile greater than {0}, which ends the game")]
    Start(u32),
}

/// A game to solve, on a board of at most 3×3 cells.
#[derive(Clone, Debug)]
pub struct Question<const N: usize> {
    pub(super) spawn: Spawn,
    /// The exponent of the tile to reach.
    pub(super) target: u8,
    pub(super) starts: Vec<(Packed<N>, f64)>,
}

impl<const N: usize> Question<N> {
    /// A game with this rule for new tiles, that is won with this tile, and begins with one of
    /// these boards, each with its chance. For the counts of all boards to be right, the images of
    /// a board that it can begin with must be among them.
    pub fn new(
        spawn: Spawn,
        target: u32,
        starts: Vec<(Packed<N>, f64)>,
    ) -> Result<Question<N>, QuestionError> {
        const { assert!(N <= 3, "there are too many boards of 4x4 cells") };
        if !TARGETS.contains(&target) {
            return Err(QuestionError::Target(target));
        }
        let exponent = target.trailing_zeros() as u8;
        if starts.iter().any(|(board, _)| board.max_exponent() > exponent) {
            return Err(QuestionError::Start(target));
        }
        Ok(Question { spawn, target: exponent, starts })
    }

    /// Which tiles appear.
    pub fn spawn(&self) -> Spawn {
        self.spawn
    }

    /// The tile to reach.
    pub fn target(&self) -> u32 {
        1 << self.target
    }
}

/// The boards after two new tiles on an empty board, with their chances.
pub fn two_spawns<const N: usize>(spawn: Spawn) -> Vec<(Packed<N>, f64)> {
    let pairs = (N * N * (N * N - 1) / 2) as f64;
    let mut starts = Vec::new();
    for first in 0..N * N {
        for second in first + 1..N * N {
            for (a, chance_a) in spawn.odds() {
                for (b, chance_b) in spawn.odds() {
                    let board = Packed::EMPTY.spawn(first, *a).spawn(second, *b);
                    starts.push((board, chance_a * chance_b / pairs));
                }
            }
        }
    }
    starts
}

/// How the assembly game begins: two 2s that favour the top of the board, and now and then only
/// one, because the program keeps its count of tiles when it starts a pass over the cells again.
pub fn mips512_starts() -> Vec<(Packed<3>, f64)> {
    // A pass draws a fair bit for each cell in order; one that draws no tile at all is repeated.
    let all_passes_but_empty = 511.0;
    let ends_at = |cell: usize| f64::from(1 << (8 - cell)) / all_passes_but_empty;
    let one_tile_only = 9.0 / all_passes_but_empty;
    let mut starts = Vec::new();
    for last in 0..9 {
        let alone = Packed::EMPTY.spawn(last, 1);
        starts.push((alone, one_tile_only * ends_at(last)));
        starts.extend((0..last).map(|first| (alone.spawn(first, 1), ends_at(last))));
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_one() {
        let near_one = |total: f64| (total - 1.0).abs() < 1e-12;
        assert!(near_one(mips512_starts().iter().map(|(_, chance)| chance).sum()));
        for spawn in [Spawn::Twos, Spawn::TwosAndFours] {
            assert!(near_one(two_spawns::<3>(spawn).iter().map(|(_, chance)| chance).sum()));
        }
    }

    #[test]
    fn the_assembly_game_favours_the_top() {
        let starts = mips512_starts();
        assert_eq!(starts.len(), 36 + 9);
        let chance = |values: [u32; 9]| {
            let board = Packed::from_values(&values);
            starts.iter().find(|(start, _)| Some(*start) == board).map(|(_, chance)| *chance)
        };
        assert_eq!(chance([2, 2, 0, 0, 0, 0, 0, 0, 0]), Some(128.0 / 511.0));
        assert_eq!(chance([2, 0, 0, 0, 0, 0, 0, 0, 2]), Some(1.0 / 511.0));
        assert_eq!(chance([2, 0, 0, 0, 0, 0, 0, 0, 0]), Some(9.0 / 511.0 * (256.0 / 511.0)));
    }

    #[test]
    fn only_tiles_that_can_be_made_are_targets() {
        for target in [0, 1, 2, 4, 24, 2048, 1 << 31] {
            let refused = Question::new(Spawn::Twos, target, mips512_starts());
            assert_eq!(refused.err(), Some(QuestionError::Target(target)));
        }
        let start = Packed::<2>::EMPTY.spawn(0, 5);
        let refused = Question::new(Spawn::Twos, 16, vec![(start, 1.0)]);
        assert_eq!(refused.err(), Some(QuestionError::Start(16)));
    }
}
