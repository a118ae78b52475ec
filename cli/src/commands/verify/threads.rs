//! Threads that share a list of jobs.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use engine::solve::{Job, Workers};

/// So many threads, for as long as there are jobs.
pub(super) struct Threads(usize);

impl Threads {
    /// So many, or as many as can run at the same time.
    pub(super) fn new(count: Option<NonZeroUsize>) -> Threads {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        Threads(count.map_or_else(processors, usize::from))
    }
}

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        let threads = self.0.min(jobs.len());
        let jobs = Mutex::new(jobs.into_iter());
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(job) = next() {
                        job();
                    }
                });
            }
        });
    }
}
