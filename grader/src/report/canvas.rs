//! A table for Canvas's gradebook: its five columns about the student, one with the grade, and its
//! row with the points that can be got.

use super::{File, Options, escape};
use crate::book::Gradebook;

const COLUMNS: [&str; 5] = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];

/// The table.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    let key = options.key_title.as_deref().unwrap_or("ID");
    // A title of the platform's own names one of its columns; any other replaces the ID.
    let column = COLUMNS.iter().position(|title| *title == key).unwrap_or(1);
    let mut titles: Vec<String> = COLUMNS.iter().map(|title| escape::csv(title)).collect();
    titles[column] = escape::csv(key);
    titles.push(escape::csv(options.grade_title.as_deref().unwrap_or(&book.assignment.title)));
    let mut text = titles.join(",") + "\r\n";
    text += &format!("Points Possible,,,,,{}\r\n", book.assignment.points());
    for graded in &book.submissions {
        let mut cells = vec![String::new(); COLUMNS.len()];
        cells[0] = escape::csv(&graded.student.name);
        cells[column] = escape::csv(options.join.of(&graded.student));
        cells.push(graded.score().to_string());
        text += &(cells.join(",") + "\r\n");
    }
    File::only(text)
}
