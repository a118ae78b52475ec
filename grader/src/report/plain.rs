//! A failure as plain text, for every report that shows text: terminals, logs, platforms.
//!
//! What comes out is harmless in a terminal already; reports of another kind escape it once more for
//! themselves.

use super::escape;
use crate::book::{CodeLine, Exhibit, FailureEntry};

/// The columns that boards may take side by side.
const WIDTH: usize = 76;

/// A line of a failure.
pub(super) enum Line {
    /// Words, which can be wrapped.
    Sentence(String),
    /// Something whose columns matter: a board, a listing, a command.
    Drawn(String),
}

/// The lines of a failure: the rule, what happened, what there is to look at, the hint and the
/// command. Nothing if nothing may be told.
pub(super) fn failure(failure: &FailureEntry) -> Vec<String> {
    let text = |line| match line {
        Line::Sentence(text) | Line::Drawn(text) => text,
    };
    lines(failure).into_iter().map(text).collect()
}

/// The same, for those who wrap sentences.
pub(super) fn lines(failure: &FailureEntry) -> Vec<Line> {
    let mut rule: Vec<String> = failure.rule.iter().cloned().collect();
    rule.extend(Some(&failure.rule_text).filter(|text| !text.is_empty()).cloned());
    let rule = Some(rule.join(": ")).filter(|rule| !rule.is_empty());
    let told = rule.iter().chain(&failure.given).chain(&failure.sentences);
    let mut lines: Vec<Line> = told.map(|words| Line::Sentence(escape::line(words))).collect();
    let mut drawn = Vec::new();
    exhibits(&failure.shown, &mut drawn);
    lines.extend(drawn.drain(..).map(Line::Drawn));
    if let Some(hint) = &failure.hint {
        lines.push(Line::Sentence(format!("hint: {}", escape::line(hint))));
    }
    if !failure.lines.is_empty() {
        lines.push(Line::Sentence("lines that ran:".to_owned()));
        places(&failure.lines, &mut drawn);
        lines.extend(drawn.into_iter().map(Line::Drawn));
    }
    if let Some(command) = &failure.command {
        lines.push(Line::Drawn(format!("to see it: {}", escape::line(command))));
    }
    lines
}

/// The lines of a program, neighbours in one row: a list of all of them is for pages.
fn places(all: &[CodeLine], lines: &mut Vec<String>) {
    let together = |a: &CodeLine, b: &CodeLine| {
        (&a.file, &a.calls) == (&b.file, &b.calls)
            && b.line.saturating_sub(a.line) <= NEAR
            && !a.marked
            && !b.marked
    };
    let rows: Vec<&[CodeLine]> = all.chunk_by(together).collect();
    // The line that is marked is shown, whatever else is not.
    let marked = rows.iter().position(|row| row.iter().any(|line| line.marked)).unwrap_or(0);
    let start = (marked + 1).saturating_sub(MAX_PLACES);
    lines.extend(rows.iter().skip(start).take(MAX_PLACES).map(|row| place(row)));
    if rows.len() > MAX_PLACES {
        lines.push(format!("  and {} more places", rows.len() - MAX_PLACES));
    }
}

/// Lines that may lie between two of one row: blank ones and comments.
const NEAR: u32 = 3;
/// Rows of lines that are shown.
const MAX_PLACES: usize = 24;

fn place(row: &[CodeLine]) -> String {
    let (Some(first), Some(last)) = (row.first(), row.last()) else { return String::new() };
    let mark = if first.marked { '>' } else { ' ' };
    let mut place = format!("{}:{}", escape::line(&first.file), first.line);
    if first.line != last.line {
        place += &format!("-{}", last.line);
    }
    let text = escape::block(&first.text).replace('\n', " ");
    // Comments are long, and whoever wrote them knows them.
    let code = text.split('#').next().map_or("", str::trim_end);
    let mut said =
        format!("{mark} {place:<16} {}", if code.is_empty() { text.trim_end() } else { code });
    if first.line != last.line {
        said += " …";
    }
    if !first.calls.is_empty() {
        said += &format!("   (from {})", escape::line(&first.calls.join(", ")));
    }
    said
}

/// Boards side by side as long as they follow each other, and texts with a bar in front.
fn exhibits(all: &[Exhibit], lines: &mut Vec<String>) {
    let mut boards: Vec<Vec<String>> = Vec::new();
    for one in all {
        match one {
            Exhibit::Board { label, cells, .. } => boards.push(board(label, cells)),
            Exhibit::Text { label, text, .. } => {
                side_by_side(&std::mem::take(&mut boards), lines);
                lines.push(format!("{}:", escape::line(label)));
                let text = escape::block(text);
                lines.extend(text.lines().map(|line| format!("  | {line}")));
            }
        }
    }
    side_by_side(&boards, lines);
}

/// How many cells there are in a row.
pub(super) fn side(cells: &[u64]) -> usize {
    (1..=cells.len()).find(|side| side * side >= cells.len()).unwrap_or(1)
}

fn board(label: &str, cells: &[u64]) -> Vec<String> {
    let wide = cells.iter().map(|cell| cell.to_string().len()).max().unwrap_or(1).max(2);
    let mut lines = vec![escape::line(label)];
    for row in cells.chunks(side(cells)) {
        let cell = |cell: &u64| if *cell == 0 { ".".to_owned() } else { cell.to_string() };
        let row: Vec<String> = row.iter().map(|c| format!("{:>wide$}", cell(c))).collect();
        lines.push(row.join(" "));
    }
    lines
}

fn side_by_side(boards: &[Vec<String>], lines: &mut Vec<String>) {
    let mut rest = boards;
    while !rest.is_empty() {
        let wide =
            |board: &Vec<String>| board.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let (mut count, mut columns) = (1, wide(&rest[0]));
        while count < rest.len() && columns + 4 + wide(&rest[count]) <= WIDTH {
            columns += 4 + wide(&rest[count]);
            count += 1;
        }
        let (now, later) = rest.split_at(count);
        let high = now.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..high {
            let mut line = String::from("  ");
            for board in now {
                let cell = board.get(row).map_or("", String::as_str);
                line += &format!("{cell:<width$}    ", width = wide(board));
            }
            lines.push(line.trim_end().to_owned());
        }
        rest = later;
    }
}
