//! The board, plain and readable: any side from 2 to 8, one small number for each cell.
//!
//! This is the definition of a move that everything else is held against. It knows nothing of
//! chance, of goals or of turns; [`Rules`](crate::Rules) and [`Game`](crate::Game) do.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Direction;

/// A square of cells, each empty or holding a tile.
///
/// Cells are numbered row by row from 0: cell `side * row + column`. A tile of value 2^e is stored
/// as its exponent e, an empty cell as 0.
///
/// ```
/// use engine::{Board, Direction};
///
/// let board: Board = "2 2 2 2 / . . 4 . / 2 . 2 . / 4 4 . 4".parse()?;
/// let slide = board.slide(Direction::Right);
/// assert_eq!(slide.board.to_string(), ". . 4 4 / . . . 4 / . . . 4 / . . 4 8");
/// assert_eq!((slide.gained, slide.merges), (20, 4));
/// # Ok::<(), engine::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    side: u8,
    /// The first `side * side` are in use, the others stay 0.
    cells: [u8; Board::MAX_SIDE * Board::MAX_SIDE],
}

/// A tile and where it lies; rows and columns are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Counted from the top.
    pub row: usize,
    /// Counted from the left.
    pub column: usize,
    /// 2, 4, 8 and so on.
    pub value: u64,
}

/// What pushing all tiles in one direction leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The tiles afterwards; no new one has been added.
    pub board: Board,
    /// The sum of all tiles made by merging: the usual score of a move.
    pub gained: u64,
    /// How many pairs merged; the board has so many tiles fewer.
    pub merges: u32,
}

/// Why something is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The side is below 2 or above 8.
    #[error("a board has from 2 to 8 rows, not {0}")]
    Side(usize),
    /// The number of cells does not fill the board.
    #[error("a board of side {side} has {} cells, not {found}", side * side)]
    Count {
        /// The side that was asked for.
        side: usize,
        /// How many cells were given.
        found: usize,
    },
    /// A text whose number of cells is not a square.
    #[error("{0} cells do not make a square")]
    NotSquare(usize),
    /// A text whose slashes do not stand between rows.
    #[error("row {} has {found} cells, not {side}", row + 1)]
    Row {
        /// Which row, from 0.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        side: usize,
    },
    /// A cell that is neither empty nor a power of two from 2 on.
    #[error("cell {} holds {value}, but a tile is 2, 4, 8 or another power of two", index + 1)]
    NotATile {
        /// Which cell, from 0.
        index: usize,
        /// What it should have held.
        value: u64,
    },
    /// A tile above [`Board::MAX_VALUE`].
    #[error("cell {} holds {value}, but the largest tile is {}", index + 1, Board::MAX_VALUE)]
    TooLarge {
        /// Which cell, from 0.
        index: usize,
        /// What it should have held.
        value: u64,
    },
    /// A word in a text that is not a number.
    #[error("`{0}` is not the value of a tile")]
    Unreadable(String),
}

impl Board {
    /// The smallest side.
    pub const MIN_SIDE: usize = 2;
    /// The largest side.
    pub const MAX_SIDE: usize = 8;
    /// The largest exponent that a board can be made with. Merging goes on beyond.
    pub const MAX_EXPONENT: u8 = 31;
    /// The largest tile that a board can be made with.
    pub const MAX_VALUE: u64 = 1 << Board::MAX_EXPONENT;

    /// A board without tiles.
    pub fn empty(side: usize) -> Result<Board, BoardError> {
        match u8::try_from(side) {
            Ok(small) if (Board::MIN_SIDE..=Board::MAX_SIDE).contains(&side) => {
                Ok(Board { side: small, cells: [0; Board::MAX_SIDE * Board::MAX_SIDE] })
            }
            _ => Err(BoardError::Side(side)),
        }
    }

    /// A board from the values of its cells, row by row; 0 is empty.
    pub fn from_values(side: usize, values: &[u64]) -> Result<Board, BoardError> {
        let mut board = Board::empty(side)?;
        if values.len() != board.len() {
            return Err(BoardError::Count { side, found: values.len() });
        }
        for (index, &value) in values.iter().enumerate() {
            board.cells[index] = match value {
                0 => 0,
                1 => return Err(BoardError::NotATile { index, value }),
                _ if !value.is_power_of_two() => {
                    return Err(BoardError::NotATile { index, value });
                }
                _ if value > Board::MAX_VALUE => return Err(BoardError::TooLarge { index, value }),
                _ => value.trailing_zeros() as u8,
            };
        }
        Ok(board)
    }

    /// A board from the exponents of its cells, row by row; 0 is empty.
    pub fn from_exponents(side: usize, exponents: &[u8]) -> Result<Board, BoardError> {
        let mut board = Board::empty(side)?;
        if exponents.len() != board.len() {
            return Err(BoardError::Count { side, found: exponents.len() });
        }
        for (index, &exponent) in exponents.iter().enumerate() {
            if exponent > Board::MAX_EXPONENT {
                return Err(BoardError::TooLarge { index, value: value_of(exponent) });
            }
            board.cells[index] = exponent;
        }
        Ok(board)
    }

    /// The number of rows, which is that of columns.
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// The number of cells.
    #[expect(clippy::len_without_is_empty, reason = "a board always has cells")]
    pub fn len(&self) -> usize {
        self.side() * self.side()
    }

    /// The exponents of all cells, row by row; 0 is empty.
    pub fn exponents(&self) -> &[u8] {
        &self.cells[..self.len()]
    }

