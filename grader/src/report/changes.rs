//! What changed between two runs: whose grade, in which tests, and why.
//!
//! [`changes`] compares two books; nothing is judged again. [`text`] and [`json`] show it.

use std::collections::BTreeMap;

use serde_json::json;

use super::escape;
use crate::book::{Gradebook, StudentEntry, TestEntry};
use crate::grade::{Points, Status};
use crate::wording;

/// All that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The file that was graded before and now, if that differs.
    pub files: Option<(Option<String>, Option<String>)>,
    /// The tests that came out differently.
    pub tests: Vec<ChangedTest>,
}

/// A test that came out differently.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    let by_key = |book: &Gradebook| -> BTreeMap<String, StudentEntry> {
        book.submissions.iter().map(|g| (g.student.key.clone(), g.clone())).collect()
    };
    let (before, now) = (by_key(old), by_key(new));
    let mut changes = Changes {
        runs: runs(old, new),
        added: now.keys().filter(|key| !before.contains_key(*key)).cloned().collect(),
        removed: before.keys().filter(|key| !now.contains_key(*key)).cloned().collect(),
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
    let find = |graded: &StudentEntry, test: &str| -> Option<TestEntry> {
        graded.results.iter().find(|result| result.test == test).cloned()
    };
    let mut names: Vec<&str> = new.results.iter().map(|result| &*result.test).collect();
    names.extend(
        old.results.iter().map(|result| &*result.test).filter(|test| find(new, test).is_none()),
    );
    let tests: Vec<ChangedTest> = names
        .into_iter()
        .filter_map(|test| changed_test(test, find(old, test), find(new, test)))
        .collect();
    let resubmitted = old.digest != new.digest;
    let files = (old.file != new.file).then(|| (old.file.clone(), new.file.clone()));
    // Something else may have been handed in without any difference; that is no change of a grade.
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

fn changed_test(test: &str, old: Option<TestEntry>, new: Option<TestEntry>) -> Option<ChangedTest> {
    let outcome = |result: &Option<TestEntry>| result.as_ref().map(|r| (r.status, r.points));
    let said = |result: &Option<TestEntry>| -> Vec<String> {
        let Some(result) = result.as_ref().filter(|r| r.status != Status::Passed) else {
            return Vec::new();
        };
        let told = result.failures.iter().flat_map(|f| f.given.iter().chain(&f.sentences).cloned());
        let told: Vec<String> = told.collect();
        if told.is_empty() { vec![result.summary.clone()] } else { told }
    };
    let (said_old, said_new) = (said(&old), said(&new));
    if outcome(&old) == outcome(&new) && said_old == said_new {
        return None;
    }
    Some(ChangedTest {
        test: test.to_owned(),
        before: outcome(&old),
        now: outcome(&new),
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
    let outcome = |outcome: Option<(Status, Points)>| {
        outcome.map(|(status, points)| json!([status.name(), f64::from(points)]))
    };
    let test = |test: &ChangedTest| {
        json!({
            "test": test.test,
            "before": outcome(test.before),
            "now": outcome(test.now),
            "said_now": test.said_now,
            "said_before": test.said_before,
        })
    };
    let changed = |changed: &Changed| {
        let mut value = json!({
            "key": changed.key,
            "name": changed.name,
            "before": f64::from(changed.before),
            "now": f64::from(changed.now),
            "resubmitted": changed.resubmitted,
            "tests": changed.tests.iter().map(test).collect::<Vec<_>>(),
        });
        if let Some(files) = &changed.files {
            value["files"] = json!(files);
        }
        value
    };
    let value = json!({
        "runs": changes.runs,
        "added": changes.added,
        "removed": changes.removed,
        "changed": changes.changed.iter().map(changed).collect::<Vec<_>>(),
        "same": changes.same,
    });
    escape::json(&format!("{value:#}\n"))
}
