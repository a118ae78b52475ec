//! Work on several threads: items that are handed out by index, and jobs for the libraries, which
//! start no threads of their own.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::solve::{Job, Workers};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tester::wording::grouped;

use crate::interrupt;

/// More threads than any machine has cores to run them; a system may be minutes about more.
const MAX_THREADS: usize = 256;

/// A number of threads that wait for work; without a pool, the one that asks.
pub(crate) struct Threads(Option<ThreadPool>);

impl Threads {
    /// So many, or as many as the machine can run at the same time. Where the system does not give
    /// as many, there are fewer.
    pub(crate) fn new(asked: Option<NonZeroUsize>) -> Threads {
        let asked = asked.or_else(|| std::thread::available_parallelism().ok());
        let mut count = asked.map_or(1, usize::from).min(MAX_THREADS);
        while count > 1 {
            if let Ok(pool) = ThreadPoolBuilder::new().num_threads(count).build() {
                return Threads(Some(pool));
            }
            count /= 2;
        }
        Threads(None)
    }

    /// Runs something on one of the threads. Whoever shares out work from there takes part in it, and
    /// does not wait for a thread that the system is slow to give a turn to.
    pub(crate) fn within<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Calls `step` for each index below `count`, begun in ascending order, one at a time on each
    /// thread. Each thread has a state of its own, made by `begin`.
    ///
    /// Ctrl-C ends it after the items that are under way, if [`interrupt::watch`] was called. So does
    /// a step that breaks, but all before it are done in any case. Returned are the states, and the
    /// lowest index that broke. A panic is passed on.
    pub(crate) fn share<S: Send>(
        &self,
        count: u64,
        bar: &ProgressBar,
        begin: impl Fn() -> S + Sync,
        step: impl Fn(&mut S, u64) -> ControlFlow<()> + Sync,
    ) -> (Vec<S>, Option<u64>) {
        let (next, end) = (AtomicU64::new(0), AtomicU64::new(count));
        let states = Mutex::new(Vec::new());
        let work = || {
            let mut state = begin();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= end.load(Ordering::Relaxed) || interrupt::asked() {
                    break;
                }
                if step(&mut state, index).is_break() {
                    end.fetch_min(index, Ordering::Relaxed);
                }
                bar.inc(1);
            }
            lock(&states).push(state);
        };
        let threads = self.count().min(usize::try_from(count).unwrap_or(usize::MAX));
        self.run((0..threads).map(|_| -> Job<'_> { Box::new(work) }).collect());
        bar.finish_and_clear();
        let states = states.into_inner().unwrap_or_else(PoisonError::into_inner);
        (states, Some(end.into_inner()).filter(|end| *end < count))
    }

    /// What `work` gives for each index below `count`, in their order; fewer after Ctrl-C.
    pub(crate) fn map<T: Send>(
        &self,
        count: usize,
        bar: &ProgressBar,
        work: impl Fn(usize) -> T + Sync,
    ) -> Vec<T> {
        let (done, _) = self.share(count as u64, bar, Vec::new, |done, index| {
            done.push((index, work(index as usize)));
            ControlFlow::Continue(())
        });
        let mut all: Vec<(u64, T)> = done.into_iter().flatten().collect();
        all.sort_unstable_by_key(|(index, _)| *index);
        all.into_iter().map(|(_, value)| value).collect()
    }
}

/// The debugger has the same wish in a trait of its own: no library of ours knows the other.
impl debugger::Workers for Threads {
    fn count(&self) -> usize {
        Workers::count(self)
    }

    fn run(&self, jobs: Vec<debugger::Job<'_>>) {
        Workers::run(self, jobs);
    }
}

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        match &self.0 {
            Some(pool) => {
                pool.scope(|scope| jobs.into_iter().for_each(|job| scope.spawn(|_| job())))
            }
            None => jobs.into_iter().for_each(|job| job()),
        }
    }
}

/// Locks what a thread that panicked may have held: the panic is passed on elsewhere.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A progress bar on standard error, if that is a terminal and someone wants to see it.
pub(crate) fn progress(count: u64, what: &str, wanted: bool) -> ProgressBar {
    let template = format!("{{bar:32}} {{pos}}/{{len}} {what}, {{rate}}, {{eta}} left");
    drawn(Some(count), &template, wanted)
}

/// A line of text on standard error that is written over, if that is a terminal and someone wants to
/// see it.
pub(crate) fn progress_line(wanted: bool) -> ProgressBar {
    drawn(None, "{msg}", wanted)
}

fn drawn(count: Option<u64>, template: &str, wanted: bool) -> ProgressBar {
    let target = if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&rate(state.per_sec()));
    });
    ProgressBar::with_draw_target(count, target).with_style(style)
}

/// How many a second: of small numbers one decimal, of others none.
fn rate(per_second: f64) -> String {
    match per_second < 10.0 {
        true => format!("{per_second:.1}/s"),
        false => format!("{}/s", grouped(per_second.round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_each_number_of_threads(check: impl Fn(&Threads)) {
        for threads in [1, 2, 8] {
            check(&Threads::new(NonZeroUsize::new(threads)));
        }
    }

    #[test]
    fn results_come_in_order() {
        on_each_number_of_threads(|threads| {
            let squares = threads.map(1000, &ProgressBar::hidden(), |index| index * index);
            assert!(squares.iter().enumerate().all(|(index, square)| index * index == *square));
            assert_eq!(squares.len(), 1000);
            assert!(threads.map(0, &ProgressBar::hidden(), |index| index).is_empty());
        });
    }

    #[test]
    fn the_lowest_break_ends_it_with_all_before_it_done() {
        on_each_number_of_threads(|threads| {
            let bar = ProgressBar::hidden();
            let (seen, end) = threads.share(10_000, &bar, Vec::new, |seen, index| {
                seen.push(index);
                match index % 100 {
                    77 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            let mut seen = seen.concat();
            seen.sort_unstable();
            assert_eq!(end, Some(77));
            assert!(seen.len() < 10_000 && seen[..78] == (0..78).collect::<Vec<_>>());
        });
    }

    #[test]
    fn a_panic_is_passed_on() {
        on_each_number_of_threads(|threads| {
            let work = || threads.map(9, &ProgressBar::hidden(), |index| assert_ne!(index, 3));
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            assert!(caught.is_err());
        });
    }
}
