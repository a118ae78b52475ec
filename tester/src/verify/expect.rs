//! What the game prints for a board, from the engine's own words, quickly.

use engine::protocol::text;
use engine::{Board as PlainBoard, render};

use super::layers::{Board, Status, status};

/// Exponents that a cell can have.
const EXPONENTS: usize = 10;
/// Bytes of a row, and of the line above it.
const ROW: usize = 14;

/// The rows of every board, as the engine prints them.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    line: String,
    /// By the three exponents, four bits each.
    rows: Vec<[u8; ROW]>,
}

impl Texts {
    pub(crate) fn new() -> Texts {
        let mut rows = vec![[0; ROW]; 1 << 12];
        let mut line = String::new();
        for number in 0..EXPONENTS.pow(3) {
            let exponents = [number % 10, number / 10 % 10, number / 100];
            let bits = exponents[0] | exponents[1] << 4 | exponents[2] << 8;
            let value = |exponent: usize| if exponent == 0 { 0 } else { 1u64 << exponent };
            let values = exponents.map(value).into_iter().chain([0; 6]).collect::<Vec<u64>>();
            let Ok(board) = PlainBoard::from_values(3, &values) else { continue };
            let framed = render::framed(&board);
            let (first, rest) = framed.split_at(ROW);
            rows[bits].copy_from_slice(&rest.as_bytes()[..ROW]);
            line = first.to_string();
        }
        Texts { line, rows }
    }

    /// Replaces `text` by what is printed when a board comes up, and tells how things stand.
    pub(crate) fn board(&self, board: Board, text: &mut Vec<u8>) -> Status {
        text.clear();
        for row in 0..3 {
            text.extend_from_slice(self.line.as_bytes());
            text.extend_from_slice(&self.rows[(board.bits() >> (12 * row)) as usize & 0xfff]);
        }
        text.extend_from_slice(self.line.as_bytes());
        let status = status(board);
        let words = match status {
            Status::Live => text::ENTER_MOVE,
            Status::Won => text::WIN,
            Status::Lost => text::LOSE,
        };
        text.extend_from_slice(words.as_bytes());
        status
    }
}

/// What is printed for a line that changes nothing.
pub(crate) fn refusal() -> Vec<u8> {
    [text::INVALID_MOVE, text::ENTER_MOVE].concat().into_bytes()
}

#[cfg(test)]
mod tests {
    use engine::Scripted;
    use engine::protocol::{Fidelity, TextGame};

    use super::*;
    use crate::verify::layers::Layer;

    #[test]
    fn boards_are_printed_as_the_session_prints_them() {
        let texts = Texts::new();
        let mut text = Vec::new();
        let boards = [30, 64].into_iter().flat_map(|sum| {
            let layer = Layer::of(sum);
            layer.boards().step_by(97).collect::<Vec<_>>()
        });
        let full = [[512, 2, 4, 8, 16, 32, 64, 128, 256], [4, 2, 4, 8, 16, 32, 64, 128, 256]];
        let boards = boards.chain(full.iter().filter_map(|values| Board::from_values(values)));
        for board in boards {
            texts.board(board, &mut text);
            let cells = board.values().iter().map(|value| format!("{value}\n")).collect::<String>();
            let mut session = TextGame::new(Fidelity::Program);
            let mut output = Vec::new();
            session.feed(b"2\n", &mut Scripted::new([]), &mut output);
            output.clear();
            session.feed(cells.as_bytes(), &mut Scripted::new([]), &mut output);
            assert_eq!(String::from_utf8_lossy(&text), String::from_utf8_lossy(&output));
        }
    }
}
