//! JUnit XML for whatever shows test results, a suite for each submission. It is for instructors and
//! tells everything. The format knows no points: they are properties of the suite. Times are left
//! out, because the grader looks at no clock.

use super::escape::{xml, xml_attribute as attribute};
use super::{File, Options, plain};
use crate::assignment::TestHead;
use crate::book::{Gradebook, StudentEntry, TestEntry};
use crate::grade::Status;

/// The file.
pub(super) fn render(book: &Gradebook, _: &Options) -> Vec<File> {
    let all = || book.submissions.iter().flat_map(|graded| &graded.results);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text += &format!(
        "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n",
        attribute(&book.assignment.title),
        all().count(),
        all().filter(|result| result.status == Status::Failed).count(),
    );
    for graded in &book.submissions {
        suite(book, graded, &mut text);
    }
    text += "</testsuites>\n";
    File::only(text)
}

fn suite(book: &Gradebook, graded: &StudentEntry, text: &mut String) {
    let count = |status| graded.results.iter().filter(|result| result.status == status).count();
    *text += &format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
        attribute(&graded.student.key),
        graded.results.len(),
        count(Status::Failed),
        count(Status::Blocked),
    );
    *text += "    <properties>\n";
    let mut property = |name: &str, value: &str| {
        *text += &format!(
            "      <property name=\"{}\" value=\"{}\"/>\n",
            attribute(name),
            attribute(value)
        );
    };
    property("student", &graded.student.name);
    property("file", graded.file.as_deref().unwrap_or_default());
    property("score", &graded.score().to_string());
    property("max_score", &book.assignment.points().to_string());
    property("seed", &book.seed.to_string());
    for (test, result) in book.assignment.tests.iter().zip(&graded.results) {
        property(&format!("score.{}", test.id), &result.points.to_string());
        property(&format!("max_score.{}", test.id), &test.points.to_string());
    }
    *text += "    </properties>\n";
    for (test, result) in book.assignment.tests.iter().zip(&graded.results) {
        case(book, test, result, text);
    }
    *text += "  </testsuite>\n";
}

fn case(book: &Gradebook, test: &TestHead, result: &TestEntry, text: &mut String) {
    let class = format!("{}.{}", book.assignment.id, test.kind.name());
    *text += &format!(
        "    <testcase name=\"{}\" classname=\"{}\"",
        attribute(&test.title),
        attribute(&class)
    );
    let message = attribute(&result.summary);
    match result.status {
        Status::Passed => *text += "/>\n",
        Status::Blocked if result.failures.is_empty() => {
            *text += &format!(">\n      <skipped message=\"{message}\"/>\n    </testcase>\n");
        }
        Status::Blocked => {
            *text += &format!(
                ">\n      <skipped message=\"{message}\">{}</skipped>\n    </testcase>\n",
                words(result)
            );
        }
        Status::Failed => {
            let rule = result.failures.iter().find_map(|failure| failure.rule.as_deref());
            *text += &format!(
                ">\n      <failure message=\"{message}\" type=\"{}\">{}</failure>\n    \
                 </testcase>\n",
                attribute(rule.unwrap_or("failed")),
                words(result),
            );
        }
    }
}

/// Everything about what went wrong.
fn words(result: &TestEntry) -> String {
    let lines: Vec<String> = result.failures.iter().flat_map(plain::failure).collect();
    xml(&lines.join("\n"))
}
