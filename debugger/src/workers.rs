//! How a search is shared out: it is cut into pieces here, and the caller says who does them.

/// A piece of work.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Those who do the work. This crate starts no threads; a caller that may can bring its own.
pub trait Workers {
    /// How many jobs can be done at the same time.
    fn count(&self) -> usize;

    /// Does every job, in any order, and returns when all are done.
    fn run(&self, jobs: Vec<Job<'_>>);
}

/// One job after the other, on the thread of the caller.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Workers for Alone {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        jobs.into_iter().for_each(|job| job());
    }
}
