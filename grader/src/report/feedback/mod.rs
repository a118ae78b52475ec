//! A page for each student, in Markdown and in HTML, that tells what the student may see and no more.

mod page;
mod text;

use super::escape::FileNames;
use super::visible::visible;
use super::{File, Options};
use crate::book::Gradebook;

/// Two files for each submission, named after its key.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    let mut names = FileNames::default();
    let mut files = Vec::new();
    for graded in &book.submissions {
        let name = names.name(&graded.student.key);
        let visible = visible(&book.assignment, graded, options.release);
        let mut file = |ending: &str, text: String| {
            files.push(File { path: format!("{name}.{ending}"), bytes: text.into_bytes() });
        };
        file("md", text::markdown(&book.assignment, graded, &visible));
        file("html", page::html(&book.assignment, graded, &visible));
    }
    files
}

/// What is said where a total would be wrong to show.
fn total(visible: &super::visible::Visible<'_>) -> String {
    format!("{}.", super::details::total(visible))
}
