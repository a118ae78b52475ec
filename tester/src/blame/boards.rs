//! Boards in the exact form of the program, read back from what was printed.

use engine::Board;

/// The values of nine cells; not all need be tiles.
pub type Cells = [u32; 9];

/// The cells of a board.
pub(super) fn cells_of(board: &Board) -> Cells {
    let mut cells = [0; 9];
    for (cell, value) in cells.iter_mut().zip(board.values()) {
        *cell = value as u32;
    }
    cells
}

/// The first board in a text: seven lines, with three numbers of three characters in every other.
pub(super) fn first_board(output: &[u8]) -> Option<Cells> {
    let lines: Vec<&[u8]> = output.split(|byte| *byte == b'\n').collect();
    lines.windows(7).find_map(board)
}

fn board(lines: &[&[u8]]) -> Option<Cells> {
    let mut cells = [0; 9];
    for (number, line) in lines.iter().enumerate() {
        if number % 2 == 0 {
            if *line != b"+---+---+---+" {
                return None;
            }
            continue;
        }
        let &[b'|', ref a @ .., b'|'] = *line else { return None };
        let parts: Vec<&[u8]> = a.split(|byte| *byte == b'|').collect();
        if parts.len() != 3 {
            return None;
        }
        for (column, part) in parts.iter().enumerate() {
            let text = str::from_utf8(part).ok().filter(|text| text.len() == 3)?;
            let value = match text.trim() {
                "" => 0,
                digits => digits.parse().ok()?,
            };
            cells[number / 2 * 3 + column] = value;
        }
    }
    Some(cells)
}

/// Whether something in a text was meant to be a board.
pub(super) fn looks_like_rows(output: &[u8]) -> bool {
    output.contains(&b'|')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_engine_prints_is_read_back() {
        let board: Board = "2 16 128 / . 512 . / 4 . 64".parse().unwrap();
        let text = format!("RNG\n{}Enter", engine::render::framed(&board));
        assert_eq!(first_board(text.as_bytes()), Some([2, 16, 128, 0, 512, 0, 4, 0, 64]));
        assert_eq!(first_board(text.replace("16", "6").as_bytes()), None);
        assert_eq!(first_board(&text.as_bytes()[..90]), None);
        assert!(looks_like_rows(text.as_bytes()));
    }
}
