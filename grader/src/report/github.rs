//! Annotations for the log of GitHub Actions, which shows them at the lines of the student's program.
//! They tell what the student may see. Ten of each kind are shown for a step, so no more are written
//! and the last line says how many are left out.

use super::escape::{annotation, annotation_property as property};
use super::visible::{VisibleTest, visible};
use super::{File, Options, details, plain};
use crate::book::{CodeLine, Gradebook, StudentEntry};
use crate::grade::Status;

/// What is shown of each kind in one step.
const SHOWN: usize = 10;

/// The lines of the log.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    let (mut errors, mut warnings, mut totals) = (Vec::new(), Vec::new(), Vec::new());
    for graded in &book.submissions {
        let visible = visible(&book.assignment, graded, options.release);
        for test in &visible.tests {
            match test.status {
                Status::Passed => {}
                Status::Failed => errors.push(line("error", graded, test)),
                Status::Blocked => warnings.push(line("warning", graded, test)),
            }
        }
        totals.push(format!(
            "::notice title={}::{}",
            property(&format!("{}: {}", book.assignment.title, graded.student.name)),
            annotation(&details::total(&visible))
        ));
    }
    let mut text = String::new();
    let mut left_out = 0;
    // One of the notices is kept for what is left out.
    for (lines, room) in [(errors, SHOWN), (warnings, SHOWN), (totals, SHOWN - 1)] {
        left_out += lines.len().saturating_sub(room);
        lines.iter().take(room).for_each(|line| text += &format!("{line}\n"));
    }
    if left_out > 0 {
        text += &format!("::notice title=Not all is shown::{left_out} more are left out here\n");
    }
    File::only(text)
}

fn line(kind: &str, graded: &StudentEntry, test: &VisibleTest<'_>) -> String {
    let mut said = vec![test.summary.clone()];
    said.extend(test.failures.iter().flat_map(plain::failure));
    let mut place = String::new();
    if let Some(CodeLine { file, line, .. }) = place_of(test) {
        place = format!("file={},line={line},", property(file));
    } else if let Some(file) = &graded.file {
        place = format!("file={},", property(file));
    }
    let title = format!("{} ({} of {} points)", test.head.title, test.points, test.head.points);
    format!("::{kind} {place}title={}::{}", property(&title), annotation(&said.join("\n")))
}

/// The line to look at first.
pub(super) fn place_of<'a>(test: &'a VisibleTest<'_>) -> Option<&'a CodeLine> {
    let lines = || test.failures.iter().flat_map(|failure| &failure.lines);
    lines().find(|line| line.marked).or_else(|| lines().next())
}
