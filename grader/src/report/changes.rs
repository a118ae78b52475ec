//! What changed between two runs: whose grade, in which tests, and why.
//!
//! [`changes`] compares two books; nothing is judged again. [`text`] and [`json`] show it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::escape;
use crate::book::{Gradebook, StudentEntry, TestEntry};
use crate::grade::{Points, Status};
use crate::wording;

/// All that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// What differs about the runs themselves, a sentence each.
    pub runs: Vec<String>,
    /// Submissions that only the new run has, by their keys.
    pub added: Vec<String>,
    /// Submissions that only the old run has, by their keys.
    pub removed: Vec<String>,
    /// Submissions whose results changed.
    pub changed: Vec<Changed>,
    /// How many are as they were.
    pub same: usize,
}

impl Changes {
    /// Whether no grade and no result changed, and nobody came or went.
    pub fn none(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// A submission whose results changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The student's key.
    pub key: String,
    /// The student's name.
    pub name: String,
    /// The points before and now.
    pub before: Points,
    /// See `before`.
    pub now: Points,
    /// Whether something else was handed in.
    pub resubmitted: bool,
    /// The tests that came out differently.
    pub tests: Vec<ChangedTest>,
    /// The file that was graded before and now, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<(Option<String>, Option<String>)>,
}

/// A test that came out differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedTest {
    /// Its name.
    pub test: String,
    /// The outcome and the points before; none if there was no such test.
    pub before: Option<(Status, Points)>,
    /// The outcome and the points now; none if there is no such test.
    pub now: Option<(Status, Points)>,
    /// What is said now and was not before, and the other way round.
    pub said_now: Vec<String>,
    /// See `said_now`.
    pub said_before: Vec<String>,
}

/// Compares two runs.
pub fn changes(old: &Gradebook, new: &Gradebook) -> Changes {
    fn by_key(book: &Gradebook) -> BTreeMap<&str, &StudentEntry> {
        book.submissions.iter().map(|entry| (&*entry.student.key, entry)).collect()
    }
    let (before, now) = (by_key(old), by_key(new));
    let without = |some: &BTreeMap<&str, _>, others: &BTreeMap<&str, _>| {
        some.keys().filter(|key| !others.contains_key(*key)).map(ToString::to_string).collect()
    };
    let mut changes = Changes {
        runs: runs(old, new),
        added: without(&now, &before),
        removed: without(&before, &now),
        changed: Vec::new(),
        same: 0,
    };
    for (key, graded) in &now {
        let Some(old) = before.get(key) else { continue };
        match changed(old, graded) {
            Some(changed) => changes.changed.push(changed),
            None => changes.same += 1,
        }
    }
    changes
}

fn runs(old: &Gradebook, new: &Gradebook) -> Vec<String> {
    let mut said = Vec::new();
    if old.assignment.id != new.assignment.id {
        said.push(format!(
            "The assignments are different ones: {} and {}.",
            old.assignment.id, new.assignment.id
        ));
    } else if old.digest != new.digest {
        said.push("The assignment was changed in between.".to_owned());
    }
    if old.version != new.version {
        said.push(format!(
            "They were graded by different versions: {} and {}.",
            old.version, new.version
        ));
    }
    if old.seed != new.seed {
        said.push(format!("The seeds differ: {} and {}.", old.seed, new.seed));
    }
    if old.shard != new.shard {
        said.push("They cover different parts of the submissions.".to_owned());
    }
    said
}

fn changed(old: &StudentEntry, new: &StudentEntry) -> Option<Changed> {
    fn find<'a>(graded: &'a StudentEntry, test: &str) -> Option<&'a TestEntry> {
        graded.results.iter().find(|result| result.test == test)
    }
    let gone = old.results.iter().filter(|result| find(new, &result.test).is_none());
    let names = new.results.iter().chain(gone).map(|result| &result.test);
    let tests: Vec<ChangedTest> =
        names.filter_map(|test| changed_test(test, find(old, test), find(new, test))).collect();
    let resubmitted = old.digest != new.digest;
    let files = (old.file != new.file).then(|| (old.file.clone(), new.file.clone()));
    // Something else may have been handed in without any difference; that does not change a grade.
    if tests.is_empty() && files.is_none() {
        return None;
    }
    Some(Changed {
        key: new.student.key.clone(),
        name: new.student.name.clone(),
        before: old.score(),
        now: new.score(),
        resubmitted,
        files,
        tests,
    })
}

