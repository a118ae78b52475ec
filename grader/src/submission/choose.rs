//! Finds the program among the texts of a submission, and says why it is this one.
//!
//! A name that the assignment asks for counts most, then the ending of a program, then what the
//! text looks like. Among equals a fixed list of reasons decides, each of which can be said in a
//! sentence; the order of the files never does.

use super::line_counts::LineCounts;
use super::names::{base, is_program, shown, stem};
use super::pattern::fits;

/// Which text is the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Its place in the list; none if there is no program.
    pub main: Option<usize>,
    /// Why, in words that follow a colon.
    pub why: String,
    /// What else was noticed.
    pub notes: Vec<String>,
}

/// More names than these are not listed.
const NAMED: usize = 5;

struct Candidate<'a> {
    at: usize,
    path: &'a str,
    text: &'a str,
    counts: LineCounts,
}

/// Finds the program among texts (path and text); `others` are files that are no text, and what
/// they are instead.
pub fn choose(
    texts: &[(String, String)],
    others: &[(String, &'static str)],
    patterns: &[String],
) -> Choice {
    let (full, empty): (Vec<_>, Vec<_>) =
        texts.iter().enumerate().partition(|(_, (_, text))| !text.trim().is_empty());
    let candidates: Vec<Candidate<'_>> = full
        .into_iter()
        .map(|(at, (path, text))| Candidate { at, path, text, counts: LineCounts::of(text) })
        .collect();
    let mut notes: Vec<String> =
        empty.iter().map(|(_, (path, _))| format!("{} is empty", shown(path))).collect();
    let wanted = |path: &str| patterns.iter().any(|pattern| fits(pattern, base(path)));
    let damaged = others.iter().filter(|(path, _)| is_program(path) || wanted(path));
    notes.extend(damaged.map(|(path, what)| format!("{} is {what}, not a program", shown(path))));

    let ranked = ranked(candidates, patterns);
    let Some((reason, ranked)) = ranked else {
        return Choice { main: None, why: none(texts, others, empty.len()), notes };
    };
    if ranked.iter().all(|candidate| !is_program(candidate.path)) {
        for candidate in &ranked {
            notes.push(format!("{} has not the ending of a program", shown(candidate.path)));
        }
    }
    let (main, why) = settle(ranked, &reason, texts);
    Choice { main: Some(main), why, notes }
}

/// The best kind of candidates, and what makes them so.
fn ranked<'a>(
    mut candidates: Vec<Candidate<'a>>,
    patterns: &[String],
) -> Option<(String, Vec<Candidate<'a>>)> {
    for pattern in patterns {
        // A pattern for every program says nothing about this one.
        if matches!(pattern.as_str(), "*" | "*.asm" | "*.s") {
            continue;
        }
        let (found, rest): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|candidate| {
            let name = if pattern.contains('/') { candidate.path } else { base(candidate.path) };
            fits(pattern, name)
        });
        if !found.is_empty() {
            return Some((format!("its name is asked for ({pattern})"), found));
        }
        candidates = rest;
    }
    let (found, rest): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|candidate| is_program(candidate.path));
    if !found.is_empty() {
        return Some(("it is the only assembly file".into(), found));
    }
    let found: Vec<_> =
        rest.into_iter().filter(|candidate| candidate.counts.is_assembly()).collect();
    let reason = "its text is assembly, whatever its name says";
    (!found.is_empty()).then(|| (reason.to_string(), found))
}

/// One of several, and why.
fn settle(left: Vec<Candidate<'_>>, reason: &str, texts: &[(String, String)]) -> (usize, String) {
    let all: Vec<(usize, String)> = left.iter().map(|c| (c.at, shown(c.path))).collect();
    let included = included(texts);
    let mut field = Field { left, why: reason.to_string() };
    // Editors keep copies in hidden files.
    let hidden = |path: &str| path.split('/').any(|part| part.starts_with('.'));
    field.narrow("the other files are hidden", |candidate| !hidden(candidate.path));
    field.narrow("the other files are included", |candidate| {
        !included.contains(&base(candidate.path).to_lowercase())
    });
    field.narrow("it has a label main", |candidate| candidate.counts.main);
    let depth = |candidate: &Candidate<'_>| candidate.path.matches('/').count();
    let least = field.left.iter().map(depth).min().unwrap_or(0);
    field.narrow("it lies in the outermost folder", |candidate| depth(candidate) == least);
    field.narrow("it is called main", |c| stem(base(c.path)).eq_ignore_ascii_case("main"));
    let most = field.left.iter().map(|candidate| candidate.counts.instructions).max().unwrap_or(0);
    field.narrow("it has the most instructions", |candidate| candidate.counts.instructions == most);
    let alike = field.left.windows(2).all(|pair| pair[0].text == pair[1].text);
    let first = field.left.iter().map(|candidate| candidate.path).min().unwrap_or_default();
    let words = if alike { "the others have the same text" } else { "its name is the first" };
    field.narrow(words, |candidate| candidate.path == first);
    let (main, mut why) = (field.left[0].at, field.why);
    if all.len() > 1 {
        let rest: Vec<&str> =
            all.iter().filter(|(at, _)| *at != main).map(|(_, name)| name.as_str()).collect();
        why = format!("of {} candidates, because {why}; not taken: {}", all.len(), list(&rest));
    }
    (main, why)
}

/// Who is left, and the last reason that sent someone away.
struct Field<'a> {
    left: Vec<Candidate<'a>>,
    why: String,
}

impl<'a> Field<'a> {
    fn narrow(&mut self, why: &str, keep: impl Fn(&Candidate<'a>) -> bool) {
        let kept = self.left.iter().filter(|candidate| keep(candidate)).count();
        if kept > 0 && kept < self.left.len() {
            self.left.retain(|candidate| keep(candidate));
            self.why = why.to_string();
        }
    }
}

/// The names of files that other files include, in small letters.
fn included(texts: &[(String, String)]) -> Vec<String> {
    let mut names = Vec::new();
    if texts.len() < 2 {
        return names;
    }
    for (path, text) in texts {
        let own = base(path).to_lowercase();
        for name in LineCounts::of(text).includes {
            let name = base(&name.replace('\\', "/")).to_lowercase();
            if name != own {
                names.push(name);
            }
        }
    }
    names
}

/// Why there is no program.
fn none(texts: &[(String, String)], others: &[(String, &'static str)], empty: usize) -> String {
    let files = texts.len() + others.len();
    let mut names: Vec<String> = texts.iter().map(|(path, _)| shown(path)).collect();
    names.extend(others.iter().map(|(path, what)| format!("{} ({what})", shown(path))));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match (files, empty) {
        (0, _) => "nothing was handed in".into(),
        (1, 1) => format!("the only file is empty: {}", names[0]),
        (1, _) => format!("the only file is not an assembly program: {}", names[0]),
        (_, empty) if empty == files => format!("all {files} files are empty: {}", list(&names)),
        _ => format!("none of the {files} files is an assembly program: {}", list(&names)),
    }
}

fn list(names: &[&str]) -> String {
    match names.len().checked_sub(NAMED) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..NAMED].join(", ")),
    }
}
