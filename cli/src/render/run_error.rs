//! Draws the error of a run: the source line with its macro calls, the registers that matter, what
//! MARS says, and a hint.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Group, Level, Renderer};
use mips_sim::Image;
use mips_sim::diag::Snippet;
use mips_sim::diag::hint::{Register, Report};
use mips_sim::source::FileId;

use super::human::{MAX_CALLS, source_line, wrapped};

/// The report with an empty line after it.
pub(crate) fn run_error(report: &Report, image: &Image, color: bool, width: usize) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(width).decor_style(DecorStyle::Ascii);
    let mut group = Group::with_title(Level::ERROR.primary_title(report.title.clone()));
    let line =
        report.pc.and_then(|pc| image.text_at(pc)).map(|word| &image.lines[word.line as usize]);
    if let Some(line) = line {
        let (file, number) = line.origin;
        let text = image.assembled_text(line);
        let rewritten = line.made.is_some();
        let snippet =
            Snippet { file, line: number, text: text.into(), range: statement(text), rewritten };
        group = group.elements(source_line(&snippet, snippet.range.clone(), "", &image.sources));
    }
    let columns = width.saturating_sub(14).max(30);
    if !report.registers.is_empty() {
        group = group.element(Level::NOTE.message(table(&report.registers)));
    }
    if let Some(sentence) = &report.mars {
        group =
            group.element(Level::NOTE.message(wrapped(&format!("MARS says: {sentence}"), columns)));
    }
    if let Some(hint) = &report.hint {
        group = group.element(Level::HELP.message(wrapped(&hint.text, columns)));
    }
    let mut groups = vec![group];
    if let Some(line) = line {
        groups.extend(calls(&image.calls(line), image));
    }
    format!("{}\n", renderer.render(&groups))
}

/// One register a line, in columns.
fn table(registers: &[Register]) -> String {
    let wide = |of: fn(&Register) -> &str| {
        registers.iter().map(|register| of(register).chars().count()).max().unwrap_or(0)
    };
    let names = wide(|register| &register.name);
    let values = wide(|register| &register.value);
    let rows = registers.iter().map(|Register { name, value, written }| {
        let row = format!("{name:names$} = {value:values$}  {written}");
        row.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The macro calls that made the statement, innermost first.
fn calls<'a>(calls: &[(FileId, u32)], image: &Image) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for (file, number) in calls.iter().rev().take(MAX_CALLS) {
        let text = image.sources.file(*file).line(*number);
        let range = statement(text);
        let snippet = Snippet {
            file: *file,
            line: *number,
            text: text.into(),
            range: range.clone(),
            rewritten: false,
        };
        let title = Level::NOTE.secondary_title("in the macro that is called here");
        groups.push(title.elements(source_line(&snippet, range, "", &image.sources)));
    }
    if calls.len() > MAX_CALLS {
        let more = format!("and {} more macro calls around it", calls.len() - MAX_CALLS);
        groups.push(Group::with_title(Level::NOTE.secondary_title(more)));
    }
    groups
}

/// The instruction in a line: without labels before it, and without what is behind it.
fn statement(text: &str) -> Range<usize> {
    let mut quote = None;
    let mut escaped = false;
    let comment = text.char_indices().find(|(_, c)| {
        match quote {
            Some(open) if *c == open && !escaped => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(*c),
            None if *c == '#' => return true,
            _ => {}
        }
        escaped = *c == '\\' && !escaped;
        false
    });
    let code = &text[..comment.map_or(text.len(), |(at, _)| at)];
    let mut start = code.len() - code.trim_start().len();
    while let Some(colon) = code[start..].find(':') {
        let label = code[start..start + colon].trim();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let rest = &code[start + colon + 1..];
        if label.is_empty() || !label.chars().all(plain) || rest.trim().is_empty() {
            break;
        }
        start = code.len() - rest.trim_start().len();
    }
    start..code.trim_end().len().max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_is_found_in_its_line() {
        let check = |text: &str, expected: &str| assert_eq!(&text[statement(text)], expected);
        check("main: f: lw $t0, 4($t1)  # here: it is", "lw $t0, 4($t1)");
        check("  li $t0, '#' # hash", "li $t0, '#'");
        check("  li $t0, ':'", "li $t0, ':'");
        check("main:", "main:");
        check("   # nothing", "");
    }
}
