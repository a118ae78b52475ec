//! Zips, opened in memory and within bounds: no entry is believed in what it says of itself.
//!
//! Names are made harmless by [`names::clean`]; links, encrypted entries and what goes beyond a bound
//! are left out, each with a note. A broken archive is a note too, never an error of the run.

use std::collections::BTreeSet;
use std::io::{Cursor, Read, Seek};

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{IncomingFile, names};

/// How much an archive may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Entries.
    pub entries: usize,
    /// Bytes of one file, expanded.
    pub file: u64,
    /// Bytes of all files together, expanded.
    pub total: u64,
    /// How many times its size in the archive a file of over a megabyte may be.
    pub ratio: u64,
}

impl Bounds {
    /// For what one student hands in.
    pub const STUDENT: Bounds =
        Bounds { entries: 2_000, file: 4 << 20, total: 32 << 20, ratio: 200 };
    /// For what a whole class hands in. Archives in it are opened later, one at a time.
    pub const CLASS: Bounds =
        Bounds { entries: 100_000, file: 32 << 20, total: 4 << 30, ratio: 200 };
}

/// Names of bounded number and what was noticed; more of the same is not worth more words.
const MOST_NOTES: usize = 8;

/// Why an entry can't be read.
const BROKEN: &str = "it is broken";
const OTHER_METHOD: &str = "it is compressed by a method other than deflate";

/// What came out of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    /// The files.
    pub files: Vec<IncomingFile>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// Whether a file is an archive that should be opened. Office documents are archives too, but
/// nobody means them to be opened.
pub fn is_zip(path: &str, bytes: &[u8]) -> bool {
    let named = path.rsplit('.').next().is_some_and(|end| end.eq_ignore_ascii_case("zip"));
    named || (bytes.starts_with(b"PK\x03\x04") && names::is_program(path))
}

/// Reads everything in an archive.
pub fn unpack(bytes: &[u8], bounds: &Bounds) -> Unpacked {
    let mut archive = match Archive::open(Cursor::new(bytes), *bounds) {
        Ok(archive) => archive,
        Err(why) => return Unpacked { files: Vec::new(), notes: vec![why] },
    };
    let mut files = Vec::new();
    for at in 0..archive.paths().len() {
        if names::is_junk(&archive.paths()[at]) {
            continue;
        }
        if let Some(bytes) = archive.read(at) {
            files.push(IncomingFile { path: archive.paths()[at].clone(), bytes });
        }
    }
    Unpacked { files, notes: archive.take_notes() }
}

/// An open archive.
#[derive(Debug)]
pub struct Archive<R> {
    zip: ZipArchive<R>,
    /// Harmless names, and where they are in the archive.
    paths: Vec<String>,
    places: Vec<usize>,
    folders: BTreeSet<String>,
    bounds: Bounds,
    left: u64,
    notes: Vec<String>,
    unsaid: usize,
}

impl<R: Read + Seek> Archive<R> {
    /// Reads the directory of an archive, or says why it can't be read.
    pub fn open(reader: R, bounds: Bounds) -> Result<Archive<R>, String> {
        let broken = |_| "the archive is broken and could not be opened".to_string();
        let zip = ZipArchive::new(reader).map_err(broken)?;
        let mut archive = Archive {
            zip,
            paths: Vec::new(),
            places: Vec::new(),
            folders: BTreeSet::new(),
            bounds,
            left: bounds.total,
            notes: Vec::new(),
            unsaid: 0,
        };
        archive.list()?;
        Ok(archive)
    }

    fn list(&mut self) -> Result<(), String> {
        let count = self.zip.len();
        if count > self.bounds.entries {
            return Err(format!(
                "the archive has {count} entries, which is more than {}; it was not opened",
                self.bounds.entries
            ));
        }
        if self.zip.has_overlapping_files().unwrap_or(false) {
            return Err("files in the archive share their bytes, as no honest archive has it; it \
                        was not opened"
                .into());
        }
        if self.zip.has_duplicate_names() {
            self.note("some names are there several times; the last one of each counts".into());
        }
        let mut seen = BTreeSet::new();
        let metadata = self.zip.metadata();
        for at in 0..count {
            let Ok(entry) = metadata.entry(at) else { continue };
            let (raw, guessed) = match std::str::from_utf8(entry.name_raw()) {
                Ok(name) => (name.to_string(), false),
                Err(_) => match entry.name() {
                    Ok(name) => (name.into_owned(), true),
                    Err(_) => (String::from_utf8_lossy(entry.name_raw()).into_owned(), true),
                },
            };
            let cleaned = names::clean(&raw);
            if let Ok(path) = &cleaned {
                let folder = if entry.is_dir() { Some(path.as_str()) } else { names::folder(path) };
                self.folders.extend(folder.map(str::to_string));
            }
            if entry.is_dir() {
                continue;
            }
            let name = names::shown(&raw);
            if guessed {
                self.note(format!("{name}: the name is not UTF-8 and was read as an old DOS name"));
            }
            if entry.is_symlink() {
                self.note(format!("{name} was left out: it is a link"));
                continue;
            }
            match cleaned {
                Ok(path) if seen.insert(path.clone()) => {
                    self.paths.push(path);
                    self.places.push(at);
                }
                Ok(_) => self.note(format!("{name} was left out: another file has this name")),
                Err(why) => self.note(format!("{name} was left out: {why}")),
            }
        }
        Ok(())
    }

    /// The paths of the files.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// The folders of all entries, also of those that are left out.
    pub fn folders(&self) -> Vec<String> {
        self.folders.iter().cloned().collect()
    }

    /// The bytes of a file; none, and a note, if it can't be read or goes beyond a bound.
    pub fn read(&mut self, at: usize) -> Option<Vec<u8>> {
        let place = *self.places.get(at)?;
        match self.expand(place) {
            Ok(bytes) => Some(bytes),
            Err(why) => {
                let name = names::shown(&self.paths[at]);
                self.note(format!("{name} was left out: {why}"));
                None
            }
        }
    }

    fn expand(&mut self, place: usize) -> Result<Vec<u8>, String> {
        let why = |error: ZipError| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => "it is encrypted",
            ZipError::CompressionMethodNotSupported(_) => OTHER_METHOD,
            _ => BROKEN,
        };
        let file = self.zip.by_index(place).map_err(why)?;
        if !matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(OTHER_METHOD.into());
        }
        let packed = file.compressed_size();
        // What the directory says of sizes may be a lie, so only what comes out counts.
        let most = self.bounds.file.min(self.left);
        let mut bytes = Vec::new();
        let read = file.take(most + 1).read_to_end(&mut bytes);
        let size = bytes.len() as u64;
        self.left = self.left.saturating_sub(size);
        if size > most {
            return Err(if most == self.bounds.file {
                format!("it is larger than {} MiB", self.bounds.file >> 20)
            } else {
                "the archive expands without bound".into()
            });
        }
        if size > 1 << 20 && size / packed.max(1) > self.bounds.ratio {
            return Err(format!("it expands to {} times its size", size / packed.max(1)));
        }
        read.map(|_| bytes).map_err(|_| BROKEN.into())
    }

    fn note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note);
        } else {
            self.unsaid += 1;
        }
    }

    /// What was noticed so far and was not taken yet.
    pub fn take_notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        if self.unsaid > 0 {
            notes.push(format!("and {} more such notes", std::mem::take(&mut self.unsaid)));
        }
        notes
    }
}
