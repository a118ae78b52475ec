//! What became of one submission, as data that is stored, compared and shown.

use serde::{Deserialize, Serialize};

use super::points::Points;
use crate::assignment::Feedback;

/// One submission with its grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graded {
    /// Whose it is.
    pub student: Student,
    /// Identifies what was handed in.
    pub digest: String,
    /// The file that was graded, as the instructor would name it; none if none was found.
    pub file: Option<String>,
    /// Why this file, in a sentence; or why none.
    pub chosen: String,
    /// What was noticed about the files: encodings, other files, broken archives.
    pub notes: Vec<String>,
    /// One for each test of the assignment, in its order.
    pub results: Vec<TestResult>,
}

impl Graded {
    /// The points of all tests together.
    pub fn score(&self) -> Points {
        self.results.iter().map(|result| result.points).sum()
    }

    /// Whether every test passed.
    pub fn perfect(&self) -> bool {
        self.results.iter().all(|result| result.status == Status::Passed)
    }
}

/// Whose submission it is, as far as names of files and folders tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Student {
    /// Unique in a run, and the order of reports: the name of the folder or file.
    pub key: String,
    /// The name of the person, if it is known, or the key.
    pub name: String,
    /// A number or an address by which a platform knows them.
    pub id: Option<String>,
}

/// How a test came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// All is well.
    Passed,
    /// The program is wrong.
    Failed,
    /// It could not be shown, because something else is wrong: no points.
    Blocked,
}

/// How one test came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestResult {
    /// The name of the test.
    pub test: String,
    /// How it came out.
    pub status: Status,
    /// What it brought.
    pub points: Points,
    /// One sentence that gives nothing away beyond what was tested and whether it holds.
    pub summary: String,
    /// What went wrong: one entry for each thing that should be told, the first being the first to
    /// look at.
    pub failures: Vec<Failure>,
}

/// One thing that went wrong, with all there is to say about it. A student is shown of it what the
/// test's [`Feedback`] allows: [`Failure::at`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Those who fail alike have the same: the shrunk counterexample or the message.
    pub group: String,
    /// The rule that is broken: its name, if it has one.
    pub rule: Option<String>,
    /// What the rule asks for, in words that can be shown at feedback level `rule`.
    pub rule_text: String,
    /// What to look for in the program.
    pub hint: Option<String>,
    /// What happened, a sentence each.
    pub sentences: Vec<String>,
    /// Boards, texts and listings to look at.
    pub shown: Vec<Shown>,
    /// The lines of the program that are involved.
    pub lines: Vec<SourceLine>,
    /// The command that shows it again.
    pub command: Option<String>,
}

impl Failure {
    /// What a level of feedback allows to be seen.
    pub fn at(&self, level: Feedback) -> Failure {
        let mut seen = Failure::default();
        if level >= Feedback::Rule {
            seen.rule = self.rule.clone();
            seen.rule_text = self.rule_text.clone();
        }
        if level >= Feedback::Hint {
            seen.hint = self.hint.clone();
        }
        if level >= Feedback::Diff {
            seen.sentences = self.sentences.clone();
            seen.shown = self.shown.clone();
        }
        if level >= Feedback::Full {
            return self.clone();
        }
        seen
    }
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// A board row by row, 0 for an empty cell.
    Board {
        /// What it is: "before", "should be", "yours".
        label: String,
        /// Its cells.
        cells: Vec<u64>,
    },
    /// Text, most often output. It may hold anything that a program can print, control characters
    /// included (bytes that are no UTF-8 are replaced): whoever shows it has to make it harmless.
    Text {
        /// What it is.
        label: String,
        /// The text.
        text: String,
    },
}

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLine {
    /// The file.
    pub file: String,
    /// Its number.
    pub line: u32,
    /// What it says, without its end.
    pub text: String,
    /// Whether it is the one to look at first.
    pub marked: bool,
    /// The macro calls that led there, outermost first, as "file:line".
    pub calls: Vec<String>,
}
