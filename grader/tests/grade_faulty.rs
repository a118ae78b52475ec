//! The programs with known mistakes: each loses what its header says, and otherwise only what
//! follows from it.

#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use grader::assignment::{
    Assignment, Compare, DifferentialTest, Feedback, Head, Kind, Setup, TestHead, Visibility,
};
use grader::grade::{Bench, Graded, Points, Status, Submission};
use grader::{Limits, Rule};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm")
}

/// An assignment with one differential test for each rule, named after it.
fn by_rules(games: u64) -> Assignment {
    let head = |rule: Rule| TestHead {
        id: rule.name().into(),
        title: rule.text().into(),
        kind: "differential".into(),
        points: Points::from_hundredths(100),
        visibility: Visibility::Visible,
        feedback: Feedback::Full,
        needs: Vec::new(),
    };
    let test = |rule: Rule| {
        Kind::Differential(DifferentialTest { rules: vec![rule], games, compare: Compare::Exact })
    };
    Assignment {
        head: Head {
            id: "rules".into(),
            title: "All rules".into(),
            about: String::new(),
            tests: Rule::ALL.into_iter().map(head).collect(),
        },
        setup: Setup {
            files: vec!["*.asm".into()],
            entry: None,
            limits: Limits::default(),
            services: None,
            banned: Vec::new(),
            starter: Vec::new(),
            reference: ("fivetwelve.asm".into(), Vec::new()),
            faulty: Vec::new(),
            protocol: None,
        },
        tests: Rule::ALL.into_iter().map(test).collect(),
        digest: String::new(),
    }
}

fn submission(name: &str) -> Submission {
    let text = fs::read_to_string(programs().join(name)).unwrap();
    Submission::of_text(name.rsplit('/').next().unwrap(), &text)
}

/// The names of the tests with a status.
fn with(graded: &Graded, status: Status) -> Vec<&str> {
    let results = graded.results.iter().filter(|result| result.status == status);
    results.map(|result| result.test.as_str()).collect()
}

#[test]
fn the_right_program_gets_all_points() {
    let bench = Bench::new(&by_rules(100), 0);
    let graded = bench.grade(&submission("fivetwelve.asm"));
    assert_eq!(with(&graded, Status::Passed).len(), Rule::ALL.len(), "{graded:#?}");
    assert_eq!(graded.score(), Points::from_hundredths(1600));
}
