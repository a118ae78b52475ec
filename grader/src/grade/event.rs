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
        /// The version of the grader that graded.
        version: &'a str,
        /// Identifies the assignment's contents.
        digest: &'a str,
        /// Which part of the submissions this is, if it is not all: "2/3".
        shard: Option<&'a str>,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

    /// A run in which nothing has happened yet.
    pub fn empty() -> Gradebook {
        Gradebook {
            format: Gradebook::FORMAT.to_owned(),
            version: String::new(),
            seed: 0,
            shard: None,
            assignment: Head {
                id: String::new(),
                title: String::new(),
                about: String::new(),
                tests: Vec::new(),
            },
            digest: String::new(),
            submissions: Vec::new(),
        }
    }

    /// Writes down what happens in a run.
    pub fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Begun { assignment, seed, version, digest, shard, .. } => {
                *self = Gradebook {
                    version: version.to_owned(),
                    seed,
                    shard: shard.map(str::to_owned),
                    assignment: assignment.clone(),
                    digest: digest.to_owned(),
                    ..Gradebook::empty()
                };
            }
            Event::Graded(graded) => self.submissions.push(graded.clone()),
            Event::Ended => {}
        }
    }

    /// Tells the run again.
    pub fn tell(&self, mut listener: impl FnMut(Event<'_>)) {
        listener(Event::Begun {
            assignment: &self.assignment,
            submissions: self.submissions.len(),
            seed: self.seed,
            version: &self.version,
            digest: &self.digest,
            shard: self.shard.as_deref(),
        });
        self.submissions.iter().for_each(|graded| listener(Event::Graded(graded)));
        listener(Event::Ended);
    }
}
