//! What the server knows: the documents that are open, and the programs they belong to. A program
//! is kept only as long as nothing that went into it has changed, in the editor or on disk.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::rc::Rc;
use std::time::SystemTime;

use grader::submission::together::assemble_whole;
use language::{Program, options};
use lsp_types::{Position, TextDocumentContentChangeEvent};
use mips_sim::Loader;
use mips_sim::asm::lex::TokenLine;
use mips_sim::source::{FileId, include_name};

use super::position::Encoding;
use super::watched::Assignments;
use crate::loader::{Disk, beside};

/// A folder with more files than this is not searched for one that includes a document.
const MOST_BESIDE: usize = 100;

/// A document that is open.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) text: String,
    pub(super) version: i32,
}

/// What a file on disk looked like: when it was written, and its length. `None` if it is not there.
pub(super) type Stamp = Option<(SystemTime, u64)>;

struct Kept {
    program: Rc<Program>,
    /// What was read from disk, and the folder itself.
    stamps: Vec<(String, Stamp)>,
    /// The documents that were read, with their versions.
    versions: Vec<(String, i32)>,
    /// Which documents were open, for one that is opened or closed brings another text.
    opened: usize,
}

/// The state of the server.
pub(super) struct Session {
    pub(super) encoding: Encoding,
    pub(super) snippets: bool,
    pub(super) lenses: bool,
    pub(super) assignments: Assignments,
    documents: BTreeMap<String, Document>,
    kept: HashMap<String, Kept>,
    /// Counts openings and closings.
    opened: usize,
}

impl Session {
    pub(super) fn new(encoding: Encoding, snippets: bool, lenses: bool) -> Session {
        Session {
            encoding,
            snippets,
            lenses,
            assignments: Assignments::default(),
            documents: BTreeMap::new(),
            kept: HashMap::new(),
            opened: 0,
        }
    }

    pub(super) fn open(&mut self, name: String, text: String, version: i32) {
        self.opened += 1;
        self.documents.insert(name, Document { text, version });
    }

    pub(super) fn close(&mut self, name: &str) {
        self.opened += 1;
        self.documents.remove(name);
        self.kept.remove(name);
    }

    pub(super) fn change(
        &mut self,
        name: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let encoding = self.encoding;
        let Some(document) = self.documents.get_mut(name) else { return };
        for change in changes {
            match change.range {
                None => document.text = change.text,
                Some(range) => {
                    let start = encoding.offset(&document.text, range.start);
                    let end = encoding.offset(&document.text, range.end).max(start);
                    document.text.replace_range(start..end, &change.text);
                }
            }
        }
        document.version = version;
    }

    pub(super) fn document(&self, name: &str) -> Option<&Document> {
        self.documents.get(name)
    }

    /// The names of the documents that are open.
    pub(super) fn names(&self) -> Vec<String> {
        self.documents.keys().cloned().collect()
    }

    /// The program that a document belongs to.
    pub(super) fn program(&mut self, name: &str) -> Rc<Program> {
        if let Some(kept) = self.kept.get(name).filter(|kept| self.is_fresh(kept)) {
            return kept.program.clone();
        }
        // Two programs of 200,000 lines would be too many to keep at once.
        self.kept.remove(name);
        let mut desk = Desk { documents: &self.documents, asked: BTreeMap::new() };
        // A document without a file has no folder either.
        let listed = if name.contains('/') { beside(name) } else { Vec::new() };
        let near: Vec<String> = listed.into_iter().filter(|name| is_program(name)).collect();
        let main = includer(name, &near, &mut desk).unwrap_or_else(|| name.to_string());
        let whole = assemble_whole(&main, &near, &[], &mut desk, &options());
        let program = Rc::new(Program::new(whole.assembly, whole.names));
        let folder = name.rfind('/').map_or(".", |at| &name[..at]).to_string();
        let asked: Vec<String> = desk.asked.into_keys().collect();
        let (open, rest): (Vec<String>, Vec<String>) =
            asked.into_iter().partition(|name| self.documents.contains_key(name));
        let stamps = rest.into_iter().chain([folder]).map(|name| {
            let stamp = stamp(&name);
            (name, stamp)
        });
        let version = |name: String| {
            let version = self.documents.get(&name).map_or(0, |document| document.version);
            (name, version)
        };
        let kept = Kept {
            program: program.clone(),
            stamps: stamps.collect(),
            versions: open.into_iter().map(version).collect(),
            opened: self.opened,
        };
        self.kept.insert(name.to_string(), kept);
        program
    }

    /// The program of a document, and the document in it.
    pub(super) fn file(&mut self, name: &str) -> Option<(Rc<Program>, FileId)> {
        let program = self.program(name);
        let file = program.ids(name).next()?;
        Some((program, file))
    }

    /// The same with a place in the document: its line from 1, and the byte in it.
    pub(super) fn place(&mut self, name: &str, position: Position) -> Option<At> {
        let (program, file) = self.file(name)?;
        let line = position.line + 1;
        let byte = self.encoding.byte(program.line(file, line), position.character);
        Some(At { program, file, line, byte })
    }

    /// The texts as the editor sees them.
    pub(super) fn loader(&self) -> impl Loader {
        Desk { documents: &self.documents, asked: BTreeMap::new() }
    }

    fn is_fresh(&self, kept: &Kept) -> bool {
        let same = |(name, version): &(String, i32)| {
            self.documents.get(name).is_some_and(|document| document.version == *version)
        };
        kept.opened == self.opened
            && kept.versions.iter().all(same)
            && kept.stamps.iter().all(|(name, known)| stamp(name) == *known)
    }
}

/// A place in a program.
pub(super) struct At {
    pub(super) program: Rc<Program>,
    pub(super) file: FileId,
    pub(super) line: u32,
    pub(super) byte: usize,
}

pub(super) fn stamp(name: &str) -> Stamp {
    let metadata = fs::metadata(name).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn is_program(name: &str) -> bool {
    name.ends_with(".asm") || name.ends_with(".s")
}

/// Documents first, then the disk.
struct Desk<'a> {
    documents: &'a BTreeMap<String, Document>,
    asked: BTreeMap<String, ()>,
}

impl Loader for Desk<'_> {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.asked.insert(name.to_string(), ());
        match self.documents.get(name) {
            Some(document) => Ok(document.text.clone().into_bytes()),
            None => Disk.load(name),
        }
    }
}

/// The file beside a document that includes it, at first hand or through others.
fn includer(name: &str, near: &[String], desk: &mut Desk<'_>) -> Option<String> {
    if near.len() > MOST_BESIDE {
        return None;
    }
    let mut included: Vec<(String, Vec<String>)> = Vec::new();
    for other in near {
        let Ok(bytes) = desk.load(other) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        // Most files include nothing, and need not be read line by line.
        if !text.to_ascii_lowercase().contains(".include") {
            continue;
        }
        let names = text.lines().filter_map(|line| {
            let token = TokenLine::read(line).included()?;
            let quoted = token.raw(line);
            Some(include_name(other, quoted.trim_matches('"')))
        });
        included.push((other.clone(), names.collect()));
    }
    let mut top = name.to_string();
    // A circle has no top; nobody goes deeper than there are files.
    for _ in 0..included.len() {
        let above = included
            .iter()
            .find(|(other, names)| *other != top && *other != name && names.contains(&top));
        match above {
            Some((other, _)) => top = other.clone(),
            None => break,
        }
    }
    (top != name).then_some(top)
}
