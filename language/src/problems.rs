//! What is wrong with a program, and the changes that would mend it. The same findings in the same
//! words as `fivetwelve asm`.

use std::ops::Range;

use mips_sim::asm::lex::TokenLine;
use mips_sim::diag::Severity;
use mips_sim::diag::explain::{Fix, explain, explain_finding};
use mips_sim::observe::check::Finding;
use mips_sim::source::{FileId, SourceMap, trimmed};
use render::{in_file, shown};

use crate::names::Span;
use crate::program::Program;

/// As many as anyone reads; a table of bytes can give a million warnings.
const MAX_PROBLEMS: usize = 1000;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where; `None` if it has no place.
    pub place: Option<Span>,
    /// How bad it is.
    pub severity: Severity,
    /// The stable code, which `fivetwelve explain` knows.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub title: String,
    /// What else there is to know, and what to do about it: paragraphs.
    pub advice: Vec<String>,
    /// Other places that have to do with it.
    pub related: Vec<(Span, String)>,
    /// Changes, each of which would mend it, the likeliest first.
    pub repairs: Vec<Repair>,
}

/// A change to one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What it does, in a few words.
    pub title: String,
    /// What gives way.
    pub place: Span,
    /// What comes in its place.
    pub text: String,
}

/// Everything that is wrong, file by file from top to bottom.
pub fn problems(program: &Program) -> Vec<Problem> {
    let list = shown(&program.assembly);
    list.iter().take(MAX_PROBLEMS).map(|item| problem(item, program)).collect()
}

fn problem(item: &render::Shown<'_>, program: &Program) -> Problem {
    let sources = &program.assembly.sources;
    let diagnostic = item.diagnostic;
    let words = explain(diagnostic, &program.assembly);
    let snippet = diagnostic.snippet.as_ref();
    let place = snippet.map(|snippet| {
        let range = words.point.clone().unwrap_or_else(|| snippet.range.clone());
        let (written, range) = in_file(snippet, range, sources);
        Span { file: snippet.file, line: snippet.line, range: visible(written, range) }
    });
    let mut advice = Vec::new();
    if let Some(snippet) = snippet.filter(|snippet| snippet.rewritten) {
        advice.push(format!("assembled as `{}`", snippet.text.trim()));
    }
    // Beside the caret in a picture; an editor only has lines.
    advice.extend(Some(words.label).filter(|label| !label.is_empty()));
    advice.extend(words.notes);
    advice.extend(words.help.into_iter().map(|help| format!("help: {help}")));
    let mut related = Vec::new();
    for call in diagnostic.trace.iter().rev() {
        let (_, range) = in_file(&call.at, call.at.range.clone(), sources);
        let place = Span { file: call.at.file, line: call.at.line, range };
        related.push((place, format!("in this expansion of macro `{}`", call.name)));
    }
    if let Some(call) = diagnostic.trace.last() {
        related.push((whole(sources, call.defined), format!("`{}` is defined here", call.name)));
    }
    let as_written = snippet.filter(|snippet| !snippet.rewritten);
    let repairs = as_written.map_or(Vec::new(), |snippet| {
        let at = (snippet.file, snippet.line);
        words.fixes.iter().filter_map(|fix| repair(fix, at, sources)).collect()
    });
    Problem {
        place,
        severity: diagnostic.severity,
        code: diagnostic.message.code(),
        title: words.title,
        advice,
        related,
        repairs,
    }
}

/// What the checker found in a run of the program, at the statements that it is about.
pub fn finding(found: &Finding, program: &Program) -> Problem {
    let image = &program.assembly.image;
    let statement = |pc: u32| {
        let (file, line) = image.place(pc)?.at();
        Some(Span { file, line, range: TokenLine::read(program.line(file, line)).range() })
    };
    let words = explain_finding(found, image);
    let related = words.related.and_then(|(pc, message)| Some((statement(pc)?, message)));
    Problem {
        place: statement(words.pc),
        severity: Severity::Warning,
        code: found.code(),
        title: words.title,
        advice: vec![format!("help: {}", words.help)],
        related: related.into_iter().collect(),
        repairs: Vec::new(),
    }
}

/// At least one character, so that there is something to see.
fn visible(line: &str, range: Range<usize>) -> Range<usize> {
    if !range.is_empty() {
        return range;
    }
    let before = line[..range.start].char_indices().next_back().map(|(at, _)| at);
    match before {
        Some(at) if range.start >= line.trim_end().len() => at..range.start,
        _ => {
            let next = line[range.start..].chars().next().map_or(0, char::len_utf8);
            range.start..range.start + next
        }
    }
}

fn whole(sources: &SourceMap, (file, line): (FileId, u32)) -> Span {
    Span { file, line, range: trimmed(sources.file(file).line(line)) }
}

fn repair(fix: &Fix, (file, line): (FileId, u32), sources: &SourceMap) -> Option<Repair> {
    let text = sources.file(file).line(line);
    let range = fix.range(text);
    // Further lines begin in the column of the first, or where instructions do.
    let indent: String = match text.get(..range.start)? {
        blank if blank.trim().is_empty() => blank.to_string(),
        labelled => " ".repeat(labelled.chars().count()),
    };
    let old = text.get(range.clone())?;
    let lines: Vec<String> = fix.lines.iter().map(|new| in_columns(old, new)).collect();
    let lines = lines.join(&format!("\n{indent}"));
    Some(Repair { title: fix.title(), place: Span { file, line, range }, text: lines })
}

/// A statement with its operands in the column of the one that it replaces, if there was room.
fn in_columns(old: &str, new: &str) -> String {
    let gap = |text: &str| {
        let read = TokenLine::read(text);
        match read.tokens() {
            [head, next, ..] if head.start == 0 => Some(head.end as usize..next.start as usize),
            _ => None,
        }
    };
    let (Some(before), Some(after)) = (gap(old), gap(new)) else { return new.to_string() };
    let blanks = &old[before.clone()];
    if blanks.len() < 2 && blanks != "\t" || !new[after.clone()].trim().is_empty() {
        return new.to_string();
    }
    let blanks = match blanks.contains('\t') {
        true => blanks.to_string(),
        false => " ".repeat(before.end.saturating_sub(after.start).max(1)),
    };
    format!("{}{blanks}{}", &new[..after.start], &new[after.end..])
}
