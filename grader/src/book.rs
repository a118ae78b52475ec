//! A gradebook: a finished run as reports show it and as it is stored.
//!
//! What a test found is facts, in [`crate::grade`]. An entry has the words for them, made once by
//! [`crate::wording`], and beside the words whatever reports count, sort, group or mark by, as data.
//! So every report can be made again from a stored book, and a grade keeps the words in which it was
//! given. Nobody reads meaning out of the words.
//!
//! This module is the storage format: `grade --json` and the journal are these structs.

use serde::{Deserialize, Serialize};
use tester::verify::Shard;

use crate::grade::{Points, Submission, TestResult};
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
    /// Which part of the submissions this is, if it is not all.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "shard")]
    pub shard: Option<Shard>,
    /// The assignment.
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
    pub const FORMAT_VERSION: u32 = 3;

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

/// A part as it is stored: its number from 1, and how many there are.
mod shard {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use tester::verify::{InvalidShard, Shard};

    #[derive(Serialize, Deserialize)]
    struct Stored {
        number: u32,
        of: u32,
    }

    pub(super) fn serialize<S: Serializer>(part: &Option<Shard>, to: S) -> Result<S::Ok, S::Error> {
        part.map(|Shard { number, of }| Stored { number, of }).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Shard>, D::Error> {
        let stored = Option::<Stored>::deserialize(from)?;
        let shard = stored.map(|Stored { number, of }| Shard::new(number, of));
        shard.transpose().map_err(|InvalidShard| de::Error::custom(InvalidShard))
    }
}

/// An assignment, as far as reports need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// A short name without blanks, for file names and caches.
    pub id: String,
    /// For people.
    pub title: String,
    /// What is to be done, in Markdown.
    pub about: String,
    /// One for each test.
    pub tests: Vec<TestHead>,
}

impl Head {
    /// The most that a submission can get.
    pub fn points(&self) -> Points {
        self.tests.iter().map(|test| test.points).sum()
    }
}

/// What reports need to know of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestHead {
    /// A short name without blanks.
    pub id: String,
    /// For people.
    pub title: String,
    /// The kind of test.
    pub kind: Kind,
    /// What it is worth.
    pub points: Points,
    /// When students see it.
    pub visibility: Visibility,
    /// How much they are told of a failure.
    pub feedback: Feedback,
    /// The tests that have to pass first, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

/// The kinds of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The source.
    Static,
    /// Fixed input, expected output.
    Transcript,
    /// Games against the reference.
    Differential,
    /// Every reachable board.
    Exhaustive,
    /// Calls of one function.
    Function,
    /// Pictures on the bitmap display.
    Screen,
}

impl Kind {
    /// Its name in an assignment.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Static => "static",
            Kind::Transcript => "transcript",
            Kind::Differential => "differential",
            Kind::Exhaustive => "exhaustive",
            Kind::Function => "function",
            Kind::Screen => "screen",
        }
    }
}

/// When students see a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Always; these are the tests of `fivetwelve check`.
    #[default]
    Visible,
    /// Never.
    Hidden,
    /// When the assignment is due.
    AfterDueDate,
    /// When grades are published.
    AfterPublished,
}

/// How much a student is told of a failure. Each level tells what those before it do.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Feedback {
    /// That it failed.
    None,
    /// The rule that is broken.
    Rule,
    /// What to look for.
    Hint,
    /// What was expected and what came: sentences, boards, output.
    Diff,
    /// The lines of the program that ran, and the command that shows it again.
    #[default]
    Full,
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
    /// It could not be tested, because something else is wrong: no points.
    Blocked,
}

impl Status {
    /// Its name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Blocked => "blocked",
        }
    }
}

/// One submission with its grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudentEntry {
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
    pub results: Vec<TestEntry>,
    /// Why it could not be graded, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

impl StudentEntry {
    /// Why nothing was tested, in a few words.
    pub fn untested(&self) -> Option<&'static str> {
        match (&self.failure, &self.file) {
            (Some(_), _) => Some("could not be graded"),
            (None, None) => Some("no program found"),
            (None, Some(_)) => None,
        }
    }

    /// The results of a submission. They may be older than it: whose it is and what was noticed about
    /// the files may be new.
    pub fn with_results(submission: &Submission, results: Vec<TestEntry>) -> StudentEntry {
        StudentEntry {
            student: submission.student.clone(),
            digest: submission.digest.clone(),
            file: submission.file.clone(),
            chosen: submission.chosen.clone(),
            notes: submission.notes.clone(),
            results,
            failure: None,
        }
    }

    /// The points of all tests together.
    pub fn score(&self) -> Points {
        self.results.iter().map(|result| result.points).sum()
    }

    /// The tests that did not pass.
    pub fn lost(&self) -> impl Iterator<Item = &TestEntry> {
        self.results.iter().filter(|result| result.status != Status::Passed)
    }

    /// The tests that brought less than they could. What is worth nothing can't be lost.
    pub fn lost_points<'a>(&'a self, head: &'a Head) -> impl Iterator<Item = &'a TestEntry> {
        let worth = |result: &&TestEntry| {
            let test = head.tests.iter().find(|test| test.id == result.test);
            test.is_none_or(|test| test.points > Points::ZERO)
        };
        self.lost().filter(worth)
    }

    /// Whether every test passed.
    pub fn perfect(&self) -> bool {
        self.lost().next().is_none()
    }
}

