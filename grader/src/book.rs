//! A gradebook: a finished run as reports show it and as it is stored.
//!
//! What a test found is facts, in [`crate::grade`]. An entry has the words for them, made once by
//! [`crate::wording`], and beside the words whatever reports count, sort, group or mark by, as data.
//! So every report can be made again from a stored book, and a grade keeps the words in which it was
//! given. Nobody reads meaning out of the words.
//!
//! This module is the storage format: `grade --json` and the journal are these structs. The types of
//! other modules are written by the definitions at the end, so that they can change without it.

use serde::{Deserialize, Serialize};

use crate::assignment::{Feedback, Head, TestHead, Visibility};
use crate::grade::{Graded, Points, SourceLine, Status, Student, Submission, TestResult};
use crate::wording;

/// A finished run: what `grade --json` writes and `grade diff` and `grade merge` read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gradebook {
    /// Always [`Gradebook::FORMAT`].
    pub format: String,
    /// Always [`Gradebook::FORMAT_VERSION`].
    pub format_version: u32,
    /// The version of the grader.
    pub version: String,
    /// The seed of the run.
    pub seed: u64,
    /// Which part of the submissions this is, if it is not all: "2/3".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The assignment.
    #[serde(with = "HeadForm")]
    pub assignment: Head,
    /// Identifies the assignment's contents.
    pub digest: String,
    /// The grades, in the order of the students' keys.
    pub submissions: Vec<StudentEntry>,
}

/// Text that is not a gradebook of this version.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// Not JSON.
    #[error("this is not JSON: {0}")]
    Syntax(#[source] serde_json::Error),
    /// Some other JSON.
    #[error("these are not grades written by `grade --json FILE`")]
    Foreign,
    /// Written by a version that kept other things.
    #[error("these grades are in format {0}, this version reads format {version}: grade again",
            version = Gradebook::FORMAT_VERSION)]
    Version(u64),
    /// Something is missing or of another type.
    #[error("these grades are damaged: {0}")]
    Damaged(#[source] serde_json::Error),
}

impl Gradebook {
    /// The name of the format.
    pub const FORMAT: &'static str = "fivetwelve-grades";
    /// Goes up when a field gets another meaning or is no longer there.
    pub const FORMAT_VERSION: u32 = 2;

    /// A book without submissions.
    pub fn new(assignment: Head, digest: &str, version: &str, seed: u64) -> Gradebook {
        Gradebook {
            format: Gradebook::FORMAT.to_owned(),
            format_version: Gradebook::FORMAT_VERSION,
            version: version.to_owned(),
            seed,
            shard: None,
            assignment,
            digest: digest.to_owned(),
            submissions: Vec::new(),
        }
    }

    /// Reads a book from its JSON.
    pub fn read(json: &[u8]) -> Result<Gradebook, BookError> {
        let value: serde_json::Value = serde_json::from_slice(json).map_err(BookError::Syntax)?;
        if value["format"] != Gradebook::FORMAT {
            return Err(BookError::Foreign);
        }
        match value["format_version"].as_u64().unwrap_or(1) {
            version if version == u64::from(Gradebook::FORMAT_VERSION) => {
                serde_json::from_value(value).map_err(BookError::Damaged)
            }
            version => Err(BookError::Version(version)),
        }
    }
}

/// One submission with its grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudentEntry {
    /// Whose it is.
    #[serde(with = "StudentForm")]
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
    pub results: Vec<TestEntry>,
}

impl StudentEntry {
    /// Puts a grade by an assignment into words.
    pub fn new(assignment: &Head, graded: &Graded) -> StudentEntry {
        let tests = assignment.tests.iter().zip(&graded.results);
        StudentEntry {
            student: graded.student.clone(),
            digest: graded.digest.clone(),
            file: graded.file.clone(),
            chosen: graded.chosen.clone(),
            notes: graded.notes.clone(),
            results: tests.map(|(head, result)| TestEntry::new(head, result)).collect(),
        }
    }

    /// Results of the same program, for what was handed in now: whose it is and what was noticed
    /// about the files may be new.
    pub fn with_results(submission: &Submission, results: Vec<TestEntry>) -> StudentEntry {
        StudentEntry {
            student: submission.student.clone(),
            digest: submission.digest.clone(),
            file: submission.file.clone(),
            chosen: submission.chosen.clone(),
            notes: submission.notes.clone(),
            results,
        }
    }

    /// The points of all tests together.
    pub fn score(&self) -> Points {
        self.results.iter().map(|result| result.points).sum()
    }

    /// Whether every test passed.
    pub fn perfect(&self) -> bool {
        self.results.iter().all(|result| result.status == Status::Passed)
    }
}

/// How one test came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestEntry {
    /// The name of the test.
    pub test: String,
    /// How it came out.
    #[serde(with = "StatusForm")]
    pub status: Status,
    /// What it brought.
    #[serde(with = "points")]
    pub points: Points,
    /// One sentence that gives nothing away beyond what was tested and whether it passed.
    pub summary: String,
    /// What went wrong; the first is the one to look at first.
    pub failures: Vec<FailureEntry>,
}

