//! Threads for the solver, which starts none of its own.

use engine::solve::{Job, Workers};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// More threads than any machine has cores to run them; a system may be minutes about more.
pub(crate) const MAX_THREADS: usize = 256;

/// A number of threads that wait for work.
pub(crate) struct Threads(ThreadPool);

impl Threads {
    /// So many, or as many as the machine can run at the same time.
    pub(crate) fn new(count: Option<usize>) -> Result<Threads, ThreadPoolBuildError> {
        let count = count.unwrap_or(0).min(MAX_THREADS);
        ThreadPoolBuilder::new().num_threads(count).build().map(Threads)
    }

    /// Does something on one of them. Whoever shares out work from there takes part in it, and does
    /// not wait for a thread that the system is slow to give a turn to.
    pub(crate) fn within<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }
}

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        self.0.scope(|scope| jobs.into_iter().for_each(|job| scope.spawn(|_| job())));
    }
}
