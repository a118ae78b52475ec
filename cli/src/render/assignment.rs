//! Draws the mistakes of an assignment with their lines, as other diagnostics are drawn.

use ::render::{Excerpt, Level, Picture, Style};
use grader::assignment::Mistake;
use serde_json::{Value, json};

/// All mistakes, each followed by an empty line, and how many there are. `folder` comes before the
/// names of files, so that they can be opened from where the command was given.
pub(crate) fn mistakes(folder: &str, list: &[Mistake], style: Style) -> String {
    let mut text = String::new();
    for mistake in list {
        text.push_str(&picture(folder, mistake).draw(style));
        text.push_str("\n\n");
    }
    let plural = if list.len() == 1 { "" } else { "s" };
    text.push_str(&format!("{} mistake{plural}\n", list.len()));
    text
}

fn picture(folder: &str, mistake: &Mistake) -> Picture {
    let file = path(folder, &mistake.file);
    let mut picture = Picture::new(Level::Error, mistake.message.clone());
    picture.help.extend(mistake.help.clone());
    if mistake.line == 0 {
        picture.title = format!("{file}: {}", mistake.message);
        return picture;
    }
    let label = mistake.beside_caret();
    let (line, text, range) = (mistake.line as u32, mistake.text.clone(), mistake.range.clone());
    picture.excerpt = Some(Excerpt { file, line, text, range, label });
    picture
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
            "label": mistake.label,
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
