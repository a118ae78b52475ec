//! Boards as text, as the programs print them.

use std::fmt;

use crate::Board;

/// A board in a frame of lines. Cells are three characters wide, or as wide as the longest number.
///
/// ```
/// let board = "2 16 . / . 128 . / . . .".parse::<engine::Board>()?;
/// assert_eq!(
///     engine::render::framed(&board),
///     "\
/// +---+---+---+
/// | 2 | 16|   |
/// +---+---+---+
/// |   |128|   |
/// +---+---+---+
/// |   |   |   |
/// +---+---+---+
/// "
/// );
/// # Ok::<(), engine::BoardError>(())
/// ```
pub fn framed(board: &Board) -> String {
    let mut bytes = Vec::new();
    framed_into(board, &mut bytes);
    // Digits, blanks and lines are ASCII.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The same, added to what is there. Games are compared by the million, and most of what they print
/// is boards: nothing is allocated for those of the small game.
pub fn framed_into(board: &Board, output: &mut Vec<u8>) {
    let digits = |value: u64| value.checked_ilog10().map_or(0, |log| log as usize + 1);
    let width = board.values().map(digits).max().unwrap_or(0).max(NARROW);
    for (cell, value) in board.values().enumerate() {
        if cell % board.side() == 0 {
            line(board.side(), width, output);
        }
        output.push(b'|');
        if width == NARROW {
            output.extend_from_slice(&narrow(value));
        } else {
            // In the middle; where that is between two places, to the right.
            let after = (width - digits(value)) / 2;
            let text = if value == 0 { String::new() } else { value.to_string() };
            output.extend_from_slice(format!("{text:>0$}", width - after).as_bytes());
            output.extend(std::iter::repeat_n(b' ', after));
        }
        if cell % board.side() == board.side() - 1 {
            output.extend_from_slice(b"|\n");
        }
    }
    line(board.side(), width, output);
}

/// The least width of a cell, and the most that a 3×3 game needs.
const NARROW: usize = 3;

/// A number of at most three digits in the middle of three places; two digits are to the right.
fn narrow(value: u64) -> [u8; NARROW] {
    let digit = |unit: u64| b'0' + (value / unit % 10) as u8;
    match value {
        0 => *b"   ",
        1..10 => [b' ', digit(1), b' '],
        10..100 => [b' ', digit(10), digit(1)],
        _ => [digit(100), digit(10), digit(1)],
    }
}

fn line(side: usize, width: usize, output: &mut Vec<u8>) {
    for _ in 0..side {
        output.extend_from_slice(b"+---");
        output.extend(std::iter::repeat_n(b'-', width - NARROW));
    }
    output.extend_from_slice(b"+\n");
}

/// Rows of cells in one line, separated by slashes, with a point for an empty cell.
pub fn rows(
    values: impl Iterator<Item = u64>,
    side: usize,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (index, value) in values.enumerate() {
        f.write_str(match (index, index % side) {
            (0, _) => "",
            (_, 0) => " / ",
            _ => " ",
        })?;
        match value {
            0 => f.write_str(".")?,
            _ => write!(f, "{value}")?,
        }
    }
    Ok(())
}
