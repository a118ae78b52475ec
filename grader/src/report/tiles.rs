//! Failures and boards as HTML, for pages that are complete as they are written.

use super::escape::{html, html_block, html_sentence};
use super::plain::side;
use crate::book::{CodeLine, Exhibit, ExhibitRole, FailureEntry, SuspectLine};

/// The look of boards, listings and text, shared by all pages.
pub(super) const STYLE: &str = include_str!("html/parts.css");

/// More lines are folded.
const UNFOLDED: usize = 8;

/// A failure with all that is in it.
pub(super) fn failure(failure: &FailureEntry) -> String {
    let mut parts = String::new();
    if failure.rule.is_some() || !failure.rule_text.is_empty() {
        let rule = failure
            .rule
            .as_ref()
            .map_or(String::new(), |rule| format!("<span class=\"rule\">{}</span> ", html(rule)));
        parts += &format!("<p>{rule}{}</p>\n", html_sentence(&failure.rule_text));
    }
    for sentence in failure.given.iter().chain(&failure.sentences) {
        parts += &format!("<p class=\"said\">{}</p>\n", html_sentence(sentence));
    }
    parts += &shown(&failure.shown);
    if let Some(hint) = &failure.hint {
        parts += &format!("<p class=\"hint\"><b>Hint</b> {}</p>\n", html_sentence(hint));
    }
    if !failure.suspects.is_empty() {
        let rows: String = failure.suspects.iter().map(suspect).collect();
        parts += &format!(
            "<figure class=\"suspects\"><figcaption>most suspicious lines</figcaption>\n<ol>\n{rows}\
             </ol></figure>\n"
        );
    }
    if !failure.lines.is_empty() {
        let lines: String = failure.lines.iter().map(source_line).collect();
        let list = format!("<ol class=\"listing\">\n{lines}</ol>\n");
        let (count, ran) =
            (failure.lines.len(), if failure.ran { "that ran" } else { "to look at" });
        parts += &match count > UNFOLDED || !failure.suspects.is_empty() {
            true => format!("<details><summary>{count} lines {ran}</summary>\n{list}</details>\n"),
            false => list,
        };
    }
    for command in failure.command.iter().chain(&failure.debug) {
        parts += &format!("<p class=\"command\"><code>{}</code></p>\n", html(command));
    }
    if parts.is_empty() { parts } else { format!("<div class=\"failure\">\n{parts}</div>\n") }
}

fn shown(all: &[Exhibit]) -> String {
    let mut parts = String::new();
    let mut open = false;
    for one in all {
        let is_board = matches!(one, Exhibit::Board { .. } | Exhibit::Picture { .. });
        match (is_board, open) {
            (true, false) => parts += "<div class=\"boards\">\n",
            (false, true) => parts += "</div>\n",
            _ => {}
        }
        open = is_board;
        match one {
            Exhibit::Board { role, label, cells } => {
                let right = if *role == ExhibitRole::Got { expected(all) } else { None };
                parts += &board(label, cells, right);
            }
            Exhibit::Picture { label, png, .. } => {
                let (label, png) = (html(label), html(png));
                parts += &format!(
                    "<figure class=\"screen\"><figcaption>{label}</figcaption><img alt=\"{label}\" \
                     src=\"data:image/png;base64,{png}\"></figure>\n"
                );
            }
            Exhibit::Text { role, label, text } => {
                let drawn = if role.is_drawn() { " class=\"drawn\"" } else { "" };
                parts += &format!(
                    "<figure class=\"output\"><figcaption>{}</figcaption><pre{drawn}>{}</pre></figure>\n",
                    html(label),
                    html_block(text)
                );
            }
        }
    }
    if open {
        parts += "</div>\n";
    }
    parts
}

/// The board that a wrong one is compared with.
fn expected(all: &[Exhibit]) -> Option<&[u64]> {
    all.iter().find_map(|one| match one {
        Exhibit::Board { role: ExhibitRole::Expected, cells, .. } => Some(&cells[..]),
        _ => None,
    })
}

/// A board; cells that are not as in `right` are marked.
fn board(label: &str, cells: &[u64], right: Option<&[u64]>) -> String {
    let side = side(cells);
    let tile = |(place, cell): (usize, &u64)| {
        let wrong = right.is_some_and(|right| right.get(place) != Some(cell));
        let off = if wrong { " off" } else { "" };
        match cell {
            0 => format!("<span class=\"t{off}\"></span>"),
            cell => format!("<span class=\"t {}{off}\">{cell}</span>", tile_class(*cell)),
        }
    };
    let tiles: String = cells.iter().enumerate().map(tile).collect();
    format!(
        "<figure class=\"board\"><figcaption>{}</figcaption><div class=\"grid s{side}\" \
         role=\"img\" aria-label=\"{}\">{tiles}</div></figure>\n",
        html(label),
        html(&spoken(cells, side))
    )
}

/// A board for those who listen: "2, empty, 4; …".
fn spoken(cells: &[u64], side: usize) -> String {
    let cell = |cell: &u64| if *cell == 0 { "empty".to_owned() } else { cell.to_string() };
    let rows: Vec<String> =
        cells.chunks(side).map(|row| row.iter().map(cell).collect::<Vec<_>>().join(", ")).collect();
    rows.join("; ")
}

/// The class of a tile: its colour goes by the power of two.
fn tile_class(cell: u64) -> String {
    let power = if cell.is_power_of_two() { cell.trailing_zeros().min(12) } else { 0 };
    let digits = match cell.to_string().len() {
        0..=2 => "",
        3 => " d3",
        4 => " d4",
        _ => " d5",
    };
    format!("p{power}{digits}")
}

fn suspect(suspect: &SuspectLine) -> String {
    let SuspectLine { file, line, text, why, repair } = suspect;
    let repair = repair.as_ref().map_or(String::new(), |repair| {
        format!("<small class=\"repair\">{}</small>", html_sentence(repair))
    });
    format!(
        "<li><span class=\"place\">{}:{line}</span> <code>{}</code><small>{}</small>{repair}</li>\n",
        html(file),
        html(text),
        html_sentence(why)
    )
}

fn source_line(line: &CodeLine) -> String {
    let mark = if line.marked { " class=\"marked\"" } else { "" };
    let calls = if line.calls.is_empty() {
        String::new()
    } else {
        format!(" <small>from {}</small>", html(&line.calls.join(", ")))
    };
    format!(
        "<li{mark}><span class=\"place\">{}:{}</span><code>{}</code>{calls}</li>\n",
        html(&line.file),
        line.line,
        html_block(&line.text).replace('\n', " ")
    )
}
