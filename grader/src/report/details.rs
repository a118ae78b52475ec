//! Every failure in words, for a terminal: what `fivetwelve check` shows a student. It tells no more
//! than the student may see.

use super::seen::{Seen, seen};
use super::terminal::{Paint, wrap};
use super::{File, Options, escape, words};
use crate::book::Gradebook;
use crate::grade::{Failure, Graded, Status};

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
    // Tests that passed stand close together.
    let mut before = Status::Failed;
    for test in &seen.tests {
        let points = format!("{}/{}", test.points, test.head.points);
        let (mark, status) = match test.status {
            Status::Passed => ("+", paint.good("passed    ")),
            Status::Failed => ("-", paint.bad("failed    ")),
            Status::Blocked => ("?", paint.dim("not judged")),
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
        let mut say = |line: &str| {
            // What is drawn or typed stays as it is; sentences are wrapped.
            let drawn = line.starts_with([' ', '>']) || line.starts_with("to see it:");
            let said = if drawn { vec![line.to_owned()] } else { wrap(line, room) };
            lines.extend(said.iter().map(|line| format!("    {line}").trim_end().to_owned()));
        };
        // Most failures begin with the rule that the summary names.
        let said_below = |failure: &Failure| {
            !failure.rule_text.is_empty() && test.summary.contains(&failure.rule_text)
        };
        if !test.failures.iter().any(said_below) {
            say(&escape::line(&test.summary));
        }
        for (number, failure) in test.failures.iter().enumerate() {
            if number > 0 {
                say("");
            }
            words::failure(failure).iter().for_each(|line| say(line));
        }
    }
    lines.push(String::new());
    lines.extend(wrap(&total(seen), options.width).iter().map(|line| paint.strong(line)));
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
