//! From the words of the command line to submissions: folders, programs and zips.
//!
//! Which file is whose and which is the program is decided in `grader::submission`; here files are
//! found, and read when the turn of their owner comes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use grader::book::Student;
use grader::submission::archive::{Archive, is_zip};
use grader::submission::layout::{self, Group};
use grader::submission::line_counts::LineCounts;
use grader::submission::together::is_one_program;
use grader::submission::{Bounds, HandedIn, IncomingFile, decode, names};

use super::tree::{read_at_most, walk};
use crate::exit::Exit;
use crate::loader::reason;
use crate::threads::lock;

/// A folder with more files is a class.
const MOST_PARTS: usize = 50;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// The submissions, by the keys of their students, which differ.
    pub(crate) submissions: Vec<Pending>,
    /// What whoever grades should know.
    pub(crate) notes: Vec<String>,
}

/// A submission that was found and not read yet: a class is never in memory as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    /// Whose it is.
    pub(crate) student: Student,
    /// What the names of the files tell.
    notes: Vec<String>,
    /// What the command line names, and whether that is one submission.
    argument: Arc<Path>,
    single: bool,
    files: Vec<PendingFile>,
    /// The archive that the files are in, if they are in one.
    class: Option<Arc<Mutex<Archive<BufReader<File>>>>>,
}

#[derive(Clone, Debug)]
struct PendingFile {
    /// The path as the student knows it.
    path: String,
    /// The path from what the command line names.
    inside: String,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Disk(PathBuf),
    Archive(usize),
}

impl Pending {
    fn new(argument: &Path, single: bool, student: Student, notes: Vec<String>) -> Pending {
        let argument = argument.into();
        Pending { student, notes, argument, single, files: Vec::new(), class: None }
    }

    /// One without files, for tests.
    #[cfg(test)]
    pub(crate) fn empty(key: &str) -> Pending {
        Pending::new(Path::new(key), true, layout::single(&[], key).student, Vec::new())
    }

    /// Reads the files, within the bounds of one student.
    pub(crate) fn read(&self) -> HandedIn {
        let mut notes = self.notes.clone();
        let mut files = Vec::new();
        let mut left = Bounds::STUDENT.total;
        for file in &self.files {
            let read = match &file.place {
                // One that the command line names may be a large archive.
                Place::Disk(at) if file.inside.is_empty() && is_zip(&file.path, b"") => {
                    read_at_most(at, left)
                }
                Place::Disk(at) => read_at_most(at, Bounds::STUDENT.file.min(left)),
                Place::Archive(at) => match self.class_file(*at, &mut notes) {
                    None => continue,
                    Some(bytes) => within(&file.path, bytes, left),
                },
            };
            match read {
                Ok(bytes) => {
                    left -= bytes.len() as u64;
                    files.push(IncomingFile { path: file.path.clone(), bytes });
                }
                Err(why) => {
                    notes.push(format!("{} was left out: {why}", names::shown(&file.path)));
                }
            }
        }
        HandedIn { student: self.student.clone(), files, notes }
    }

    fn class_file(&self, at: usize, notes: &mut Vec<String>) -> Option<Vec<u8>> {
        let mut archive = lock(self.class.as_deref()?);
        let bytes = archive.read(at);
        notes.extend(archive.take_notes());
        bytes
    }

    /// How a file of it is called in reports.
    pub(crate) fn told(&self, path: &str) -> String {
        let file = self.files.iter().find(|file| file.path == path);
        told(&self.argument, file.map_or(path, |file| &file.inside), self.single)
    }
}

/// A file of a class, if it is not too large for one student.
fn within(path: &str, bytes: Vec<u8>, left: u64) -> Result<Vec<u8>, String> {
    let size = bytes.len() as u64;
    match () {
        () if size > Bounds::STUDENT.file && !is_zip(path, &bytes) => Err("it is too large".into()),
        () if size > left => Err("the submission is too large".into()),
        () => Ok(bytes),
    }
}

