//! The class as a table for a terminal, in 80 columns or as many as there are.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::class::Class;
use super::{File, Options, escape};
use crate::book::{Gradebook, StudentEntry};
use crate::grade::Status;

/// The least and the most columns for a name.
const NAMES: std::ops::RangeInclusive<usize> = 8..=28;

/// The table, and lines about the class.
pub(super) fn render(book: &Gradebook, options: &Options) -> Vec<File> {
    let paint = Paint { on: options.colour };
    let most = book.assignment.points().to_string();
    let name_width = book
        .submissions
        .iter()
        .map(|graded| escape::line(&graded.student.name).width())
        .max()
        .unwrap_or(0)
        .clamp(*NAMES.start(), *NAMES.end());
    let score = |graded: &StudentEntry| format!("{}/{most}", graded.score());
    let points_width = book.submissions.iter().map(|graded| score(graded).len()).max().unwrap_or(0);
    let points_width = points_width.max("points".len());
    let head =
        format!("{}  {:>points_width$}  {:>6}  lost on", pad("student", name_width), "points", "%");
    let mut text = format!("{}\n\n{}\n", title(book, options.width), paint.dim(&head));
    let used = name_width + 2 + points_width + 2 + 6 + 2;
    let room = options.width.saturating_sub(used).max(8);
    for graded in &book.submissions {
        let percent = graded.score().percent(book.assignment.points());
        let row = format!(
            "{}  {:>points_width$}  {percent:>6.1}",
            pad(&cut(&escape::line(&graded.student.name), name_width), name_width),
            score(graded),
        );
        let row = if graded.lost_points(&book.assignment).next().is_none() {
            paint.good(&row)
        } else {
            row
        };
        let lost = lost(book, graded, room);
        let lost = if lost.is_empty() { lost } else { format!("  {}", paint.bad(&lost)) };
        text += &format!("{row}{lost}\n");
    }
    let results = book.submissions.iter().flat_map(|graded| &graded.results);
    if results.into_iter().any(|result| result.status == Status::Blocked) {
        text += &paint.dim("(?: not tested, because an earlier test failed)");
        text.push('\n');
    }
    text.push('\n');
    for line in about(&Class::of(book)) {
        for line in wrap(&line, options.width) {
            text += &format!("{line}\n");
        }
    }
    File::only(text)
}

fn title(book: &Gradebook, width: usize) -> String {
    let shard = book.shard.map_or(String::new(), |shard| format!(", part {shard}"));
    let rest = format!(" (seed {}{shard})", book.seed);
    let title = escape::line(&book.assignment.title);
    format!("{}{rest}", cut(&title, width.saturating_sub(rest.len()).max(10)))
}

/// The tests that brought less than they could, as far as there is room.
fn lost(book: &Gradebook, graded: &StudentEntry, room: usize) -> String {
    if let Some(why) = graded.untested() {
        return cut(why, room);
    }
    let failed: Vec<String> = graded
        .lost_points(&book.assignment)
        .map(|result| {
            let mark = if result.status == Status::Blocked { "?" } else { "" };
            escape::line(&result.test) + mark
        })
        .collect();
    let mut said = String::new();
    for (number, name) in failed.iter().enumerate() {
        let rest = failed.len() - number - 1;
        let more = if rest > 0 { format!(" +{rest}") } else { String::new() };
        let next = if said.is_empty() { name.clone() } else { format!("{said}, {name}") };
        if next.width() + more.width() > room {
            let left = failed.len() - number;
            return match said.is_empty() {
                true => cut(name, room.saturating_sub(more.width())) + &more,
                false => format!("{said} +{left}"),
            };
        }
        said = next;
    }
    said
}

/// The lines below the table.
fn about(class: &Class<'_>) -> Vec<String> {
    let mut lines = vec![class.summary()];
    if !class.rules.is_empty() {
        let rules: Vec<String> = class
            .rules
            .iter()
            .take(6)
            .map(|broken| format!("{} ({})", escape::line(broken.rule), broken.submissions))
            .collect();
        lines.push(format!("most broken rules: {}", rules.join(", ")));
    }
    if let Some(group) = class.groups.first() {
        lines.push(format!(
            "{} fail by the same counterexample in {}: {}",
            group.members.len(),
            escape::line(group.test),
            escape::line(group.failure.gist())
        ));
    }
    for (why, list) in &class.untested {
        let names: Vec<String> =
            list.iter().map(|graded| escape::line(&graded.student.name)).collect();
        lines.push(format!("{why}: {}", names.join(", ")));
    }
    lines
}

/// `text` in so many columns at most, with `…` if something is cut off.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut kept, mut used) = (String::new(), 0);
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used + 1 > width {
            break;
        }
        kept.push(c);
    }
    kept + "…"
}

fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// `text` in lines of so many columns, later ones indented; words that are too long are cut.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let word = cut(word, width.saturating_sub(2));
        let line = lines.last_mut().expect("it begins with one");
        if line.is_empty() {
            *line = word;
        } else if line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(&word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines
}

/// Colours, or none.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub(super) on: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(super) fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub(super) fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(super) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }
}
