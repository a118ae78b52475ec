//! The charts of the class report, drawn in SVG that needs no script.

use crate::book::Gradebook;
use crate::grade::Points;
use crate::report::class::Class;
use crate::report::escape::{html as words, html_sentence as sentence};

/// How many students there may be for each to have a cell of their own in the heat map; of more,
/// neighbours that look alike are drawn as one.
const SEPARATE: usize = 60;
/// How many rules are listed.
const RULES: usize = 10;
/// How high the highest bar of the histogram is.
const HIGHEST: usize = 96;

/// How many have how much: a column for each tenth, whose number stands on its bar.
pub(super) fn histogram(class: &Class<'_>) -> String {
    let tenths = class.tenths();
    let highest = tenths.iter().copied().max().unwrap_or(0).max(1);
    let mut columns = String::new();
    let mut spoken = Vec::new();
    for (number, count) in tenths.into_iter().enumerate() {
        let label = match number {
            10 => "100".to_owned(),
            number => format!("{}–", number * 10),
        };
        let bar = match count {
            0 => String::new(),
            count => format!(
                "{count}<svg height=\"{}\"><rect width=\"100%\" height=\"100%\" rx=\"2\"/></svg>",
                (count * HIGHEST).div_ceil(highest)
            ),
        };
        columns += &format!("<div>{bar}<small>{label}</small></div>");
        if count > 0 {
            let share = if number == 10 { "100".into() } else { format!("from {}", number * 10) };
            spoken.push(format!("{share} percent: {count}"));
        }
    }
    format!(
        "<section aria-labelledby=\"grades-title\">\n<h2 id=\"grades-title\">Grades</h2>\n\
         <div class=\"histogram\" role=\"img\" aria-label=\"How many students have how much. {}\">\
         {columns}</div>\n<p class=\"muted small\">percent of all points</p>\n</section>\n",
        spoken.join(", ")
    )
}

/// The rules that most submissions break; nothing if none is broken, or no test is about rules of the game.
pub(super) fn rules(class: &Class<'_>) -> String {
    if class.rules.is_empty() {
        return String::new();
    }
    let most = class.rules.first().map_or(1, |broken| broken.submissions).max(1);
    let mut rows = String::new();
    for (number, broken) in class.rules.iter().take(RULES).enumerate() {
        rows += &format!(
            "<tr><th scope=\"row\"><button type=\"button\" class=\"link\" data-rule=\"{number}\">{}\
             </button><small>{}</small></th><td class=\"n\">{}</td><td class=\"bar\">\
             <svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
             <rect class=\"bad\" width=\"{}\" height=\"8\" rx=\"2\"/></svg></td></tr>\n",
            words(broken.rule),
            sentence(broken.text),
            broken.submissions,
            broken.submissions * 100 / most
        );
    }
    format!(
        "<section aria-labelledby=\"rules-title\">\n<h2 id=\"rules-title\">Broken rules</h2>\n\
         <table class=\"rules\">\n<thead class=\"unseen\"><tr><th scope=\"col\">Rule</th>\
         <th scope=\"col\">Submissions</th><th scope=\"col\">Share</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table>\n</section>\n"
    )
}

/// Tests by students; the students from the best to the worst.
pub(super) fn heat_map(book: &Gradebook, class: &Class<'_>) -> String {
    let order = order(book);
    let count = order.len().max(1);
    let (mut rows, mut unpaid) = (String::new(), false);
    for (number, (test, counts)) in book.assignment.tests.iter().zip(&class.tests).enumerate() {
        let letters: Vec<char> = order
            .iter()
            .map(|student| {
                let result = book.submissions[*student].results.get(number);
                result.map_or('b', |result| super::letter(result, test.points))
            })
            .collect();
        let noun = if test.points.hundredths() == 100 { "point" } else { "points" };
        let spoken = format!(
            "{} passed, {} partly, {} failed, {} not tested",
            counts.passed, counts.partly, counts.failed, counts.blocked
        );
        unpaid |= test.points == Points::ZERO;
        rows += &format!(
            "<tr><th scope=\"row\">{}<small>{} · {} {noun}</small></th><td class=\"n\">{}%</td>\
             <td class=\"strip\"><svg viewBox=\"0 0 {count} 1\" preserveAspectRatio=\"none\" \
             role=\"img\" aria-label=\"{spoken}\" data-test=\"{number}\">{}</svg></td></tr>\n",
            sentence(&test.title),
            test.kind.name(),
            test.points,
            counts.passed * 100 / (counts.passed + counts.lost()).max(1),
            cells(&letters)
        );
    }
    let unpaid = match unpaid {
        true => " <span class=\"key o\"></span> not as asked, where no points are",
        false => "",
    };
    format!(
        "<section aria-labelledby=\"map-title\">\n<h2 id=\"map-title\">Tests and students</h2>\n\
         <p class=\"muted legend\">Each column is a student, the best on the left: \
         <span class=\"key g\"></span> passed <span class=\"key p\"></span> partly \
         <span class=\"key f\"></span> failed <span class=\"key b\"></span> not tested{unpaid}</p>\n\
         <table class=\"map\">\n<thead class=\"unseen\"><tr><th scope=\"col\">Test</th>\
         <th scope=\"col\">Passed</th><th scope=\"col\">Students</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</section>\n"
    )
}

/// The submissions as the columns of the map.
pub(super) fn order(book: &Gradebook) -> Vec<usize> {
    let mut order: Vec<usize> = (0..book.submissions.len()).collect();
    order.sort_by_key(|student| std::cmp::Reverse(book.submissions[*student].score()));
    order
}

fn cells(letters: &[char]) -> String {
    let separate = letters.len() <= SEPARATE;
    let mut cells = String::new();
    let mut at = 0;
    while at < letters.len() {
        let alike = letters[at..].iter().take_while(|letter| **letter == letters[at]).count();
        let run = if separate { 1 } else { alike };
        let width = if separate { ".94".to_owned() } else { run.to_string() };
        cells +=
            &format!("<rect class=\"{}\" x=\"{at}\" width=\"{width}\" height=\"1\"/>", letters[at]);
        at += run;
    }
    cells
}
