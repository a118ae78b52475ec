//! The diagnostics of an assembly: which of them are shown, in which order, and as pictures. The
//! words come from [`mips_sim::diag::explain`].

use std::collections::HashSet;
use std::ops::Range;

use mips_sim::Assembly;
use mips_sim::diag::explain::{Explanation, explain, lacks_colon};
use mips_sim::diag::{Diagnostic, MacroCall, Message, Severity, Snippet};
use mips_sim::source::{FileId, SourceMap, trimmed};

use crate::picture::{Excerpt, Level, Picture, Style, within};

/// As many as anyone reads.
const MAX_DIAGNOSTICS: usize = 300;
/// More macro calls than this are only counted.
pub(crate) const MAX_CALLS: usize = 4;

/// Every diagnostic of an assembly, each followed by an empty line, and how many there are. Empty if
/// there are none.
pub fn diagnostics(assembly: &Assembly, style: Style) -> String {
    let list = shown(assembly);
    let mut text = String::new();
    // Errors end at 200, but a table of bytes can give a million warnings.
    for item in list.iter().take(MAX_DIAGNOSTICS) {
        text.push_str(&picture(item, assembly).draw(style));
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

fn picture(item: &Shown<'_>, assembly: &Assembly) -> Picture {
    let words = explain(item.diagnostic, assembly);
    let level = match item.diagnostic.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
    };
    let mut notes = Vec::new();
    let mut excerpt = None;
    if let Some(snippet) = &item.diagnostic.snippet {
        let range = pointed(snippet, &words);
        excerpt = Some(excerpted(snippet, range, &words.label, &assembly.sources));
        if snippet.rewritten {
            notes.push(original(snippet, &assembly.sources));
        }
    }
    notes.extend(words.notes);
    if item.times > 1 {
        notes.push(format!("the same happens {} times here", item.times));
    }
    Picture {
        code: item.diagnostic.message.code().to_string(),
        excerpt,
        notes,
        help: words.help,
        related: calls(&item.diagnostic.trace, &assembly.sources),
        ..Picture::new(level, words.title)
    }
}

fn excerpted(snippet: &Snippet, range: Range<usize>, label: &str, sources: &SourceMap) -> Excerpt {
    Excerpt {
        file: sources.file(snippet.file).name.clone(),
        line: snippet.line,
        text: snippet.text.to_string(),
        range,
        label: label.to_string(),
    }
}

/// What the file contains, where that is not what was assembled.
fn original(snippet: &Snippet, sources: &SourceMap) -> String {
    let text = sources.file(snippet.file).line(snippet.line).trim();
    let short: String =
        text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let cut = if text.chars().nth(80).is_some() { "…" } else { "" };
    format!("names are filled in above; the file says `{short}{cut}`")
}

/// The macro calls that led to a diagnostic, innermost first, and the definition of that macro.
fn calls(trace: &[MacroCall], sources: &SourceMap) -> Vec<(String, Option<Excerpt>)> {
    let mut list = Vec::new();
    for call in trace.iter().rev().take(MAX_CALLS) {
        let title = format!("in this expansion of macro `{}`", call.name);
        list.push((title, Some(excerpted(&call.at, call.at.range.clone(), "", sources))));
    }
    list.extend(more_calls(trace.len()));
    if let Some(call) = trace.last() {
        let (file, line) = call.defined;
        let file = sources.file(file);
        let text = file.line(line).to_string();
        let range = trimmed(&text);
        let (file, label) = (file.name.clone(), String::new());
        let excerpt = Excerpt { file, line, text, range, label };
        list.push((format!("`{}` is defined here", call.name), Some(excerpt)));
    }
    list
}

/// How many macro calls there are beside those shown.
pub(crate) fn more_calls(count: usize) -> Option<(String, Option<Excerpt>)> {
    let more = count.checked_sub(MAX_CALLS).filter(|more| *more > 0)?;
    Some((format!("and {more} more macro calls around it"), None))
}

/// One diagnostic that is shown.
pub struct Shown<'a> {
    /// What was found.
    pub diagnostic: &'a Diagnostic,
    /// How often the very same was found: once for each byte of a string, for instance.
    pub times: usize,
}

