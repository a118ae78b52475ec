//! Where assignments come from: a folder on disk, or one that is built in.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use grader::assignment::{self, Assignment, FILE, Folder, Mistake};

use super::shelf::{Files, built_in, names_built_in};
use super::tree::read_at_most;
use crate::exit::Exit;
use crate::loader::reason;

/// More than any file of an assignment.
const LARGEST: u64 = 64 << 20;

/// Reads an assignment: a folder, its `assignment.toml`, or the name of a built-in one if there is
/// nothing of that name on disk.
pub(crate) fn load(path: &Path) -> anyhow::Result<Assignment> {
    load_with_files(path).map(|(assignment, _)| assignment)
}

/// Reads an assignment, and tells which files it is made of, by their paths from its folder.
pub(crate) fn load_with_files(path: &Path) -> anyhow::Result<(Assignment, Files)> {
    let (read, files) = read(path)?;
    Ok((read.map_err(|mistakes| wrong(path, &mistakes))?, files))
}

/// Reads an assignment for a student, whose folder need not have the solution in it.
pub(crate) fn load_for_student(path: &Path) -> anyhow::Result<Assignment> {
    let (read, _) = read_by(assignment::read_for_student, path)?;
    read.map_err(|mistakes| wrong(path, &mistakes))
}

fn read(path: &Path) -> anyhow::Result<Read> {
    read_by(assignment::read, path)
}

/// An assignment or its mistakes, and the files that it is made of.
type Read = (Result<Assignment, Vec<Mistake>>, Files);

fn read_by(
    read: impl Fn(&dyn Folder) -> Result<Assignment, Vec<Mistake>>,
    path: &Path,
) -> anyhow::Result<Read> {
    if let Some(files) = asked_built_in(path) {
        return Ok((read(&files), files));
    }
    let disk = Disk::new(folder_of(path)?);
    let read = read(&disk);
    Ok((read, disk.read.into_inner()))
}

/// Reads an assignment and gives back its mistakes as they are; trouble is that there is none.
pub(crate) fn open(path: &Path) -> anyhow::Result<Result<Assignment, Vec<Mistake>>> {
    read(path).map(|(read, _)| read)
}

/// The files of a built-in assignment, if that is what is asked for.
fn asked_built_in(path: &Path) -> Option<Files> {
    if path.exists() {
        return None;
    }
    built_in(path.to_str()?)
}

/// The folder of an assignment on disk.
pub(crate) fn folder_of(path: &Path) -> anyhow::Result<PathBuf> {
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
    if path.exists() {
        return missing("it is neither a folder nor an assignment.toml");
    }
    let names = names_built_in();
    missing(&format!("there is no such folder, and only these are built in: {names}"))
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
pub(crate) struct Disk {
    folder: PathBuf,
    read: RefCell<Files>,
}

impl Disk {
    /// A folder of which nothing has been read.
    pub(crate) fn new(folder: PathBuf) -> Disk {
        Disk { folder, read: RefCell::default() }
    }
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
