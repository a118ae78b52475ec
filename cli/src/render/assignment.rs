//! Draws the mistakes of an assignment with their lines, as other diagnostics are drawn.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use grader::assignment::Mistake;
use serde_json::{Value, json};

use super::human::wrapped;

/// All mistakes, each followed by an empty line, and how many there are. `folder` comes before the
/// names of files, so that they can be opened from where the command was given.
pub(crate) fn mistakes(folder: &str, list: &[Mistake], color: bool, width: usize) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(width).decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for mistake in list {
        text.push_str(&drawn(folder, mistake, &renderer, width));
        text.push_str("\n\n");
    }
    let plural = if list.len() == 1 { "" } else { "s" };
    text.push_str(&format!("{} mistake{plural}\n", list.len()));
    text
}

fn drawn(folder: &str, mistake: &Mistake, renderer: &Renderer, width: usize) -> String {
    let path = path(folder, &mistake.file);
    let has_line = mistake.line > 0;
    let title =
        if has_line { mistake.message.clone() } else { format!("{path}: {}", mistake.message) };
    let mut group = Group::with_title(Level::ERROR.primary_title(title));
    if has_line {
        let label =
            (!mistake.expected.is_empty()).then(|| format!("expected {}", mistake.expected));
        let annotation = AnnotationKind::Primary.span(mistake.range.clone()).label(label);
        let source = Snippet::source(mistake.text.clone()).line_start(mistake.line).path(path);
        group = group.element(source.annotation(annotation));
    }
    if let Some(help) = &mistake.help {
        let columns = width.saturating_sub(14).max(30);
        group = group.element(Level::HELP.message(wrapped(help, columns)));
    }
    renderer.render(&[group])
}

/// The mistakes for other programs.
pub(crate) fn mistakes_json(list: &[Mistake]) -> Value {
    let object = |mistake: &Mistake| {
        json!({
            "file": mistake.file,
            "line": mistake.line,
            "column": mistake.column,
            "message": mistake.message,
            "expected": mistake.expected,
            "help": mistake.help,
        })
    };
    list.iter().map(object).collect()
}

fn path(folder: &str, file: &str) -> String {
    match folder.trim_end_matches('/') {
        "" | "." => file.into(),
        folder => format!("{folder}/{file}"),
    }
}
