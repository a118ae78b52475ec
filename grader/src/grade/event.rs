//! What a run of the grader tells those who report it.

use serde::{Deserialize, Serialize};

use super::result::Graded;
use crate::assignment::Head;

/// Everything that can happen, in the order in which it does. Submissions come in the order of
/// their keys, whatever the order in which they were finished.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The run begins.
    Begun {
        /// The assignment.
        assignment: &'a Head,
        /// How many submissions there are.
        submissions: usize,
        /// The seed of the run.
        seed: u64,
    },
    /// A submission has its grade.
    Graded(&'a Graded),
    /// That was all.
    Ended,
}

/// A finished run, as it is stored: what `grade --json` writes and `grade diff` and `grade merge`
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gradebook {
    /// Always `fivetwelve-grades`.
    pub format: String,
    /// The version of the grader.
    pub version: String,
    /// The seed of the run.
    pub seed: u64,
    /// Which part of the submissions this is, if it is not all: "2/3".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The assignment.
    pub assignment: Head,
    /// Identifies the assignment's contents.
    pub digest: String,
    /// The grades, in the order of the students' keys.
    pub submissions: Vec<Graded>,
}

impl Gradebook {
    /// The name of the format.
    pub const FORMAT: &'static str = "fivetwelve-grades";

    /// Tells the run again.
    pub fn tell(&self, mut listener: impl FnMut(Event<'_>)) {
        listener(Event::Begun {
            assignment: &self.assignment,
            submissions: self.submissions.len(),
            seed: self.seed,
        });
        self.submissions.iter().for_each(|graded| listener(Event::Graded(graded)));
        listener(Event::Ended);
    }
}
