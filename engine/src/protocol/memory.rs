//! The piece of the program's memory that matters: the line as it was read, and the saved board.
//!
//! The program declares its input buffer without a size. So the buffer begins where the saved board
//! begins, and each overwrites the other.

use crate::Board;

/// The size that the program gives for its buffer: 99 characters and the zero byte after them.
const SIZE: usize = 100;

/// The bytes from the beginning of the buffer, which are zero at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Memory([u8; SIZE]);

impl Default for Memory {
    fn default() -> Memory {
        Memory([0; SIZE])
    }
}

impl Memory {
    /// Stores a line as the simulator does: the low eight bits of up to 99 UTF-16 units, a newline
    /// if there were fewer than 99, and a zero byte. Everything behind stays as it was.
    pub(super) fn read_line(&mut self, line: &str) {
        let room = SIZE - 1;
        let mut length = 0;
        for (byte, unit) in self.0.iter_mut().zip(line.encode_utf16().take(room)) {
            *byte = unit as u8;
            length += 1;
        }
        if length < room {
            self.0[length] = b'\n';
            length += 1;
        }
        self.0[length] = 0;
    }

    /// Saves the cells of a board, one word each, the low byte first.
    pub(super) fn save(&mut self, board: &Board) {
        for (word, value) in self.0.chunks_exact_mut(4).zip(board.values()) {
            word.copy_from_slice(&(value as u32).to_le_bytes());
        }
    }

    /// The letter for which the first word of the buffer stands. The program compares whole words,
    /// such as 0x00000a58 for `X`: a letter, a newline and two zero bytes, of which a line of one
    /// letter writes only the first.
    pub(super) fn letter(&self) -> Option<u8> {
        match self.0 {
            [letter, b'\n', 0, 0, ..] => Some(letter),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_length_and_what_they_leave_behind() {
        let mut memory = Memory::default();
        for length in (0..=102).rev() {
            memory.0 = [0xff; SIZE];
            memory.read_line(&"x".repeat(length));
            let mut expected = vec![b'x'; length.min(99)];
            if length < 99 {
                expected.push(b'\n');
            }
            expected.push(0);
            expected.resize(SIZE, 0xff);
            assert_eq!(memory.0[..], expected, "{length}");
        }
    }

    #[test]
    fn saving_a_board_cleans_the_fourth_byte() {
        let mut memory = Memory::default();
        memory.read_line("abcdefghij");
        memory.read_line("X");
        assert_eq!(memory.letter(), None);
        memory.save(&"512 2 4 / 8 16 32 / 64 128 256".parse().unwrap());
        assert_eq!(memory.0[..8], [0, 2, 0, 0, 2, 0, 0, 0]);
        assert_eq!(memory.0[32..37], [0, 1, 0, 0, 0]);
        memory.read_line("X");
        assert_eq!(memory.letter(), Some(b'X'));
    }

    #[test]
    fn only_the_low_eight_bits_count() {
        let mut memory = Memory::default();
        memory.read_line("ń");
        assert_eq!(memory.letter(), Some(b'D'));
        // X, newline, zero, zero: the newline after them is no longer compared.
        memory.read_line("X\u{10a}\u{100}\u{100}");
        assert_eq!(memory.letter(), Some(b'X'));
        // Outside the basic plane a character is two units: 0xd83d, 0xdf0a.
        memory.read_line("\u{1f70a}\u{100}\u{100}");
        assert_eq!(memory.letter(), Some(0x3d));
    }
}
