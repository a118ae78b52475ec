//! The class in one page that needs nothing else: no network, no build, no server.
//!
//! The overview (numbers, charts, table) is written as plain HTML and reads without a script. What
//! went wrong for whom is data, deduplicated, that the script shows when it is asked for.

mod charts;
mod data;
pub(super) mod page;

use super::class::Class;
use super::escape::{html as words, html_sentence as sentence, json_in_html};
use super::{File, Options, tiles};
use crate::book::{Exhibit, ExhibitRole, FailureEntry, Gradebook, StudentEntry, TestEntry};
use crate::grade::{Points, Status};

/// How many groups are listed at once.
const GROUPS: usize = 10;
/// Characters of an input that are shown beside a group.
const MOST_INPUT: usize = 40;
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The page.
pub(super) fn render(book: &Gradebook, _: &Options) -> Vec<File> {
    let class = Class::of(book);
    let data = serde_json::to_string(&data::Data::of(book, &class)).expect("it is plain data");
    let body = [
        "<a class=\"skip\" href=\"#students\">To the students</a>\n<main>\n".to_owned(),
        head(book, &class),
        charts::histogram(&class),
        charts::rules(&class),
        charts::heat_map(book, &class),
        groups(book, &class),
        students(book),
        "</main>\n<div id=\"tip\" role=\"status\" hidden></div>\n".to_owned(),
        format!("<script type=\"application/json\" id=\"data\">{}</script>\n", json_in_html(&data)),
    ]
    .concat();
    File::only(page::page(&book.assignment.title, &[tiles::STYLE, STYLE], Some(SCRIPT), &body))
}

fn head(book: &Gradebook, class: &Class<'_>) -> String {
    let mut about = vec![format!("seed {}", book.seed)];
    if let Some(shard) = book.shard {
        about.push(format!("part {shard}"));
    }
    about.push(format!("fivetwelve {}", words(&book.version)));
    let number = |points: Option<Points>| points.map_or("–".to_owned(), |p| p.to_string());
    let figures = [
        ("Submissions", class.scores.len().to_string()),
        ("Mean", number(class.mean())),
        ("Median", number(class.median())),
        ("Points to get", class.most.to_string()),
        ("Full points", class.perfect.to_string()),
        ("Nothing to test", class.untested.values().map(Vec::len).sum::<usize>().to_string()),
    ];
    let figures: String = figures
        .iter()
        .map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"))
        .collect();
    format!(
        "<header>\n<h1>{}</h1>\n<p class=\"muted\">{}</p>\n<dl class=\"figures\">\n{figures}</dl>\n\
         </header>\n",
        words(&book.assignment.title),
        about.join(" · ")
    )
}

/// Who fails by the same counterexample.
fn groups(book: &Gradebook, class: &Class<'_>) -> String {
    if class.groups.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<section aria-labelledby=\"groups-title\">\n<h2 id=\"groups-title\">Failing alike</h2>\n\
         <p class=\"muted\">The same counterexample and the same wrong answer, or the same stop \
         at the same place: perhaps the same misunderstanding, \
         perhaps the same file.</p>\n",
    );
    for (number, group) in class.groups.iter().enumerate() {
        if number == GROUPS {
            let more = class.groups.len() - GROUPS;
            let groups = if more == 1 { "group" } else { "groups" };
            text +=
                &format!("<details class=\"more\"><summary>{more} smaller {groups}</summary>\n");
        }
        let what = sentence(group.failure.gist());
        let given = given(group.failure).map_or(String::new(), |input| {
            format!(" <span class=\"what\">Input: <code>{}</code></span>", words(&input))
        });
        let title = book.assignment.tests.iter().find(|test| test.id == group.test);
        let title = title.map_or(group.test, |test| &test.title);
        text += &format!(
            "<details class=\"group\" data-group=\"{number}\"><summary><b>{}</b> \
             <span class=\"where\">{}</span> <span class=\"what\">{what}</span>{given}</summary>\
             <div class=\"inside\"></div></details>\n",
            group.members.len(),
            sentence(title)
        );
    }
    if class.groups.len() > GROUPS {
        text += "</details>\n";
    }
    text + "</section>\n"
}

