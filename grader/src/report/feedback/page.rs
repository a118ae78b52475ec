//! A student's page in HTML.

use super::super::escape::{html as words, html_sentence as sentence};
use super::super::html::page::page;
use super::super::tiles;
use super::super::visible::{Visible, VisibleTest};
use crate::assignment::Head;
use crate::book::StudentEntry;
use crate::grade::{Points, Status};
use crate::wording::outcome;

const STYLE: &str = include_str!("feedback.css");

/// The page.
pub(super) fn html(head: &Head, graded: &StudentEntry, visible: &Visible<'_>) -> String {
    let name = words(&graded.student.name);
    let file = graded
        .file
        .as_ref()
        .map_or(String::new(), |file| format!(" <span class=\"muted\">{}</span>", words(file)));
    let mut body = format!(
        "<main>\n<header>\n<p class=\"muted\">{}</p>\n<h1>{name}</h1>\n<p>{file}</p>\n\
         <p class=\"total\">{}</p>\n<p class=\"muted\">{}</p>\n",
        words(&head.title),
        words(&super::total(visible)),
        sentence(&graded.chosen)
    );
    if !graded.notes.is_empty() {
        let notes: String =
            graded.notes.iter().map(|note| format!("<li>{}</li>\n", sentence(note))).collect();
        body += &format!("<ul class=\"muted\">\n{notes}</ul>\n");
    }
    body += "</header>\n";
    visible.tests.iter().for_each(|test| body += &section(test));
    body += "</main>\n";
    let title = format!("{}: {}", head.title, graded.student.name);
    page(&title, &[tiles::STYLE, STYLE], None, &body)
}

fn section(test: &VisibleTest<'_>) -> String {
    // What brings no points is not shown as a failure.
    let class = match test.status {
        Status::Failed if test.head.points == Points::ZERO => Status::Blocked.name(),
        status => status.name(),
    };
    let mut text = format!(
        "<section class=\"test {class}\">\n<h2>{} <span class=\"outcome\">{}</span> \
         <span class=\"points\">{} of {}</span></h2>\n",
        sentence(&test.head.title),
        outcome(test.status, test.head.points),
        test.points,
        test.head.points
    );
    if test.status != Status::Passed {
        text += &format!("<p>{}</p>\n", sentence(&test.summary));
        test.failures.iter().for_each(|failure| text += &tiles::failure(failure));
    }
    text + "</section>\n"
}
