//! Boards out of free-form output.
//!
//! Works on bytes and never fails: what is no board is passed over. Knows nothing of the rules of
//! the game, of prompts or of keys. What it goes by:
//!
//! 1. Escape sequences of terminals are dropped, and so is everything that is not shown.
//! 2. A line is a *row* if it has as many cells as the board. A cell is a number or an empty mark
//!    (nothing, `0`, `.` or `_`). Cells stand between bars, which are any signs that are not letters,
//!    digits, blanks, empty marks or the signs of rulers (`+ - =`); without bars, blanks or tabs
//!    separate the cells, and an empty cell needs a mark. Text beside the outer bars does not matter.
//! 3. A line without letters and digits that is no row is a *ruler*: it may stand between rows. A
//!    blank line counts as one. Any other line ends a board.
//! 4. Rows follow each other. As many as the side are a board, twice as many are two. If rulers
//!    enclose several lines of which at most one is more than blank, the cells are that tall.
//! 5. Whether the numbers are tiles does not matter: a wrong program may print others, but so does a
//!    picture of the number pad. [`boards`] leaves such squares out.

use engine::Board;

use crate::verdict::Cells;

/// What cannot be seen from the output itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of rows and columns.
    pub side: usize,
    /// One more sign that marks an empty cell.
    pub empty: Option<char>,
    /// The width of a cell in characters, for boards without bars whose empty cells are blank.
    pub width: Option<usize>,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { side: 3, empty: None, width: None }
    }
}

/// All squares of numbers in a text, in order.
pub fn grids(text: &[u8], layout: &Layout) -> Vec<Cells> {
    let text = shown(text);
    let mut grids = Vec::new();
    let mut run = Run::default();
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r' | 0x0c)) {
        if let Some(row) = row(line, layout) {
            run.row(row);
        } else if line.iter().any(u8::is_ascii_alphanumeric) {
            run.finish(layout.side, &mut grids);
        } else {
            run.ruler();
        }
    }
    run.finish(layout.side, &mut grids);
    grids
}

/// The boards in a text, in order.
pub fn boards(text: &[u8], layout: &Layout) -> Vec<Board> {
    grids(text, layout).iter().filter_map(Cells::board).collect()
}

/// The last board in a text. A program that shows a move in two pictures ends with the one that
/// counts.
pub fn last_board(text: &[u8], layout: &Layout) -> Option<Board> {
    boards(text, layout).pop()
}

/// The lines of a text that have words in them and are no part of a board, without blanks around
/// them and with `*` for each number, so that a line with a count in it is the same each time.
pub fn remarks(text: &[u8], layout: &Layout) -> Vec<String> {
    let text = shown(text);
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r' | 0x0c));
    lines
        .filter(|line| line.iter().any(u8::is_ascii_alphabetic) && row(line, layout).is_none())
        .map(|line| without_numbers(String::from_utf8_lossy(line).trim()))
        .collect()
}

/// A text with each number replaced by `*`.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '0'..='9' if out.ends_with('*') => {}
            '0'..='9' => out.push('*'),
            c => out.push(c),
        }
    }
    out
}

/// A text without escape sequences: `ESC [`, parameters and a final letter, or `ESC` and one sign.
/// A sequence counts as the end of a line, since most of them move the cursor.
pub(super) fn shown(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [byte, behind @ ..] = rest {
        rest = behind;
        match byte {
            0x1b => {
                // Colours (`m`) stand inside of lines.
                let length = sequence(rest);
                if rest.get(length.wrapping_sub(1)) != Some(&b'm') {
                    out.push(b'\n');
                }
                rest = &rest[length..];
            }
            0 | 7 | 8 => {}
            byte => out.push(*byte),
        }
    }
    out
}

/// How many bytes behind an escape belong to it.
fn sequence(rest: &[u8]) -> usize {
    match rest {
        [] => 0,
        [b'[', parameters @ ..] => {
            let last = parameters.iter().position(|byte| (0x40..=0x7e).contains(byte));
            last.map_or(rest.len(), |last| last + 2)
        }
        _ => 1,
    }
}

/// What is in a cell. A blank is an empty cell that a line of a tall cell can have, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Blank,
    Number(u64),
}

type Row = Vec<Cell>;

/// A line as a row of cells, if it is one.
fn row(line: &[u8], layout: &Layout) -> Option<Row> {
    if let Some(width) = layout.width {
        return fixed_row(line, width, layout);
    }
    let fields = fields(line, |byte| is_bar(byte, layout));
    let cells = |fields: &[&[u8]]| all_cells(inside(fields, layout)?.iter().copied(), layout);
    // A sign that occurs once beside the bars is not one of them.
    let one_sign = || {
        let bars = line.iter().copied().filter(|byte| byte.is_ascii() && is_bar(*byte, layout));
        let mut signs: Vec<u8> = bars.collect();
        signs.sort_unstable();
        let often = signs.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= layout.side);
        often.filter_map(|same| cells(&self::fields(line, |byte| byte == same[0]))).next()
    };
    let barred = cells(&fields).or_else(one_sign);
    // No inner bars: `2 0 4` or `| 2 0 4 |`.
    let unbarred = || match fields[..] {
        [inner] => Some(inner),
        [outer, inner, other] if is_empty(outer) && is_empty(other) => Some(inner),
        _ => None,
    };
    barred.or_else(|| {
        let words = unbarred()?.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        all_cells(words, layout).filter(|cells| cells.len() == layout.side)
    })
}

