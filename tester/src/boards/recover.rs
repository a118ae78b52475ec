//! Boards out of free-form output.
//!
//! Works on bytes and never fails: what is no board is passed over. Knows nothing of the rules of
//! the game, of prompts or of keys. What it goes by:
//!
//! 1. Escape sequences of terminals are dropped, and so is everything that is not shown.
//! 2. A line is a *row* if it has as many cells as the board. A cell is a number or an empty mark
//!    (nothing, `0`, `.` or `_`); `2^3` is a number, too, and so is a letter or an exponent if the layout
//!    says so. Cells stand between bars, which are any signs that are not letters,
//!    digits, blanks, empty marks or the signs of rulers (`+ - =`); without bars, blanks or tabs
//!    separate the cells, and an empty cell needs a mark. Text beside the outer bars does not matter.
//!    A sign or two before the cells are a label. Text may stand behind the cells of a row, if boards
//!    come of it.
//! 3. A line without letters and digits that is no row is a *ruler*: it may stand between rows. A
//!    blank line counts as one. Any other line ends a board. A line of nothing but long underscores is a
//!    ruler if the others make boards without it.
//! 4. Rows follow each other. As many as the side are a board, twice as many are two. If rulers
//!    enclose several lines of which at most one is more than blank, the cells are that tall.
//! 5. Whether the numbers are tiles does not matter: a wrong program may print others, but so does a
//!    picture of the number pad. [`boards`] leaves such squares out.

use std::borrow::Cow;

use engine::Board;
use serde::{Deserialize, Serialize};

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
    /// Whether the first of several boards counts, and not the last.
    pub first: bool,
    /// What stands for a tile.
    pub tiles: Tiles,
}

/// What stands for a tile in its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tiles {
    /// Its value, or that as a power: `8` or `2^3`.
    #[default]
    Values,
    /// The exponent of its value: `3` for an 8.
    Exponents,
    /// A letter: `A` for a 2, `B` for a 4, and so on, in either case.
    Letters,
}

impl Tiles {
    /// Whether there is nothing to be said about it.
    pub fn is_usual(&self) -> bool {
        *self == Tiles::Values
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { side: 3, empty: None, width: None, first: false, tiles: Tiles::Values }
    }
}

/// All squares of numbers in a text, in order.
pub fn grids(text: &[u8], layout: &Layout) -> Vec<Cells> {
    let text = shown(text);
    let mut grids = Vec::new();
    let mut run = Run::default();
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r' | 0x0c)) {
        if let Some(row) = row(line, layout) {
            run.lines.push(if is_floor(line, layout) { Line::Floor(row) } else { Line::Row(row) });
        } else if line.iter().any(u8::is_ascii_alphanumeric) {
            match row_before_text(line, layout) {
                Some(row) => {
                    if run.is_complete(layout.side) {
                        run.finish(layout.side, &mut grids);
                    }
                    run.lines.push(Line::Loose(row));
                }
                None => run.finish(layout.side, &mut grids),
            }
        } else if !run.lines.is_empty() {
            run.lines.push(Line::Ruler);
        }
    }
    run.finish(layout.side, &mut grids);
    grids
}

/// The boards in a text, in order.
pub fn boards(text: &[u8], layout: &Layout) -> Vec<Board> {
    grids(text, layout).iter().filter_map(Cells::board).collect()
}

