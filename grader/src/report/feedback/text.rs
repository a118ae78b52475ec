//! A student's page in Markdown.

use super::super::escape::{markdown as words, markdown_block as block, markdown_code as code};
use super::super::plain::side;
use super::super::visible::{Visible, VisibleTest};
use crate::assignment::Head;
use crate::book::{Exhibit, FailureEntry, StudentEntry, SuspectLine};
use crate::grade::Status;
use crate::wording::outcome;

/// The page.
pub(super) fn markdown(head: &Head, graded: &StudentEntry, visible: &Visible<'_>) -> String {
    let mut text = format!("# {}\n\n**{}**", words(&head.title), words(&graded.student.name));
    if let Some(file) = &graded.file {
        text += &format!(", {}", code(file));
    }
    text += &format!("\n\n{}\n\n{}\n", super::total(visible), words(&graded.chosen));
    for note in &graded.notes {
        text += &format!("\n- {}\n", words(note));
    }
    text += "\n| Test | Result | Points |\n|---|---|---:|\n";
    for test in &visible.tests {
        text += &format!(
            "| {} | {} | {} of {} |\n",
            words(&test.head.title),
            outcome(test.status, test.head.points),
            test.points,
            test.head.points
        );
    }
    for test in visible.tests.iter().filter(|test| test.status != Status::Passed) {
        section(test, &mut text);
    }
    text
}

fn section(test: &VisibleTest<'_>, text: &mut String) {
    *text += &format!("\n## {}\n\n", words(&test.head.title));
    *text += &format!("{}: {}\n", outcome(test.status, test.head.points), words(&test.summary));
    for one in &test.failures {
        failure(one, text);
    }
}

fn failure(failure: &FailureEntry, text: &mut String) {
    match &failure.rule {
        Some(rule) => *text += &format!("\n{}: {}\n", code(rule), words(&failure.rule_text)),
        None if failure.rule_text.is_empty() => {}
        None => *text += &format!("\n{}\n", words(&failure.rule_text)),
    }
    for sentence in failure.given.iter().chain(&failure.sentences) {
        *text += &format!("\n{}\n", words(sentence));
    }
    for shown in &failure.shown {
        match shown {
            Exhibit::Board { label, cells, .. } => {
                *text += &format!("\n{}:\n\n", words(label));
                board(cells, text);
            }
            Exhibit::Text { label, text: output, .. } => {
                *text += &format!("\n{}:\n\n{}", words(label), block(output));
            }
            // The sentences say what differs.
            Exhibit::Picture { .. } => {}
        }
    }
    if !failure.suspects.is_empty() {
        let row = |suspect: &SuspectLine| {
            let place = code(&format!("{}:{}", suspect.file, suspect.line));
            format!("1. {place} {}: {}\n", code(&suspect.text), words(&suspect.why))
        };
        let rows: String = failure.suspects.iter().map(row).collect();
        *text += &format!("\nThe most suspicious lines:\n\n{rows}");
    } else if !failure.lines.is_empty() {
        let lines: Vec<String> = failure
            .lines
            .iter()
            .map(|line| {
                let mark = if line.marked { ">" } else { " " };
                let from = match line.calls.is_empty() {
                    true => String::new(),
                    false => format!("   (from {})", line.calls.join(", ")),
                };
                let source = line.text.replace(['\n', '\r'], " ");
                format!("{mark} {}:{}  {source}{from}", line.file, line.line)
            })
            .collect();
        let title = if failure.ran { "The lines that ran" } else { "The lines to look at" };
        *text += &format!("\n{title}:\n\n{}", block(&lines.join("\n")));
    }
    if let Some(hint) = &failure.hint {
        *text += &format!("\n**Hint:** {}\n", words(hint));
    }
    if let Some(command) = &failure.command {
        *text += &format!("\nTo see it again:\n\n{}", block(&super::super::escape::line(command)));
    }
    if let Some(command) = &failure.debug {
        let command = super::super::escape::line(command);
        *text += &format!("\nTo go through it step by step:\n\n{}", block(&command));
    }
}

fn board(cells: &[u64], text: &mut String) {
    let side = side(cells);
    *text += &format!("|{}\n|{}\n", "   |".repeat(side), "---:|".repeat(side));
    for row in cells.chunks(side) {
        let cell = |cell: &u64| if *cell == 0 { "·".to_owned() } else { cell.to_string() };
        let row: Vec<String> = row.iter().map(cell).collect();
        *text += &format!("| {} |\n", row.join(" | "));
    }
}
