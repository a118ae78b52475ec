//! Boards of the game side by side. Whatever shows a board as text draws it with this.

/// A board with a label above it. The cells are plain numbers in rows from the top; 0 is an empty
/// cell. Any size and any number can be drawn, also one that the game can't reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What it shows, such as `before`.
    pub label: String,
    /// The cells of a row.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<u64>,
}

impl Board {
    /// A board with a label. `columns` is taken to be at least 1.
    pub fn new(label: impl Into<String>, columns: usize, cells: Vec<u64>) -> Board {
        Board { label: label.into(), columns: columns.max(1), cells }
    }

    /// A square board, or the squarest that has room for these cells.
    pub fn square(label: impl Into<String>, cells: Vec<u64>) -> Board {
        let side = (1..=cells.len()).find(|side| side * side >= cells.len()).unwrap_or(1);
        Board::new(label, side, cells)
    }
}

/// What is drawn around the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Lines, as the game itself prints a board.
    Lines,
    /// Nothing; an empty cell is a dot.
    None,
}

/// The blanks between two boards.
const GAP: usize = 4;

/// Draws boards from left to right, and below each other where they don't fit in `width` columns.
/// Lines don't end in blanks.
///
/// ```
/// use render::{Board, Frame, boards};
///
/// let before = Board::square("before", vec![2, 2, 0, 16]);
/// let after = Board::square("yours", vec![4, 0, 0, 512]);
/// let text = boards(&[before, after], Frame::Lines, 80).join("\n");
/// assert_eq!(
///     text,
///     "\
/// before       yours
/// +---+---+    +---+---+
/// | 2 | 2 |    | 4 |   |
/// +---+---+    +---+---+
/// |   | 16|    |   |512|
/// +---+---+    +---+---+"
/// );
/// ```
pub fn boards(list: &[Board], frame: Frame, width: usize) -> Vec<String> {
    let drawn: Vec<Vec<String>> = list.iter().map(|board| rows(board, frame)).collect();
    let mut lines = Vec::new();
    let mut rest = &drawn[..];
    while let Some((first, others)) = rest.split_first() {
        let mut columns = columns_of(first);
        let fit = others.iter().take_while(|board| {
            columns += GAP + columns_of(board);
            columns <= width
        });
        let (together, later) = rest.split_at(1 + fit.count());
        side_by_side(together, &mut lines);
        rest = later;
    }
    lines
}

fn columns_of(board: &[String]) -> usize {
    board.iter().map(|row| row.chars().count()).max().unwrap_or(0)
}

fn side_by_side(boards: &[Vec<String>], lines: &mut Vec<String>) {
    let rows = boards.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let mut line = String::new();
        for board in boards {
            let text = board.get(row).map_or("", String::as_str);
            line.push_str(&format!("{text:<width$}", width = columns_of(board) + GAP));
        }
        lines.push(line.trim_end().to_string());
    }
}

/// The lines of one board.
fn rows(board: &Board, frame: Frame) -> Vec<String> {
    let empty = if frame == Frame::None { "." } else { "" };
    let texts: Vec<String> = board
        .cells
        .iter()
        .map(|cell| if *cell == 0 { empty.to_string() } else { cell.to_string() })
        .collect();
    let widest = texts.iter().map(String::len).max().unwrap_or(0);
    let columns = board.columns.max(1);
    let mut lines = vec![board.label.clone()];
    match frame {
        Frame::None => {
            let width = widest.max(2);
            lines.extend(texts.chunks(columns).map(|row| {
                let cells: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
                cells.join(" ")
            }));
        }
        Frame::Lines => {
            let width = widest.max(3);
            let line = format!("+{}", format!("{}+", "-".repeat(width)).repeat(columns));
            lines.push(line.clone());
            for row in texts.chunks(columns) {
                // In the middle; where that is between two places, to the right.
                let cells: String = row
                    .iter()
                    .map(|text| {
                        let after = (width - text.len()) / 2;
                        format!("|{text:>0$}{1:2$}", width - after, "", after)
                    })
                    .collect();
                lines.push(format!("{cells}|"));
                lines.push(line.clone());
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn boards_of_any_kind_are_drawn() {
        let wide = Board::new("a long label", 2, vec![0, 1, 123_456, u64::MAX]);
        let rows = boards(&[wide, Board::square("", vec![])], Frame::None, 80);
        assert_eq!(
            rows,
            [
                "a long label",
                "                   .                    1",
                "              123456 18446744073709551615"
            ]
        );
        let four = Board::square("", vec![2048; 3]);
        let rows = boards(&[four], Frame::Lines, 0);
        assert_eq!(rows[1..4], ["+----+----+", "|2048|2048|", "+----+----+"]);
    }

    #[test]
    fn boards_that_do_not_fit_are_below() {
        let board = Board::square("b", vec![2; 4]);
        let list = [board.clone(), board.clone(), board];
        let rows = boards(&list, Frame::None, 14);
        assert_eq!(rows, ["b        b", " 2  2     2  2", " 2  2     2  2", "b", " 2  2", " 2  2"]);
    }

    proptest! {
        #[test]
        fn lines_fit_unless_one_board_does_not(
            cells in prop::collection::vec(0u64..100_000, 0..20),
            columns in 0usize..6,
            count in 1usize..6,
            width in 0usize..90,
        ) {
            let list = vec![Board::new("label", columns, cells); count];
            for frame in [Frame::Lines, Frame::None] {
                let one = boards(&list[..1], frame, width);
                let widest = |rows: &[String]| rows.iter().map(|r| r.chars().count()).max();
                prop_assert!(widest(&boards(&list, frame, width)) <= widest(&one).max(Some(width)));
            }
        }
    }
}