/// The board in a text that counts: of several the last one, unless the layout says otherwise. A
/// program that shows a move in two pictures mostly ends with the one that counts.
pub fn board(text: &[u8], layout: &Layout) -> Option<Board> {
    let mut boards = boards(text, layout);
    if layout.first { boards.into_iter().next() } else { boards.pop() }
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
pub(super) fn shown(text: &[u8]) -> Cow<'_, [u8]> {
    // Most programs print none.
    if !text.iter().any(|byte| matches!(byte, 0x1b | 0 | 7 | 8)) {
        return Cow::Borrowed(text);
    }
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
    Cow::Owned(out)
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
        // With too few bars, or only one sign, that has been tried.
        if fields.len() < layout.side {
            return None;
        }
        let bars = line.iter().copied().filter(|byte| byte.is_ascii() && is_bar(*byte, layout));
        let mut signs: Vec<u8> = bars.collect();
        signs.sort_unstable();
        if signs.first() == signs.last() {
            return None;
        }
        let often = signs.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= layout.side);
        often.filter_map(|same| cells(&self::fields(line, |byte| byte == same[0]))).next()
    };
    let barred = cells(&fields).or_else(one_sign);
    // No inner bars: `2 0 4`, `| 2 0 4 |` or `A: 2 0 4`.
    let unbarred = || match fields[..] {
        [inner] => Some(inner),
        [outer, inner, other] if is_empty(outer) && is_empty(other) => Some(inner),
        [inner, outer] if is_empty(outer) => Some(inner),
        [outer, inner] if outer.trim_ascii().len() <= LABEL => Some(inner),
        _ => None,
    };
    barred.or_else(|| {
        let inner = unbarred()?;
        let words = || inner.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let count = words().count();
        let label = || words().next().is_some_and(|word| is_label(word, layout));
        match count.checked_sub(layout.side) {
            Some(0) => all_cells(words(), layout),
            Some(1) if label() => all_cells(words().skip(1), layout),
            // Tabs keep their places where cells are blank.
            _ if count < layout.side && inner.contains(&b'\t') => {
                let fields: Vec<&[u8]> = inner.split(|byte| *byte == b'\t').collect();
                all_cells(inside(&fields, layout)?.iter().copied(), layout)
            }
            _ => None,
        }
    })
}

/// The longest label of a row.
const LABEL: usize = 2;

fn is_label(word: &[u8], layout: &Layout) -> bool {
    word.len() <= LABEL && cell(word, layout).is_none()
}

/// A row that a text follows on the same line, without bars between its cells.
fn row_before_text(line: &[u8], layout: &Layout) -> Option<Row> {
    if layout.tiles == Tiles::Letters {
        return None;
    }
    let words = || line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    // Another number would make it a row of a larger board.
    if words().nth(layout.side).is_some_and(|word| cell(word, layout).is_some()) {
        return None;
    }
    let number = |word: &[u8]| word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // The text may follow at once: `0 2 4Your move:`.
    let cut = |(at, word)| match number(word) {
        digits if digits > 0 && at + 1 == layout.side && cell(word, layout).is_none() => {
            &word[..digits]
        }
        _ => word,
    };
    let words = words().take(layout.side).enumerate().map(cut);
    all_cells(words, layout).filter(|row| row.len() == layout.side)
}

/// Whether a line has nothing in its cells but long underscores: the floor of boxes, or empty cells.
fn is_floor(line: &[u8], layout: &Layout) -> bool {
    let cells = line.split(|byte| byte.is_ascii_whitespace() || is_bar(*byte, layout));
    let mut cells = cells.filter(|cell| !cell.is_empty()).peekable();
    cells.peek().is_some()
        && cells.all(|cell| cell.len() >= FLOOR && cell.iter().all(|b| *b == b'_'))
}

/// The shortest part of a floor.
const FLOOR: usize = 3;

