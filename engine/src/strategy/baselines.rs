//! Simple players to compare the others with, and the perfect one where the game is solved.

use std::sync::Arc;

use super::{DecidedBy, Decision, Position, Strategy};
use crate::Direction::{self, Down, Left, Right, Up};
use crate::packed::{Moves, Packed};
use crate::solve::Policy;
use crate::{Chance, Seeded};

/// Any legal move, each as likely.
pub(super) struct Random<const N: usize>(Seeded);

impl<const N: usize> Random<N> {
    pub(super) fn new() -> Random<N> {
        Random(lots(0))
    }
}

/// Not the draws that place the tiles of the game with the same seed.
fn lots(seed: u64) -> Seeded {
    Seeded::stream(seed, 1)
}

impl<const N: usize> Strategy for Random<N> {
    fn begin(&mut self, seed: u64) {
        self.0 = lots(seed);
    }

    fn choose(&mut self, position: &Position) -> Option<Decision> {
        let legal: Moves = position.board::<N>()?.legal();
        legal.nth(self.0.below(legal.len())).map(played)
    }
}

/// The first legal move of left, up, right, down.
pub(super) struct First<const N: usize>;

impl<const N: usize> Strategy for First<N> {
    fn choose(&mut self, position: &Position) -> Option<Decision> {
        in_turn(position.board::<N>()?).next().map(played)
    }
}

/// The legal move that earns most at once; of equal ones, the first of left, up, right, down.
pub(super) struct Greedy<const N: usize>;

impl<const N: usize> Strategy for Greedy<N> {
    fn choose(&mut self, position: &Position) -> Option<Decision> {
        let board = position.board::<N>()?;
        let gains = in_turn(board).map(|direction| (direction, board.gain(direction)));
        let best = gains.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(direction, gain)| Decision::searched((direction, f64::from(gain))))
    }
}

/// The best move of the solved game. On a board that play never comes to it has no advice; there
/// it takes the first legal move.
pub(super) struct Optimal(pub(super) Arc<Policy<3>>);

impl Strategy for Optimal {
    fn choose(&mut self, position: &Position) -> Option<Decision> {
        let board = position.board::<3>()?;
        match self.0.advice(board) {
            Some(advice) => Some(Decision::searched((advice.direction, f64::from(advice.chance)))),
            None => in_turn(board).next().map(played),
        }
    }
}

fn in_turn<const N: usize>(board: Packed<N>) -> impl Iterator<Item = Direction> {
    let legal = board.legal();
    [Left, Up, Right, Down].into_iter().filter(move |direction| legal.contains(*direction))
}

fn played(direction: Direction) -> Decision {
    Decision { direction, why: DecidedBy::Searched, value: None }
}
