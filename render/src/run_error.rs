//! Draws the error of a run: the source line with its macro calls, the registers that matter, what
//! MARS says, and a hint.

use mips_sim::Image;
use mips_sim::asm::lex::TokenLine;
use mips_sim::diag::hint::{HintRegister, Report};
use mips_sim::image::Place;
use mips_sim::source::FileId;

use crate::diagnostics::{MAX_CALLS, more_calls};
use crate::picture::{Excerpt, Level, Picture, Style};

/// Why a program stopped, with an end of line after it.
pub fn run_error(report: &Report, image: &Image, style: Style) -> String {
    format!("{}\n", run_picture(report, image).draw(style))
}

/// The same, not drawn yet.
pub fn run_picture(report: &Report, image: &Image) -> Picture {
    let place = report.pc.and_then(|pc| image.place(pc));
    let mut picture = pictured(Level::Error, &report.title, place, image);
    if !report.registers.is_empty() {
        picture.notes.push(table(&report.registers));
    }
    picture.notes.extend(report.mars.iter().map(|sentence| format!("MARS says: {sentence}")));
    picture.help.extend(report.hint.clone());
    picture
}

/// A picture of an instruction: its statement, and the macro calls that made it.
pub(crate) fn pictured(
    level: Level,
    title: &str,
    place: Option<Place<'_>>,
    image: &Image,
) -> Picture {
    Picture {
        excerpt: place.map(|place| statement(place.at(), place.text(), image)),
        related: place.map_or(Vec::new(), |place| calls(&place.calls(), image)),
        ..Picture::new(level, title)
    }
}

/// A line with its statement underlined.
pub(crate) fn statement((file, line): (FileId, u32), text: &str, image: &Image) -> Excerpt {
    Excerpt {
        file: image.sources.file(file).name.clone(),
        line,
        text: text.to_string(),
        range: TokenLine::read(text).range(),
        label: String::new(),
    }
}

/// One register a line, in columns.
fn table(registers: &[HintRegister]) -> String {
    let wide = |of: fn(&HintRegister) -> &str| {
        registers.iter().map(|register| of(register).chars().count()).max().unwrap_or(0)
    };
    let names = wide(|register| &register.name);
    let values = wide(|register| &register.value);
    let rows = registers.iter().map(|HintRegister { name, value, written }| {
        let row = format!("{name:names$} = {value:values$}  {written}");
        row.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The macro calls that made the statement, innermost first.
fn calls(calls: &[(FileId, u32)], image: &Image) -> Vec<(String, Option<Excerpt>)> {
    let shown = calls.iter().rev().take(MAX_CALLS).map(|(file, line)| {
        let text = image.sources.file(*file).line(*line);
        let title = "in the macro that is called here".to_string();
        (title, Some(statement((*file, *line), text, image)))
    });
    shown.chain(more_calls(calls.len())).collect()
}
