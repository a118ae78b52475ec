//! Diagnostics as JSON, for editors and scripts.

use std::ops::Range;

use mips_sim::Assembly;
use mips_sim::diag::explain::explain;
use mips_sim::diag::{Call, Severity, Snippet};
use mips_sim::source::{FileId, SourceMap, trimmed};
use serde_json::{Value, json};

use crate::diagnostics::{Shown, pointed, shown};
use crate::picture::within;

/// Every diagnostic of an assembly as JSON, one object a line; empty if there are none. The names
/// are stable; fields may be added, so readers should ignore those that they don't know.
///
/// | field | what it holds |
/// |---|---|
/// | `code` | `E0012`; see `fivetwelve explain` |
/// | `severity` | `error` or `warning` |
/// | `message` | what is wrong, in one line |
/// | `label` | what was expected at the place; may be empty |
/// | `notes`, `help` | lists of texts, which may have several lines |
/// | `file` | the name as it was given, or `null` if the message has no place |
/// | `line` | from 1, or `null` |
/// | `column`, `end_column` | from 1 in UTF-16 units, as editors count; the end is exclusive |
/// | `byte_start`, `byte_end` | the same place in bytes from the start of the line |
/// | `rewritten` | `null`, or the line as it was assembled, after `.eqv` and macro parameters, as an object with `text`, `column`, `end_column`; the fields above then mean the line in the file, all of it if the place in it is not known |
/// | `times` | how often the very same was found |
/// | `trace` | the macro calls that led here, outermost first: objects with `macro`, `file`, `line`, `column`, `end_column`, `defined_file`, `defined_line` |
/// | `mars_text` | MARS's words for it, or `null` if MARS says nothing |
pub fn diagnostics_json(assembly: &Assembly) -> String {
    let mut text = String::new();
    for item in shown(assembly) {
        text.push_str(&object(&item, assembly).to_string());
        text.push('\n');
    }
    text
}

fn object(item: &Shown<'_>, assembly: &Assembly) -> Value {
    let message = &item.diagnostic.message;
    let words = explain(item.diagnostic, assembly);
    let sources = &assembly.sources;
    let mars = message.mars_text(sources, &|name| name.to_string());
    let severity = match item.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut value = json!({
        "code": message.code(),
        "severity": severity,
        "message": words.title,
        "label": words.label,
        "notes": words.notes,
        "help": words.help,
        "file": null,
        "line": null,
        "column": null,
        "end_column": null,
        "byte_start": null,
        "byte_end": null,
        "rewritten": null,
        "times": item.times,
        "trace": item.diagnostic.trace.iter().map(|call| called(call, sources)).collect::<Vec<_>>(),
        "mars_text": (!mars.is_empty()).then_some(mars),
    });
    if let Some(snippet) = &item.diagnostic.snippet {
        let assembled = pointed(snippet, &words);
        if snippet.rewritten {
            value["rewritten"] = json!({
                "text": &*snippet.text,
                "column": column(&snippet.text, assembled.start),
                "end_column": column(&snippet.text, assembled.end),
            });
        }
        let (written, range) = in_file(snippet, assembled, sources);
        value["file"] = name(sources, snippet.file).into();
        value["line"] = snippet.line.into();
        value["column"] = column(written, range.start).into();
        value["end_column"] = column(written, range.end).into();
        value["byte_start"] = range.start.into();
        value["byte_end"] = range.end.into();
    }
    value
}

fn called(call: &Call, sources: &SourceMap) -> Value {
    let range = within(&call.at.text, call.at.range.clone());
    let (written, range) = in_file(&call.at, range, sources);
    json!({
        "macro": call.name,
        "file": name(sources, call.at.file),
        "line": call.at.line,
        "column": column(written, range.start),
        "end_column": column(written, range.end),
        "defined_file": name(sources, call.defined.0),
        "defined_line": call.defined.1,
    })
}

/// The line of a snippet as the file has it, and where in it a part of the snippet's text is.
fn in_file<'s>(
    snippet: &Snippet,
    range: Range<usize>,
    sources: &'s SourceMap,
) -> (&'s str, Range<usize>) {
    let written = sources.file(snippet.file).line(snippet.line);
    match snippet.rewritten {
        true => (written, found(written, &snippet.text[range])),
        false => (written, within(written, range)),
    }
}

/// A word in a line if it is there exactly once, else the line without the blanks around it.
fn found(line: &str, word: &str) -> Range<usize> {
    let first = line.find(word).filter(|at| !word.is_empty() && line.rfind(word) == Some(*at));
    match first {
        Some(at) => at..at + word.len(),
        None => trimmed(line),
    }
}

fn column(text: &str, at: usize) -> usize {
    text[..at].encode_utf16().count() + 1
}

fn name(sources: &SourceMap, file: FileId) -> &str {
    &sources.file(file).name
}
