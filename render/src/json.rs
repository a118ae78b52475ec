//! Diagnostics, run errors and findings as JSON, for editors and scripts: the same fields for all.

use std::collections::HashMap;
use std::ops::Range;

use mips_sim::asm::lex::TokenLine;
use mips_sim::diag::explain::{explain, explain_finding};
use mips_sim::diag::hint::Report;
use mips_sim::diag::{MacroCall, Severity, Snippet};
use mips_sim::observe::check::Finding;
use mips_sim::source::{FileId, SourceMap, trimmed};
use mips_sim::{Assembly, Image};
use serde_json::{Value, json};

use crate::diagnostics::{Shown, pointed, shown};
use crate::picture::within;

/// Every diagnostic of an assembly as JSON, one object a line; empty if there are none. The names
/// are stable; fields may be added, so readers should ignore those that they don't know.
///
/// | field | what it holds |
/// |---|---|
/// | `format` | `fivetwelve diagnostic 1`; the number goes up when a field changes its meaning |
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
/// | `kind` | `diagnostic` |
pub fn diagnostics_json(assembly: &Assembly) -> String {
    let mut text = String::new();
    let mut columns = Columns::default();
    for item in shown(assembly) {
        text.push_str(&object(&item, assembly, &mut columns).to_string());
        text.push('\n');
    }
    text
}

fn object(item: &Shown<'_>, assembly: &Assembly, columns: &mut Columns) -> Value {
    let message = &item.diagnostic.message;
    let words = explain(item.diagnostic, assembly);
    let sources = &assembly.sources;
    let mars = message.mars_text(sources, &|name| name.to_string());
    let severity = match item.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut value = blank("diagnostic", severity, &words.title);
    value["code"] = message.code().into();
    value["label"] = words.label.as_str().into();
    value["notes"] = words.notes.clone().into();
    value["help"] = words.help.clone().into();
    value["times"] = item.times.into();
    let trace = item.diagnostic.trace.iter().map(|call| called(call, sources, columns));
    value["trace"] = trace.collect::<Vec<_>>().into();
    value["mars_text"] = (!mars.is_empty()).then_some(mars).into();
    if let Some(snippet) = &item.diagnostic.snippet {
        let assembled = pointed(snippet, &words);
        if snippet.rewritten {
            value["rewritten"] = json!({
                "text": &*snippet.text,
                "column": columns.column(&snippet.text, assembled.start),
                "end_column": columns.column(&snippet.text, assembled.end),
            });
        }
        let (written, range) = in_file(snippet, assembled, sources);
        let at = (snippet.file, snippet.line);
        put(&mut value, at, (written, range), sources, columns);
    }
    value
}

/// Why a program stopped as JSON, in one line with its end. The fields are those of
/// [`diagnostics_json`], with `kind` `run-error` and no `code`; in `trace` only `file`, `line` and the
/// columns are known. There are two more:
///
/// | field | what it holds |
/// |---|---|
/// | `address` | the address of the instruction as a number, or `null` |
/// | `registers` | what it had to work with: objects with `name`, `value`, `written`, all of them texts |
pub fn run_error_json(report: &Report, image: &Image) -> String {
    format!("{}\n", run_error_object(report, image))
}

/// The same as an object, for those who put it into another.
pub fn run_error_object(report: &Report, image: &Image) -> Value {
    let mut value = blank("run-error", "error", &report.title);
    value["help"] = report.hint.iter().cloned().collect::<Vec<String>>().into();
    value["mars_text"] = report.mars.clone().into();
    put_instruction(&mut value, report.pc, image);
    let registers = report.registers.iter().map(
        |register| json!({ "name": register.name, "value": register.value, "written": register.written }),
    );
    value["registers"] = registers.collect::<Vec<_>>().into();
    value
}