/// What stands between the bars of a line, and before the first and behind the last one. Bars that
/// touch, as in `][`, and the bytes of one sign outside of ASCII are one bar.
fn fields(line: &[u8], is_bar: impl Fn(u8) -> bool) -> Vec<&[u8]> {
    let all: Vec<&[u8]> = line.split(|byte| is_bar(*byte)).collect();
    let last = all.len().saturating_sub(1);
    // Blanks between two brackets, as in `[2] [4]`, are no cell.
    let mut end = 0usize;
    let mut fields = Vec::with_capacity(all.len());
    for (at, field) in all.into_iter().enumerate() {
        let closed = end.checked_sub(1).and_then(|before| line.get(before));
        let outside = matches!(
            (closed, line.get(end + field.len())),
            (Some(b']'), Some(b'[')) | (Some(b')'), Some(b'(')) | (Some(b'}'), Some(b'{'))
        );
        if at == 0 || at == last || !(field.is_empty() || outside && is_empty(field)) {
            fields.push(field);
        }
        end += field.len() + 1;
    }
    fields
}

/// The fields of a line that can be the cells of a row: all of them, or those between outer bars.
fn inside<'a, 'b>(fields: &'b [&'a [u8]], layout: &Layout) -> Option<&'b [&'a [u8]]> {
    let side = layout.side;
    let [first, .., last] = fields else { return None };
    match fields.len().checked_sub(side)? {
        0 => Some(fields),
        // One outer bar.
        1 if is_empty(last) => fields.get(..side),
        1 if is_empty(first) => fields.get(1..),
        1 => None,
        extra => {
            let (cells, beyond) = (&fields[1..=side], fields[side + 1]);
            // What stands outside of the outer bars is no part of the board, unless it is a cell;
            // but a number before a line that ends with its last bar is a label.
            let outside = |field: &[u8]| is_empty(field) || cell(field, layout).is_none();
            let labelled = extra == 2 && beyond.is_empty();
            let framed = (outside(first) || labelled) && outside(beyond);
            // A sentence can have blanks between its signs, so words before blanks are no row.
            let words = first.iter().any(u8::is_ascii_alphanumeric);
            let sentence = words && cells.iter().all(|field| is_empty(field));
            let wider = extra > 2 && is_empty(beyond);
            (framed && !sentence && !wider).then_some(cells)
        }
    }
}

fn all_cells<'a>(fields: impl Iterator<Item = &'a [u8]>, layout: &Layout) -> Option<Row> {
    fields.map(|field| cell(field, layout)).collect()
}

fn is_empty(field: &[u8]) -> bool {
    field.trim_ascii().is_empty()
}

/// A line whose cells all have the same width; the last may be cut short.
fn fixed_row(line: &[u8], width: usize, layout: &Layout) -> Option<Row> {
    let mut cells = all_cells(line.chunks(width.max(1)), layout)?;
    let blank = cells.split_off(cells.len().min(layout.side));
    let fits = blank.iter().all(|cell| *cell == Cell::Blank);
    cells.resize(layout.side, Cell::Blank);
    (fits && !line.is_empty()).then_some(cells)
}

fn is_bar(byte: u8, layout: &Layout) -> bool {
    let plain = byte.is_ascii_alphanumeric()
        || byte.is_ascii_whitespace()
        || matches!(byte, b'.' | b'_' | b'+' | b'-' | b'=');
    !plain && layout.empty != Some(char::from(byte))
}

fn cell(field: &[u8], layout: &Layout) -> Option<Cell> {
    let text = str::from_utf8(field.trim_ascii()).ok()?;
    let mark = |c| layout.empty == Some(c) || matches!(c, '.' | '_');
    match text {
        "" => Some(Cell::Blank),
        _ if text.chars().all(mark) => Some(Cell::Number(0)),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().map(Cell::Number),
        _ => None,
    }
}

/// Rows and rulers without anything else between them.
#[derive(Default)]
struct Run {
    /// Rows that no ruler separates.
    groups: Vec<Vec<Row>>,
    ruled: bool,
}

impl Run {
    fn row(&mut self, row: Row) {
        match self.groups.last_mut() {
            Some(group) if !self.ruled => group.push(row),
            _ => self.groups.push(vec![row]),
        }
        self.ruled = false;
    }

    fn ruler(&mut self) {
        self.ruled = true;
    }

    /// Makes boards of what has been gathered, and begins anew.
    fn finish(&mut self, side: usize, grids: &mut Vec<Cells>) {
        let groups = std::mem::take(self).groups;
        let tall = groups.len() >= side
            && groups.iter().any(|group| group.len() > 1)
            && groups.iter().all(|group| group.iter().filter(|row| !is_blank(row)).count() <= 1);
        let rows: Vec<Row> = if tall {
            let flat = |group: Vec<Row>| {
                let blank = group.first().cloned();
                group.into_iter().find(|row| !is_blank(row)).or(blank)
            };
            groups.into_iter().filter_map(flat).collect()
        } else {
            groups.concat()
        };
        // Rows that are left over come first: they would be a heading.
        let extra = rows.len() % side.max(1);
        grids.extend(rows[extra..].chunks(side.max(1)).map(grid));
    }
}

fn is_blank(row: &Row) -> bool {
    row.iter().all(|cell| *cell == Cell::Blank)
}

fn grid(rows: &[Row]) -> Cells {
    let number = |cell: &Cell| match cell {
        Cell::Blank => 0,
        Cell::Number(number) => *number,
    };
    Cells::new(rows.iter().flatten().map(number).collect())
}
