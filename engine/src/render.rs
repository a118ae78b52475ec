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
    let numbers: Vec<String> = board
        .values()
        .map(|value| if value == 0 { String::new() } else { value.to_string() })
        .collect();
    let width = numbers.iter().map(String::len).max().unwrap_or(0).max(3);
    let line = format!("+{}\n", format!("{}+", "-".repeat(width)).repeat(board.side()));
    let mut text = String::new();
    for row in numbers.chunks(board.side()) {
        text.push_str(&line);
        for number in row {
            // In the middle; where that is between two places, to the right.
            let after = (width - number.len()) / 2;
            let before = width - after;
            text.push_str(&format!("|{number:>before$}{:after$}", ""));
        }
        text.push_str("|\n");
    }
    text.push_str(&line);
    text
}
