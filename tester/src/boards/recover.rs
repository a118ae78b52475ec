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
//! 3. A line without letters and digits that is no row is a *ruler* (`o` and `x` may be its corners): it may stand between rows. A
//!    blank line counts as one. Any other line ends a board. A line of nothing but long underscores is a
//!    ruler if the others make boards without it.
//! 4. Rows follow each other, and two may stand [side by side](beside). As many as the side are a board, twice as many are two. If rulers
//!    enclose several lines of which at most one is more than blank, the cells are that tall.
//! 5. Whether the numbers are tiles does not matter: a wrong program may print others, but so does a
//!    picture of the number pad. [`boards`] leaves such squares out.

mod beside;
mod text;

use engine::Board;
use serde::{Deserialize, Serialize};

use beside::Pair;
pub(crate) use text::has_parts;
pub(super) use text::shown;
use text::{has_words, lines, without_numbers};

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
    read(text, layout, usize::MAX)
}

/// The first square of numbers in a text. What comes after it is not read.
pub fn first_grid(text: &[u8], layout: &Layout) -> Option<Cells> {
    read(text, layout, 1).into_iter().next()
}

/// Squares of numbers, in order, until there are `enough`.
fn read(text: &[u8], layout: &Layout, enough: usize) -> Vec<Cells> {
    let text = shown(text);
    let mut grids = Vec::new();
    let (mut run, mut fields) = (Run::new(), Vec::with_capacity(FEW));
    let mut pair = Pair::new();
    for line in lines(&text) {
        if pair.take(line, layout) {
            run.finish(layout.side, &mut grids);
            continue;
        }
        if !pair.is_empty() {
            if !has_words(line) {
                pair.rule();
                continue;
            }
            pair.finish(layout.side, &mut grids);
        }
        if let Some(row) = row(line, layout, &mut fields, &mut run.cells) {
            run.bars.push((row, bars(line, layout)));
            run.lines.push(if line.contains(&b'_') && is_floor(line, layout) {
                Line::Floor(row)
            } else {
                Line::Row(row)
            });
        } else if has_words(line) {
            match row_before_text(line, layout, &mut run.cells) {
                Some(row) => {
                    if run.is_complete(layout.side) {
                        run.finish(layout.side, &mut grids);
                    }
                    run.lines.push(Line::Loose(row));
                }
                None => run.finish(layout.side, &mut grids),
            }
            if grids.len() >= enough {
                break;
            }
        } else if !run.lines.is_empty() {
            run.lines.push(Line::Ruler);
        }
    }
    pair.finish(layout.side, &mut grids);
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
    let (mut fields, mut cells) = (Vec::new(), Vec::new());
    lines(&text)
        .filter(|line| line.iter().any(u8::is_ascii_alphabetic))
        .filter(|line| row(line, layout, &mut fields, &mut cells).is_none())
        .map(|line| without_numbers(String::from_utf8_lossy(line).trim()))
        .collect()
}

/// What is in a cell. A blank is an empty cell that a line of a tall cell can have, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Blank,
    Number(u64),
}

/// A row, as the index of its first cell among all that were read.
type Row = usize;

/// A line as a row of cells, if it is one. Its cells are added to those that were read before. What is in
/// `fields` does not matter: it is there to be used again.
fn row<'a>(
    line: &'a [u8],
    layout: &Layout,
    fields: &mut Vec<&'a [u8]>,
    read: &mut Vec<Cell>,
) -> Option<Row> {
    if let Some(width) = layout.width {
        return fixed_row(line, width, layout, read);
    }
    if !can_be_row(line, layout) {
        return None;
    }
    split(line, |byte| is_bar(byte, layout), fields);
    let barred = inside(fields, layout)
        .and_then(|inside| all_cells(inside.iter().copied(), layout, read))
        .or_else(|| one_sign(line, fields.len(), layout, read));
    // No inner bars: `2 0 4`, `| 2 0 4 |` or `A: 2 0 4`.
    let unbarred = || match fields[..] {
        [inner] => Some(inner),
        [outer, inner, other] if is_empty(outer) && is_empty(other) => Some(inner),
        [inner, outer] if is_empty(outer) => Some(inner),
        [outer, inner] if names_row(outer) => Some(inner),
        _ => None,
    };
    barred.or_else(|| {
        let inner = unbarred()?;
        let words = || inner.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let count = words().count();
        let label = || words().next().is_some_and(|word| is_label(word, layout));
        // `Row 1`, as two words.
        let name = || {
            let [word, number] = [words().next(), words().nth(1)].map(Option::unwrap_or_default);
            word.iter().all(u8::is_ascii_alphabetic) && number.iter().all(u8::is_ascii_digit)
        };
        match count.checked_sub(layout.side) {
            Some(0) => all_cells(words(), layout, read),
            Some(1) if label() => all_cells(words().skip(1), layout, read),
            Some(2) if name() => all_cells(words().skip(2), layout, read),
            // Tabs keep their places where cells are blank.
            _ if count < layout.side && inner.contains(&b'\t') => {
                let fields: Vec<&[u8]> = inner.split(|byte| *byte == b'\t').collect();
                all_cells(inside(&fields, layout)?.iter().copied(), layout, read)
            }
            _ => None,
        }
    })
}

