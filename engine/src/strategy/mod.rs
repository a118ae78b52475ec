//! Whoever chooses moves: the seventeen methods of a thesis on 2048 and their variants, the
//! algorithms that it starts from, and simple players to compare them with.
//!
//! [`Spec`] reads the name of a strategy and builds it for some rules; [`list`] is everything there
//! is. A [`Strategy`] answers one question, what to do on a board, and [`Play`] takes it through a
//! whole game. Nothing here reads a clock or starts a thread: the same strategy, rules and seed give
//! the same game.
//!
//! ```
//! use engine::Rules;
//! use engine::strategy::{Setup, Spec, play};
//!
//! let rules = Rules::classic();
//! let spec: Spec = "7.5:2".parse()?; // method 7.5, two moves deep
//! let mut strategy = spec.build(&Setup::new(rules))?;
//! let outcome = play(rules, strategy.as_mut(), 1);
//! assert!(outcome.largest >= 32 && outcome.turns > 50);
//! assert_eq!(outcome, play(rules, strategy.as_mut(), 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod average;
mod baselines;
mod build;
mod cache;
mod expectimax;
mod heuristics;
mod last;
mod lines;
mod methods;
mod outcomes;
mod play;
mod spec;
mod turn;
mod versus;

pub use average::{AverageOptions, Averaging, Dead, Leaf, Spawns};
pub use build::{BuildError, Setup};
pub use methods::{
    Counted, Exception, METHODS, Merge, Method, Monotone, PairWeight, Term, Weights,
};
pub use play::{Ending, GameResult, Play, Tally, play};
pub use spec::{DefaultDepth, Entry, Spec, SpecError, Unit, list};

use crate::packed::Packed;
use crate::{Board, Direction};

/// Someone who chooses moves.
pub trait Strategy {
    /// A new game begins. Whoever draws lots draws them from this seed, and whatever was remembered
    /// of earlier games no longer matters.
    fn begin(&mut self, seed: u64) {
        let _ = seed;
    }

    /// What to do; `None` if nothing can be done, or the board is not of the size that the strategy
    /// was built for.
    fn choose(&mut self, position: &Position) -> Option<Decision>;
}

/// A board of 3×3 or 4×4 cells, and the points that were gained on the way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    side: usize,
    bits: u64,
    /// The sum of all tiles made by merging so far.
    pub points: u64,
}

impl Position {
    /// A position of a game.
    pub fn new<const N: usize>(board: Packed<N>, points: u64) -> Position {
        Position { side: N, bits: board.bits(), points }
    }

    /// From a board of any size; `None` if it is not 2×2, 3×3 or 4×4 or holds a tile above 32768.
    pub fn of(board: &Board, points: u64) -> Option<Position> {
        let exponents = board.exponents();
        Some(match board.side() {
            2 => Position::new(Packed::<2>::from_exponents(exponents)?, points),
            3 => Position::new(Packed::<3>::from_exponents(exponents)?, points),
            4 => Position::new(Packed::<4>::from_exponents(exponents)?, points),
            _ => return None,
        })
    }

    /// The number of rows.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The board, if it has this size.
    pub fn board<const N: usize>(&self) -> Option<Packed<N>> {
        if self.side == N { Packed::from_bits(self.bits) } else { None }
    }
}

/// A move, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Where to push.
    pub direction: Direction,
    /// What decided it.
    pub why: DecidedBy,
    /// What the search found it to be worth, in the strategy's own units.
    pub value: Option<f64>,
}

/// What decided a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecidedBy {
    /// The strategy's own way: a search, a table, or lots.
    Searched,
    /// The first exception: a gap in the first row was filled from below.
    Exception1,
    /// The second exception: the first cell was filled from its row.
    Exception2,
    /// Nothing else was legal.
    ForcedDown,
}

impl Decision {
    fn searched((direction, value): (Direction, f64)) -> Decision {
        Decision { direction, why: DecidedBy::Searched, value: Some(value) }
    }
}
