//! Gradescope's `results.json`. The platform itself holds back what students may not see yet, by
//! the `visibility` of each test; no output says more than the test's feedback level allows.

use serde_json::{Value, json};

use super::escape;
use super::visible::{VisibleTest, eventually};
use super::{File, Options, plain};
use crate::assignment::Visibility;
use crate::book::{Gradebook, StudentEntry};
use crate::grade::Status;

/// `results.json`, or one in a folder for each submission if there are several.
pub(super) fn render(book: &Gradebook, _: &Options) -> Vec<File> {
    File::for_each(book, "results.json", |graded| format!("{:#}\n", results(book, graded)))
}

fn results(book: &Gradebook, graded: &StudentEntry) -> Value {
    let visible = eventually(&book.assignment, graded);
    let tests: Vec<Value> =
        visible.tests.iter().enumerate().map(|(number, visible)| test(number, visible)).collect();
    let mut output = vec![escape::line(&graded.chosen)];
    output.extend(graded.notes.iter().map(|note| escape::line(note)));
    let mut results = json!({
        "output": output.join("\n"),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": { "grader": book.version, "seed": book.seed, "assignment": book.digest },
        "tests": tests,
    });
    // The platform adds up the tests; without any it insists on a score.
    if visible.tests.is_empty() {
        results["score"] = json!(0);
    }
    results
}

fn test(number: usize, visible: &VisibleTest<'_>) -> Value {
    let visibility = match visible.head.visibility {
        Visibility::Visible => "visible",
        Visibility::Hidden => "hidden",
        Visibility::AfterDueDate => "after_due_date",
        Visibility::AfterPublished => "after_published",
    };
    let mut output = vec![escape::line(&visible.summary)];
    for failure in &visible.failures {
        output.push(String::new());
        output.extend(plain::failure(failure));
    }
    json!({
        "name": escape::line(&visible.head.title),
        "number": (number + 1).to_string(),
        "score": f64::from(visible.points),
        "max_score": f64::from(visible.head.points),
        "status": if visible.status == Status::Passed { "passed" } else { "failed" },
        "output": output.join("\n").trim_end(),
        "visibility": visibility,
        "tags": [visible.head.kind.name()],
    })
}
