//! Draws diagnostics with the source line, a caret, notes and help.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use mips_sim::Assembly;
use mips_sim::diag::explain::explain;
use mips_sim::diag::{self, Severity};
use mips_sim::source::{FileId, SourceMap};

use super::{Shown, pointed, shown, summary, within};

/// Longer lines are cut to a window around the place that matters.
const MAX_SHOWN: usize = 400;
/// How much of such a line is shown on each side.
const WINDOW: usize = 60;
/// As many as anyone reads.
const MAX_DIAGNOSTICS: usize = 300;
/// More macro calls than this are only counted.
pub(super) const MAX_CALLS: usize = 4;

/// Everything there is to say about an assembly, and how much it was; empty if there is nothing.
/// Each diagnostic is followed by an empty line.
pub(crate) fn human(assembly: &Assembly, color: bool, width: usize) -> String {
    let list = shown(assembly);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(width).decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    // Errors end at 200, but a table of bytes can give a million warnings.
    for item in list.iter().take(MAX_DIAGNOSTICS) {
        text.push_str(&drawn(item, assembly, &renderer, width));
        text.push_str("\n\n");
    }
    if !list.is_empty() {
        text.push_str(&summary(&list));
        if list.len() > MAX_DIAGNOSTICS {
            text.push_str(&format!("; the first {MAX_DIAGNOSTICS} are shown"));
        }
        text.push('\n');
    }
    text
}

fn drawn(item: &Shown<'_>, assembly: &Assembly, renderer: &Renderer, width: usize) -> String {
    let words = explain(item.diagnostic, assembly);
    let level = match item.diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(words.title.clone()).id(item.diagnostic.message.code());
    let mut group = Group::with_title(title);
    let mut notes = Vec::new();
    if let Some(snippet) = &item.diagnostic.snippet {
        let range = pointed(snippet, &words);
        let label = words.label.as_str();
        group = group.elements(source_line(snippet, range, label, &assembly.sources));
        if snippet.rewritten {
            notes.extend(original(snippet, &assembly.sources));
        }
    }
    notes.extend(words.notes.iter().cloned());
    if item.times > 1 {
        notes.push(format!("the same happens {} times here", item.times));
    }
    // The frame before a note takes a few columns.
    let columns = width.saturating_sub(14).max(30);
    for note in &notes {
        group = group.element(Level::NOTE.message(wrapped(note, columns)));
    }
    for help in &words.help {
        group = group.element(Level::HELP.message(wrapped(help, columns)));
    }
    let mut report = vec![group];
    report.extend(calls(&item.diagnostic.trace, &assembly.sources));
    renderer.render(&report)
}

/// The line of a snippet with something underlined.
pub(super) fn source_line<'a>(
    snippet: &diag::Snippet,
    range: Range<usize>,
    label: &str,
    sources: &SourceMap,
) -> Vec<Element<'a>> {
    let name = file_name(sources, snippet.file);
    let line = snippet.line as usize;
    let kind = AnnotationKind::Primary;
    let label = (!label.is_empty()).then(|| label.to_string());
    if snippet.text.len() <= MAX_SHOWN {
        let annotation = kind.span(range).label(label);
        let source = Snippet::source(snippet.text.to_string()).line_start(line).path(name);
        return vec![source.annotation(annotation).into()];
    }
    let column = snippet.text[..range.start].chars().count() + 1;
    let (text, range) = window(&snippet.text, range);
    let source = Snippet::source(text).line_start(line).annotation(kind.span(range).label(label));
    vec![Origin::path(name).line(line).char_column(column).into(), source.into()]
}

/// The part of a long line around a place, and the place in it.
fn window(text: &str, range: Range<usize>) -> (String, Range<usize>) {
    const CUT: &str = "…";
    let start = within(text, range.start.saturating_sub(WINDOW)..text.len()).start;
    let end = within(text, 0..range.end.min(range.start + WINDOW) + WINDOW).end;
    let before = if start > 0 { CUT } else { "" };
    let after = if end < text.len() { CUT } else { "" };
    let shown = format!("{before}{}{after}", &text[start..end]);
    let from = range.start - start + before.len();
    let to = (range.end.min(end) - start + before.len()).max(from);
    (shown, from..to)
}

/// What stands in the file, where that is not what was assembled.
fn original(snippet: &diag::Snippet, sources: &SourceMap) -> Option<String> {
    let text = sources.file(snippet.file).line(snippet.line).trim();
    let short: String =
        text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let cut = if text.chars().nth(80).is_some() { "…" } else { "" };
    Some(format!("names are filled in above; the file says `{short}{cut}`"))
}

/// The macro calls that led to a diagnostic, innermost first, and the definition of that macro.
fn calls<'a>(trace: &[diag::Call], sources: &SourceMap) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for call in trace.iter().rev().take(MAX_CALLS) {
        let range = within(&call.at.text, call.at.range.clone());
        let title = format!("in this expansion of macro `{}`", call.name);
        let title = Level::NOTE.secondary_title(title);
        groups.push(title.elements(source_line(&call.at, range, "", sources)));
    }
    if trace.len() > MAX_CALLS {
        let more = format!("and {} more macro calls around it", trace.len() - MAX_CALLS);
        groups.push(Group::with_title(Level::NOTE.secondary_title(more)));
    }
    if let Some(call) = trace.last() {
        let (file, line) = call.defined;
        let text = sources.file(file).line(line);
        let start = text.len() - text.trim_start().len();
        let range = start..text.trim_end().len().max(start);
        let text = text.into();
        let at = diag::Snippet { file, line, text, range: range.clone(), rewritten: false };
        let range = within(&at.text, range);
        let title = Level::NOTE.secondary_title(format!("`{}` is defined here", call.name));
        groups.push(title.elements(source_line(&at, range, "", sources)));
    }
    groups
}

pub(super) fn file_name(sources: &SourceMap, file: FileId) -> String {
    sources.file(file).name.clone()
}

/// Breaks sentences at blanks, except in code: between backquotes and in indented lines.
pub(super) fn wrapped(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if line.starts_with("    ") {
            out.push_str(line);
            continue;
        }
        let mut used = 0;
        for word in words(line) {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > columns {
                out.push('\n');
                used = 0;
            } else if used > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
        }
    }
    out
}

/// The words of a line, code between backquotes being one.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    line.split(move |c: char| {
        code ^= c == '`';
        c == ' ' && !code
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_and_code_does_not() {
        let text = "write `li $t0, 5` and then go on\n    lw $t0, 0($t1) # a long line of code";
        let expected =
            "write\n`li $t0, 5`\nand then go\non\n    lw $t0, 0($t1) # a long line of code";
        assert_eq!(wrapped(text, 11), expected);
    }

    #[test]
    fn a_long_line_is_cut_around_its_place() {
        let text = format!("{}ä{}", "ö".repeat(5000), "ü".repeat(5000));
        let (shown, range) = window(&text, 10_000..10_002);
        assert_eq!(&shown[range], "ä");
        assert!(shown.len() < 300);
        let (shown, range) = window(&text, 0..text.len());
        assert!(shown.len() < 300 && range.end <= shown.len() && shown.is_char_boundary(range.end));
        let (shown, range) = window(&text, text.len()..text.len());
        assert_eq!(range, shown.len()..shown.len());
    }
}