/// Finds everything that the command line names. `single` makes one submission of each.
pub(crate) fn collect(paths: &[PathBuf], single: bool) -> anyhow::Result<Collected> {
    let mut found = Collected::default();
    let mut seen = Vec::new();
    for path in paths {
        let real = path.canonicalize().map_err(|error| unreadable(path, &reason(&error)))?;
        if seen.contains(&real) {
            found.notes.push(format!("{} is named twice; once counts", path.display()));
            continue;
        }
        if real.is_dir() {
            folder(path, single, &mut found)?;
        } else if !real.is_file() {
            return Err(unreadable(path, "neither a folder nor a file"));
        } else {
            let opened = File::open(path).map_err(|error| unreadable(path, &reason(&error)))?;
            if single || !is_zip(&path.to_string_lossy(), b"") {
                found.submissions.push(file(path, single));
            } else if let Err(why) = class(path, opened, &mut found) {
                // One broken archive among others costs its owner, who stays in the table.
                if paths.len() == 1 {
                    return Err(unreadable(path, &why));
                }
                let student = layout::single(&[], &key_of(path)).student;
                found.submissions.push(Pending::new(path, single, student, vec![why]));
            }
        }
        seen.push(real);
    }
    distinguish(&mut found);
    Ok(found)
}

fn unreadable(path: &Path, why: &str) -> anyhow::Error {
    Exit::NoInput.error(format!("{} could not be read: {why}", path.display()))
}

/// How the path of a file is told: as the command line names it, but never as a full path, which
/// would make reports differ from one machine to another.
fn told(argument: &Path, inside: &str, single: bool) -> String {
    let name = || argument.file_name().map(|name| name.to_string_lossy().into_owned());
    let before = match (single, argument.is_absolute()) {
        (true, _) => String::new(),
        (false, true) => name().unwrap_or_default(),
        (false, false) => {
            let text = argument.to_string_lossy();
            let text = text.trim_start_matches("./").trim_end_matches('/');
            if text == "." { String::new() } else { text.to_string() }
        }
    };
    names::shown(&match (before.is_empty(), inside.is_empty()) {
        (true, false) => inside.to_string(),
        (true, true) => name().unwrap_or_default(),
        (false, true) => before,
        (false, false) => format!("{before}/{inside}"),
    })
}

fn folder(argument: &Path, single: bool, found: &mut Collected) -> anyhow::Result<()> {
    let tree = walk(argument).map_err(|why| Exit::NoInput.error(why))?;
    let paths: Vec<String> = tree.files.iter().map(|file| file.path.clone()).collect();
    let read = |at: usize| read_at_most(&tree.files[at].at, Bounds::STUDENT.file).ok();
    let groups = if single || one_program(&paths, &mut { read }) {
        vec![layout::single(&paths, &key_of(argument))]
    } else {
        let metadata = layout::metadata(&paths)
            .and_then(|at| read_at_most(&tree.files[at].at, Bounds::STUDENT.file).ok())
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let mut looks = |at: usize| {
            read_at_most(&tree.files[at].at, Bounds::STUDENT.file)
                .is_ok_and(|bytes| is_program(&bytes))
        };
        let parts = layout::layout(&paths, &tree.folders, metadata.as_deref(), &mut looks);
        skipped(argument, &paths, &parts.skipped, found);
        parts.groups
    };
    found.notes.extend(tree.notes.iter().cloned());
    for Group { student, files, notes } in groups {
        let file = |(at, path): (usize, String)| {
            let leaf = &tree.files[at];
            PendingFile { path, inside: leaf.path.clone(), place: Place::Disk(leaf.at.clone()) }
        };
        let files = files.into_iter().map(file).collect();
        let pending = Pending::new(argument, single, student, notes);
        found.submissions.push(Pending { files, ..pending });
    }
    Ok(())
}

/// Whether the files are one program of several, and not a class.
fn one_program(paths: &[String], read: &mut dyn FnMut(usize) -> Option<Vec<u8>>) -> bool {
    let is_part = |path: &&String| names::is_program(path);
    let within = |path: &String| names::folder(path).is_some();
    // To look into every file of a large class takes time.
    if paths.len() > MOST_PARTS || paths.iter().filter(is_part).any(within) {
        return false;
    }
    let mut texts = Vec::new();
    for (at, path) in paths.iter().enumerate().filter(|(_, path)| names::is_program(path)) {
        let text = read(at).and_then(|bytes| decode::decode(&bytes).ok());
        texts.extend(text.map(|decoded| (path.clone(), decoded.text)));
    }
    is_one_program(&texts)
}

