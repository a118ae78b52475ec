//! One picture: a title, a source line with a caret, notes, help, and related places. The only
//! module that knows the drawing library.

use std::ops::Range;

use annotate_snippets as snippets;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Origin, Renderer, Snippet};

/// Longer lines are cut to a window around the place that matters.
const MAX_SHOWN: usize = 400;
/// How much of such a line is shown on each side.
const WINDOW: usize = 60;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to use the escape sequences of terminals for colour.
    pub color: bool,
    /// The columns that a line should fit in.
    pub width: usize,
    /// Whether titles have to fit too; notes and help always do.
    pub wrap_titles: bool,
}

/// The word before the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `error`
    Error,
    /// `warning`
    Warning,
}

/// Something to report, with a place in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Error or warning.
    pub level: Level,
    /// A code such as `E0012`, shown in brackets; may be empty.
    pub code: String,
    /// What is wrong, in one line.
    pub title: String,
    /// Where.
    pub excerpt: Option<Excerpt>,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Vec<String>,
    /// Other places, each with a title.
    pub related: Vec<(String, Option<Excerpt>)>,
}

/// A line of a text, with a part of it underlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The text of the line.
    pub text: String,
    /// The bytes to underline. What lies outside the text or inside a character is moved.
    pub range: Range<usize>,
    /// A few words beside the caret; may be empty.
    pub label: String,
}

impl Picture {
    /// A picture with a title and nothing else.
    pub fn new(level: Level, title: impl Into<String>) -> Picture {
        Picture {
            level,
            code: String::new(),
            title: title.into(),
            excerpt: None,
            notes: Vec::new(),
            help: Vec::new(),
            related: Vec::new(),
        }
    }

    /// The picture as lines of text, without an end of line after the last.
    pub fn draw(&self, style: Style) -> String {
        let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.term_width(style.width).decor_style(DecorStyle::Ascii);
        let level = match self.level {
            Level::Error => snippets::Level::ERROR,
            Level::Warning => snippets::Level::WARNING,
        };
        // The word and the code before the title: `warning[C0015]: `.
        let before = match self.code.len() {
            0 => 9,
            length => length + 11,
        };
        let titled = |title: &str, before: usize| match style.wrap_titles {
            true => wrapped(title, style.width.saturating_sub(before).max(20)),
            false => title.to_string(),
        };
        let mut title = level.primary_title(titled(&self.title, before));
        if !self.code.is_empty() {
            title = title.id(self.code.as_str());
        }
        let mut group = Group::with_title(title);
        if let Some(excerpt) = &self.excerpt {
            group = group.elements(excerpt.elements());
        }
        // The frame before a note takes a few columns.
        let columns = style.width.saturating_sub(14).max(30);
        for note in &self.notes {
            group = group.element(snippets::Level::NOTE.message(wrapped(note, columns)));
        }
        for help in &self.help {
            group = group.element(snippets::Level::HELP.message(wrapped(help, columns)));
        }
        let mut groups = vec![group];
        for (title, excerpt) in &self.related {
            let title = snippets::Level::NOTE.secondary_title(titled(title, 6));
            let elements = excerpt.as_ref().map(Excerpt::elements).unwrap_or_default();
            groups.push(Group::with_title(title).elements(elements));
        }
        renderer.render(&groups)
    }
}

impl Excerpt {
    fn elements(&self) -> Vec<Element<'_>> {
        let line = self.line as usize;
        let range = within(&self.text, self.range.clone());
        let label = (!self.label.is_empty()).then_some(self.label.as_str());
        let kind = AnnotationKind::Primary;
        if self.text.len() <= MAX_SHOWN {
            let source = Snippet::source(self.text.as_str()).line_start(line).path(&self.file);
            return vec![source.annotation(kind.span(range).label(label)).into()];
        }
        let column = self.text[..range.start].chars().count() + 1;
        let (text, range) = window(&self.text, range);
        let source =
            Snippet::source(text).line_start(line).annotation(kind.span(range).label(label));
        vec![Origin::path(&self.file).line(line).char_column(column).into(), source.into()]
    }
}

/// A range made to fit a text, whatever it was.
pub(crate) fn within(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// The part of a long line around a place, and the place in it.
fn window(text: &str, range: Range<usize>) -> (String, Range<usize>) {
    const CUT: &str = "…";
    let start = within(text, range.start.saturating_sub(WINDOW)..text.len()).start;
    let end = within(text, 0..range.end.min(range.start + WINDOW) + WINDOW).end;
    let before = if start > 0 { CUT } else { "" };
    let after = if end < text.len() { CUT } else { "" };
    let shown = format!("{before}{}{after}", &text[start..end]);
    let from = range.start - start + before.len();
    let to = (range.end.min(end) - start + before.len()).max(from);
    (shown, from..to)
}

/// Breaks sentences at blanks, except in code: between backquotes and in indented lines.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if line.starts_with("    ") {
            // A remark beside code can stand below it.
            match line.trim_start().split_once("    (") {
                Some((code, remark)) if line.chars().count() > columns => {
                    out.push_str(&format!("    {}\n        ({remark}", code.trim_end()));
                }
                _ => out.push_str(line),
            }
            continue;
        }
        let mut used = 0;
        for word in words(line) {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > columns {
                out.push('\n');
                used = 0;
            } else if used > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
        }
    }
    out
}

/// The words of a line, code between backquotes being one.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    line.split(move |c: char| {
        code ^= c == '`';
        c == ' ' && !code
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_and_code_does_not() {
        let text = "write `li $t0, 5` and then go on\n    lw $t0, 0($t1) # a long line of code";
        let expected =
            "write\n`li $t0, 5`\nand then go\non\n    lw $t0, 0($t1) # a long line of code";
        assert_eq!(wrapped(text, 11), expected);
        let form = "    slti $t1, $t2, 100    (a constant)";
        assert_eq!(wrapped(form, 40), form);
        assert_eq!(wrapped(form, 30), "    slti $t1, $t2, 100\n        (a constant)");
    }

    #[test]
    fn a_long_line_is_cut_around_its_place() {
        let text = format!("{}ä{}", "ö".repeat(5000), "ü".repeat(5000));
        let (shown, range) = window(&text, 10_000..10_002);
        assert_eq!(&shown[range], "ä");
        assert!(shown.len() < 300);
        let (shown, range) = window(&text, 0..text.len());
        assert!(shown.len() < 300 && range.end <= shown.len() && shown.is_char_boundary(range.end));
        let (shown, range) = window(&text, text.len()..text.len());
        assert_eq!(range, shown.len()..shown.len());
    }
}
