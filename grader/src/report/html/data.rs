//! What the script of the class report shows on demand. Everything that many students share is there
//! once and named by its number, so that a class of hundreds stays small.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::book::{
    CodeLine, Exhibit, ExhibitRole, FailureEntry, Gradebook, StudentEntry, SuspectLine,
};
use crate::report::class::Class;

/// The embedded data.
#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    most: f64,
    tests: Vec<Test<'a>>,
    /// Summaries and lines of source.
    texts: Vec<&'a str>,
    failures: Vec<What<'a>>,
    /// Listings: lines that belong together.
    listings: Vec<Vec<Line<'a>>>,
    students: Vec<Row<'a>>,
    /// The submissions in the order of the heat map's columns.
    order: Vec<usize>,
    rules: Vec<&'a str>,
    groups: Vec<Members>,
}

#[derive(Debug, Serialize)]
struct Test<'a> {
    id: &'a str,
    title: &'a str,
    points: f64,
}

/// A failure without what is the student's own.
#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct What<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<Picture<'a>>,
}

/// Something to look at. Cells are text, because the script's numbers end at 2^53.
#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord, Clone)]
#[serde(untagged)]
enum Picture<'a> {
    Board { role: ExhibitRole, label: &'a str, cells: Vec<String> },
    Text { label: &'a str, text: &'a str, drawn: bool },
    Image { label: &'a str, png: &'a str },
}

/// A line of source: its file (nothing for the file that was graded), number, text, whether it is
/// marked, and the macro calls that led there (without the file if it is this one).
type Line<'a> = (Option<&'a str>, u32, usize, u8, Vec<&'a str>);

#[derive(Debug, Serialize)]
struct Row<'a> {
    key: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    chosen: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    points: f64,
    results: Vec<TestCell<'a>>,
}

/// The letter, the points, the summary, and what went wrong.
type TestCell<'a> = (char, f64, usize, Vec<Told<'a>>);

/// The failure, the listing, the commands that show it again and go through it, and the suspicious lines:
/// file as in [`Line`], number, statement, why, and what would mend it.
type Told<'a> = (usize, Option<usize>, Vec<&'a str>, Vec<Suspicious<'a>>);
type Suspicious<'a> = (Option<&'a str>, u32, &'a str, &'a str, Option<&'a str>);

#[derive(Debug, Serialize)]
struct Members {
    failure: usize,
    members: Vec<usize>,
}

impl<'a> Data<'a> {
    /// The data of a run.
    pub(super) fn of(book: &'a Gradebook, class: &Class<'a>) -> Data<'a> {
        let mut texts = Numbered(BTreeMap::new());
        let mut failures = Numbered(BTreeMap::new());
        let mut listings = Numbered(BTreeMap::new());
        let students = book
            .submissions
            .iter()
            .map(|graded| Row {
                key: &graded.student.key,
                name: &graded.student.name,
                id: graded.student.id.as_deref(),
                file: graded.file.as_deref(),
                chosen: &graded.chosen,
                notes: &graded.notes,
                points: graded.score().into(),
                results: graded
                    .results
                    .iter()
                    .zip(&book.assignment.tests)
                    .map(|(result, test)| {
                        let told = result
                            .failures
                            .iter()
                            .map(|failure| {
                                let listing = (!failure.lines.is_empty()).then(|| {
                                    let lines = listing(graded, &failure.lines, &mut texts);
                                    listings.number(lines)
                                });
                                let number = failures.number(what(failure));
                                let commands = failure.command.iter().chain(&failure.debug);
                                let commands = commands.map(String::as_str);
                                let suspects = failure.suspects.iter();
                                let suspects = suspects.map(|line| suspicious(graded, line));
                                (number, listing, commands.collect(), suspects.collect())
                            })
                            .collect();
                        let summary = texts.number(result.summary.as_str());
                        (super::letter(result, test.points), result.points.into(), summary, told)
                    })
                    .collect(),
            })
            .collect();
        let groups = class
            .groups
            .iter()
            .map(|group| Members {
                failure: failures.number(what(group.failure)),
                members: group.members.clone(),
            })
            .collect();
        Data {
            most: book.assignment.points().into(),
            tests: book
                .assignment
                .tests
                .iter()
                .map(|test| Test { id: &test.id, title: &test.title, points: test.points.into() })
                .collect(),
            texts: texts.values(),
            failures: failures.values(),
            listings: listings.values(),
            students,
            order: super::charts::order(book),
            rules: class.rules.iter().map(|broken| broken.rule).collect(),
            groups,
        }
    }
}

fn what<'a>(failure: &'a FailureEntry) -> What<'a> {
    let picture = |shown: &'a Exhibit| match shown {
        Exhibit::Board { role, label, cells } => {
            let cells = cells.iter().map(u64::to_string).collect();
            Picture::Board { role: *role, label, cells }
        }
        Exhibit::Text { role, label, text } => {
            Picture::Text { label, text, drawn: role.is_drawn() }
        }
        Exhibit::Picture { label, png, .. } => Picture::Image { label, png },
    };
    What {
        rule: failure.rule.as_deref(),
        text: &failure.rule_text,
        hint: failure.hint.as_deref(),
        said: failure.given.iter().chain(&failure.sentences).map(String::as_str).collect(),
        shown: failure.shown.iter().map(picture).collect(),
    }
}

/// Whether a line is of the file that was graded. It may be named without the folders in front of it.
fn is_own(graded: &StudentEntry, file: &str) -> bool {
    let rest = graded.file.as_deref().and_then(|graded| graded.strip_suffix(file));
    rest.is_some_and(|folders| folders.is_empty() || folders.ends_with('/'))
}

fn suspicious<'a>(graded: &StudentEntry, line: &'a SuspectLine) -> Suspicious<'a> {
    let file = (!is_own(graded, &line.file)).then_some(&*line.file);
    (file, line.line, &line.text, &line.why, line.repair.as_deref())
}

fn listing<'a>(
    graded: &'a StudentEntry,
    lines: &'a [CodeLine],
    texts: &mut Numbered<&'a str>,
) -> Vec<Line<'a>> {
    lines
        .iter()
        .map(|line| {
            let file = (!is_own(graded, &line.file)).then_some(&*line.file);
            let call = |call: &'a String| match call.strip_prefix(&*line.file) {
                Some(number) if number.starts_with(':') => number,
                _ => call,
            };
            let calls = line.calls.iter().map(call).collect();
            (file, line.line, texts.number(&*line.text), u8::from(line.marked), calls)
        })
        .collect()
}

/// Values by their numbers, each once.
struct Numbered<T>(BTreeMap<T, usize>);

impl<T: Ord> Numbered<T> {
    fn number(&mut self, value: T) -> usize {
        let next = self.0.len();
        *self.0.entry(value).or_insert(next)
    }

    fn values(self) -> Vec<T> {
        let mut values: Vec<(T, usize)> = self.0.into_iter().collect();
        values.sort_by_key(|(_, number)| *number);
        values.into_iter().map(|(value, _)| value).collect()
    }
}
