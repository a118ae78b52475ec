//! This process as a job of the shell: stopped with Ctrl-Z, continued with `fg`. Where there are no jobs
//! nothing ever happens. What becomes of the terminal meanwhile is the business of
//! [`terminal`](crate::terminal).

#[cfg(unix)]
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

#[cfg(unix)]
use signal_hook::{consts::SIGCONT, consts::SIGTSTP, flag, low_level};

/// This process, as its shell sees it.
pub(crate) struct Job {
    #[cfg(unix)]
    continued: Arc<AtomicBool>,
}

#[cfg(unix)]
impl Job {
    /// Looks out from now on for being continued. Where that can't be done it is not noticed.
    pub(crate) fn watch() -> Job {
        let continued = Arc::new(AtomicBool::new(false));
        let _ = flag::register(SIGCONT, Arc::clone(&continued));
        Job { continued }
    }

    /// Whether it was continued since the last look.
    pub(crate) fn continued(&self) -> bool {
        self.continued.swap(false, Ordering::Relaxed)
    }

    /// Stops, and returns when continued: immediately if there is no shell that could do so.
    pub(crate) fn stop(&self) {
        // The system itself ignores this signal where nobody would ever continue us.
        let _ = low_level::raise(SIGTSTP);
        self.continued();
    }
}

#[cfg(not(unix))]
impl Job {
    pub(crate) fn watch() -> Job {
        Job {}
    }

    pub(crate) fn continued(&self) -> bool {
        false
    }

    pub(crate) fn stop(&self) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn being_continued_is_noticed_once() {
        let job = Job::watch();
        assert!(!job.continued());
        low_level::raise(SIGCONT).unwrap();
        assert!(job.continued());
        assert!(!job.continued());
    }
}
