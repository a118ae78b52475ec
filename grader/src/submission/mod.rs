//! Submissions as they come in: folders and archives full of anything, of which one file is the
//! program.
//!
//! [`layout`] says which files are whose, [`archive`] opens zips within bounds, [`decode`] makes text
//! of bytes, and [`choose`] finds the program and says why. All of it works on names and bytes in
//! memory and writes nothing, so that no name can lead anywhere. Who reads the disk is up to the
//! caller.

pub mod archive;
pub mod choose;
pub mod decode;
mod digest;
pub mod layout;
pub mod line_counts;
pub mod names;
pub mod pattern;
pub mod together;

use crate::grade::{Student, Submission};

pub use archive::Bounds;
pub use digest::digest_of;

/// More notes about the files of one student are not worth more words.
const MOST_NOTES: usize = 40;

/// A file as it came in: its path with `/` in what was handed in, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The path.
    pub path: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Entry {
    /// A file.
    pub fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.into(), bytes: bytes.into() }
    }
}

/// What one student handed in, as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandedIn {
    /// Whose it is.
    pub student: Student,
    /// The files.
    pub files: Vec<Entry>,
    /// What was noticed on the way here.
    pub notes: Vec<String>,
}

/// Opens archives, makes texts of bytes and finds the program. An archive among the files is
/// opened once; archives in it are not.
pub fn take(handed_in: HandedIn, patterns: &[String], bounds: &Bounds) -> Submission {
    let HandedIn { student, files, mut notes } = handed_in;
    let digest = digest_of(files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())));
    let mut entries = Vec::new();
    // The bounds are those of all archives together.
    let mut left = *bounds;
    for file in files {
        if !archive::is_zip(&file.path, &file.bytes) {
            entries.push(file);
            continue;
        }
        let unpacked = archive::unpack(&file.bytes, &left);
        let bytes: u64 = unpacked.files.iter().map(|file| file.bytes.len() as u64).sum();
        left.total = left.total.saturating_sub(bytes);
        left.entries = left.entries.saturating_sub(unpacked.files.len());
        let about = names::shown(&file.path);
        notes.extend(unpacked.notes.iter().map(|note| format!("{about}: {note}")));
        entries.extend(unpacked.files);
    }
    let mut texts = Vec::new();
    let mut others = Vec::new();
    entries.retain(|entry| !names::is_junk(&entry.path));
    // The order in which files come from a disk or an archive must not matter.
    entries.sort_by(|a, b| a.path.cmp(&b.path).then_with(|| a.bytes.cmp(&b.bytes)));
    for entry in entries {
        let name = names::shown(&entry.path);
        match decode::decode(&entry.bytes) {
            Ok(decoded) => {
                notes.extend(decoded.notes.iter().map(|note| format!("{name} {note}")));
                let clash = texts.iter().any(|(path, _): &(String, String)| *path == entry.path);
                if clash {
                    notes.push(format!("{name} was there twice; the first one counts"));
                } else {
                    texts.push((entry.path, decoded.text));
                }
            }
            Err(what) => others.push((entry.path, what)),
        }
    }
    let choice = choose::choose(&texts, &others, patterns);
    notes.extend(choice.notes);
    if notes.len() > MOST_NOTES {
        let more = notes.split_off(MOST_NOTES).len();
        notes.push(format!("and {more} more such notes"));
    }
    let file = choice.main.and_then(|main| texts.get(main)).map(|(path, _)| names::shown(path));
    Submission { student, digest, file, chosen: choice.why, notes, files: texts, main: choice.main }
}
