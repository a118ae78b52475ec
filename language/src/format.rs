//! The formatter: labels, mnemonics, operands and comments in columns.
//!
//! It only changes the blanks between the tokens of a line, and never the number of lines, so that
//! the same words are assembled and every message names the same line. Where MARS looks at blanks
//! (the text of an `.eqv`, a quote that is never closed), a line stays as it is.

mod fragile;
mod line;

use mips_sim::source::{FileId, SourceMap};

use fragile::Fragile;
use line::{Line, column_of};

/// Where the parts of a line begin, counted from 0 in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Instructions and directives.
    pub statements: usize,
    /// Their operands.
    pub operands: usize,
    /// Comments behind code.
    pub comments: usize,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { statements: 8, operands: 16, comments: 40 }
    }
}

/// A line that gets another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The line, from 1.
    pub line: u32,
    /// What it was, without its end.
    pub before: String,
    /// What it becomes.
    pub after: String,
}

/// The text with everything in its column. The ends of lines stay as they are; a last line without
/// one gets one.
pub fn format(text: &str, columns: &Columns) -> String {
    let (sources, file) = source(text);
    let source = sources.file(file);
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut copied = 0;
    for changed in changes(text, columns) {
        let range = source.line_range(changed.line);
        out.push_str(&text[copied..range.start]);
        out.push_str(&changed.after);
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    if !text.is_empty() && !text.ends_with(['\n', '\r']) {
        out.push('\n');
    }
    out
}

/// The lines that formatting changes.
pub fn changes(text: &str, columns: &Columns) -> Vec<Changed> {
    let (sources, file) = source(text);
    let source = sources.file(file);
    let lines: Vec<&str> = (1..=source.line_count()).map(|n| source.line(n)).collect();
    let read: Vec<Line<'_>> = lines.iter().map(|text| Line::read(text)).collect();
    let fragile = Fragile::of(&read);
    let tables = tables(&read, columns);
    let mut changed = Vec::new();
    // The column of the comment on the line above: as it was, and as it is now.
    let mut above: Option<(usize, usize)> = None;
    for (index, line) in read.iter().enumerate() {
        let after = match line.is_fragile(&fragile) {
            true => line.text.to_string(),
            false => line.formatted(columns, tables[index], above),
        };
        above = match (line.comment_column(), after.find('#')) {
            (Some(before), Some(_)) => {
                Line::read(&after).comment_column().map(|after| (before, after))
            }
            _ => None,
        };
        if after != line.text {
            let before = line.text.to_string();
            changed.push(Changed { line: index as u32 + 1, before, after });
        }
    }
    changed
}

fn source(text: &str) -> (SourceMap, FileId) {
    let mut sources = SourceMap::default();
    let file = sources.add(String::new(), text.as_bytes().to_vec());
    (sources, file)
}

/// For each line the column of its statement, if people have put the statements of a table of data
/// below each other on purpose: lines of directives without a blank line between them, two labels at
/// least, and all statements in one column further right than usual.
fn tables(lines: &[Line<'_>], columns: &Columns) -> Vec<Option<usize>> {
    let mut found = vec![None; lines.len()];
    let mut start = 0;
    while start < lines.len() {
        let mut end = start;
        while end < lines.len() && lines[end].is_of_a_table() {
            end += 1;
        }
        let table = &lines[start..end];
        let mut places = table.iter().filter_map(Line::statement_column);
        let first = places.next();
        let labelled = table.iter().filter(|line| line.has_label_and_statement()).count();
        let aligned = places.all(|place| Some(place) == first);
        if let Some(first) = first.filter(|first| *first > columns.statements)
            && labelled > 1
            && aligned
        {
            found[start..end].fill(Some(first));
        }
        start = end.max(start + 1);
    }
    found
}

/// Pads to a column, or with as many blanks as there must be.
fn pad(out: &mut String, column: usize, least: usize) {
    let width = column_of(out, out.len());
    let blanks = column.saturating_sub(width).max(least);
    out.extend(std::iter::repeat_n(' ', blanks));
}

#[cfg(test)]
mod tests;
