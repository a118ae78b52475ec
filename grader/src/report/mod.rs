//! Reports: each format is a file here and a row in its registry.
//!
//! A report is a function from a [`Gradebook`] to files. It never writes them itself, knows no clock
//! and no terminal, and judges nothing: points and verdicts are in the book. What others wrote is
//! made harmless in [`escape`], and what a student may see is decided in [`visible`].

mod canvas;
pub mod changes;
mod class;
mod classroom;
mod details;
pub mod escape;
mod feedback;
mod github;
mod gradescope;
mod html;
mod json;
mod junit;
mod markdown;
mod moodle;
mod options;
mod plain;
mod terminal;
mod tiles;
pub mod visible;

pub use options::{Join, Options, Release};

use crate::book::{Gradebook, StudentEntry};

/// A format in which a run can be reported.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is, for the list of formats.
    pub about: &'static str,
    /// What it gives.
    pub kind: Output,
    /// Makes the report: the first file is the report itself.
    pub render: fn(&Gradebook, &Options) -> Vec<File>,
}

/// What a format gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Text for a terminal or a log, one [`File`] without a path.
    Text,
    /// One file, a [`File`] without a path.
    File,
    /// A folder of files.
    Folder,
}

/// All formats.
pub const FORMATS: &[Format] = &[
    Format {
        name: "terminal",
        about: "the class as a table: points, tests that failed, a summary",
        kind: Output::Text,
        render: terminal::render,
    },
    Format {
        name: "details",
        about: "every failure in words, as the student may see it",
        kind: Output::Text,
        render: details::render,
    },
    Format {
        name: "html",
        about: "the class in one page: table, charts, groups, every failure with its boards",
        kind: Output::File,
        render: html::render,
    },
    Format {
        name: "feedback",
        about: "a page for each student, in Markdown and HTML, with what they may see",
        kind: Output::Folder,
        render: feedback::render,
    },
    Format {
        name: "json",
        about: "everything, for programs; `grade diff` and `grade merge` read it",
        kind: Output::File,
        render: json::render,
    },
    Format {
        name: "canvas",
        about: "a table to import into Canvas's gradebook",
        kind: Output::File,
        render: canvas::render,
    },
    Format {
        name: "moodle",
        about: "a table to import into Moodle, with remarks that students may see",
        kind: Output::File,
        render: moodle::render,
    },
    Format {
        name: "gradescope",
        about: "results.json for Gradescope, in a folder of its own if there are several",
        kind: Output::Folder,
        render: gradescope::render,
    },
    Format {
        name: "junit",
        about: "JUnit XML, a suite for each submission",
        kind: Output::File,
        render: junit::render,
    },
    Format {
        name: "github",
        about: "annotations for the log of GitHub Actions, with what the student may see",
        kind: Output::Text,
        render: github::render,
    },
    Format {
        name: "classroom",
        about: "the result that GitHub Classroom's reporter reads, one for each submission",
        kind: Output::Folder,
        render: classroom::render,
    },
    Format {
        name: "markdown",
        about: "the class in Markdown, for the summary of a job in GitHub Actions",
        kind: Output::File,
        render: markdown::render,
    },
];

/// The format of that name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

impl Format {
    /// The report of a run.
    pub fn report(&self, book: &Gradebook, options: &Options) -> Vec<File> {
        (self.render)(book, options)
    }
}

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the folder of the report, with `/`; empty for a report that is a single file.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl File {
    /// The only file of a report.
    fn only(text: String) -> Vec<File> {
        vec![File { path: String::new(), bytes: text.into_bytes() }]
    }

    /// A file of this name, or one in a folder for each submission if there are several.
    fn for_each(book: &Gradebook, name: &str, text: impl Fn(&StudentEntry) -> String) -> Vec<File> {
        let mut names = escape::FileNames::default();
        let single = book.submissions.len() == 1;
        let file = |graded: &StudentEntry| {
            let folder = names.name(&graded.student.key);
            let path = if single { name.to_owned() } else { format!("{folder}/{name}") };
            File { path, bytes: text(graded).into_bytes() }
        };
        book.submissions.iter().map(file).collect()
    }
}
