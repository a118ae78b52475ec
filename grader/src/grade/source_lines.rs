//! The lines of a program that have to do with a failure.

use mips_sim::Image;
use mips_sim::source::{FileId, SourceMap};

use super::result::SourceLine;
use crate::trace::{Ran, Trace};

/// The most lines that are kept for one failure.
const MAX_LINES: usize = 60;

/// The lines of a trace in the order of the source: those that ran for the first time if there are
/// any, because the others did no harm before; the last one that ran is marked.
pub(super) fn source_lines(image: &Image, trace: &Trace) -> Vec<SourceLine> {
    let fresh = trace.lines.iter().any(|ran| ran.first_time);
    let chosen = trace.lines.iter().filter(|ran| ran.first_time || !fresh);
    let mut ran: Vec<&Ran> = chosen.collect();
    // The last ones to run are nearest to what went wrong.
    ran.drain(..ran.len().saturating_sub(MAX_LINES));
    ran.extend(&trace.last);
    ran.sort_by(|a, b| (a.place, &a.calls).cmp(&(b.place, &b.calls)));
    ran.dedup_by(|a, b| a.place == b.place && a.calls == b.calls);
    let is_last = |ran: &Ran| {
        trace.last.as_ref().is_some_and(|last| last.place == ran.place && last.calls == ran.calls)
    };
    ran.into_iter()
        .map(|ran| source_line(&image.sources, ran.place, &ran.calls, is_last(ran)))
        .collect()
}

/// One line.
pub(super) fn source_line(
    sources: &SourceMap,
    (file, line): (FileId, u32),
    calls: &[(FileId, u32)],
    marked: bool,
) -> SourceLine {
    let name = |(file, line): &(FileId, u32)| format!("{}:{line}", sources.file(*file).name);
    let source = sources.file(file);
    SourceLine {
        file: source.name.clone(),
        line,
        text: source.line(line).to_string(),
        marked,
        calls: calls.iter().map(name).collect(),
    }
}
