//! Reports: each format is a file here and a row in its registry.
//!
//! A reporter hears the [`Event`]s of a run and gives back files. It never writes them itself, knows
//! no clock and no terminal, and judges nothing: points and verdicts are in the events.

use crate::grade::Event;

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
