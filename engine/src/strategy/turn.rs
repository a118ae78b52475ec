//! A turn of one of the methods: the exceptions first, then a search, and the fourth direction only
//! when there is nothing else.

use super::average::Averaging;
use super::expectimax::Expectimax;
use super::lines::Lines;
use super::methods::{Exception, Method};
use super::{DecidedBy, Decision, Position, Strategy};
use crate::Direction::{Down, Left, Up};
use crate::packed::Packed;

/// A method with its search.
pub(super) struct Methodical<const N: usize> {
    pub(super) method: &'static Method,
    pub(super) search: Search<N>,
}

/// How a method looks ahead.
pub(super) enum Search<const N: usize> {
    /// As it was defined.
    Average(Averaging<N>),
    /// With the best of the player's moves and the odds of the game, for comparison.
    Expectimax(Expectimax<N, Lines<N>>),
}

impl<const N: usize> Strategy for Methodical<N> {
    fn choose(&mut self, position: &Position) -> Option<Decision> {
        let board = position.board::<N>()?;
        if let Some(exception) = self.method.exceptions.iter().find(|it| it.applies(board)) {
            return Some(match exception {
                Exception::FillTopRow => decided(Up, DecidedBy::Exception1),
                Exception::FillCorner => decided(Left, DecidedBy::Exception2),
            });
        }
        let best = match &mut self.search {
            Search::Average(search) => search.best(board),
            Search::Expectimax(search) => search.best(board, position.points),
        };
        let forced = || board.legal().contains(Down).then(|| decided(Down, DecidedBy::ForcedDown));
        best.map(Decision::searched).or_else(forced)
    }
}

fn decided(direction: crate::Direction, why: DecidedBy) -> Decision {
    Decision { direction, why, value: None }
}

impl Exception {
    /// Whether it decides on this board. What it then plays is legal.
    fn applies<const N: usize>(self, board: Packed<N>) -> bool {
        match self {
            Exception::FillTopRow => {
                let turned = board.transposed();
                let below = |column| turned.row(column);
                (1..N).any(|column| below(column) != 0 && below(column) & 15 == 0)
            }
            Exception::FillCorner => board.row(0) != 0 && board.row(0) & 15 == 0,
        }
    }
}
