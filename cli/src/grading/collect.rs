//! From the words of the command line to submissions: folders, programs and zips.
//!
//! Which file is whose and which is the program is decided in `grader::submission`; here files are
//! read, one student at a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use grader::grade::Submission;
use grader::submission::archive::{Archive, is_zip};
use grader::submission::layout::{self, Group};
use grader::submission::line_counts::LineCounts;
use grader::submission::{Bounds, Entry, HandedIn, decode, names, take};

use super::tree::{read_at_most, walk};
use crate::exit::Exit;
use crate::loader::reason;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// The submissions, by the keys of their students, which differ.
    pub(crate) submissions: Vec<Submission>,
    /// What whoever grades should know.
    pub(crate) notes: Vec<String>,
}

/// Reads everything that the command line names. `single` makes one submission of each.
pub(crate) fn collect(
    paths: &[PathBuf],
    patterns: &[String],
    single: bool,
) -> anyhow::Result<Collected> {
    let mut found = Collected::default();
    let mut seen = Vec::new();
    for path in paths {
        let real = path.canonicalize().map_err(|error| unreadable(path, &reason(&error)))?;
        if seen.contains(&real) {
            found.notes.push(format!("{} is named twice; once counts", path.display()));
            continue;
        }
        if real.is_dir() {
            folder(path, patterns, single, &mut found)?;
        } else if !real.is_file() {
            return Err(unreadable(path, "neither a folder nor a file"));
        } else {
            file(path, patterns, single, &mut found)?;
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

fn folder(
    argument: &Path,
    patterns: &[String],
    single: bool,
    found: &mut Collected,
) -> anyhow::Result<()> {
    let tree = walk(argument).map_err(|why| Exit::NoInput.error(why))?;
    let paths: Vec<String> = tree.files.iter().map(|file| file.path.clone()).collect();
    let groups = if single {
        found.notes.extend(tree.notes.iter().cloned());
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
        found.notes.extend(tree.notes.iter().cloned());
        parts.groups
    };
    for group in groups {
        let read = |at: usize, _: &str, left| {
            Some(read_at_most(&tree.files[at].at, Bounds::STUDENT.file.min(left)))
        };
        let (handed_in, places) = files_of(group, |at| tree.files[at].path.clone(), read);
        found.submissions.push(finish(handed_in, patterns, |path| {
            told(argument, places.get(path).map_or(path, String::as_str), single)
        }));
    }
    Ok(())
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

/// Reads the files of a student as far as they fit, with notes on those that are left out, and finds
/// out from which places they are. What has no bytes is passed over.
fn files_of(
    group: Group,
    place: impl Fn(usize) -> String,
    mut read: impl FnMut(usize, &str, u64) -> Option<Result<Vec<u8>, String>>,
) -> (HandedIn, BTreeMap<String, String>) {
    let mut places = BTreeMap::new();
    let mut handed_in = HandedIn { student: group.student, files: Vec::new(), notes: group.notes };
    let mut left = Bounds::STUDENT.total;
    for (at, path) in group.files {
        match read(at, &path, left) {
            None => {}
            Some(Ok(bytes)) => {
                left -= bytes.len() as u64;
                places.insert(path.clone(), place(at));
                handed_in.files.push(Entry { path, bytes });
            }
            Some(Err(why)) => {
                handed_in.notes.push(format!("{} was left out: {why}", names::shown(&path)));
            }
        }
    }
    (handed_in, places)
}

fn finish(handed_in: HandedIn, patterns: &[String], told: impl Fn(&str) -> String) -> Submission {
    let mut submission = take(handed_in, patterns, &Bounds::STUDENT);
    let file = submission.program().map(|(path, _)| told(path));
    submission.file = file;
    submission
}

/// A file of the command line: a class in a zip, or one program.
fn file(
    argument: &Path,
    patterns: &[String],
    single: bool,
    found: &mut Collected,
) -> anyhow::Result<()> {
    let name = argument.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if is_zip(&name, b"") && !single {
        return class(argument, patterns, found);
    }
    let most = if is_zip(&name, b"") { Bounds::CLASS.file } else { Bounds::STUDENT.file };
    let bytes = read_at_most(argument, most).map_err(|why| unreadable(argument, &why))?;
    let mut handed_in =
        HandedIn { files: vec![Entry { path: name.clone(), bytes }], ..HandedIn::default() };
    handed_in.student = layout::single(&[], names::stem(&name)).student;
    let submission = finish(handed_in, patterns, |path| {
        if path == name { told(argument, "", single) } else { told(argument, path, single) }
    });
    found.submissions.push(submission);
    Ok(())
}

/// A zip of the command line.
fn class(argument: &Path, patterns: &[String], found: &mut Collected) -> anyhow::Result<()> {
    let file = File::open(argument).map_err(|error| unreadable(argument, &reason(&error)))?;
    let mut archive = Archive::open(std::io::BufReader::new(file), Bounds::CLASS)
        .map_err(|why| unreadable(argument, &why))?;
    let paths = archive.paths().to_vec();
    let metadata = layout::metadata(&paths).and_then(|at| archive.read(at));
    let metadata = metadata.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let folders = archive.folders();
    let mut looks = |at: usize| archive.read(at).is_some_and(|bytes| is_program(&bytes));
    let parts = layout::layout(&paths, &folders, metadata.as_deref(), &mut looks);
    skipped(argument, &paths, &parts.skipped, found);
    let mut groups = parts.groups;
    // A zip with one program in it is one student's, and bears their name.
    if let [group] = groups.as_mut_slice()
        && group.student.id.is_none()
        && !group.student.key.starts_with("submission_")
    {
        group.student = layout::single(&[], &key_of(argument)).student;
    }
    if groups.is_empty() {
        groups.push(layout::single(&[], &key_of(argument)));
    }
    let notes = archive.take_notes();
    found.notes.extend(notes.iter().map(|note| format!("{}: {note}", argument.display())));
    for group in groups {
        let read = |at, path: &str, left| {
            let bytes = archive.read(at)?;
            let size = bytes.len() as u64;
            let large = size > Bounds::STUDENT.file && !is_zip(path, &bytes);
            Some(match (large, size > left) {
                (true, _) => Err("it is too large".to_owned()),
                (_, true) => Err("there is too much of it all".to_owned()),
                _ => Ok(bytes),
            })
        };
        let (mut handed_in, places) = files_of(group, |at| paths[at].clone(), read);
        handed_in.notes.extend(archive.take_notes());
        let submission = finish(handed_in, patterns, |path| {
            told(argument, places.get(path).map_or(path, String::as_str), false)
        });
        found.submissions.push(submission);
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
