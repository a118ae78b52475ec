//! What GitHub Classroom's reporter reads from a grading step: base64 of a JSON object. It tells what
//! the student may see. Every test carries its score and `max_score` is the sum of what they are
//! worth, so that whichever way the points are added up, the sums are the same.

use serde_json::{Value, json};

use super::escape;
use super::github::place_of;
use super::visible::{VisibleTest, visible};
use super::{File, Options, plain};
use crate::book::{Gradebook, StudentEntry};
use crate::grade::Status;

/// `result.txt`, or one in a folder for each submission if there are several.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    File::for_each(book, "result.txt", |graded| {
        let text = result(book, graded, options).to_string();
        escape::base64(text.as_bytes()) + "\n"
    })
}

fn result(book: &Gradebook, graded: &StudentEntry, options: &Options) -> Value {
    let visible = visible(&book.assignment, graded, options.release);
    let passed = visible.tests.iter().all(|test| test.status == Status::Passed);
    json!({
        "version": 1,
        "status": if passed { "pass" } else { "fail" },
        "max_score": f64::from(visible.most),
        "tests": visible.tests.iter().map(|visible| test(graded, visible)).collect::<Vec<_>>(),
    })
}

fn test(graded: &StudentEntry, visible: &VisibleTest<'_>) -> Value {
    let mut message = vec![escape::line(&visible.summary)];
    message.extend(visible.failures.iter().flat_map(plain::failure));
    let place = place_of(visible);
    let command = visible.failures.iter().find_map(|failure| failure.command.as_deref());
    json!({
        "name": escape::line(&visible.head.title),
        // The reporter prints the message of an error only.
        "status": if visible.status == Status::Passed { "pass" } else { "error" },
        "message": message.join("\n"),
        "test_code": escape::line(command.unwrap_or_default()),
        "filename": escape::line(place.map(|line| &line.file).or(graded.file.as_ref()).map_or("", |f| f)),
        "line_no": place.map_or(0, |line| line.line),
        // The grader looks at no clock.
        "execution_time": 0,
        "score": f64::from(visible.points),
    })
}
