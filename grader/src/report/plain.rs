//! A failure as plain text, for every report that shows text: terminals, logs, platforms.
//!
//! What comes out is harmless in a terminal already; reports of another kind escape it once more for
//! themselves.

use render::{Board, Frame, boards};

use super::escape;
use crate::book::{CodeLine, Exhibit, FailureEntry, SuspectLine};

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
    lines.extend(exhibits(&failure.shown).into_iter().map(Line::Drawn));
    if let Some(hint) = &failure.hint {
        lines.push(Line::Sentence(format!("hint: {}", escape::line(hint))));
    }
    if !failure.suspects.is_empty() {
        lines.push(Line::Sentence("most suspicious lines:".to_owned()));
        lines.extend(suspects(&failure.suspects).into_iter().map(Line::Drawn));
        lines.push(Line::Sentence(
            "--all-lines, added to the command, lists all lines that ran".into(),
        ));
    } else if !failure.lines.is_empty() {
        let title = if failure.ran { "lines that ran:" } else { "lines to look at:" };
        lines.push(Line::Sentence(title.to_owned()));
        lines.extend(places(&failure.lines).into_iter().map(Line::Drawn));
    }
    if let Some(command) = &failure.command {
        lines.push(Line::Drawn(format!("to see it: {}", escape::line(command))));
    }
    if let Some(command) = &failure.debug {
        lines.push(Line::Drawn(format!("step by step: {}", escape::line(command))));
    }
    lines
}

/// The lines that may be to blame, each with why below it.
fn suspects(all: &[SuspectLine]) -> Vec<String> {
    let row = |suspect: &SuspectLine| {
        let SuspectLine { file, line, text, why, repair } = suspect;
        let place = format!("{}:{line}", escape::line(file));
        let mut rows = vec![format!("  {place:<16} {}", escape::line(text))];
        let said = std::iter::once(why).chain(repair);
        rows.extend(said.map(|words| format!("      {}", escape::line(words))));
        rows
    };
    all.iter().flat_map(row).collect()
}

/// The lines of a program, neighbours in one row: a list of all of them is for pages.
fn places(all: &[CodeLine]) -> Vec<String> {
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
    let mut lines: Vec<String> =
        rows.iter().skip(start).take(MAX_PLACES).map(|row| place(row)).collect();
    if rows.len() > MAX_PLACES {
        lines.push(format!("  and {} more places", rows.len() - MAX_PLACES));
    }
    lines
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
fn exhibits(all: &[Exhibit]) -> Vec<String> {
    let board = |one: &Exhibit| match one {
        Exhibit::Board { label, cells, .. } => {
            Some(Board::square(escape::line(label), cells.clone()))
        }
        Exhibit::Text { .. } | Exhibit::Picture { .. } => None,
    };
    let mut lines = Vec::new();
    for together in all.chunk_by(|a, b| board(a).is_some() && board(b).is_some()) {
        let drawn: Vec<Board> = together.iter().filter_map(board).collect();
        let drawn = boards(&drawn, Frame::None, WIDTH);
        lines.extend(drawn.iter().map(|line| format!("  {line}").trim_end().to_owned()));
        if let [Exhibit::Text { label, text, .. }] = together {
            lines.push(format!("{}:", escape::line(label)));
            lines.extend(escape::block(text).lines().map(|line| format!("  | {line}")));
        }
    }
    lines
}

/// How many cells there are in a row.
pub(super) fn side(cells: &[u64]) -> usize {
    (1..=cells.len()).find(|side| side * side >= cells.len()).unwrap_or(1)
}
