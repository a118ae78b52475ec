//! Assignments and submissions for the tests of grading, and grades as text.

#![allow(dead_code, reason = "not every test needs everything")]

use std::fs;
use std::path::{Path, PathBuf};

use grader::assignment::{
    Assignment, Compare, DifferentialTest, Feedback, Head, Kind, Setup, Solution, TestHead,
    TestKind, Visibility,
};
use grader::book::{Exhibit, StudentEntry};
use grader::grade::{Bench, Points, Status, Submission};
use tester::{Limits, Rule};

/// The folder of the programs.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm")
}

/// A submission of one program of the repository.
pub(crate) fn submission(name: &str) -> Submission {
    let text = fs::read_to_string(programs().join(name)).expect("the program can be read");
    Submission::of_text(name.rsplit('/').next().unwrap_or(name), &text)
}

/// An assignment with such tests, each worth a point: names, kinds, and what they need.
pub(crate) fn assignment(tests: Vec<(&str, TestKind, &[&str])>) -> Assignment {
    let head = |(id, kind, needs): &(&str, TestKind, &[&str])| TestHead {
        id: id.to_string(),
        title: format!("the test {id}"),
        kind: match kind {
            TestKind::Transcript(_) => Kind::Transcript,
            TestKind::Differential(_) => Kind::Differential,
            TestKind::Exhaustive(_) => Kind::Exhaustive,
            TestKind::Function(_) => Kind::Function,
            _ => Kind::Static,
        },
        points: Points::from_hundredths(100),
        visibility: Visibility::Visible,
        feedback: Feedback::Full,
        needs: needs.iter().map(|need| need.to_string()).collect(),
    };
    Assignment {
        head: Head {
            id: "tried".into(),
            title: "Something tried".into(),
            about: String::new(),
            tests: tests.iter().map(head).collect(),
        },
        setup: Setup {
            files: vec!["*.asm".into()],
            together: Vec::new(),
            beside_reference: Vec::new(),
            entry: None,
            limits: Limits::default(),
            services: None,
            banned: Vec::new(),
            starter: vec![("given.asm".into(), b"li $t9, 9\n".to_vec())],
            reference: Solution::Here("fivetwelve.asm".into(), Vec::new()),
            faulty: Vec::new(),
            protocol: None,
            repairs: false,
        },
        tests: tests.into_iter().map(|(_, kind, _)| kind).collect(),
        digest: String::new(),
    }
}

/// An assignment with one differential test for each rule, named after it.
pub(crate) fn by_rules(games: u64, compare: Compare) -> Assignment {
    let test = |rule: Rule| {
        let test = DifferentialTest { rules: vec![rule], games, compare };
        (rule.name(), TestKind::Differential(test), &[] as &[&str])
    };
    assignment(Rule::ALL.into_iter().map(test).collect())
}

/// Grades a submission.
pub(crate) fn grade(bench: &Bench, submission: &Submission) -> StudentEntry {
    bench.grade(submission)
}

/// The names of the tests with a status.
pub(crate) fn with(graded: &StudentEntry, status: Status) -> Vec<&str> {
    let results = graded.results.iter().filter(|result| result.status == status);
    results.map(|result| result.test.as_str()).collect()
}

/// A grade as text.
pub(crate) fn told(graded: &StudentEntry) -> String {
    let mut text = String::new();
    let mut say = |line: String| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    for result in &graded.results {
        say(format!("{} {:?} {}: {}", result.test, result.status, result.points, result.summary));
        for failure in &result.failures {
            say(format!("  rule {:?}: {}", failure.rule, failure.rule_text));
            say(format!("  hint {}", failure.hint.as_deref().unwrap_or("-")));
            for sentence in failure.given.iter().chain(&failure.sentences) {
                say(format!("  | {sentence}"));
            }
            for shown in &failure.shown {
                match shown {
                    Exhibit::Board { label, cells, .. } => say(format!("  {label}: {cells:?}")),
                    Exhibit::Picture { label, png, .. } => {
                        say(format!("  {label}: a picture of {} bytes", png.len()));
                    }
                    Exhibit::Text { label, text, .. } => {
                        say(format!("  {label}:"));
                        text.lines().for_each(|line| say(format!("    {line}")));
                    }
                }
            }
            for line in &failure.lines {
                let mark = if line.marked { ">" } else { " " };
                let calls = line.calls.join(" ");
                say(format!("  {mark} {}:{} {} {calls}", line.file, line.line, line.text));
            }
            say(format!("  $ {}", failure.command.as_deref().unwrap_or("-")));
        }
    }
    text
}