/// A row between bars of one sign only: a sign that occurs once beside the bars is not one of them.
fn one_sign(line: &[u8], fields: usize, layout: &Layout, read: &mut Vec<Cell>) -> Option<Row> {
    // With too few bars, or only one sign, that has been tried.
    if fields < layout.side {
        return None;
    }
    let bars = line.iter().copied().filter(|byte| byte.is_ascii() && is_bar(*byte, layout));
    let mut signs: Vec<u8> = bars.collect();
    signs.sort_unstable();
    if signs.first() == signs.last() {
        return None;
    }
    let often = signs.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= layout.side);
    let mut fields = Vec::new();
    often
        .filter_map(|same| {
            split(line, |byte| byte == same[0], &mut fields);
            all_cells(inside(&fields, layout)?.iter().copied(), layout, read)
        })
        .next()
}

/// Whether a line without cells of one width can be a row at all. Its cells have bars or blanks between
/// them, and no letters, so all of these stand together somewhere; and only the outer ones can be nothing.
fn can_be_row(line: &[u8], layout: &Layout) -> bool {
    let lettered = layout.empty.is_some_and(|empty| empty.is_ascii_alphabetic());
    let lettered = lettered || layout.tiles == Tiles::Letters;
    let enough = layout.side.saturating_sub(1);
    let (mut bars, mut blanks, mut fields) = (0, 0, 0);
    let (mut most_bars, mut most_blanks, mut in_field) = (0, 0, false);
    for byte in line {
        // Most lines that are no row are words.
        if byte.is_ascii_alphabetic() && !lettered {
            (bars, blanks) = (0, 0);
            fields += usize::from(!in_field);
            in_field = true;
            continue;
        }
        let bar = is_bar(*byte, layout);
        fields += usize::from(!bar && !in_field);
        in_field = !bar;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0c => blanks += 1,
            _ => bars += usize::from(bar),
        }
        (most_bars, most_blanks) = (most_bars.max(bars), most_blanks.max(blanks));
    }
    most_blanks >= enough || most_bars >= enough && fields + 2 >= layout.side
}

/// The longest label of a row.
const LABEL: usize = 2;
/// From this width on blanks behind a label are cells.
const WIDE: usize = 2;

fn is_label(word: &[u8], layout: &Layout) -> bool {
    names_row(word) && cell(word, layout).is_none()
}

/// Whether a text before the cells is the name of a row: `A`, `Row 1` or `Zeile2`.
pub(super) fn names_row(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let word = text[..text.len() - digits].trim_ascii_end();
    let is_word = !word.is_empty() && word.iter().all(u8::is_ascii_alphabetic);
    text.len() <= LABEL || digits > 0 && is_word
}

