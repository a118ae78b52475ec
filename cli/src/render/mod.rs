//! Diagnostics for people ([`human`]) and for editors ([`json()`]), and errors of a run
//! ([`run_error()`]); the report of a comparison ([`diff`]). Decides what is shown and in
//! which order; the words come from [`mips_sim::diag::explain`].

pub(crate) mod assignment;
pub(crate) mod diff;
mod human;
mod json;
mod run_error;
pub(crate) mod tournament;

use std::ops::Range;

use mips_sim::Assembly;
use mips_sim::diag::explain::Explanation;
use mips_sim::diag::{Diagnostic, Message, Severity, Snippet};

pub(crate) use human::human;
pub(crate) use json::json;
pub(crate) use run_error::run_error;
pub(crate) use tester::explain::grouped;

/// One diagnostic that is shown.
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    /// How often the very same was found: once for each byte of a string, for instance.
    times: usize,
}

/// What there is to show, from top to bottom of each file.
fn shown(assembly: &Assembly) -> Vec<Shown<'_>> {
    let mut list: Vec<(&Diagnostic, usize)> = Vec::new();
    let causes: Vec<&Diagnostic> =
        assembly.diagnostics.for_people().filter(|d| cause(&d.message).is_some()).collect();
    for diagnostic in assembly.diagnostics.for_people().filter(|d| !follows(d, &causes)) {
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

/// The word that stays in the line after some errors, and is then no operand either: a parameter
/// that the macro lacks, or an `.eqv` that leads nowhere.
fn cause(message: &Message) -> Option<&str> {
    match message {
        Message::UnknownParameter { name } | Message::EqvCycle { name } => Some(name),
        _ => None,
    }
}

/// Whether it only follows from one of those: a person need not be told twice.
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

/// Whether two pieces of nonsense stand side by side, as in `''`: one caret is enough.
fn touches(a: &Diagnostic, b: &Diagnostic) -> bool {
    let nonsense = |d: &Diagnostic| matches!(d.message, Message::InvalidToken { .. });
    let (Some(left), Some(right)) = (&a.snippet, &b.snippet) else { return false };
    nonsense(a)
        && nonsense(b)
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
fn pointed(snippet: &Snippet, words: &Explanation) -> Range<usize> {
    let range = words.point.clone().unwrap_or_else(|| snippet.range.clone());
    within(&snippet.text, range)
}

/// A range made to fit a text, whatever it was.
fn within(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// How many of each there are: "2 errors, 1 warning"; empty if there are none.
fn summary(list: &[Shown<'_>]) -> String {
    let count = |severity| list.iter().filter(|s| s.diagnostic.severity == severity).count();
    let plural = |count: usize, noun: &str| match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        n => Some(format!("{n} {noun}s")),
    };
    let parts =
        [plural(count(Severity::Error), "error"), plural(count(Severity::Warning), "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
