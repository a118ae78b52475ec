//! What an assignment says of its own programs: the reference gets all points, and each faulty
//! program fails the tests that it should and no others. Grading them is up to the caller.

use super::{Assignment, Faulty, Solution};
use crate::book::{Status, StudentEntry};
use crate::grade::Submission;
use crate::submission::decode::decode;
use crate::submission::names::base;

impl Assignment {
    /// The reference as if someone had handed it in, if it is there.
    pub fn reference(&self) -> Option<Submission> {
        match &self.setup.reference {
            Solution::Here(name, bytes) => {
                Some(submission(name, bytes, &self.setup.beside_reference))
            }
            Solution::Missing(_) | Solution::LeftOut => None,
        }
    }
}

impl Faulty {
    /// The program as if someone had handed it in.
    pub fn submission(&self) -> Submission {
        submission(&self.name, &self.source, &self.beside)
    }

    /// What is not as it should be.
    pub fn surprises(&self, graded: &StudentEntry) -> Surprises {
        let ids = |wanted: &dyn Fn(&str, Status) -> bool| {
            let results = graded.results.iter();
            let found = results.filter(|result| wanted(&result.test, result.status));
            found.map(|result| result.test.clone()).collect()
        };
        let must = |test: &str| self.fails.iter().any(|id| id == test);
        let may = |test: &str| must(test) || self.may_fail.iter().any(|id| id == test);
        Surprises {
            passes: ids(&|test, status| must(test) && status == Status::Passed),
            // A test that was not run because of another tells nothing new.
            fails: ids(&|test, status| !may(test) && status == Status::Failed),
        }
    }
}

/// What a faulty program does unlike what the assignment says, by the names of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surprises {
    /// Tests that it should not pass.
    pub passes: Vec<String>,
    /// Tests that it should not fail.
    pub fails: Vec<String>,
}

impl Surprises {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.passes.is_empty() && self.fails.is_empty()
    }
}

fn submission(path: &str, bytes: &[u8], beside: &[(String, Vec<u8>)]) -> Submission {
    let text = |bytes: &[u8]| {
        let text = decode(bytes).map(|decoded| decoded.text);
        text.unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned())
    };
    let mut submission = Submission::of_text(base(path), &text(bytes));
    let others = beside.iter().map(|(path, bytes)| (base(path).to_string(), text(bytes)));
    submission.files.extend(others);
    submission
}
