//! Boards as text, as the programs print them.

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
/// is boards: nothing is allocated here.
pub fn framed_into(board: &Board, output: &mut Vec<u8>) {
    let digits = |value: u64| value.checked_ilog10().map_or(0, |log| log as usize + 1);
    let width = board.values().map(digits).max().unwrap_or(0).max(3);
    for (cell, value) in board.values().enumerate() {
        if cell % board.side() == 0 {
            line(board.side(), width, output);
        }
        output.push(b'|');
        // In the middle; where that is between two places, to the right.
        let length = digits(value);
        let after = (width - length) / 2;
        output.extend(std::iter::repeat_n(b' ', width - length - after));
        for place in (0..length as u32).rev() {
            output.push(b'0' + (value / 10u64.pow(place) % 10) as u8);
        }
        output.extend(std::iter::repeat_n(b' ', after));
        if cell % board.side() == board.side() - 1 {
            output.extend_from_slice(b"|\n");
        }
    }
    line(board.side(), width, output);
}

fn line(side: usize, width: usize, output: &mut Vec<u8>) {
    for _ in 0..side {
        output.push(b'+');
        output.extend(std::iter::repeat_n(b'-', width));
    }
    output.extend_from_slice(b"+\n");
}
