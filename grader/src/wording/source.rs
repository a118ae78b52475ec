//! What is wrong with the source of a program.

use render::{Excerpt, Level, Picture, Style};

use super::listed;
use crate::book::{CodeLine, Exhibit, ExhibitRole, FailureEntry};
use crate::grade::{Complaint, Reported, SizeUnit, SourceError, shortened};

/// Columns of a picture.
const WIDTH: usize = 100;

/// Errors of the assembler; `pictured` as one would read them on a terminal, too.
pub(super) fn does_not_assemble(reported: &Reported, pictured: bool) -> FailureEntry {
    let mut entry = diagnostics(reported, Level::Error);
    entry.rule_text = "the program assembles without errors".into();
    entry.hint = Some("Read the first error first: the others may come from it.".into());
    entry.shown.retain(|_| pictured);
    entry
}

pub(super) fn warnings(reported: &Reported) -> FailureEntry {
    let mut entry = diagnostics(reported, Level::Warning);
    entry.rule_text = "the assembler reports no warnings".into();
    entry.hint = Some("`fivetwelve asm FILE` shows every warning with its remedy.".into());
    entry
}

fn diagnostics(reported: &Reported, level: Level) -> FailureEntry {
    let mut sentences: Vec<String> = reported.complaints.iter().map(title).collect();
    let mut text: String =
        reported.complaints.iter().map(|complaint| picture(complaint, level)).collect();
    if reported.more > 0 {
        let more = format!("and {} more", reported.more);
        text.push_str(&format!("{more}\n"));
        sentences.push(more);
    }
    let label = "what the assembler says".into();
    let shown = vec![Exhibit::Text { role: ExhibitRole::Diagnostics, label, text }];
    FailureEntry { sentences, shown, ..FailureEntry::default() }
}

fn title(complaint: &Complaint) -> String {
    let title = shortened(&complaint.explanation.title);
    match &complaint.place {
        Some((file, line)) => format!("{file}:{line}: {title}"),
        None => title,
    }
}

/// What is reported as one would read it on a terminal.
fn picture(complaint: &Complaint, level: Level) -> String {
    let words = &complaint.explanation;
    let place = complaint.place.as_ref().zip(complaint.snippet.as_ref());
    let picture = Picture {
        excerpt: place.map(|((file, line), (text, range))| Excerpt {
            file: file.clone(),
            line: *line,
            text: text.clone(),
            range: words.point.clone().unwrap_or(range.clone()),
            label: shortened(&words.label),
        }),
        code: complaint.code.clone(),
        notes: words.notes.iter().map(|note| shortened(note)).collect(),
        help: words.help.iter().map(|help| shortened(help)).collect(),
        ..Picture::new(level, shortened(&words.title))
    };
    picture.draw(Style { color: false, width: WIDTH, wrap_titles: false }) + "\n"
}

pub(super) fn error(error: &SourceError, lines: &[CodeLine]) -> FailureEntry {
    let at = |line: &CodeLine| format!("{}:{}", line.file, line.line);
    let (rule_text, hint, sentences) = match error {
        SourceError::Missing { missing, asked } => (
            format!("the program uses {}", listed(asked)),
            "Names in comments do not count.",
            vec![format!("{} is nowhere in the program", listed(missing))],
        ),
        SourceError::Banned { uses, banned, .. } => (
            format!("the program does not use {}", listed(banned)),
            "Find another way to compute the same.",
            lines
                .iter()
                .zip(uses)
                .map(|(line, (written, name))| match written.eq_ignore_ascii_case(name) {
                    true => format!("{}: `{name}` is not allowed", at(line)),
                    false => {
                        format!("{}: `{written}` becomes `{name}`, which is not allowed", at(line))
                    }
                })
                .collect(),
        ),
        SourceError::Services { calls, allowed, .. } => {
            let list = |numbers: &[u32]| {
                numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            };
            (
                format!("the program calls only the services {}", list(allowed)),
                "`$v0` says which service `syscall` calls.",
                lines
                    .iter()
                    .zip(calls)
                    .map(|(line, (number, name))| {
                        format!("{}: service {number} ({name}) is called", at(line))
                    })
                    .collect(),
            )
        }
        SourceError::Conventions { reported, .. } => (
            "functions follow the calling conventions".into(),
            "`fivetwelve run --check FILE` reports this while the program runs.",
            reported.clone(),
        ),
        SourceError::Uncommented { functions, without, share } => (
            format!("at least {share} % of the functions have a comment at their head"),
            "Write above the label of each function what it does, takes and returns.",
            vec![format!(
                "{} of {functions} functions have a comment; without one: {}",
                functions - without.len(),
                listed(without)
            )],
        ),
        SourceError::TooLarge { unit, count, most } => {
            let (unit, hint) = match unit {
                SizeUnit::Lines => ("lines of code", "Comments and blank lines do not count."),
                SizeUnit::Instructions => {
                    ("instructions", "A pseudo-instruction counts as what it becomes.")
                }
            };
            (
                format!("the program has at most {most} {unit}"),
                hint,
                vec![format!("it has {count} {unit}")],
            )
        }
    };
    FailureEntry { rule_text, hint: Some(hint.into()), sentences, ..FailureEntry::default() }
}
