//! The four actions of the game.

use std::fmt;

/// Where the player pushes the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last row.
    Down,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four, in the order of the keys W A S D.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Left, Direction::Down, Direction::Right];

    /// The key that the text game uses.
    pub fn key(self) -> char {
        match self {
            Direction::Up => 'W',
            Direction::Left => 'A',
            Direction::Down => 'S',
            Direction::Right => 'D',
        }
    }

    /// The direction of a key of the text game; upper case only.
    pub fn from_key(key: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.key() == key)
    }
}

/// The direction as a word: `up`, `left`, `down` or `right`.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Down => "down",
            Direction::Right => "right",
        })
    }
}