impl TestEntry {
    /// Puts a result into words.
    pub fn new(head: &TestHead, result: &TestResult) -> TestEntry {
        TestEntry {
            test: result.test.clone(),
            status: result.status,
            points: result.points,
            summary: wording::summary(head, result),
            failures: result.failures.iter().map(|f| wording::failure(head, f)).collect(),
        }
    }
}

/// One thing that went wrong. A student is shown of it what the test's [`Feedback`] allows:
/// [`FailureEntry::at`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureEntry {
    /// Submissions that fail in the same way have the same.
    pub group: String,
    /// The rule that is broken: its name, if it has one.
    pub rule: Option<String>,
    /// What the rule asks for, in words that can be shown at feedback level `rule`.
    pub rule_text: String,
    /// What to look for in the program.
    pub hint: Option<String>,
    /// Under which conditions it happened: what was typed and drawn, or which call it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// What happened, a sentence each.
    pub sentences: Vec<String>,
    /// Boards, texts and listings to look at.
    pub shown: Vec<Exhibit>,
    /// The lines of the program that are involved.
    pub lines: Vec<CodeLine>,
    /// The command that shows it again.
    pub command: Option<String>,
}

impl FailureEntry {
    /// What a level of feedback allows to be seen.
    pub fn at(&self, level: Feedback) -> FailureEntry {
        if level >= Feedback::Full {
            return self.clone();
        }
        let mut seen = FailureEntry::default();
        if level >= Feedback::Rule {
            seen.rule = self.rule.clone();
            seen.rule_text = self.rule_text.clone();
        }
        if level >= Feedback::Hint {
            seen.hint = self.hint.clone();
        }
        if level >= Feedback::Diff {
            seen.given = self.given.clone();
            seen.sentences = self.sentences.clone();
            seen.shown = self.shown.clone();
        }
        seen
    }

    /// What happened, in one sentence.
    pub fn gist(&self) -> &str {
        self.sentences.first().unwrap_or(&self.rule_text)
    }
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exhibit {
    /// A board row by row, 0 for an empty cell.
    Board {
        /// What it is.
        role: Role,
        /// The same for people.
        label: String,
        /// Its cells.
        cells: Vec<u64>,
    },
    /// Text, most often output. It may hold anything that a program can print, control characters
    /// included (bytes that are not UTF-8 are replaced): whoever shows it has to make it harmless.
    Text {
        /// What it is.
        role: Role,
        /// The same for people.
        label: String,
        /// The text.
        text: String,
    },
}

/// What is shown, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// What was typed.
    Input,
    /// How it was before.
    Before,
    /// How it should be.
    Expected,
    /// How it is instead.
    Got,
    /// How it was afterwards, where only parts of it are judged.
    After,
    /// A board that is as it should be, while something else is not.
    Board,
    /// What the assembler reports.
    Diagnostics,
}

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeLine {
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

impl From<&SourceLine> for CodeLine {
    fn from(line: &SourceLine) -> CodeLine {
        let SourceLine { file, line, text, marked, calls } = line.clone();
        CodeLine { file, line, text, marked, calls }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Head")]
struct HeadForm {
    id: String,
    title: String,
    about: String,
    #[serde(with = "tests")]
    tests: Vec<TestHead>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TestHead")]
struct TestForm {
    id: String,
    title: String,
    kind: String,
    #[serde(with = "points")]
    points: Points,
    #[serde(with = "VisibilityForm")]
    visibility: Visibility,
    #[serde(with = "FeedbackForm")]
    feedback: Feedback,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    needs: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Student")]
struct StudentForm {
    key: String,
    name: String,
    id: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Status", rename_all = "snake_case")]
enum StatusForm {
    Passed,
    Failed,
    Blocked,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Visibility", rename_all = "snake_case")]
enum VisibilityForm {
    Visible,
    Hidden,
    AfterDueDate,
    AfterPublished,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Feedback", rename_all = "snake_case")]
enum FeedbackForm {
    None,
    Rule,
    Hint,
    Diff,
    Full,
}

/// Points as a number.
mod points {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::Points;

    pub(super) fn serialize<S: Serializer>(points: &Points, to: S) -> Result<S::Ok, S::Error> {
        f64::from(*points).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Points, D::Error> {
        Points::try_from(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A list of what is written by a definition above.
mod tests {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{TestForm, TestHead};

    #[derive(Serialize)]
    struct Ref<'a>(#[serde(with = "TestForm")] &'a TestHead);
    #[derive(Deserialize)]
    struct Owned(#[serde(with = "TestForm")] TestHead);

    pub(super) fn serialize<S: Serializer>(tests: &[TestHead], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(tests.iter().map(Ref))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<TestHead>, D::Error> {
        Ok(Vec::<Owned>::deserialize(from)?.into_iter().map(|test| test.0).collect())
    }
}
