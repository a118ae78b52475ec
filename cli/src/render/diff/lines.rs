//! The source lines that ran, short: neighbours in one row, macros as the lines that call them.

use mips_sim::Image;
use mips_sim::source::FileId;
use serde_json::{Value, json};
use tester::trace::{LineId, LineTrace, RanLine};

/// Rows that are shown.
const MAX_ROWS: usize = 24;
/// Lines that may lie between two of one row: blank ones and comments.
const NEAR: u32 = 3;

/// Lines that follow each other in the source.
struct Row {
    file: FileId,
    first: u32,
    last: u32,
    /// Lines of macros that ran because of them.
    inside: Vec<u32>,
}

/// One row for each stretch of the source: of the lines that ran for the first time if there are
/// any, because the others did no harm before. Then the line that was the last.
pub(super) fn table(image: &Image, trace: &LineTrace) -> (&'static str, Vec<String>) {
    let fresh = trace.lines.iter().any(|ran| ran.first_time);
    let heading = if fresh { "Ran for the first time" } else { "Ran" };
    let mut list = rows(image, trace.lines.iter().filter(|ran| ran.first_time || !fresh));
    if let Some(last) = &trace.last {
        list.push(format!("last: {}", chain(image, last)));
    }
    (heading, list)
}

/// A line, and the macro calls around it from the inside out.
fn chain(image: &Image, ran: &RanLine) -> String {
    let name = |(file, line): &LineId| format!("{}:{line}", image.sources.file(*file).name);
    let (file, line) = ran.place;
    let text = image.sources.file(file).line(line);
    let mut words = format!("{} {}", name(&ran.place), text.split('#').next().unwrap_or("").trim());
    for call in ran.calls.iter().rev() {
        words.push_str(&format!(", in the macro called at {}", name(call)));
    }
    words
}

/// The lines in the order of the source, neighbours in one row, under the names of their files.
fn rows<'a>(image: &Image, ran: impl Iterator<Item = &'a RanLine>) -> Vec<String> {
    let place = |ran: &RanLine| ran.calls.first().copied().unwrap_or(ran.place);
    let mut ran: Vec<&RanLine> = ran.collect();
    ran.sort_by_key(|ran| (place(ran), ran.place));
    let mut rows: Vec<Row> = Vec::new();
    for ran in ran {
        let (file, line) = place(ran);
        let near = |row: &&mut Row| row.file == file && line - row.last <= NEAR;
        let row = match rows.last_mut().filter(near) {
            Some(row) => row,
            None => {
                rows.push(Row { file, first: line, last: line, inside: Vec::new() });
                rows.last_mut().expect("it was just pushed")
            }
        };
        row.last = line;
        row.inside.extend((!ran.calls.is_empty()).then_some(ran.place.1));
    }
    let mut list = Vec::new();
    for (number, row) in rows.iter().take(MAX_ROWS).enumerate() {
        if number == 0 || rows[number - 1].file != row.file {
            list.push(image.sources.file(row.file).name.clone());
        }
        list.push(shown(image, row));
    }
    if rows.len() > MAX_ROWS {
        list.push(format!("  and {} more places", rows.len() - MAX_ROWS));
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
    format!("  {:<9} {text}{more}{macros}", range(row.first, row.last))
}

/// One line as JSON.
pub(super) fn object(image: &Image, ran: &RanLine) -> Value {
    let place =
        |(file, line): &LineId| json!({ "file": image.sources.file(*file).name, "line": line });
    let mut value = place(&ran.place);
    value["first_time"] = ran.first_time.into();
    value["calls"] = ran.calls.iter().map(place).collect();
    value
}
