//! The lines of a program that have to do with a failure.

use mips_sim::Image;
use mips_sim::source::{FileId, SourceMap};

use crate::book::CodeLine;
use tester::trace::{LineTrace, RanLine};

/// The most lines that are kept for one failure.
const MAX_LINES: usize = 80;
/// Characters of a line that are kept.
const MAX_CHARS: usize = 200;

/// The lines of a trace in the order of the source: those that ran for the first time if there are
/// any, because the others did no harm before; the last one that ran is marked.
pub(super) fn source_lines(image: &Image, trace: &LineTrace) -> Vec<CodeLine> {
    let fresh = trace.lines.iter().any(|ran| ran.first_time);
    let chosen = trace.lines.iter().filter(|ran| ran.first_time || !fresh);
    let mut ran: Vec<&RanLine> = trace.last.iter().chain(chosen).collect();
    // A line of a macro is shown once, by the call that reached it first; the sort keeps the order.
    ran.sort_by_key(|ran| ran.place);
    ran.dedup_by_key(|ran| ran.place);
    let is_last = |ran: &RanLine| trace.last.as_ref().is_some_and(|last| last.place == ran.place);
    // Too many lines help nobody; those around the last one matter most.
    let middle = ran.iter().position(|ran| is_last(ran)).unwrap_or(0);
    let start = middle.saturating_sub(MAX_LINES / 2).min(ran.len().saturating_sub(MAX_LINES));
    let ran = ran.into_iter().skip(start).take(MAX_LINES);
    ran.map(|ran| source_line(&image.sources, ran.place, &ran.calls, is_last(ran))).collect()
}

/// One line.
pub(super) fn source_line(
    sources: &SourceMap,
    (file, line): (FileId, u32),
    calls: &[(FileId, u32)],
    marked: bool,
) -> CodeLine {
    let name = |(file, line): &(FileId, u32)| format!("{}:{line}", sources.file(*file).name);
    let source = sources.file(file);
    CodeLine {
        file: source.name.clone(),
        line,
        text: shortened(source.line(line)),
        marked,
        calls: calls.iter().map(name).collect(),
    }
}

/// The beginning of a line that is too long to be read.
pub(crate) fn shortened(line: &str) -> String {
    match line.char_indices().nth(MAX_CHARS) {
        None => line.to_string(),
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}
