//! A tournament as one page that needs nothing else: no script, no font, no request.

use std::fmt::Write;

use super::table::{Cell, histogram, largest, thesis, turns};
use super::{Report, plots, short};

const STYLE: &str = include_str!("page.css");

/// The page.
pub(crate) fn html(report: &Report) -> String {
    let heading = if report.thesis { "Strategies beside the thesis" } else { "Tournament" };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"referrer\" content=\"no-referrer\">\
         <title>fivetwelve: {heading}</title><style>\n{STYLE}</style></head><body>\n\
         <h1>{heading}</h1><p class=\"faint\">{}</p>\n",
        escaped(&report.title())
    );
    if report.thesis {
        page.push_str(
            "<p><span class=\"key ours\"></span> played here, \
             <span class=\"key theirs\"></span> as the thesis reports, from ten games. Lines are \
             intervals of 95 %. Two intervals that overlap do not contradict each other; with ten \
             games they are wide, so that overlapping says little.</p>\n",
        );
    }
    page.push_str("<div class=\"plots\">\n");
    let goal = report.rules.goal();
    let wins = format!("Games that reach {goal}");
    for (heading, about, plot) in [
        (
            "Mean of the largest tile",
            "Interval by the normal distribution; the thesis's by \
          Student's, where its ten games are known.",
            plots::means(report),
        ),
        (wins.as_str(), "Wilson intervals.", plots::wins(report)),
        (
            "Time of a turn",
            "From the median to the 99th percentile, with the mean as dot; \
          logarithmic.",
            plots::times(report),
        ),
        (
            "Games by largest tile",
            "In percent of each strategy's games.",
            plots::histograms(report),
        ),
    ] {
        let _ = writeln!(
            page,
            "<section><h2>{heading}</h2><p class=\"faint\">{about}</p>\
             <div class=\"scroll\">{plot}</div></section>"
        );
    }
    page.push_str("</div>\n");
    if report.thesis {
        table(
            &mut page,
            "Tables 1 and 3 of the thesis",
            "Its means are cut down to whole numbers; a game that reached 2048 is not counted under \
             1024. “chance”: how often ten games like those played here have a mean as far off as \
             the thesis's, or farther. “ok”: whether the intervals overlap. Where more than one set \
             of ten games fits a row, or none (9 and 10), its mean has no interval. Table 3 lacks \
             2, 3.8, 7.5 and 7.7.",
            &thesis(report),
        );
    }
    table(
        &mut page,
        "Largest tile",
        "Means with normal and bootstrap intervals; shares with \
        Wilson intervals.",
        &largest(report),
    );
    table(&mut page, "Games by largest tile", "", &histogram(report));
    table(
        &mut page,
        "Turns and times",
        "Shares of turns decided by exceptions 1 and 2 and where \
        only down was legal.",
        &turns(report),
    );
    if let Some((ratio, three, four)) = report.direction_ratio() {
        let _ = writeln!(
            page,
            "<p>Time of a turn, methods of four directions by those of three: {ratio:.2} ({} by {} \
             µs). The thesis says about 3.</p>",
            short(four),
            short(three)
        );
    }
    let machine = report.machine.as_deref().unwrap_or("a processor that does not say its name");
    let _ = writeln!(
        page,
        "<p class=\"faint\">Times are by the clock around each choice, {} at the same time, on {}. \
         Everything else is the same each time for the same seed. fivetwelve {}.</p>\n\
         </body></html>",
        report.threads,
        escaped(machine),
        env!("CARGO_PKG_VERSION")
    );
    page
}

fn table(page: &mut String, heading: &str, about: &str, lines: &[Vec<Cell>]) {
    let _ = write!(page, "<section><h2>{heading}</h2>");
    if !about.is_empty() {
        let _ = write!(page, "<p class=\"faint\">{about}</p>");
    }
    page.push_str("<div class=\"scroll\"><table>");
    for (at, line) in lines.iter().enumerate() {
        let (open, close) = match at {
            0 => ("<thead><tr>", "</tr></thead><tbody>"),
            _ => ("<tr>", "</tr>"),
        };
        page.push_str(open);
        for (column, cell) in line.iter().enumerate() {
            let text = escaped(cell.text());
            let _ = match (at, column, cell) {
                (0, ..) => write!(page, "<th scope=\"col\">{text}</th>"),
                (_, 0, _) => write!(page, "<th scope=\"row\">{text}</th>"),
                (_, _, Cell::Overlaps(_)) => write!(page, "<td class=\"{text}\">{text}</td>"),
                _ => write!(page, "<td>{text}</td>"),
            };
        }
        page.push_str(close);
    }
    page.push_str("</tbody></table></div></section>\n");
}

/// Text that is nothing but text on a page.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
    out
}
