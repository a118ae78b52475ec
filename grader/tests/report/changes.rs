//! What changed between two runs.

use grader::grade::{Points, Status};
use grader::report::changes::{changes, json, text};

use crate::book::book;

#[test]
fn nothing_changes_between_equal_runs() {
    let changes = changes(&book(), &book());
    assert!(changes.none());
    insta::assert_snapshot!(text(&changes), @"0 grades changed, 0 with the same grade for other reasons, 5 as they were");
}

#[test]
fn changes_are_told_with_their_reasons() {
    let old = book();
    let mut new = book();
    new.digest = "def456".to_owned();
    new.seed = 8;
    // Bob hands in again and passes; Carol fails for another reason; Dave leaves and Eve comes.
    new.submissions[1].digest = "another".to_owned();
    new.submissions[1].results[2] = old.submissions[0].results[2].clone();
    new.submissions[2].results[2].failures[0].sentences =
        vec!["Now it is the third row.".to_owned()];
    new.submissions[3].student.key = "eve".to_owned();
    let hostile = &mut new.submissions[4];
    hostile.results[0].status = Status::Failed;
    hostile.results[0].points = Points::ZERO;
    hostile.results[0].summary = "\x1b[31mIt does not assemble.".to_owned();
    let changes = changes(&old, &new);
    insta::assert_snapshot!("changes.txt", text(&changes));
    insta::assert_snapshot!("changes.json", json(&changes));
}
