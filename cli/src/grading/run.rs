//! Grades submissions on several threads, in order, and never loses a run to one of them.
//!
//! What comes out does not depend on the threads: work is begun in the order of the submissions, and
//! results come back in it. Each is read when its turn comes, and only then. A submission on which the
//! grader fails has no grade; that is told, and the others go on.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use grader::assignment::Head;
use grader::book::{StudentEntry, TestEntry};
use grader::submission::{HandedIn, digest_of};
use grader::wording;

use super::collect::Pending;
use super::results::Results;
use super::worker::{Grade, Graded, quietly};
use crate::threads::{Threads, lock, progress};

/// How a run is done.
pub(crate) struct Plan<'a> {
    pub(crate) head: &'a Head,
    pub(crate) threads: Option<NonZeroUsize>,
    /// Whether saved results are used.
    pub(crate) cached: bool,
    /// Stop behind the first that does not get all points.
    pub(crate) fail_fast: bool,
    /// Whether someone looks at the terminal.
    pub(crate) watched: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Run {
    /// In the order of the submissions; fewer than those if the run was stopped.
    pub(crate) graded: Vec<StudentEntry>,
    /// How many came from the journal.
    pub(crate) known: usize,
    /// Submissions on which the grader itself failed: the key, and why.
    pub(crate) failures: Vec<(String, String)>,
    /// Whether Ctrl-C stopped it before all was done.
    pub(crate) interrupted: bool,
    /// Whether `fail_fast` stopped it, or would have at the last one.
    pub(crate) failed_fast: bool,
}

/// Grades every submission whose result is not in the journal, and keeps each new result there as soon
/// as it is there. `start` gives each thread a grader of its own.
pub(crate) fn run<'a>(
    submissions: &[Pending],
    plan: &Plan<'_>,
    journal: Option<&mut Results>,
    start: &(dyn Fn() -> Grade<'a> + Sync),
) -> Run {
    let bar = progress(submissions.len() as u64, "submissions", plan.watched);
    let results: Mutex<Vec<Option<Done>>> = Mutex::new(submissions.iter().map(|_| None).collect());
    let journal = Mutex::new(journal);
    let step = |grade: &mut Grade<'a>, at: u64| {
        let done = one(&submissions[at as usize], plan, &journal, grade);
        let perfect = done.graded.perfect();
        lock(&results)[at as usize] = Some(done);
        match plan.fail_fast && !perfect {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let threads = Threads::new(plan.threads);
    let (_, stop) = quietly(|| threads.share(submissions.len() as u64, &bar, start, step));
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary(results, stop)
}

fn summary(results: Vec<Option<Done>>, stop: Option<u64>) -> Run {
    let mut run = Run { failed_fast: stop.is_some(), ..Run::default() };
    let last = stop.map_or(results.len(), |stop| stop as usize + 1);
    for done in results.into_iter().take(last) {
        let Some(done) = done else {
            run.interrupted = true;
            continue;
        };
        run.known += usize::from(done.known);
        if let Some(why) = done.failure {
            run.failures.push((done.graded.student.key.clone(), why));
        }
        run.graded.push(done.graded);
    }
    run
}

struct Done {
    graded: StudentEntry,
    known: bool,
    failure: Option<String>,
}

/// Reads a submission, and grades it if its result is not known.
fn one(
    pending: &Pending,
    plan: &Plan<'_>,
    journal: &Mutex<Option<&mut Results>>,
    grade: &mut Grade<'_>,
) -> Done {
    let HandedIn { student, files, notes: noticed } = pending.read();
    let digest = digest_of(files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())));
    let known = lock(journal).as_mut().filter(|_| plan.cached).and_then(|j| j.result(&digest));
    let (graded, known, failure) = match known {
        Some(graded) => (graded, true, None),
        None => match grade(HandedIn { student: student.clone(), files, notes: Vec::new() }) {
            Ok(graded) => {
                if let Some(journal) = lock(journal).as_mut() {
                    journal.keep(&digest, &graded);
                }
                (graded, false, None)
            }
            Err(why) => (not_graded(plan.head, &why), false, Some(why)),
        },
    };
    let Graded { program, chosen, notes, results } = graded;
    let graded = StudentEntry {
        student,
        digest,
        file: program.map(|path| pending.told(&path)),
        chosen,
        notes: [noticed, notes].concat(),
        results,
        failure: failure.clone(),
    };
    Done { graded, known, failure }
}

/// The result of a submission that the grader failed on.
fn not_graded(head: &Head, why: &str) -> Graded {
    Graded {
        program: None,
        chosen: wording::GRADER_FAILED.into(),
        notes: vec![format!("{}: {why}", wording::GRADER_FAILED)],
        results: head.tests.iter().map(TestEntry::grader_failed).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grader::assignment::{Feedback, Kind, TestHead, Visibility};
    use grader::grade::{Points, Status};

    fn head() -> Head {
        let test = TestHead {
            id: "t".into(),
            title: "T".into(),
            kind: Kind::Static,
            points: Points::from_hundredths(100),
            visibility: Visibility::Visible,
            feedback: Feedback::Full,
            needs: Vec::new(),
        };
        Head { id: "a".into(), title: "A".into(), about: String::new(), tests: vec![test] }
    }

    fn submissions(count: usize) -> Vec<Pending> {
        (0..count).map(|at| Pending::empty(&format!("{at:03}"))).collect()
    }

    fn with(head: &Head, status: Status) -> Graded {
        let mut graded = not_graded(head, "a test");
        graded.results.iter_mut().for_each(|result| result.status = status);
        graded
    }

    fn plan(head: &Head, threads: usize, fail_fast: bool) -> Plan<'_> {
        let threads = NonZeroUsize::new(threads);
        Plan { head, threads, cached: true, fail_fast, watched: false }
    }

    #[test]
    fn a_failure_costs_one_submission_and_is_told() {
        let head = head();
        let start = || -> Grade<'_> {
            Box::new(|handed_in| match handed_in.student.key.as_str() {
                "003" => Err("no threes".into()),
                _ => Ok(with(&head, Status::Passed)),
            })
        };
        for threads in [1, 4] {
            let run = run(&submissions(9), &plan(&head, threads, false), None, &start);
            assert_eq!(run.graded.len(), 9);
            assert_eq!(run.graded.iter().filter(|graded| graded.perfect()).count(), 8);
            assert_eq!(run.failures, [("003".to_string(), "no threes".to_string())]);
            assert!(!run.interrupted);
        }
    }

    #[test]
    fn the_first_failure_in_order_stops_a_run_on_any_number_of_threads() {
        let head = head();
        let start = || -> Grade<'_> {
            Box::new(|handed_in| {
                let bad = handed_in.student.key.as_str() >= "007";
                Ok(with(&head, if bad { Status::Failed } else { Status::Passed }))
            })
        };
        for threads in [1, 2, 8] {
            let run = run(&submissions(50), &plan(&head, threads, true), None, &start);
            assert_eq!(run.graded.len(), 8, "{threads} threads");
            assert!(run.failed_fast && !run.interrupted);
        }
    }
}
