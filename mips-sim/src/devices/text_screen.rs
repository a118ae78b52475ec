//! What the display of characters shows: a grid that characters are written to, one after the other
//! or, once the program has placed the cursor, anywhere.

use std::sync::Arc;

/// What the display is told to do, as a host hears of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A character.
    Char(u8),
    /// It is cleared.
    Clear,
    /// The cursor goes to a column and a row, counted from 0.
    Cursor {
        /// The column.
        column: u16,
        /// The row.
        row: u16,
        /// Whether it is the first such use, which clears the display.
        first: bool,
    },
}

/// The grid. Copies share it until one is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextScreen {
    columns: u16,
    rows: u16,
    cells: Arc<Vec<u8>>,
    column: u16,
    row: u16,
    /// Whether the program has placed the cursor.
    placed: bool,
}

impl TextScreen {
    /// An empty one; of one cell at least.
    pub fn new(columns: u16, rows: u16) -> TextScreen {
        let (columns, rows) = (columns.max(1), rows.max(1));
        let cells = Arc::new(vec![b' '; usize::from(columns) * usize::from(rows)]);
        TextScreen { columns, rows, cells, column: 0, row: 0, placed: false }
    }

    /// What a word in the transmitter's data means, and does: its low byte is the character.
    pub fn show(&mut self, word: u32) -> Shown {
        match word as u8 {
            12 => {
                self.clear();
                Shown::Clear
            }
            7 => {
                let first = !self.placed;
                if first {
                    self.clear();
                    self.placed = true;
                }
                self.column = clamp(word >> 20 & 0xfff, self.columns);
                self.row = clamp(word >> 8 & 0xfff, self.rows);
                Shown::Cursor { column: self.column, row: self.row, first }
            }
            byte => {
                self.put(byte);
                Shown::Char(byte)
            }
        }
    }

    fn clear(&mut self) {
        Arc::make_mut(&mut self.cells).fill(b' ');
        (self.column, self.row) = (0, 0);
    }

    fn put(&mut self, byte: u8) {
        if byte == b'\n' {
            return self.new_line();
        }
        if self.column == self.columns {
            self.new_line();
        }
        let index = usize::from(self.row) * usize::from(self.columns) + usize::from(self.column);
        Arc::make_mut(&mut self.cells)[index] = byte;
        self.column += 1;
        // A placed cursor is on the next line immediately, but never leaves the display.
        if self.placed && self.column == self.columns {
            match self.row + 1 < self.rows {
                true => self.new_line(),
                false => self.column -= 1,
            }
        }
    }

    fn new_line(&mut self) {
        self.column = 0;
        if self.row + 1 < self.rows {
            self.row += 1;
        } else if !self.placed {
            let cells = Arc::make_mut(&mut self.cells);
            cells.drain(..usize::from(self.columns));
            cells.resize(usize::from(self.columns) * usize::from(self.rows), b' ');
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        (self.columns, self.rows)
    }

    /// Where the next character goes: a column, which can be just behind the line, and a row.
    pub fn cursor(&self) -> (u16, u16) {
        (self.column, self.row)
    }

    /// The lines, without the blanks behind them. Every byte is the character with that code.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let lines = self.cells.chunks(usize::from(self.columns));
        lines.map(|line| {
            let text: String = line.iter().copied().map(char::from).collect();
            text.trim_end_matches(' ').to_string()
        })
    }

    /// The text up to the last line that has any.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.lines().collect();
        lines.join("\n").trim_end_matches('\n').to_string()
    }
}

fn clamp(value: u32, end: u16) -> u16 {
    value.min(u32::from(end) - 1) as u16
}