/// What stands between the bars of a line, and before the first and behind the last one. Bars that
/// touch, as in `][`, and the bytes of one sign outside of ASCII are one bar.
fn fields(line: &[u8], is_bar: impl Fn(u8) -> bool) -> Vec<&[u8]> {
    let mut fields = Vec::with_capacity(8);
    let mut start = 0;
    for field in line.split(|byte| is_bar(*byte)) {
        let end = start + field.len();
        let closed = start.checked_sub(1).and_then(|before| line.get(before));
        // Blanks between two brackets, as in `[2] [4]`, are no cell.
        let outside = || {
            let brackets = (closed, line.get(end));
            is_empty(field)
                && matches!(
                    brackets,
                    (Some(b']'), Some(b'[')) | (Some(b')'), Some(b'(')) | (Some(b'}'), Some(b'{'))
                )
        };
        let outer = closed.is_none() || end == line.len();
        if outer || !(field.is_empty() || outside()) {
            fields.push(field);
        }
        start = end + 1;
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
            let words = first.trim_ascii().len() > LABEL;
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
    BARS[usize::from(byte)] && layout.empty != Some(char::from(byte))
}

/// Which bytes can be bars.
static BARS: [bool; 256] = {
    let mut bars = [true; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        let plain = byte.is_ascii_alphanumeric()
            || byte.is_ascii_whitespace()
            || matches!(byte, b'.' | b'_' | b'+' | b'-' | b'=' | b'^');
        bars[byte as usize] = !plain;
        byte += 1;
    }
    bars
};

fn cell(field: &[u8], layout: &Layout) -> Option<Cell> {
    let text = str::from_utf8(field.trim_ascii()).ok()?;
    let mark = |c| layout.empty == Some(c) || matches!(c, '.' | '_');
    if text.is_empty() {
        return Some(Cell::Blank);
    }
    // Marks may fill up a cell, as in `...2`.
    let tile = text.trim_matches(mark);
    let number = |digits: &str| {
        let digits = digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(digits)?;
        digits.parse::<u64>().ok()
    };
    // What is too large to be a tile is still a number.
    let power = |exponent: u64| 1u64.checked_shl(u32::try_from(exponent).ok()?);
    let value = match (layout.tiles, tile.as_bytes()) {
        (_, b"") => Some(0),
        (Tiles::Values, [b'2', b'^', ..]) => number(&tile[2..]).and_then(power),
        (Tiles::Values, _) => number(tile),
        (Tiles::Exponents, b"0") => Some(0),
        (Tiles::Exponents, _) => number(tile).and_then(power),
        (Tiles::Letters, b"0") => Some(0),
        (Tiles::Letters, [letter]) if letter.is_ascii_alphabetic() => {
            power(u64::from(letter.to_ascii_uppercase() - b'A' + 1))
        }
        (Tiles::Letters, _) => None,
    };
    value.map(Cell::Number)
}

/// Rows and rulers without anything else between them.
#[derive(Default)]
struct Run {
    lines: Vec<Line>,
}

enum Line {
    Row(Row),
    /// A row that text follows, or text that begins like a row.
    Loose(Row),
    /// A ruler, or a row of empty cells.
    Floor(Row),
    Ruler,
}

impl Run {
    /// Whether it has all rows of its boards, and at least one board.
    fn is_complete(&self, side: usize) -> bool {
        let rows = self.lines.iter().filter(|line| !matches!(line, Line::Ruler)).count();
        rows > 0 && rows.is_multiple_of(side.max(1))
    }

    /// Makes boards of what has been gathered, and begins anew.
    fn finish(&mut self, side: usize, grids: &mut Vec<Cells>) {
        let lines = std::mem::take(&mut self.lines);
        let loose = |line: &Line| matches!(line, Line::Loose(_));
        if lines.iter().any(loose) && !rows(&lines, side, false).len().is_multiple_of(side.max(1)) {
            lines.split(loose).for_each(|lines| boards_of(lines, side, grids));
        } else {
            boards_of(&lines, side, grids);
        }
    }
}

fn boards_of(lines: &[Line], side: usize, grids: &mut Vec<Cells>) {
    let floors = lines.iter().any(|line| matches!(line, Line::Floor(_)));
    let mut rows = rows(lines, side, false);
    if floors && (rows.is_empty() || !rows.len().is_multiple_of(side.max(1))) {
        rows = self::rows(lines, side, true);
    }
    // Rows that are left over come first: they would be a heading.
    let extra = rows.len() % side.max(1);
    grids.extend(rows[extra..].chunks(side.max(1)).map(grid));
}

/// The rows of a run; floors are rows or rulers.
fn rows(lines: &[Line], side: usize, floors: bool) -> Vec<&Row> {
    // Rows that no ruler separates.
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    let mut ruled = true;
    for line in lines {
        let row = match line {
            Line::Row(row) | Line::Loose(row) => row,
            Line::Floor(row) if floors => row,
            Line::Floor(_) | Line::Ruler => {
                ruled = true;
                continue;
            }
        };
        match groups.last_mut() {
            Some(group) if !ruled => group.push(row),
            _ => groups.push(vec![row]),
        }
        ruled = false;
    }
    let tall = groups.len() >= side
        && groups.iter().any(|group| group.len() > 1)
        && groups.iter().all(|group| group.iter().filter(|row| !is_blank(row)).count() <= 1);
    if !tall {
        return groups.concat();
    }
    fn filled<'a>(group: &[&'a Row]) -> Option<&'a Row> {
        let row = group.iter().find(|row| !is_blank(row)).or(group.first());
        row.copied()
    }
    groups.iter().filter_map(|group| filled(group)).collect()
}

fn is_blank(row: &Row) -> bool {
    row.iter().all(|cell| *cell == Cell::Blank)
}

fn grid(rows: &[&Row]) -> Cells {
    let number = |cell: &Cell| match cell {
        Cell::Blank => 0,
        Cell::Number(number) => *number,
    };
    Cells::new(rows.iter().copied().flatten().map(number).collect())
}