    /// The values of all cells, row by row; 0 is empty.
    pub fn values(&self) -> impl Iterator<Item = u64> {
        self.exponents().iter().map(|&exponent| value_of(exponent))
    }

    /// All tiles with their places, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let side = self.side();
        self.values().enumerate().filter(|(_, value)| *value != 0).map(move |(index, value)| Tile {
            row: index / side,
            column: index % side,
            value,
        })
    }

    /// The numbers of the empty cells, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> {
        self.exponents().iter().enumerate().filter(|(_, cell)| **cell == 0).map(|(index, _)| index)
    }

    /// The exponent of the largest tile, 0 without tiles.
    pub fn max_exponent(&self) -> u8 {
        self.exponents().iter().copied().max().unwrap_or(0)
    }

    /// The sum of all tiles. No slide changes it.
    pub fn sum(&self) -> u64 {
        self.values().fold(0, u64::saturating_add)
    }

    /// The board with one more tile, or nothing if there is no such cell, it is taken, or the
    /// exponent is not from 1 to [`Board::MAX_EXPONENT`].
    pub fn with_tile(mut self, index: usize, exponent: u8) -> Option<Board> {
        let free = index < self.len() && self.cells[index] == 0;
        let valid = (1..=Board::MAX_EXPONENT).contains(&exponent);
        (free && valid).then(|| {
            self.cells[index] = exponent;
            self
        })
    }

    /// Pushes all tiles in one direction, merging equal neighbours. If the board comes out as it
    /// was, the action is not legal.
    pub fn slide(&self, direction: Direction) -> Slide {
        let mut slide = Slide { board: *self, gained: 0, merges: 0 };
        for line in 0..self.side() {
            slide.push_line(line, direction);
        }
        slide
    }

    /// Whether pushing in this direction changes anything.
    pub fn is_legal(&self, direction: Direction) -> bool {
        self.slide(direction).board != *self
    }

    /// The directions that change something, in the order of [`Direction::ALL`].
    pub fn legal_moves(&self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(|&direction| self.is_legal(direction))
    }

    /// Whether every cell is taken and no two neighbours are equal: no action is left.
    pub fn is_stuck(&self) -> bool {
        let (side, cells) = (self.side(), self.exponents());
        (0..self.len()).all(|index| {
            let last_column = index % side == side - 1;
            let last_row = index / side == side - 1;
            cells[index] != 0
                && (last_column || cells[index] != cells[index + 1])
                && (last_row || cells[index] != cells[index + side])
        })
    }

    /// The cell at a distance from the wall that the tiles are pushed to, in one line of the board:
    /// a row for left and right, a column for up and down.
    fn cell_in_line(&self, line: usize, direction: Direction, distance: usize) -> usize {
        let side = self.side();
        let opposite = side - 1 - distance;
        match direction {
            Direction::Left => side * line + distance,
            Direction::Right => side * line + opposite,
            Direction::Up => side * distance + line,
            Direction::Down => side * opposite + line,
        }
    }
}

impl Slide {
    /// Pushes one line. Tiles are taken from the wall outwards, each with its equal neighbour if it
    /// has one, and put down again without gaps. A tile made by merging is put down at once, so it
    /// cannot merge again.
    fn push_line(&mut self, line: usize, direction: Direction) {
        let side = self.board.side();
        let mut place = 0;
        // The tile that was taken last and may still merge; 0 if there is none.
        let mut taken = 0;
        for distance in 0..side {
            let cell = self.board.cell_in_line(line, direction, distance);
            let tile = std::mem::take(&mut self.board.cells[cell]);
            if tile == 0 {
                continue;
            }
            let merges = tile == taken;
            if merges {
                taken = tile.saturating_add(1);
                self.gained = self.gained.saturating_add(value_of(taken));
                self.merges += 1;
            }
            if taken != 0 {
                self.board.cells[self.board.cell_in_line(line, direction, place)] = taken;
                place += 1;
            }
            taken = if merges { 0 } else { tile };
        }
        if taken != 0 {
            self.board.cells[self.board.cell_in_line(line, direction, place)] = taken;
        }
    }
}

/// The value of a tile. Exponents above 63 cannot come up: a board would have to be refilled more
/// often than anyone can wait for.
fn value_of(exponent: u8) -> u64 {
    match exponent {
        0 => 0,
        _ => 1 << exponent.min(63),
    }
}

/// Rows in one line of text: `2 . 4 / . . . / . . 8`. It can be read back.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::render::rows(self.values(), self.side(), f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// Reads the values of all cells, row by row. Blanks and commas separate them, and slashes, if there
/// are any, separate the rows; `.`, `_` and `0` are empty. The number of cells tells the side.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        let mut values: Vec<u64> = Vec::new();
        let mut rows = Vec::new();
        for row in text.split('/') {
            let before = values.len();
            let words = row.split(|c: char| c.is_whitespace() || c == ',');
            for word in words.filter(|word| !word.is_empty()) {
                values.push(match word {
                    "." | "_" => 0,
                    _ => word.parse().map_err(|_| BoardError::Unreadable(word.to_owned()))?,
                });
            }
            rows.push(values.len() - before);
        }
        let side = values.len().isqrt();
        if side * side != values.len() {
            return Err(BoardError::NotSquare(values.len()));
        }
        let uneven = rows.iter().position(|found| rows.len() > 1 && *found != side);
        if let Some(row) = uneven {
            return Err(BoardError::Row { row, found: rows[row], side });
        }
        Board::from_values(side, &values)
    }
}