/// Every finding of a run as JSON, one object a line. The fields are those of [`diagnostics_json`],
/// with `kind` `finding`, and two more:
///
/// | field | what it holds |
/// |---|---|
/// | `address` | the address of the instruction as a number, or `null` |
/// | `related` | another place that has to do with it, or `null`: an object with `message`, `address` and the fields of a place |
pub fn findings_json(list: &[Finding], image: &Image) -> String {
    let object = |finding: &Finding| {
        let words = explain_finding(finding, image);
        let mut value = blank("finding", "warning", &words.title);
        value["code"] = finding.code().into();
        value["help"] = vec![words.help].into();
        put_instruction(&mut value, Some(words.pc), image);
        value["related"] = words.related.map_or(Value::Null, |(pc, message)| {
            let mut related = json!({ "message": message });
            put_instruction(&mut related, Some(pc), image);
            related
        });
        format!("{value}\n")
    };
    list.iter().map(object).collect()
}

/// A remark without a place as JSON, in one line with its end: `kind` and `severity` are `note`.
pub fn note_json(message: &str) -> String {
    format!("{}\n", blank("note", "note", message))
}

/// All the fields, most of them empty.
fn blank(kind: &str, severity: &str, message: &str) -> Value {
    json!({
        "format": "fivetwelve diagnostic 1",
        "code": null,
        "severity": severity,
        "message": message,
        "label": "",
        "notes": [],
        "help": [],
        "file": null,
        "line": null,
        "column": null,
        "end_column": null,
        "byte_start": null,
        "byte_end": null,
        "rewritten": null,
        "times": 1,
        "trace": [],
        "mars_text": null,
        "kind": kind,
    })
}

/// Fills in a place.
fn put(
    value: &mut Value,
    at: (FileId, u32),
    (written, range): (&str, Range<usize>),
    of: &SourceMap,
    columns: &mut Columns,
) {
    value["file"] = name(of, at.0).into();
    value["line"] = at.1.into();
    value["column"] = columns.column(written, range.start).into();
    value["end_column"] = columns.column(written, range.end).into();
    value["byte_start"] = range.start.into();
    value["byte_end"] = range.end.into();
}

/// Fills in the place of an instruction and the macro calls that made it.
fn put_instruction(value: &mut Value, pc: Option<u32>, image: &Image) {
    value["address"] = pc.into();
    let Some(place) = pc.and_then(|pc| image.place(pc)) else { return };
    put_statement(value, place.at(), image);
    let calls = place.calls().into_iter().map(|at| {
        let mut call = json!({ "macro": null });
        put_statement(&mut call, at, image);
        call
    });
    value["trace"] = calls.collect::<Vec<_>>().into();
}

fn put_statement(value: &mut Value, at: (FileId, u32), image: &Image) {
    let written = image.sources.file(at.0).line(at.1);
    let statement = (written, TokenLine::read(written).range());
    put(value, at, statement, &image.sources, &mut Columns::default());
}

fn called(call: &MacroCall, sources: &SourceMap, columns: &mut Columns) -> Value {
    let range = within(&call.at.text, call.at.range.clone());
    let (written, range) = in_file(&call.at, range, sources);
    json!({
        "macro": call.name,
        "file": name(sources, call.at.file),
        "line": call.at.line,
        "column": columns.column(written, range.start),
        "end_column": columns.column(written, range.end),
        "defined_file": name(sources, call.defined.0),
        "defined_line": call.defined.1,
    })
}

/// The line of a snippet as the file has it, and where in it a part of the snippet's text is.
pub fn in_file<'s>(
    snippet: &Snippet,
    range: Range<usize>,
    sources: &'s SourceMap,
) -> (&'s str, Range<usize>) {
    let written = sources.file(snippet.file).line(snippet.line);
    match snippet.rewritten {
        true => (written, found(written, &snippet.text[within(&snippet.text, range)])),
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

/// Columns in lines, from 1. A line can be a megabyte long and have a hundred thousand diagnostics, so each
/// column is counted from the last one in its line, and not from the beginning.
#[derive(Default)]
struct Columns {
    /// By where a line begins in memory: a byte of it, and how many UTF-16 units are before that.
    last: HashMap<*const u8, (usize, usize)>,
}

impl Columns {
    fn column(&mut self, line: &str, at: usize) -> usize {
        let (byte, units) = self.last.entry(line.as_ptr()).or_default();
        let between = line[at.min(*byte)..at.max(*byte)].encode_utf16().count();
        *units = if at >= *byte { *units + between } else { *units - between };
        *byte = at;
        *units + 1
    }
}

fn name(sources: &SourceMap, file: FileId) -> &str {
    &sources.file(file).name
}
