//! The whole run for programs: a [`Gradebook`] as JSON.

use super::{File, Options, escape};
use crate::book::Gradebook;

/// The file.
pub(super) fn render(book: &Gradebook, _: &Options) -> Vec<File> {
    let text = serde_json::to_string_pretty(book).expect("grades are plain data");
    File::only(escape::json(&text) + "\n")
}
