//! Where assignments come from: a folder on disk, or one that is built in.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use grader::assignment::{self, Assignment, FILE, Folder, Mistake};

use super::tree::read_at_most;
use crate::exit::Exit;
use crate::loader::reason;

/// More than any file of an assignment.
const LARGEST: u64 = 64 << 20;

/// The files that an assignment is made of, by their paths from its folder.
type Files = BTreeMap<String, Vec<u8>>;

/// The assignment that is meant if none is named.
pub(crate) const USUAL: &str = BUILT_IN[0].0;

/// An assignment that is built in: its name, and its files by their paths from its folder.
type BuiltIn = (&'static str, &'static [(&'static str, &'static [u8])]);

/// The assignments that are built in. Of the faulty programs there is one each, because only `assignment
/// check` needs them.
const BUILT_IN: [BuiltIn; 2] = [
    (
        "fivetwelve",
        &[
            (FILE, include_bytes!("../../../assignments/fivetwelve/assignment.toml")),
            ("games/moves.txt", include_bytes!("../../../assignments/fivetwelve/games/moves.txt")),
            (
                "../../asm/fivetwelve-corrected.asm",
                include_bytes!("../../../asm/fivetwelve-corrected.asm"),
            ),
            (
                "../../asm/dialects/array-wrong.asm",
                include_bytes!("../../../asm/dialects/array-wrong.asm"),
            ),
        ],
    ),
    (
        "fivetwelve-exact",
        &[
            (FILE, include_bytes!("../../../assignments/fivetwelve-exact/assignment.toml")),
            (
                "games/loss.txt",
                include_bytes!("../../../assignments/fivetwelve-exact/games/loss.txt"),
            ),
            (
                "games/moves.txt",
                include_bytes!("../../../assignments/fivetwelve-exact/games/moves.txt"),
            ),
            (
                "games/win.txt",
                include_bytes!("../../../assignments/fivetwelve-exact/games/win.txt"),
            ),
            ("../../asm/fivetwelve.asm", include_bytes!("../../../asm/fivetwelve.asm")),
            (
                "../../asm/faulty/double-merge.asm",
                include_bytes!("../../../asm/faulty/double-merge.asm"),
            ),
        ],
    ),
];

/// Reads an assignment: a folder, its `assignment.toml`, or the name of the built-in one if there is
/// nothing of that name on disk.
pub(crate) fn load(path: &Path) -> anyhow::Result<Assignment> {
    load_with_files(path).map(|(assignment, _)| assignment)
}

/// Reads an assignment, and tells which files it is made of, by their paths from its folder.
pub(crate) fn load_with_files(path: &Path) -> anyhow::Result<(Assignment, Files)> {
    let (read, files) = read(path)?;
    Ok((read.map_err(|mistakes| wrong(path, &mistakes))?, files))
}

fn read(path: &Path) -> anyhow::Result<(Result<Assignment, Vec<Mistake>>, Files)> {
    if let Some(files) = built_in(path) {
        return Ok((assignment::read(&files), files));
    }
    let disk = Disk { folder: folder_of(path)?, read: RefCell::default() };
    let read = assignment::read(&disk);
    Ok((read, disk.read.into_inner()))
}

/// Reads an assignment and gives back its mistakes as they are; trouble is that there is none.
pub(crate) fn open(path: &Path) -> anyhow::Result<Result<Assignment, Vec<Mistake>>> {
    read(path).map(|(read, _)| read)
}

/// The files of the built-in assignment, if that is what is asked for.
fn built_in(path: &Path) -> Option<Files> {
    let asked = |(name, _): &&BuiltIn| !path.exists() && path.as_os_str() == *name;
    let (_, files) = BUILT_IN.iter().find(asked)?;
    Some(files.iter().map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect())
}

fn folder_of(path: &Path) -> anyhow::Result<PathBuf> {
    let missing = |why: &str| {
        Err(Exit::NoInput.error(format!("{} is not an assignment: {why}", path.display())))
    };
    if path.is_dir() {
        if path.join(FILE).is_file() {
            return Ok(path.to_path_buf());
        }
        return missing(&format!(
            "there is no {FILE} in it; `fivetwelve assignment new` makes a folder that has one"
        ));
    }
    if path.is_file() && path.file_name().is_some_and(|name| name == FILE) {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        return Ok(parent.unwrap_or(Path::new(".")).to_path_buf());
    }
    missing(if path.exists() {
        "it is neither a folder nor an assignment.toml"
    } else {
        "there is no such folder, and only `fivetwelve` is built in"
    })
}

fn wrong(path: &Path, mistakes: &[Mistake]) -> anyhow::Error {
    let mut words = format!("{} can't be used:", path.display());
    for mistake in mistakes {
        words.push_str(&format!("\n  {}:{}: {}", mistake.file, mistake.line, mistake.message));
    }
    let shown = path.display();
    words.push_str(&format!("\n`fivetwelve assignment check {shown}` shows each with its line"));
    Exit::Unable.error(words)
}

/// An assignment's folder on disk, and what was read of it.
struct Disk {
    folder: PathBuf,
    read: RefCell<Files>,
}

impl Folder for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let bytes = read_at_most(&self.folder.join(path), LARGEST)?;
        self.read.borrow_mut().insert(path.to_string(), bytes.clone());
        Ok(bytes)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, String> {
        let entries = fs::read_dir(self.folder.join(folder)).map_err(|error| reason(&error))?;
        let files = entries.flatten().filter(|entry| entry.path().is_file());
        Ok(files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }
}
