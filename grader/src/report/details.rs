//! Every failure in words, for a terminal: what `fivetwelve check` shows a student. It tells no more
//! than the student may see.

use super::seen::{Seen, seen};
use super::terminal::{Paint, wrap};
use super::{File, Options, escape, words};
use crate::grade::{Gradebook, Graded, Status};

/// One part for each submission.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    let parts: Vec<String> = book
        .submissions
        .iter()
        .map(|graded| part(graded, &seen(&book.assignment, graded, options.release), options))
        .collect();
    File::only(parts.join("\n"))
}

fn part(graded: &Graded, seen: &Seen<'_>, options: &Options) -> String {
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
    for test in &seen.tests {
        let points = format!("{}/{}", test.points, test.head.points);
        let (mark, status) = match test.status {
            Status::Passed => ("+", paint.good("passed    ")),
            Status::Failed => ("-", paint.bad("failed    ")),
            Status::Blocked => ("?", paint.dim("not judged")),
        };
        lines.push(String::new());
        lines.push(format!("{mark} {status}  {points:>7}  {}", escape::line(&test.head.title)));
        if test.status == Status::Passed {
            continue;
        }
        let indent = |line: &str| format!("    {line}").trim_end().to_owned();
        if !test.summary.is_empty() {
            lines.push(indent(&escape::line(&test.summary)));
        }
        for (number, failure) in test.failures.iter().enumerate() {
            if number > 0 {
                lines.push(String::new());
            }
            lines.extend(words::failure(failure).iter().map(|line| indent(line)));
        }
    }
    lines.push(String::new());
    lines.push(paint.strong(&total(seen)));
    lines.join("\n") + "\n"
}

/// The sum in words, and whether it is the grade.
pub(super) fn total(seen: &Seen<'_>) -> String {
    if seen.all {
        format!("{} of {} points", seen.points, seen.most)
    } else {
        format!(
            "{} of {} points in the tests shown here; the total is not shown, because not all tests \
             are",
            seen.points, seen.most
        )
    }
}
