//! Diagnostics as data: what is wrong, where, and how the source came to be that way. The texts
//! are in [`messages`] (MARS's own) and [`explain`] (ours, for people); drawing them is the
//! caller's business, except for MARS's plain report in [`mars`], whose bytes are prescribed.

pub mod explain;
pub mod hint;
pub mod mars;
pub mod messages;
pub mod run;

use std::ops::Range;
use std::sync::Arc;

pub use messages::Message;

use crate::source::FileId;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program is assembled all the same.
    Warning,
    /// It is not.
    Error,
}

/// MARS works in stages and reports only the first one that fails; people get them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stage {
    /// Reading files, including and tokenizing; one after the other for each file on the command
    /// line, of which this is the index.
    Read(u32),
    /// The first pass over all files.
    Parse,
    /// The second pass: labels in instructions.
    Resolve,
    /// Machine code and its addresses.
    Emit,
    /// Advice that MARS does not give.
    Advice,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: Message,
    /// Error or warning.
    pub severity: Severity,
    /// When MARS would have found it.
    pub stage: Stage,
    /// Whether it repeats one that a person has been told already: MARS tokenizes every file twice
    /// and says so each time.
    pub echo: bool,
    /// Where MARS says it is, which is not always where it is.
    pub mars_place: MarsPlace,
    /// Where to point a person.
    pub snippet: Option<Snippet>,
    /// The macro calls that led here, outermost first; of very many, those at both ends.
    pub trace: Vec<MacroCall>,
    /// Whether MARS would have stopped before it came to this.
    pub past_stop: bool,
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub(crate) fn new(message: Message, severity: Severity, stage: Stage) -> Diagnostic {
        Diagnostic {
            message,
            severity,
            stage,
            echo: false,
            mars_place: MarsPlace::default(),
            snippet: None,
            trace: Vec::new(),
            past_stop: false,
        }
    }
}

/// The place in the head of MARS's message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarsPlace {
    /// The file; MARS prints an empty name where it lost it.
    pub file: Option<FileId>,
    /// The lines of the active macro calls.
    pub history: Vec<u32>,
    /// Line from 1; 0 if MARS shows none.
    pub line: u32,
    /// Column from 1 in UTF-16 units; 0 if MARS shows none.
    pub column: u32,
}

impl MarsPlace {
    /// A place outside of macros.
    pub(crate) fn new(file: FileId, line: u32, column: u32) -> MarsPlace {
        MarsPlace { file: Some(file), history: Vec::new(), line, column }
    }
}

/// A line of source and the part of it that matters.
#[derive(Clone, Debug, Eq)]
pub struct Snippet {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The line as it was assembled: after `.eqv` and macro parameters were filled in. Shared by
    /// all diagnostics of the line, which may be long and have many.
    pub text: Arc<str>,
    /// The bytes of `text` to point at.
    pub range: Range<usize>,
    /// Whether `text` differs from what stands in the file.
    pub rewritten: bool,
}

/// What is shared is not compared: a long line may have very many diagnostics.
impl PartialEq for Snippet {
    fn eq(&self, other: &Snippet) -> bool {
        self.file == other.file
            && self.line == other.line
            && self.range == other.range
            && self.rewritten == other.rewritten
            && (Arc::ptr_eq(&self.text, &other.text) || self.text == other.text)
    }
}

/// A macro call on the way to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroCall {
    /// The macro's name.
    pub name: String,
    /// Where it was called.
    pub at: Snippet,
    /// The line where its definition begins, in the same program file.
    pub defined: (FileId, u32),
}

/// All diagnostics of one assembly, in order of detection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Everything, echoes included.
    pub fn all(&self) -> &[Diagnostic] {
        &self.list
    }

    /// What a person should see: each thing once, by file and line.
    pub fn for_people(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().filter(|d| !d.echo).collect();
        list.sort_by_key(|d| d.snippet.as_ref().map(|snippet| (snippet.file, snippet.line)));
        list.into_iter()
    }

    /// Whether anything keeps the program from being assembled.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    pub(crate) fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.list.extend(diagnostics);
    }
}

/// MARS's error list: it counts errors, and at the 201st puts a notice in its place and takes no
/// more. One for the tokenizer of each file, one for the assembler.
#[derive(Debug, Default)]
pub(crate) struct ErrorList {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

/// More warnings than anyone reads. MARS has no limit, but also no hostile input.
const WARNING_LIMIT: usize = 100_000;

/// As many errors as MARS reports.
pub const ERROR_LIMIT: usize = 200;

impl ErrorList {
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) {
        if self.limit_exceeded() {
            return;
        }
        if self.errors == ERROR_LIMIT {
            // Any message, even a warning, that comes after the last error allowed becomes the notice.
            self.errors += 1;
            let place = &diagnostic.mars_place;
            let place = MarsPlace { line: place.line, column: place.column, ..Default::default() };
            self.list.push(Diagnostic {
                mars_place: place,
                snippet: diagnostic.snippet,
                trace: diagnostic.trace,
                past_stop: diagnostic.past_stop,
                ..Diagnostic::new(Message::ErrorLimit, Severity::Error, diagnostic.stage)
            });
            return;
        }
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        } else if self.warnings == WARNING_LIMIT {
            return;
        } else {
            self.warnings += 1;
        }
        self.list.push(diagnostic);
    }

    pub(crate) fn limit_exceeded(&self) -> bool {
        self.errors > ERROR_LIMIT
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    pub(crate) fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}
