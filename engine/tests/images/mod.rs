//! The images of a board, made cell by cell.

use engine::Board;

pub(crate) trait Images {
    /// The board with rows and columns exchanged.
    fn transposed(&self) -> Board;
    /// The board with left and right exchanged.
    fn mirrored(&self) -> Board;
}

impl Images for Board {
    fn transposed(&self) -> Board {
        rearranged(self, |row, column| (column, row))
    }

    fn mirrored(&self) -> Board {
        rearranged(self, |row, column| (row, self.side() - 1 - column))
    }
}

/// The board whose cell at a row and column comes from the place that `from` gives.
fn rearranged(board: &Board, from: impl Fn(usize, usize) -> (usize, usize)) -> Board {
    let (side, cells) = (board.side(), board.exponents());
    let places = (0..board.len()).map(|index| from(index / side, index % side));
    let moved: Vec<u8> = places.map(|(row, column)| cells[side * row + column]).collect();
    Board::from_exponents(side, &moved).expect("it has the same tiles")
}
