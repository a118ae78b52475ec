//! Submissions as they come in: folders and archives full of anything, of which one file is the
//! program.
//!
//! [`layout`] says which files are whose, [`archive`] opens zips within bounds, [`decode`] makes text
//! of bytes, and [`choose`] finds the program and says why. All of it works on names and bytes in
//! memory and writes nothing, so that no name can lead anywhere. Who reads the disk is up to the
//! caller. A web page is handed texts, and has nothing that opens archives.

#[cfg(not(target_family = "wasm"))]
pub mod archive;
pub mod choose;
pub mod decode;
mod digest;
pub mod layout;
pub mod line_counts;
pub mod names;
pub mod pattern;
#[cfg(not(target_family = "wasm"))]
mod take;
pub mod together;

use crate::grade::Student;

#[cfg(not(target_family = "wasm"))]
pub use archive::Bounds;
pub use digest::digest_of;
#[cfg(not(target_family = "wasm"))]
pub use take::take;

/// A file as it came in: its path with `/` in what was handed in, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncomingFile {
    /// The path.
    pub path: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl IncomingFile {
    /// A file.
    pub fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> IncomingFile {
        IncomingFile { path: path.into(), bytes: bytes.into() }
    }
}

/// What one student handed in, as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandedIn {
    /// Whose it is.
    pub student: Student,
    /// The files.
    pub files: Vec<IncomingFile>,
    /// What was noticed on the way here.
    pub notes: Vec<String>,
}