fn is_program(bytes: &[u8]) -> bool {
    decode::decode(bytes).is_ok_and(|decoded| LineCounts::of(&decoded.text).is_assembly())
}

fn skipped(argument: &Path, paths: &[String], list: &[usize], found: &mut Collected) {
    let names = list.iter().map(|at| &paths[*at]);
    let names: Vec<String> = names
        .filter(|path| names::base(path) != "submission_metadata.yml")
        .map(|path| names::shown(path))
        .collect();
    if !names.is_empty() {
        found.notes.push(format!(
            "{}: no submission, because neither a program nor in a student's folder: {}",
            argument.display(),
            names.join(", ")
        ));
    }
}

/// A file of the command line that is one submission.
fn file(argument: &Path, single: bool) -> Pending {
    let path = argument.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let student = layout::single(&[], names::stem(&path)).student;
    let place = Place::Disk(argument.to_path_buf());
    let files = vec![PendingFile { path, inside: String::new(), place }];
    Pending { files, ..Pending::new(argument, single, student, Vec::new()) }
}

/// A zip of the command line: a class, or one student's.
fn class(argument: &Path, file: File, found: &mut Collected) -> Result<(), String> {
    let mut archive = Archive::open(BufReader::new(file), Bounds::CLASS)?;
    let paths = archive.paths().to_vec();
    let metadata = layout::metadata(&paths).and_then(|at| archive.read(at));
    let metadata = metadata.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let folders = archive.folders();
    let mut looks = |at: usize| archive.read(at).is_some_and(|bytes| is_program(&bytes));
    let parts = layout::layout(&paths, &folders, metadata.as_deref(), &mut looks);
    let one = one_program(&paths, &mut |at| archive.read(at));
    let mut groups = if one {
        vec![layout::single(&paths, &key_of(argument))]
    } else {
        skipped(argument, &paths, &parts.skipped, found);
        parts.groups
    };
    let mut notes = archive.take_notes();
    // A zip with one program in it is one student's, and bears their name.
    if let [group] = groups.as_mut_slice()
        && group.student.id.is_none()
        && !group.student.key.starts_with("submission_")
    {
        group.student = layout::single(&[], &key_of(argument)).student;
    }
    if groups.is_empty() {
        // What was refused is the reason why its owner has no program.
        let notes = std::mem::take(&mut notes);
        groups.push(Group { notes, ..layout::single(&[], &key_of(argument)) });
    }
    found.notes.extend(notes.iter().map(|note| format!("{}: {note}", argument.display())));
    let class = Arc::new(Mutex::new(archive));
    for Group { student, files, notes } in groups {
        let file = |(at, path): (usize, String)| PendingFile {
            path,
            inside: paths[at].clone(),
            place: Place::Archive(at),
        };
        let files = files.into_iter().map(file).collect();
        let pending = Pending::new(argument, false, student, notes);
        found.submissions.push(Pending { files, class: Some(class.clone()), ..pending });
    }
    Ok(())
}

/// What a folder or file is called, also if it is `.`.
fn key_of(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.or_else(|| {
        path.canonicalize().ok()?.file_name().map(|name| name.to_string_lossy().into_owned())
    });
    names::stem(&name.unwrap_or_default()).to_string()
}

/// Sorts by keys and makes them differ: the second of two gets a number.
fn distinguish(found: &mut Collected) {
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for submission in &mut found.submissions {
        let key = submission.student.key.clone();
        let times = used.entry(key.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            let mut number = *times;
            let mut other = format!("{key} ({number})");
            while used.contains_key(&other) {
                number += 1;
                other = format!("{key} ({number})");
            }
            used.insert(other.clone(), 1);
            found.notes.push(format!("several submissions are called {key}; one is now {other}"));
            if submission.student.name == key {
                submission.student.name = other.clone();
            }
            submission.student.key = other;
        }
    }
    found.submissions.sort_by(|a, b| a.student.key.cmp(&b.student.key));
}