/// A row that a text follows on the same line, without bars between its cells.
fn row_before_text(line: &[u8], layout: &Layout, read: &mut Vec<Cell>) -> Option<Row> {
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
    let row = all_cells(words().take(layout.side).enumerate().map(cut), layout, read)?;
    if read.len() - row != layout.side {
        read.truncate(row);
        return None;
    }
    Some(row)
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
fn split<'a>(line: &'a [u8], is_bar: impl Fn(u8) -> bool, fields: &mut Vec<&'a [u8]>) {
    fields.clear();
    let mut start = 0;
    let ends = (0..line.len()).filter(|at| is_bar(line[*at])).chain([line.len()]);
    for end in ends {
        let field = &line[start..end];
        let closed = start.checked_sub(1).and_then(|before| line.get(before));
        // Blanks between two brackets, as in `[2] [4]`, are no cell.
        let outside = || {
            let brackets = (closed, line.get(end));
            matches!(
                brackets,
                (Some(b']'), Some(b'[')) | (Some(b')'), Some(b'(')) | (Some(b'}'), Some(b'{'))
            ) && is_empty(field)
        };
        let outer = closed.is_none() || end == line.len();
        if outer || !(field.is_empty() || outside()) {
            fields.push(field);
        }
        start = end + 1;
    }
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
            let labelled = extra == 2 && is_empty(beyond);
            let framed = (outside(first) || labelled) && outside(beyond);
            // A sentence can have blanks between its signs, so words before blanks are no row, unless the
            // blanks look like cells.
            let wide = cells.iter().all(|cell| cell.len() >= WIDE && cell.len() == cells[0].len());
            let label = names_row(first) && wide;
            let words = first.iter().any(u8::is_ascii_alphanumeric) && !label;
            let sentence = words && cells.iter().all(|field| is_empty(field));
            let wider = extra > 2 && is_empty(beyond);
            (framed && !sentence && !wider).then_some(cells)
        }
    }
}

/// The cells of a row, if all of these are cells.
fn all_cells<'a>(
    fields: impl Iterator<Item = &'a [u8]>,
    layout: &Layout,
    read: &mut Vec<Cell>,
) -> Option<Row> {
    let row = read.len();
    for field in fields {
        let Some(cell) = cell(field, layout) else {
            read.truncate(row);
            return None;
        };
        read.push(cell);
    }
    Some(row)
}

fn is_empty(field: &[u8]) -> bool {
    field.trim_ascii().is_empty()
}

