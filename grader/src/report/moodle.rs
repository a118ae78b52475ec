//! A table for Moodle: who, the name, the grade, the most, and remarks. As it comes, it is a grading
//! worksheet of an assignment; the importer of the gradebook takes it with any titles.

use super::visible::visible;
use super::{File, Join, Options, details, escape};
use crate::book::{Gradebook, StudentEntry};
use crate::grade::Status;
use crate::wording;

/// The title of the column in Moodle's own worksheets.
const IDENTIFIER: &str = "Identifier";

/// The table.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    let key = options.key_title.as_deref().unwrap_or(IDENTIFIER);
    let grade = options.grade_title.as_deref().unwrap_or("Grade");
    let titles = [key, "Full name", grade, "Maximum Grade", &options.remarks_title];
    let mut text = titles.map(escape::csv).join(",") + "\r\n";
    for graded in &book.submissions {
        let known = options.join.of(&graded.student);
        let number = !known.is_empty() && known.bytes().all(|byte| byte.is_ascii_digit());
        // The number in the names of Moodle's folders is the participant's.
        let known = if key == IDENTIFIER && options.join == Join::Id && number {
            format!("Participant {known}")
        } else {
            known.to_owned()
        };
        let cells = [
            escape::csv(&known),
            escape::csv(&graded.student.name),
            graded.score().to_string(),
            book.assignment.points().to_string(),
            escape::csv(&remarks(book, graded, options)),
        ];
        text += &(cells.join(",") + "\r\n");
    }
    File::only(text)
}

/// What the student may see, in a line for each test that did not pass.
fn remarks(book: &Gradebook, graded: &StudentEntry, options: &Options) -> String {
    let visible = visible(&book.assignment, graded, options.release);
    let mut lines = Vec::new();
    for test in visible.tests.iter().filter(|test| test.status != Status::Passed) {
        let mut line = format!(
            "{}: {}, {} of {} points.",
            test.head.title,
            wording::status(test.status),
            test.points,
            test.head.points
        );
        for part in std::iter::once(&test.summary)
            .chain(test.failures.iter().flat_map(|f| f.given.iter().chain(&f.sentences)))
            .filter(|part| !part.is_empty())
        {
            line += &format!(" {part}");
        }
        lines.push(escape::line(&line));
    }
    if lines.is_empty() {
        lines.push("All tests shown here passed.".to_owned());
    }
    if visible.all {
        lines.push(details::total(&visible) + ".");
    }
    lines.join("\n")
}