/// What was typed, in one short line.
fn given(failure: &FailureEntry) -> Option<String> {
    let inputs = failure.shown.iter().filter_map(|exhibit| match exhibit {
        Exhibit::Text { role: ExhibitRole::Input, text, .. } => Some(text.trim_end()),
        _ => None,
    });
    let line = inputs.take(1).flat_map(str::lines).collect::<Vec<_>>().join(" ");
    (1..=MOST_INPUT).contains(&line.chars().count()).then_some(line)
}

fn students(book: &Gradebook) -> String {
    let tests: String = book
        .assignment
        .tests
        .iter()
        .enumerate()
        .map(|(number, test)| format!("<option value=\"{number}\">{}</option>", words(&test.title)))
        .collect();
    let column = |key: &str, class: &str, title: &str| {
        format!(
            "<th scope=\"col\" class=\"{class}\" aria-sort=\"none\"><button type=\"button\" \
             data-sort=\"{key}\">{title}</button></th>"
        )
    };
    let mut text = format!(
        "<section aria-labelledby=\"students-title\" id=\"students\">\n\
         <h2 id=\"students-title\">Students</h2>\n\
         <div class=\"controls\" role=\"search\">\n\
         <label>Find <input id=\"find\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" \
         placeholder=\"name or file\"></label>\n\
         <label>Lost on <select id=\"test\"><option value=\"\">any test</option>{tests}</select>\
         </label>\n\
         <label>Show <select id=\"kind\"><option value=\"\">everyone</option>\
         <option value=\"lost\">who lost points</option><option value=\"all\">who passed all</option>\
         <option value=\"none\">without a program</option></select></label>\n\
         <button type=\"button\" id=\"special\" hidden></button>\n\
         <output id=\"count\" aria-live=\"polite\"></output>\n</div>\n\
         <noscript><p>Sorting, finding and the details of failures need JavaScript.</p></noscript>\n\
         <table class=\"students\">\n<thead><tr>{}{}<th scope=\"col\" class=\"bar\">\
         <span class=\"unseen\">Share</span></th>{}</tr></thead>\n<tbody>\n",
        column("name", "", "Student"),
        column("points", "n", "Points"),
        column("lost", "", "Lost on"),
    );
    for (number, graded) in book.submissions.iter().enumerate() {
        text += &row(book, number, graded);
    }
    text + "</tbody>\n</table>\n</section>\n"
}

fn row(book: &Gradebook, number: usize, graded: &StudentEntry) -> String {
    let most = book.assignment.points();
    let score = graded.score();
    let percent = score.percent(most);
    let lost = match graded.file {
        None => "<span class=\"chip b\">no program</span>".to_owned(),
        Some(_) => graded
            .lost_points(&book.assignment)
            .map(|result| {
                let letter = letter(result, most);
                format!("<span class=\"chip {letter}\">{}</span>", words(&result.test))
            })
            .collect::<Vec<_>>()
            .join(" "),
    };
    let file = graded.file.as_ref().filter(|file| **file != graded.student.name);
    let file = file.map_or(String::new(), |file| format!("<small>{}</small>", words(file)));
    format!(
        "<tr data-i=\"{number}\"><th scope=\"row\"><button type=\"button\" class=\"open\" \
         aria-expanded=\"false\">{}</button>{file}</th><td class=\"n\">{score}</td>\
         <td class=\"bar\"><svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\"><rect class=\"back\" width=\"100\" height=\"8\" rx=\"2\"/>\
         <rect class=\"front\" width=\"{percent:.1}\" height=\"8\" rx=\"2\"/></svg>\
         <span>{percent:.0}%</span></td><td>{lost}</td></tr>\n",
        words(&graded.student.name)
    )
}

/// How an outcome of a test that is worth so much is drawn: `g`ood, `p`artly, `f`ailed, `b`locked, or
/// `o`ther than asked for where no points are.
fn letter(result: &TestEntry, worth: Points) -> char {
    match result.status {
        Status::Passed => 'g',
        _ if worth == Points::ZERO => 'o',
        Status::Failed if result.points > Points::ZERO => 'p',
        Status::Failed => 'f',
        Status::Blocked => 'b',
    }
}