/// How one test came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestEntry {
    /// The name of the test.
    pub test: String,
    /// How it came out.
    pub status: Status,
    /// What it brought.
    pub points: Points,
    /// One sentence that gives nothing away beyond what was tested and whether it passed.
    pub summary: String,
    /// What went wrong; the first is the one to look at first.
    pub failures: Vec<FailureEntry>,
}

impl TestEntry {
    /// A test of a submission on which the grader failed.
    pub fn grader_failed(head: &TestHead) -> TestEntry {
        TestEntry::new(head, &TestResult::grader_failed(head))
    }

    /// Puts a result into words.
    pub fn new(head: &TestHead, result: &TestResult) -> TestEntry {
        let failures = result.failures.iter().map(|f| wording::failure(head, f));
        let failures: Vec<FailureEntry> = failures.collect();
        TestEntry {
            test: result.test.clone(),
            status: result.status,
            points: result.points,
            summary: wording::summary(head, result, &failures),
            failures,
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
    /// The lines that are most suspicious, the worst first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspects: Vec<SuspectLine>,
    /// The lines of the program that are involved.
    pub lines: Vec<CodeLine>,
    /// Whether these lines ran; if not, they are only pointed at.
    #[serde(default)]
    pub ran: bool,
    /// The command that shows it again.
    pub command: Option<String>,
    /// The command that goes through it step by step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debug: Option<String>,
    /// The game in which it happened, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameScript>,
    /// The run up to the wrong picture, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenScript>,
}

/// A game that can be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameScript {
    /// What is typed and drawn.
    pub script: String,
    /// Whether it was judged by its boards.
    pub boards: bool,
}

/// A run with pictures that can be made again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenScript {
    /// The display, as an option of `run`.
    pub bitmap: String,
    /// The keys, as in a file for `run`.
    pub keys: String,
    /// What is typed on the console.
    pub input: String,
    /// What chance brings; behind the last come 0, 1, 2 and so on.
    pub draws: Vec<u32>,
    /// How many instructions have been executed when the picture is wrong.
    pub step: u64,
}

impl FailureEntry {
    /// What a level of feedback allows to be seen.
    pub fn at(&self, level: Feedback) -> FailureEntry {
        if level >= Feedback::Full {
            let mut all = self.clone();
            all.suspects.iter_mut().for_each(|suspect| suspect.repair = None);
            return all;
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
            // Lines of the program are shown where everything is.
            let lines = |exhibit: &&Exhibit| {
                matches!(exhibit, Exhibit::Text { role: ExhibitRole::Stopped, .. })
            };
            seen.shown = self.shown.iter().filter(|shown| !lines(shown)).cloned().collect();
        }
        seen
    }

    /// Keeps only what happened and how to see it, for what costs nothing.
    pub(crate) fn shorten(&mut self) {
        (self.hint, self.ran) = (None, false);
        (self.given, self.shown) = (Vec::new(), Vec::new());
        (self.suspects, self.lines) = (Vec::new(), Vec::new());
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
        role: ExhibitRole,
        /// The same for people.
        label: String,
        /// Its cells.
        cells: Vec<u64>,
    },
    /// Text, most often output. It may hold anything that a program can print, control characters
    /// included (bytes that are not UTF-8 are replaced): whoever shows it has to make it harmless.
    Text {
        /// What it is.
        role: ExhibitRole,
        /// The same for people.
        label: String,
        /// The text.
        text: String,
    },
    /// A picture.
    Picture {
        /// What it is.
        role: ExhibitRole,
        /// The same for people.
        label: String,
        /// A PNG in base64.
        png: String,
    },
}

/// What is shown, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExhibitRole {
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
    /// Where the program stopped, and with what in its registers.
    Stopped,
}

impl ExhibitRole {
    /// Whether the columns of a text matter.
    pub(crate) fn is_drawn(self) -> bool {
        matches!(self, ExhibitRole::Diagnostics | ExhibitRole::Stopped)
    }
}

/// A line of the program that may be to blame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuspectLine {
    /// The file.
    pub file: String,
    /// Its number.
    pub line: u32,
    /// Its statement.
    pub text: String,
    /// Why it is suspicious, in a few words.
    pub why: String,
    /// What would mend it, if the assignment allows that to be told. Students never see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<String>,
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