/// A line whose cells all have the same width; the last may be cut short.
fn fixed_row(line: &[u8], width: usize, layout: &Layout, read: &mut Vec<Cell>) -> Option<Row> {
    let row = all_cells(line.chunks(width.max(1)), layout, read)?;
    let beyond = read.get(row + layout.side..).unwrap_or_default();
    if line.is_empty() || beyond.iter().any(|cell| *cell != Cell::Blank) {
        read.truncate(row);
        return None;
    }
    read.resize(row + layout.side, Cell::Blank);
    Some(row)
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
    let field = field.trim_ascii();
    // Nearly all fields are a plain number or blank.
    if let ([b'1'..=b'9', ..], Tiles::Values) = (field, layout.tiles)
        && layout.empty.is_none_or(|empty| !empty.is_ascii_digit())
        && field.len() <= SHORT
        && field.iter().all(u8::is_ascii_digit)
    {
        let value = field.iter().fold(0, |value, digit| 10 * value + u64::from(digit - b'0'));
        return Some(Cell::Number(value));
    }
    if field.is_empty() {
        return Some(Cell::Blank);
    }
    // Words are no cells.
    let first = char::from(field[0]);
    let lettered = layout.tiles == Tiles::Letters || layout.empty == Some(first);
    if first.is_ascii_alphabetic() && !lettered {
        return None;
    }
    let text = str::from_utf8(field).ok()?;
    let mark = |c| layout.empty == Some(c) || matches!(c, '.' | '_');
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

/// So many digits are a number for sure.
const SHORT: usize = 9;

/// For so many lines, cells and fields there is room from the beginning: most boards have fewer.
const FEW: usize = 16;

/// Rows and rulers without anything else between them.
struct Run {
    lines: Vec<Line>,
    /// The cells of all rows that were read.
    cells: Vec<Cell>,
    /// The bars of the rows without text behind them.
    bars: Vec<(Row, Bars)>,
}

/// The signs that are bars in a row, as bits.
type Bars = u128;

fn bars(line: &[u8], layout: &Layout) -> Bars {
    let bars = line.iter().filter(|byte| is_bar(**byte, layout));
    bars.fold(0, |bars, byte| bars | 1 << (byte & 127))
}

#[derive(Clone, Copy)]
enum Line {
    Row(Row),
    /// A row that text follows, or text that begins like a row.
    Loose(Row),
    /// A ruler, or a row of empty cells.
    Floor(Row),
    Ruler,
}

impl Run {
    fn new() -> Run {
        Run {
            lines: Vec::with_capacity(FEW),
            cells: Vec::with_capacity(FEW),
            bars: Vec::with_capacity(FEW),
        }
    }

    /// Whether it has all rows of its boards, and at least one board.
    fn is_complete(&self, side: usize) -> bool {
        let rows = self.lines.iter().filter(|line| !matches!(line, Line::Ruler)).count();
        rows > 0 && rows.is_multiple_of(side.max(1))
    }

    /// Makes boards of what has been gathered, and begins anew.
    fn finish(&mut self, side: usize, grids: &mut Vec<Cells>) {
        if self.lines.is_empty() {
            return;
        }
        let loose = |line: &Line| matches!(line, Line::Loose(_));
        let is_whole = || self.rows(&self.lines, side, false).len().is_multiple_of(side.max(1));
        if self.lines.iter().any(loose) && !is_whole() {
            self.lines.split(loose).for_each(|lines| self.boards_of(lines, side, grids));
        } else {
            self.boards_of(&self.lines, side, grids);
        }
        self.lines.clear();
        self.bars.clear();
    }

    fn boards_of(&self, lines: &[Line], side: usize, grids: &mut Vec<Cells>) {
        let mut rows = self.rows(lines, side, false);
        let is_whole = !rows.is_empty() && rows.len().is_multiple_of(side.max(1));
        if !is_whole && lines.iter().any(|line| matches!(line, Line::Floor(_))) {
            rows = self.rows(lines, side, true);
        }
        if !rows.len().is_multiple_of(side.max(1)) {
            self.leave_out_odd_ones(&mut rows, side);
        }
        // Rows that are left over come first: they would be a heading.
        let extra = rows.len() % side.max(1);
        grids.extend(rows[extra..].chunks(side.max(1)).map(|rows| self.grid(rows, side)));
    }

    /// Leaves out rows between other bars than most, such as `*** 512! ***`, if boards come of it.
    fn leave_out_odd_ones(&self, rows: &mut Vec<Row>, side: usize) {
        let place = |row: &Row| self.bars.binary_search_by_key(row, |(row, _)| *row);
        let bars = |row: &Row| place(row).ok().map(|place| self.bars[place].1);
        let mut alike = std::collections::BTreeMap::new();
        rows.iter().for_each(|row| *alike.entry(bars(row)).or_insert(0_usize) += 1);
        let Some(usual) = rows.iter().map(bars).max_by_key(|bars| alike[bars]) else { return };
        if alike[&usual].is_multiple_of(side.max(1)) {
            rows.retain(|row| bars(row) == usual);
        }
    }

    /// The rows of some lines; floors are rows or rulers.
    fn rows(&self, lines: &[Line], side: usize, floors: bool) -> Vec<Row> {
        // Each with whether a ruler separates it from the one before.
        let mut rows: Vec<(Row, bool)> = Vec::with_capacity(lines.len());
        let mut ruled = true;
        for line in lines {
            match line {
                Line::Floor(_) if !floors => ruled = true,
                Line::Ruler => ruled = true,
                Line::Row(row) | Line::Loose(row) | Line::Floor(row) => {
                    rows.push((*row, ruled));
                    ruled = false;
                }
            }
        }
        let is_blank = |row: Row| self.cells[row..][..side].iter().all(|c| *c == Cell::Blank);
        let groups = || rows.chunk_by(|_, (_, ruled)| !ruled);
        let tall = groups().any(|group| group.len() > 1)
            && groups().count() >= side
            && groups().all(|group| group.iter().filter(|(row, _)| !is_blank(*row)).count() <= 1);
        if !tall {
            return rows.into_iter().map(|(row, _)| row).collect();
        }
        let filled = |group: &[(Row, bool)]| {
            let row = group.iter().find(|(row, _)| !is_blank(*row)).or(group.first());
            row.map(|(row, _)| *row)
        };
        groups().filter_map(filled).collect()
    }

    fn grid(&self, rows: &[Row], side: usize) -> Cells {
        let number = |cell: &Cell| match cell {
            Cell::Blank => 0,
            Cell::Number(number) => *number,
        };
        let cells = rows.iter().flat_map(|row| &self.cells[*row..][..side]);
        Cells::new(cells.map(number).collect())
    }
}
