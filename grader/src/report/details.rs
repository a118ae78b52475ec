//! Every failure in words, for a terminal: what `fivetwelve check` shows a student. It tells no more
//! than the student may see.

use super::plain::{self, Line};
use super::terminal::{Paint, wrap};
use super::visible::{Visible, visible};
use super::{File, Options, escape};
use crate::book::{Gradebook, Kind, Status, StudentEntry};
use crate::grade::Points;

/// One part for each submission.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    let parts: Vec<String> = book
        .submissions
        .iter()
        .map(|graded| part(graded, &visible(&book.assignment, graded, options.release), options))
        .collect();
    File::only(parts.join("\n"))
}

fn part(graded: &StudentEntry, visible: &Visible<'_>, options: &Options) -> String {
    let paint = Paint { on: options.colour };
    let name = match &graded.file {
        Some(file) => escape::line(file),
        None => escape::line(&graded.student.name),
    };
    let mut lines = vec![paint.strong(&name)];
    lines.extend(wrap(&escape::line(&graded.chosen), options.width));
    for note in &graded.notes {
        lines.extend(wrap(&format!("note: {}", escape::line(note)), options.width));
    }
    // Tests that passed stand close together.
    let mut before = Status::Failed;
    for test in &visible.tests {
        let points = format!("{}/{}", test.points, test.head.points);
        let (mark, status) = match test.status {
            Status::Passed => ("+", paint.good("passed    ")),
            Status::Failed if test.head.points == Points::ZERO => (" ", paint.dim("no points ")),
            Status::Failed => ("-", paint.bad("failed    ")),
            Status::Blocked => ("?", paint.dim("not tested")),
        };
        if std::mem::replace(&mut before, test.status) != Status::Passed
            || test.status != Status::Passed
        {
            lines.push(String::new());
        }
        lines.push(format!("{mark} {status}  {points:>7}  {}", escape::line(&test.head.title)));
        if test.status == Status::Passed {
            continue;
        }
        let room = options.width.saturating_sub(4).max(20);
        let mut say = |line: Line| {
            let said = match line {
                Line::Sentence(text) => wrap(&text, room),
                Line::Drawn(text) => vec![text],
            };
            lines.extend(said.iter().map(|line| format!("    {line}").trim_end().to_owned()));
        };
        // The summary of a test by games names the rules, and so do its failures.
        let named = test.status == Status::Failed
            && test.head.kind == Kind::Differential
            && test.failures.iter().any(|failure| failure.rule.is_some());
        if !named {
            say(Line::Sentence(escape::line(&test.summary)));
        }
        for (number, failure) in test.failures.iter().enumerate() {
            if number > 0 {
                say(Line::Drawn(String::new()));
            }
            plain::lines(failure).into_iter().for_each(&mut say);
        }
    }
    lines.push(String::new());
    lines.extend(wrap(&total(visible), options.width).iter().map(|line| paint.strong(line)));
    lines.join("\n") + "\n"
}

/// The sum in words, and whether it is the grade.
pub(super) fn total(visible: &Visible<'_>) -> String {
    if visible.all {
        format!("{} of {} points", visible.points, visible.most)
    } else {
        format!(
            "{} of {} points in the tests shown here; the total is not shown, because not all tests \
             are",
            visible.points, visible.most
        )
    }
}
