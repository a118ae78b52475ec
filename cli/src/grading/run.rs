//! Grades submissions on several threads, in order, and never loses a run to one of them.
//!
//! What comes out does not depend on the threads: work is begun in the order of the submissions, and
//! results come back in it. A panic is a mistake of ours; it costs the submission its grade, is told
//! loudly, and the others go on.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use grader::assignment::Head;
use grader::book::StudentEntry;
use grader::grade::Submission;
use grader::wording;

use crate::threads::{Threads, lock, progress};

thread_local! {
    /// What the last panic of this thread said, and where.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// How a run is done.
pub(crate) struct Plan<'a> {
    pub(crate) head: &'a Head,
    pub(crate) threads: Option<NonZeroUsize>,
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
    /// Submissions on which the grader itself failed: the key, and what it said.
    pub(crate) panics: Vec<(String, String)>,
    /// Whether Ctrl-C stopped it before all was done.
    pub(crate) interrupted: bool,
    /// Whether `fail_fast` stopped it, or would have at the last one.
    pub(crate) failed_fast: bool,
}

/// Grades every submission whose result is not `known`, and gives each new result to `keep` as soon
/// as it is there.
pub(crate) fn run(
    submissions: &[Submission],
    plan: &Plan<'_>,
    known: Vec<Option<StudentEntry>>,
    keep: &mut (dyn FnMut(&Submission, &StudentEntry) + Send),
    grade: &(dyn Fn(&Submission) -> StudentEntry + Sync),
) -> Run {
    let bar = progress(submissions.len() as u64, "submissions", plan.watched);
    let known = known
        .into_iter()
        .map(|graded| graded.map(|graded| Done { graded, known: true, panic: None }));
    let results: Mutex<Vec<Option<Done>>> = Mutex::new(known.collect());
    let keep = Mutex::new(keep);
    let step = |(): &mut (), at: u64| {
        let at = at as usize;
        let perfect = lock(&results)[at].as_ref().map(|done| done.graded.perfect());
        let perfect = perfect.unwrap_or_else(|| {
            let done = careful(&submissions[at], plan.head, grade);
            if done.panic.is_none() {
                lock(&keep)(&submissions[at], &done.graded);
            }
            let perfect = done.graded.perfect();
            lock(&results)[at] = Some(done);
            perfect
        });
        match plan.fail_fast && !perfect {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let threads = Threads::new(plan.threads);
    let (_, stop) = quietly(|| threads.share(submissions.len() as u64, &bar, || (), step));
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
        if let Some(said) = done.panic {
            run.panics.push((done.graded.student.key.clone(), said));
        }
        run.graded.push(done.graded);
    }
    run
}

struct Done {
    graded: StudentEntry,
    known: bool,
    panic: Option<String>,
}

/// Grades a submission, whatever happens.
fn careful(
    submission: &Submission,
    head: &Head,
    grade: &(dyn Fn(&Submission) -> StudentEntry + Sync),
) -> Done {
    match panic::catch_unwind(AssertUnwindSafe(|| grade(submission))) {
        Ok(graded) => Done { graded, known: false, panic: None },
        Err(_) => {
            let said = SAID.take().unwrap_or_else(|| "it did not say why".into());
            Done { graded: ungraded(submission, head), known: false, panic: Some(said) }
        }
    }
}

/// The result of a submission that the grader failed on.
fn ungraded(submission: &Submission, head: &Head) -> StudentEntry {
    let mut entry = StudentEntry::grader_failed(head, submission);
    entry.notes.push(wording::GRADER_FAILED.into());
    entry
}

/// Keeps what panics say instead of printing it into the progress bar.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|info| SAID.set(Some(info.to_string().replace('\n', " ")))));
    let done = work();
    panic::set_hook(before);
    done
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

    fn submissions(count: usize) -> Vec<Submission> {
        (0..count).map(|at| Submission::of_text(&format!("{at:03}"), "nop")).collect()
    }

    fn with(graded: StudentEntry, status: Status) -> StudentEntry {
        let mut graded = graded;
        graded.results.iter_mut().for_each(|result| result.status = status);
        graded
    }

    fn plan(head: &Head, threads: usize, fail_fast: bool) -> Plan<'_> {
        Plan { head, threads: NonZeroUsize::new(threads), fail_fast, watched: false }
    }

    #[test]
    fn a_panic_costs_one_submission_and_is_told() {
        let head = head();
        let grade = |submission: &Submission| {
            assert_ne!(submission.student.key, "003", "no threes");
            with(ungraded(submission, &head), Status::Passed)
        };
        for threads in [1, 4] {
            let mut kept = 0;
            let mut keep = |_: &Submission, _: &StudentEntry| kept += 1;
            let list = submissions(9);
            let known = vec![None; 9];
            let run = run(&list, &plan(&head, threads, false), known, &mut keep, &grade);
            assert_eq!(kept, 8);
            assert_eq!(run.graded.len(), 9);
            assert_eq!(run.graded.iter().filter(|graded| graded.perfect()).count(), 8);
            assert_eq!(run.panics.len(), 1);
            assert_eq!(run.panics[0].0, "003");
            assert!(run.panics[0].1.contains("no threes"), "{:?}", run.panics);
            assert!(!run.interrupted);
        }
    }

    #[test]
    fn the_first_failure_in_order_stops_a_run_on_any_number_of_threads() {
        let head = head();
        let grade = |submission: &Submission| {
            let bad = submission.student.key.as_str() >= "007";
            let status = if bad { Status::Failed } else { Status::Passed };
            with(ungraded(submission, &head), status)
        };
        for threads in [1, 2, 8] {
            let list = submissions(50);
            let plan = plan(&head, threads, true);
            let mut known = vec![None; 50];
            known[3] = Some(with(ungraded(&list[3], &head), Status::Passed));
            let run = run(&list, &plan, known, &mut |_, _| {}, &grade);
            assert_eq!(run.known, 1);
            assert_eq!(run.graded.len(), 8, "{threads} threads");
            assert!(run.failed_fast && !run.interrupted);
        }
    }
}