/// What there is to show, from top to bottom of each file: what only follows from something else,
/// and what was found before, is left out.
pub fn shown(assembly: &Assembly) -> Vec<Shown<'_>> {
    let mut list: Vec<(&Diagnostic, usize)> = Vec::new();
    let causes: Vec<&Diagnostic> =
        assembly.diagnostics.for_people().filter(|d| cause(&d.message).is_some()).collect();
    let labels: HashSet<(FileId, u32)> =
        assembly.diagnostics.for_people().filter_map(without_colon).collect();
    // A long line may have very many, and they are asked about together.
    let mut last: Option<(&Diagnostic, bool)> = None;
    let mut is_result = |diagnostic| {
        let known = last.filter(|(last, _)| share_a_line(last, diagnostic)).map(|(_, known)| known);
        let answer = known.unwrap_or_else(|| follows(diagnostic, &causes));
        last = Some((diagnostic, answer));
        answer
    };
    let found = assembly.diagnostics.for_people().filter(|d| !is_behind(d, &labels));
    for diagnostic in found {
        if is_result(diagnostic) {
            continue;
        }
        match list.last_mut() {
            Some((last, times)) if same(last, diagnostic) => *times += 1,
            Some((last, _)) if touches(last, diagnostic) => {}
            _ => list.push((diagnostic, 1)),
        }
    }
    list.sort_by_key(|(diagnostic, _)| {
        let limit = diagnostic.message == Message::ErrorLimit;
        let place = diagnostic.snippet.as_ref();
        (limit, place.map(|snippet| (snippet.file, snippet.line, snippet.range.start)))
    });
    list.into_iter().map(|(diagnostic, times)| Shown { diagnostic, times }).collect()
}

/// The word that stays in the line after some errors, and is then not an operand either: a
/// parameter that the macro lacks, or an `.eqv` that refers to itself.
fn cause(message: &Message) -> Option<&str> {
    match message {
        Message::UnknownParameter { name } | Message::EqvCycle { name } => Some(name),
        _ => None,
    }
}

/// Whether it only follows from one of those: one report is enough.
fn follows(diagnostic: &Diagnostic, causes: &[&Diagnostic]) -> bool {
    let Some(here) = diagnostic.snippet.as_ref().filter(|_| cause(&diagnostic.message).is_none())
    else {
        return false;
    };
    causes.iter().any(|other| match (cause(&other.message), &other.snippet) {
        (Some(name), Some(there)) => {
            (there.file, there.line) == (here.file, here.line)
                && other.trace == diagnostic.trace
                && here.text.contains(name)
        }
        _ => false,
    })
}

/// The line of a label without its colon, if it is about that.
fn without_colon(diagnostic: &Diagnostic) -> Option<(FileId, u32)> {
    // Of errors there are few, of warnings in a long line there may be very many.
    let error = diagnostic.severity == Severity::Error;
    let snippet = diagnostic.snippet.as_ref().filter(|_| error)?;
    let first = trimmed(&snippet.text).start == snippet.range.start;
    (first && lacks_colon(snippet)).then_some((snippet.file, snippet.line))
}

/// Whether it is about what stands behind such a label: one report is enough.
fn is_behind(diagnostic: &Diagnostic, labels: &HashSet<(FileId, u32)>) -> bool {
    use Message::{NotFloat, NotInteger, NotString};
    let Some(snippet) = &diagnostic.snippet else { return false };
    matches!(diagnostic.message, NotFloat { .. } | NotInteger { .. } | NotString { .. })
        && labels.contains(&(snippet.file, snippet.line))
        && trimmed(&snippet.text).start != snippet.range.start
}

/// Whether two diagnostics are of one line that was assembled, so that both follow from the same.
fn share_a_line(a: &Diagnostic, b: &Diagnostic) -> bool {
    let (Some(left), Some(right)) = (&a.snippet, &b.snippet) else { return false };
    let line = |snippet: &Snippet| (snippet.file, snippet.line, snippet.text.as_ptr());
    line(left) == line(right)
        && cause(&a.message).is_none()
        && cause(&b.message).is_none()
        && a.trace == b.trace
}

/// Whether two invalid tokens are side by side, as in `''`: one caret is enough.
fn touches(a: &Diagnostic, b: &Diagnostic) -> bool {
    let invalid = |d: &Diagnostic| matches!(d.message, Message::InvalidToken { .. });
    let (Some(left), Some(right)) = (&a.snippet, &b.snippet) else { return false };
    invalid(a)
        && invalid(b)
        && (left.file, left.line) == (right.file, right.line)
        && left.range.end == right.range.start
}

/// Whether a person would see no difference, but for an address.
fn same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.message.code() == b.message.code()
        && a.severity == b.severity
        && a.snippet.is_some()
        && a.snippet == b.snippet
        && a.trace == b.trace
}

/// The bytes to point at, on character boundaries and inside the text.
pub(crate) fn pointed(snippet: &Snippet, words: &Explanation) -> Range<usize> {
    let range = words.point.clone().unwrap_or_else(|| snippet.range.clone());
    within(&snippet.text, range)
}

/// Such as "2 errors"; nothing if there are none.
pub(crate) fn plural(count: usize, noun: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        n => Some(format!("{n} {noun}s")),
    }
}

/// How many of each there are: "2 errors, 1 warning"; empty if there are none.
fn summary(list: &[Shown<'_>]) -> String {
    let count = |severity| list.iter().filter(|s| s.diagnostic.severity == severity).count();
    let parts =
        [plural(count(Severity::Error), "error"), plural(count(Severity::Warning), "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
