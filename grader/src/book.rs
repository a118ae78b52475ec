//! A gradebook: a finished run, as reports show it and as it is stored.

use serde::{Deserialize, Serialize};

use crate::assignment::Head;
use crate::grade::Graded;

/// A finished run: what `grade --json` writes and `grade diff` and `grade merge` read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gradebook {
    /// Always [`Gradebook::FORMAT`].
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

    /// A book without submissions.
    pub fn new(assignment: Head, digest: &str, version: &str, seed: u64) -> Gradebook {
        Gradebook {
            format: Gradebook::FORMAT.to_owned(),
            version: version.to_owned(),
            seed,
            shard: None,
            assignment,
            digest: digest.to_owned(),
            submissions: Vec::new(),
        }
    }
}
