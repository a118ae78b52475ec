//! The source lines that ran, short: neighbours in one row, macros as the lines that call them.

use grader::trace::{Place, Ran};
use mips_sim::Image;
use mips_sim::source::FileId;
use serde_json::{Value, json};

/// Rows that are shown.
const MAX_ROWS: usize = 24;
/// Lines that may lie between two of one row: blank ones and comments.
const NEAR: u32 = 2;

/// Lines that follow each other in the source, and ran one after the other.
struct Row {
    file: FileId,
    first: u32,
    last: u32,
    /// Lines of macros that ran because of them.
    inside: Vec<u32>,
}

/// One row for each stretch of the source, in the order in which they were reached.
pub(super) fn table(image: &Image, ran: &[Ran]) -> Vec<String> {
    let mut rows: Vec<Row> = Vec::new();
    for Ran { place, calls } in ran {
        let (file, line) = calls.first().copied().unwrap_or(*place);
        let inside = (!calls.is_empty()).then_some(place.1);
        match rows.iter_mut().find(|row| row.file == file && (row.first..=row.last).contains(&line))
        {
            Some(row) => row.inside.extend(inside),
            None => match rows.last_mut() {
                Some(row) if row.file == file && line > row.last && line - row.last <= NEAR => {
                    row.last = line;
                    row.inside.extend(inside);
                }
                _ => rows.push(Row {
                    file,
                    first: line,
                    last: line,
                    inside: inside.into_iter().collect(),
                }),
            },
        }
    }
    let mut list: Vec<String> = rows.iter().take(MAX_ROWS).map(|row| shown(image, row)).collect();
    if rows.len() > MAX_ROWS {
        list.push(format!("and {} more places", rows.len() - MAX_ROWS));
    }
    list
}

fn shown(image: &Image, row: &Row) -> String {
    let source = image.sources.file(row.file);
    let text = source.line(row.first);
    let text = text.split('#').next().unwrap_or_default().trim();
    let range = |first: u32, last: u32| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    let more = if row.first == row.last { "" } else { " …" };
    let mut inside = row.inside.clone();
    inside.sort_unstable();
    let macros = match (inside.first(), inside.last()) {
        (Some(first), Some(last)) => format!("  (macro lines {})", range(*first, *last)),
        _ => String::new(),
    };
    format!("{}:{:<9} {text}{more}{macros}", source.name, range(row.first, row.last))
}

/// One line as JSON.
pub(super) fn object(image: &Image, ran: &Ran) -> Value {
    let place =
        |(file, line): &Place| json!({ "file": image.sources.file(*file).name, "line": line });
    let mut value = place(&ran.place);
    value["calls"] = ran.calls.iter().map(place).collect();
    value
}
