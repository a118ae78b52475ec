//! MARS's own report: the stage that failed first, warnings before errors, byte for byte.

use std::fmt::Write;

use super::{Diagnostic, Diagnostics, Severity, Stage};
use crate::java::file_path;
use crate::source::SourceMap;

/// The lines that MARS 4.5 prints for these diagnostics, each ended by a newline; empty if it
/// would print nothing. `name` turns the name of a file into the one to show.
pub fn report(
    diagnostics: &Diagnostics,
    sources: &SourceMap,
    name: &dyn Fn(&str) -> String,
) -> String {
    let mut text = String::new();
    for severity in [Severity::Warning, Severity::Error] {
        for diagnostic in said(diagnostics).filter(|d| d.severity == severity) {
            line(&mut text, diagnostic, sources, name);
        }
    }
    text
}

/// Those that MARS would have said: it stops after the first stage with an error.
fn said(diagnostics: &Diagnostics) -> impl Iterator<Item = &Diagnostic> {
    let is_mars = |d: &&Diagnostic| d.message.is_mars() && !d.past_stop;
    let errors = diagnostics.all().iter().filter(is_mars);
    let last = errors.filter(|d| d.severity == Severity::Error).map(|d| d.stage).min();
    let reached = move |d: &&Diagnostic| match last {
        None => true,
        // The assembler's list is not reached when reading fails.
        Some(Stage::Read(file)) => d.stage == Stage::Read(file),
        // The register after the last one is found missing too late to stop code generation.
        Some(Stage::Resolve) => d.stage <= Stage::Emit,
        Some(last) => d.stage <= last,
    };
    diagnostics.all().iter().filter(is_mars).filter(reached)
}

/// Whether MARS itself would have died of an uncaught exception here, printing nothing. It gets
/// that far only if no earlier stage found an error.
pub fn crashed(diagnostics: &Diagnostics) -> Option<&Diagnostic> {
    let crashes = diagnostics.all().iter().filter(|d| d.message.crashes_mars());
    let first = crashes.min_by_key(|d| d.stage)?;
    let stopped = said(diagnostics).any(|d| d.severity == Severity::Error && d.stage < first.stage);
    (!stopped).then_some(first)
}

fn line(
    text: &mut String,
    diagnostic: &Diagnostic,
    sources: &SourceMap,
    name: &dyn Fn(&str) -> String,
) {
    let place = &diagnostic.mars_place;
    text.push_str(match diagnostic.severity {
        Severity::Warning => "Warning in ",
        Severity::Error => "Error in ",
    });
    if let Some(file) = place.file {
        // The name is as `.include` spells it until it is shown.
        text.push_str(&name(&file_path(&sources.file(file).name)));
    }
    if place.line > 0 {
        text.push_str(" line ");
        for call in &place.history {
            let _ = write!(text, "{call}->");
        }
        let _ = write!(text, "{}", place.line);
    }
    if place.column > 0 {
        let _ = write!(text, " column {}", place.column);
    }
    let _ = writeln!(text, ": {}", diagnostic.message.mars_text(sources, name));
}
