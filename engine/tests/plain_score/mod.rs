//! What a method thinks of a board, read from its row of data term by term: what the fast search
//! must find too.

use engine::strategy::{Counted, Merge, Method, Monotone, PairWeight, Term};
use engine::{Board, Tile};

/// The three terms of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Parts {
    /// For pairs that could merge.
    pub(crate) merge: f64,
    /// For lines in order; subtracted if it is a penalty.
    pub(crate) monotone: f64,
    /// For the tiles.
    pub(crate) board: f64,
    /// All together.
    pub(crate) total: f64,
}

/// A method that scores boards as it is defined.
pub(crate) struct Scorer(pub(crate) &'static Method);

impl Scorer {
    /// The score of a board, in parts.
    pub(crate) fn score(&self, board: &Board) -> Parts {
        let merge = self.0.merge.map_or(0.0, |merge| self.merges(merge, board));
        let monotone = self.0.monotone.map_or(0.0, |monotone| self.in_order(monotone, board));
        let each = |term| board.tiles().map(|tile| self.term(term, &tile, board)).sum();
        let tiles = self.0.board.map_or(0.0, each);
        let is_penalty = |monotone: Monotone| monotone.lines == Counted::PenaltyIfNotDescending;
        let sign = if self.0.monotone.is_some_and(is_penalty) { -1.0 } else { 1.0 };
        Parts { merge, monotone, board: tiles, total: merge + sign * monotone + tiles }
    }

    fn merges(&self, merge: Merge, board: &Board) -> f64 {
        let mut total = 0.0;
        for line in lines(board) {
            let mut tiles = line.into_iter().peekable();
            while let Some(tile) = tiles.next() {
                // Both are taken: of three equal tiles, two make a pair.
                if let Some(next) = tiles.next_if(|next| next.value == tile.value) {
                    total += self.pair(merge, &tile, &next, board);
                }
            }
        }
        total
    }

    fn pair(&self, merge: Merge, tile: &Tile, next: &Tile, board: &Board) -> f64 {
        let (first, second) = (self.weight(tile, board), self.weight(next, board));
        let weight = match merge.weight {
            PairWeight::One => 1.0,
            PairWeight::Two => 2.0,
            PairWeight::First => first,
            PairWeight::FirstByDistance => first / (tile.row + tile.column + 1) as f64,
            PairWeight::Both => first + second,
        };
        let value = if merge.value { tile.value as f64 } else { 1.0 };
        value * weight * if merge.free { free(board) } else { 1.0 }
    }

    fn in_order(&self, monotone: Monotone, board: &Board) -> f64 {
        let mut total = 0.0;
        for line in lines(board) {
            let descends = line.is_sorted_by(|tile, next| tile.value >= next.value);
            let ascends = line.is_sorted_by(|tile, next| tile.value <= next.value);
            let times = match monotone.lines {
                Counted::Descending => f64::from(u8::from(descends)),
                Counted::BothWays => f64::from(u8::from(descends) + u8::from(ascends)),
                Counted::PenaltyIfNotDescending => f64::from(u8::from(!descends)),
            };
            let tiles = line.iter().map(|tile| self.term(monotone.term, tile, board));
            total += times * tiles.sum::<f64>();
        }
        total
    }

    fn term(&self, term: Term, tile: &Tile, board: &Board) -> f64 {
        let value = if term.value { tile.value as f64 } else { 1.0 };
        let weight = if term.weight { self.weight(tile, board) } else { 1.0 };
        value * weight * if term.free { free(board) } else { 1.0 }
    }

    fn weight(&self, tile: &Tile, board: &Board) -> f64 {
        self.0.weights.at(board.side(), tile.row, tile.column)
    }
}

fn free(board: &Board) -> f64 {
    board.empty_cells().count() as f64
}

/// The tiles of each row from left to right, then of each column from top to bottom.
fn lines(board: &Board) -> Vec<Vec<Tile>> {
    let line = |of: &dyn Fn(&Tile) -> bool| board.tiles().filter(|tile| of(tile)).collect();
    let rows = (0..board.side()).map(|row| line(&|tile| tile.row == row));
    let columns = (0..board.side()).map(|column| line(&|tile| tile.column == column));
    rows.chain(columns).collect()
}
