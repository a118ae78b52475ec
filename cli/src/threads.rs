//! Threads for the solver, which starts none of its own.

use std::num::NonZeroUsize;

use engine::solve::{Job, Workers};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// More threads than any machine has cores to run them; a system may be minutes about more.
pub(crate) const MAX_THREADS: usize = 256;

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

    /// Does something on one of them. Whoever shares out work from there takes part in it, and does
    /// not wait for a thread that the system is slow to give a turn to.
    pub(crate) fn within<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
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
