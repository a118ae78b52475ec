//! What the editor asks: problems with their repairs, hover, completion. The `language` crate has the
//! answers; here are only the columns of a page.

use language::complete::{ItemKind, complete};
use language::hover::hover;
use language::{NameKind, Program};
use mips_sim::diag::Severity;
use mips_sim::source::FileId;

use crate::protocol::{Completed, Item, Problem, Repair, Reply};

/// The column of a byte of a line.
fn column(line: &str, byte: usize) -> u32 {
    let before = line.get(..byte.min(line.len())).unwrap_or(line);
    before.encode_utf16().count() as u32
}

/// The byte of a column: of the character that it is in, or the end of the line.
fn byte(line: &str, column: u32) -> usize {
    let mut left = column as usize;
    for (at, c) in line.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    line.len()
}

/// Everything that is wrong.
pub(crate) fn problems(program: &Program) -> Vec<Problem> {
    let all = language::problems(program).into_iter();
    let shown = all.map(|problem| {
        let place = problem.place.as_ref();
        let text = place.map_or("", |place| program.line(place.file, place.line));
        let column = |byte: usize| column(text, byte);
        let file = place.map(|place| program.assembly.sources.file(place.file).name.clone());
        Problem {
            file: file.unwrap_or_default(),
            line: place.map_or(0, |place| place.line),
            from: place.map_or(0, |place| column(place.range.start)),
            to: place.map_or(0, |place| column(place.range.end)),
            error: problem.severity == Severity::Error,
            code: problem.code,
            title: problem.title,
            advice: problem.advice,
            repairs: problem.repairs.into_iter().map(|fix| repair(fix, program)).collect(),
        }
    });
    shown.collect()
}

fn repair(fix: language::Repair, program: &Program) -> Repair {
    let text = program.line(fix.place.file, fix.place.line);
    Repair {
        title: fix.title,
        line: fix.place.line,
        from: column(text, fix.place.range.start),
        to: column(text, fix.place.range.end),
        text: fix.text,
    }
}

/// The id of a document, if a line of it is meant that is there.
fn place(program: &Program, file: &str, line: u32) -> Option<FileId> {
    let id = program.ids(file).next()?;
    (1..=program.assembly.sources.file(id).line_count()).contains(&line).then_some(id)
}

pub(crate) fn hovered(program: &Program, file: &str, line: u32, at: u32) -> Reply {
    let found = place(program, file, line).and_then(|id| {
        let text = program.line(id, line);
        let found = hover(program, id, line, byte(text, at))?;
        let range = found.place.range;
        Some((found.text, column(text, range.start), column(text, range.end)))
    });
    Reply::Hovered { hover: found }
}

pub(crate) fn completed(program: &Program, file: &str, line: u32, at: u32) -> Reply {
    let Some(id) = place(program, file, line) else {
        return Reply::Completed(Completed { from: at, to: at, items: Vec::new() });
    };
    let text = program.line(id, line);
    let (range, items) = complete(program, id, line, byte(text, at));
    let kind = |kind: ItemKind| match kind {
        ItemKind::Instruction => "instruction",
        ItemKind::Directive => "directive",
        ItemKind::Register => "register",
        ItemKind::Service => "service",
        ItemKind::Name(NameKind::Label) => "label",
        ItemKind::Name(NameKind::Macro) => "macro",
        ItemKind::Name(NameKind::Constant) => "constant",
        ItemKind::Name(NameKind::Parameter) => "parameter",
    };
    let items = items.into_iter().map(|item| Item {
        label: item.label,
        kind: kind(item.kind),
        detail: item.detail,
        insert: item.insert,
        snippet: item.snippet,
    });
    Reply::Completed(Completed {
        from: column(text, range.start),
        to: column(text, range.end),
        items: items.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_as_pages_do() {
        let line = "é𝄞x";
        for (at, units) in [(0, 0), (2, 1), (6, 3), (7, 4)] {
            assert_eq!(column(line, at), units);
            assert_eq!(byte(line, units), at);
        }
        assert_eq!(byte(line, 2), 2, "inside of a character");
        assert_eq!(byte(line, 99), 7);
    }
}
