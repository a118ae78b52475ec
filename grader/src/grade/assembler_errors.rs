//! What the assembler reports, as a failure.

use mips_sim::Assembly;
use mips_sim::diag::explain::explain;
use mips_sim::diag::{Diagnostic, Severity};

use super::result::{Cause, Complaint, Failure, Reported};
use super::source_lines::source_line;

/// Errors or warnings that are kept.
const MOST: usize = 10;

/// The errors or the warnings, if there are any.
pub(super) fn reported(
    assembly: &Assembly,
    severity: Severity,
    cause: impl Fn(Reported) -> Cause,
) -> Option<Failure> {
    let all = assembly.diagnostics.for_people().filter(|d| d.severity == severity);
    let all: Vec<&Diagnostic> = all.collect();
    let kept = &all[..all.len().min(MOST)];
    let complaint = |diagnostic: &&Diagnostic| {
        let snippet = diagnostic.snippet.as_ref();
        let file = |snippet: &mips_sim::diag::Snippet| assembly.sources.file(snippet.file);
        Complaint {
            place: snippet.map(|at| (file(at).name.clone(), at.line)),
            snippet: snippet.map(|at| (at.text.to_string(), at.range.clone())),
            code: diagnostic.message.code().to_string(),
            explanation: explain(diagnostic, assembly),
        }
    };
    let places = kept.iter().filter_map(|diagnostic| diagnostic.snippet.as_ref());
    let lines = places.map(|at| source_line(&assembly.sources, (at.file, at.line), &[], true));
    (!all.is_empty()).then(|| Failure {
        lines: lines.collect(),
        cause: cause(Reported {
            complaints: kept.iter().map(complaint).collect(),
            more: all.len() - kept.len(),
        }),
        rerun: None,
        stopped: None,
    })
}
