//! Reports: each format is a file here and a row in its registry.
//!
//! A reporter hears the [`Event`]s of a run and gives back files. It never writes them itself, knows
//! no clock and no terminal, and judges nothing: points and verdicts are in the events.

mod json;
mod options;

pub use options::{Join, Options, Release};

use crate::grade::Event;

/// A format in which a run can be reported.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is, for the list of formats.
    pub about: &'static str,
    /// What it gives.
    pub kind: Output,
    /// Begins a report.
    pub make: fn(&Options) -> Box<dyn Reporter>,
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
pub const FORMATS: &[Format] = &[Format {
    name: "json",
    about: "everything, for programs; `grade diff` and `grade merge` read it",
    kind: Output::File,
    make: json::make,
}];

/// The format of that name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Hears a run and writes it down.
pub trait Reporter {
    /// Hears what happened.
    fn event(&mut self, event: Event<'_>);

    /// The files, once the run has ended: the first is the report itself.
    fn finish(self: Box<Self>) -> Vec<File>;
}

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the folder of the report, with `/`; empty for a report that is a single file.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}
