//! Small games solved exactly: every board that can be reached, the best move on each, and the
//! chance to win with it.
//!
//! A push keeps the sum of the tiles and a new tile adds 2 or 4, so boards fall into layers by
//! their sum and play only ever goes to later layers. The forward pass (`enumerate`) lists the
//! layers, one board for all its images; the backward pass (`evaluate`) works out what each is
//! worth from the layers behind it. `docs/decisions/005-solver.md` says why it is done like this.
//!
//! Nothing here starts a thread: whoever wants several brings [`Workers`]. The result is the same,
//! bit for bit, with any number of them.

mod enumerate;
mod evaluate;
mod file;
mod index;
mod policy;
mod question;
mod summary;
mod workers;

pub use file::PolicyFileError;
pub use policy::{Advice, Policy};
pub use question::{Question, QuestionError, Spawn, TARGETS, mips512_starts, two_spawns};
pub use summary::{Count, Summary};
pub use workers::{Alone, Job, Workers};

/// What the solver is at, for those who wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Listing boards.
    Enumerating {
        /// The tile sum of the layer that is done.
        sum: u32,
        /// Canonical boards so far.
        boards: u64,
    },
    /// Going back from the last layer.
    Evaluating {
        /// The tile sum of the layer that is done.
        sum: u32,
        /// Canonical boards so far.
        boards: u64,
        /// Of so many.
        total: u64,
    },
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Solution<const N: usize> {
    /// The counts and chances.
    pub summary: Summary,
    /// The best move on every board, if it was to be kept.
    pub policy: Option<Policy<N>>,
}

/// Solves a game.
///
/// ```
/// use engine::solve::{Alone, Question, Spawn, mips512_starts, solve};
///
/// let question = Question::new(Spawn::Twos, 16, mips512_starts())?;
/// let solution = solve(&question, false, &Alone, &mut |_| ());
/// assert_eq!(solution.summary.best_chance, 1.0);
/// assert!(solution.policy.is_none());
/// # Ok::<(), engine::solve::QuestionError>(())
/// ```
pub fn solve<const N: usize>(
    question: &Question<N>,
    keep_policy: bool,
    workers: &dyn Workers,
    progress: &mut dyn FnMut(Progress),
) -> Solution<N> {
    let mut summary = Summary::default();
    let layers = enumerate::layers(question, workers, &mut summary, progress);
    let policy =
        evaluate::backwards(question, layers, keep_policy, workers, &mut summary, progress);
    Solution { summary, policy }
}
