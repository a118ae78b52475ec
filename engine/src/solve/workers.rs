//! How work is shared out: the solver cuts it into pieces, the caller says who does them.

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

/// Fewer items than this are not worth waking anyone for.
const SMALL: usize = 512;

/// Cuts a list into a piece for each worker; the results come in the order of the pieces.
pub(super) fn map<T: Sync, R: Send>(
    workers: &dyn Workers,
    items: &[T],
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let pieces = if items.len() < SMALL { 1 } else { workers.count().max(1) };
    let chunks = items.chunks(items.len().div_ceil(pieces).max(1));
    let mut results: Vec<Option<R>> = chunks.clone().map(|_| None).collect();
    let work = &work;
    let jobs = chunks.zip(&mut results);
    let jobs = jobs.map(|(chunk, slot)| Box::new(move || *slot = Some(work(chunk))) as Job<'_>);
    workers.run(jobs.collect());
    results.into_iter().map(|result| result.expect("workers do every job")).collect()
}
