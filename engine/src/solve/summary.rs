//! The figures that a solution is told by. Plain data; how they look is for others to say.

use std::ops::AddAssign;

/// A number of boards, or of something about boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Counting one board for all its images.
    pub canonical: u64,
    /// Counting every board.
    pub all: u64,
}

impl Count {
    /// So many for a canonical board with so many images.
    pub(super) fn of(number: u64, orbit: u32) -> Count {
        Count { canonical: number, all: number * u64::from(orbit) }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.canonical += other.canonical;
        self.all += other.all;
    }
}

/// What is known of a solved game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Boards on which the game goes on.
    pub live: Count,
    /// Boards without the target and without a legal move.
    pub lost: Count,
    /// Boards that hold the target.
    pub won: Count,
    /// Legal moves, over all live boards.
    pub moves: Count,
    /// Those of them that make the target.
    pub winning_moves: Count,
    /// New tiles, over all legal moves: each empty cell with each tile that can appear.
    pub spawns: Count,
    /// Boards by the exponent of their largest tile.
    pub by_largest: [Count; 16],
    /// The most canonical boards in one layer.
    pub largest_layer: u64,
    /// The tile sum of that layer.
    pub largest_layer_sum: u32,
    /// The greatest tile sum.
    pub last_sum: u32,
    /// The least and the greatest tile sum of won boards.
    pub won_sums: Option<(u32, u32)>,
    /// The least and the greatest tile sum of lost boards.
    pub lost_sums: Option<(u32, u32)>,
    /// Live boards from which the player can win whatever appears.
    pub forced: Count,
    /// Live boards from which the game can't be won any more.
    pub hopeless: Count,
    /// Whether the player can win from every start, whatever appears.
    pub forced_from_start: bool,
    /// The chance to win with best play.
    pub best_chance: f64,
    /// The chance to win with moves drawn uniformly from the legal ones.
    pub random_chance: f64,
}

impl Summary {
    /// All boards.
    pub fn boards(&self) -> Count {
        let mut total = self.live;
        total += self.lost;
        total += self.won;
        total
    }
}