fn changed_test(
    test: &str,
    old: Option<&TestEntry>,
    new: Option<&TestEntry>,
) -> Option<ChangedTest> {
    let outcome = |result: Option<&TestEntry>| result.map(|r| (r.status, r.points));
    let said = |result: Option<&TestEntry>| -> Vec<String> {
        let Some(result) = result.filter(|r| r.status != Status::Passed) else {
            return Vec::new();
        };
        let told = result.failures.iter().flat_map(|f| f.given.iter().chain(&f.sentences).cloned());
        let told: Vec<String> = told.collect();
        if told.is_empty() { vec![result.summary.clone()] } else { told }
    };
    let (said_old, said_new) = (said(old), said(new));
    if outcome(old) == outcome(new) && said_old == said_new {
        return None;
    }
    Some(ChangedTest {
        test: test.to_owned(),
        before: outcome(old),
        now: outcome(new),
        said_now: said_new.iter().filter(|one| !said_old.contains(one)).cloned().collect(),
        said_before: said_old.iter().filter(|one| !said_new.contains(one)).cloned().collect(),
    })
}

/// For people.
pub fn text(changes: &Changes) -> String {
    let mut lines: Vec<String> = changes.runs.iter().map(|run| escape::line(run)).collect();
    let list =
        |keys: &[String]| keys.iter().map(|key| escape::line(key)).collect::<Vec<_>>().join(", ");
    if !changes.added.is_empty() {
        lines.push(format!("only in the new run: {}", list(&changes.added)));
    }
    if !changes.removed.is_empty() {
        lines.push(format!("only in the old run: {}", list(&changes.removed)));
    }
    for changed in &changes.changed {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(head(changed));
        for test in &changed.tests {
            lines.push(format!(
                "  {}: {} -> {}",
                escape::line(&test.test),
                outcome(test.before),
                outcome(test.now)
            ));
            lines.extend(test.said_before.iter().map(|s| format!("    - {}", escape::line(s))));
            lines.extend(test.said_now.iter().map(|s| format!("    + {}", escape::line(s))));
        }
    }
    let grades = changes.changed.iter().filter(|changed| changed.before != changed.now).count();
    let reasons = changes.changed.len() - grades;
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push(format!(
        "{grades} grades changed, {reasons} with the same grade for other reasons, {} as they were",
        changes.same
    ));
    lines.join("\n") + "\n"
}

fn head(changed: &Changed) -> String {
    let name = escape::line(&changed.name);
    let mut head = if changed.before == changed.now {
        format!("{name}: {} as before", changed.now)
    } else {
        format!("{name}: {} -> {}", changed.before, changed.now)
    };
    if let Some((old, new)) = &changed.files {
        let file =
            |file: &Option<String>| file.as_deref().map_or("no program".into(), escape::line);
        head += &format!(" (graded {}, then {})", file(old), file(new));
    } else if changed.resubmitted {
        head += " (something else was handed in)";
    }
    head
}

fn outcome(outcome: Option<(Status, Points)>) -> String {
    match outcome {
        None => "not tested".to_owned(),
        Some((status, points)) => format!("{} ({points})", wording::status(status)),
    }
}

/// For programs.
pub fn json(changes: &Changes) -> String {
    #[derive(Serialize)]
    struct Form<'c> {
        format: &'static str,
        #[serde(flatten)]
        changes: &'c Changes,
    }
    let form = Form { format: "fivetwelve grade-changes 1", changes };
    let text = serde_json::to_string_pretty(&form).expect("changes are plain data");
    escape::json(&text) + "\n"
}
