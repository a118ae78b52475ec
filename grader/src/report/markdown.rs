//! The class in Markdown, for the summary of a job in GitHub Actions, which takes 1 MiB. It is for
//! instructors and tells everything.

use super::class::Class;
use super::escape::{markdown as words, markdown_code as code};
use super::{File, Options};
use crate::book::{Gradebook, StudentEntry};

/// What the table of students may take: the platform's limit without what comes besides.
const ROOM: usize = 900 * 1024;
/// How many rules and groups are listed, and how many members of a group.
const LISTED: usize = 20;

/// The file.
pub(super) fn render(book: &Gradebook, _: &Options) -> Vec<File> {
    let class = Class::of(book);
    let mut text = format!("# {}\n\n{}.\n", words(&book.assignment.title), class.summary());
    tests(book, &class, &mut text);
    rules(book, &class, &mut text);
    text += "\n## Students\n\n| Student | Points | % | Lost on |\n|---|---:|---:|---|\n";
    let mut rows = String::new();
    let mut left = book.submissions.len();
    for graded in &book.submissions {
        let row = row(book, graded);
        if text.len() + rows.len() + row.len() > ROOM {
            break;
        }
        rows += &row;
        left -= 1;
    }
    text += &rows;
    if left > 0 {
        text += &format!("\n{left} more are left out here, because a summary must be short.\n");
    }
    File::only(text)
}

fn row(book: &Gradebook, graded: &StudentEntry) -> String {
    let lost: Vec<String> = match graded.untested() {
        Some(why) => vec![why.to_owned()],
        None => graded.lost_points(&book.assignment).map(|result| code(&result.test)).collect(),
    };
    let score = graded.score();
    format!(
        "| {} | {score} | {:.1} | {} |\n",
        words(&graded.student.name),
        score.percent(book.assignment.points()),
        lost.join(", ")
    )
}

fn tests(book: &Gradebook, class: &Class<'_>, text: &mut String) {
    *text += "\n## Tests\n\n| Test | Points | Passed | Partly | Failed | Not tested |\n\
              |---|---:|---:|---:|---:|---:|\n";
    for (test, counts) in book.assignment.tests.iter().zip(&class.tests) {
        *text += &format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            words(&test.title),
            test.points,
            counts.passed,
            counts.partly,
            counts.failed,
            counts.blocked
        );
    }
}

fn rules(book: &Gradebook, class: &Class<'_>, text: &mut String) {
    if !class.rules.is_empty() {
        *text += "\n## Rules that are broken\n\n| Rule | Submissions | What it asks for |\n\
                  |---|---:|---|\n";
        for broken in class.rules.iter().take(LISTED) {
            let (rule, asks) = (code(broken.rule), words(broken.text));
            *text += &format!("| {rule} | {} | {asks} |\n", broken.submissions);
        }
    }
    if !class.groups.is_empty() {
        *text += "\n## Who fails alike\n\n";
        for group in class.groups.iter().take(LISTED) {
            let mut names: Vec<String> = group
                .members
                .iter()
                .take(LISTED)
                .map(|member| words(&book.submissions[*member].student.name))
                .collect();
            if group.members.len() > LISTED {
                names.push(format!("{} more", group.members.len() - LISTED));
            }
            *text += &format!(
                "- **{}** in {}: {} ({})\n",
                group.members.len(),
                code(group.test),
                words(group.failure.gist()),
                names.join(", ")
            );
        }
    }
}
