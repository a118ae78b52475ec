//! Which file is whose: the shapes in which platforms export what a class handed in, and those that
//! instructors make themselves.
//!
//! Only names are looked at, and, for a file that is not called like a program, whether it is one.

use std::collections::BTreeMap;

use super::names::{base, is_junk, is_program, shown, stem};
use crate::grade::Student;

/// The files of one student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Whose they are.
    pub student: Student,
    /// Places in the list of paths, each with the path as the student knows it.
    pub files: Vec<(usize, String)>,
    /// What the names tell: late, for instance.
    pub notes: Vec<String>,
}

/// All of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The students, by their keys.
    pub groups: Vec<Group>,
    /// Files that belong to nobody.
    pub skipped: Vec<usize>,
}

/// Who is behind a name at the top, as a platform writes it.
struct Owner {
    student: Student,
    /// The rest of the name, if it is a file's.
    rest: Option<String>,
    note: Option<&'static str>,
}

/// Divides a folder or an archive among students. `metadata` is Gradescope's
/// `submission_metadata.yml`, and `looks` says whether a file with an odd name is a program or an
/// archive. `folders` are those that are there, whatever is in them: who has a folder is in the class,
/// also if nothing in it can be used.
pub fn layout(
    paths: &[String],
    folders: &[String],
    metadata: Option<&str>,
    looks: &mut dyn FnMut(usize) -> bool,
) -> Layout {
    let people = metadata.map(people).unwrap_or_default();
    let leaves = leaves(paths, folders);
    let prefix = wrapper(&leaves.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>());
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let mut skipped = Vec::new();
    for (path, at) in &leaves {
        let path = &path[prefix..];
        let (top, below) = match path.split_once('/') {
            Some((top, below)) => (top, Some(below)),
            None => (path, None),
        };
        let owner = match (platform(top, below.is_some(), &people), below) {
            (Some(owner), _) => owner,
            (None, Some(_)) => plain(top, None),
            (None, None) if is_program(top) || is_archive(top) || at.is_some_and(&mut *looks) => {
                plain(stem(top), Some(top.to_string()))
            }
            (None, None) => {
                skipped.extend(at);
                continue;
            }
        };
        let file = below.map(str::to_string).or(owner.rest).unwrap_or_else(|| base(path).into());
        let group = groups.entry(owner.student.key.clone()).or_default();
        group.student = owner.student;
        group.files.extend(at.map(|at| (at, file)));
        if let Some(note) = owner.note
            && !group.notes.iter().any(|known| known == note)
        {
            group.notes.push(note.to_string());
        }
    }
    // Files stay in the order in which they came.
    groups.values_mut().for_each(|group| group.files.sort());
    skipped.sort_unstable();
    Layout { groups: groups.into_values().collect(), skipped }
}

/// Files with their places, and folders without any file, which end with `/`; sorted by name.
fn leaves(paths: &[String], folders: &[String]) -> Vec<(String, Option<usize>)> {
    let files = paths.iter().enumerate().map(|(at, path)| (path.clone(), Some(at)));
    let folders = folders.iter().map(|path| (format!("{path}/"), None));
    let mut all: Vec<_> = files.chain(folders).filter(|(path, _)| !is_junk(path)).collect();
    all.sort();
    all.dedup();
    // What is in a folder comes right behind it.
    let inside = |at: usize| all.get(at + 1).is_some_and(|(next, _)| next.starts_with(&all[at].0));
    let kept: Vec<bool> = (0..all.len()).map(|at| all[at].1.is_some() || !inside(at)).collect();
    let mut kept = kept.into_iter();
    all.retain(|_| kept.next().unwrap_or(false));
    all
}

/// Everything as one submission.
pub fn single(paths: &[String], key: &str) -> Group {
    let own = (0..paths.len()).filter(|at| !is_junk(&paths[*at]));
    Group {
        student: plain(key, None).student,
        files: own.map(|at| (at, paths[at].clone())).collect(),
        notes: Vec::new(),
    }
}

/// Where Gradescope's list of people is, if it is there.
pub fn metadata(paths: &[String]) -> Option<usize> {
    paths
        .iter()
        .position(|path| base(path) == "submission_metadata.yml" && path.matches('/').count() <= 1)
}

/// How much of the paths is a folder around everything: one in which platforms' names or several
/// folders lie.
fn wrapper(paths: &[&str]) -> usize {
    let mut prefix = 0;
    while let Some(top) = paths.first().and_then(|path| path[prefix..].split_once('/')) {
        let next = prefix + top.0.len() + 1;
        let around = paths.iter().all(|path| {
            path.len() > next
                && path[prefix..].starts_with(top.0)
                && path.as_bytes()[next - 1] == b'/'
        });
        if !around || platform(top.0, true, &BTreeMap::new()).is_some() {
            break;
        }
        let inner: Vec<(&str, bool)> = paths
            .iter()
            .map(|path| match path[next..].split_once('/') {
                Some((name, _)) => (name, true),
                None => (&path[next..], false),
            })
            .collect();
        let known =
            inner.iter().any(|(name, folder)| platform(name, *folder, &BTreeMap::new()).is_some());
        let mut folders: Vec<&str> =
            inner.iter().filter(|(_, folder)| *folder).map(|(name, _)| *name).collect();
        folders.dedup();
        let programs = inner.iter().any(|(name, folder)| !folder && is_program(name));
        if !known && (folders.len() < 2 || programs) {
            break;
        }
        prefix = next;
    }
    prefix
}

fn is_archive(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("zip"))
}

fn plain(key: &str, rest: Option<String>) -> Owner {
    let key = shown(key);
    Owner { student: Student { name: key.clone(), key, id: None }, rest, note: None }
}

/// Who a name belongs to by the rules of some platform.
fn platform(top: &str, folder: bool, people: &BTreeMap<String, Person>) -> Option<Owner> {
    moodle(top, folder).or_else(|| if folder { gradescope(top, people) } else { canvas(top) })
}

/// `Jane Doe_12345_assignsubmission_file_`, and the file's name behind it if there are no folders.
fn moodle(top: &str, folder: bool) -> Option<Owner> {
    let (who, what) = top.split_once("_assignsubmission_")?;
    let (name, id) = who.rsplit_once('_')?;
    if id.is_empty() || !digits(id) {
        return None;
    }
    let rest = what.split_once('_').map(|(_, rest)| rest.to_string());
    let rest = rest.filter(|rest| !folder && !rest.is_empty());
    let key = shown(&format!("{name}_{id}"));
    let student = Student { key, name: shown(name), id: Some(id.into()) };
    Some(Owner { student, rest, note: None })
}

/// `doejane_LATE_123_456_prog.asm`: the person, their number and that of the attempt.
fn canvas(top: &str) -> Option<Owner> {
    let (name, mut rest) = top.split_once('_')?;
    let mut late = false;
    if let Some(behind) = rest.strip_prefix("LATE_").or_else(|| rest.strip_prefix("late_")) {
        (late, rest) = (true, behind);
    }
    let (id, rest) = rest.split_once('_')?;
    let (attempt, rest) = rest.split_once('_')?;
    if name.is_empty() || rest.is_empty() || !digits(id) || !digits(attempt) {
        return None;
    }
    let key = shown(&format!("{name}_{id}"));
    let student = Student { key, name: shown(name), id: Some(id.into()) };
    let note = late.then_some("Canvas marks it as late");
    Some(Owner { student, rest: Some(rest.to_string()), note })
}

/// `submission_123456`, with the person in another file.
fn gradescope(top: &str, people: &BTreeMap<String, Person>) -> Option<Owner> {
    let number = top.strip_prefix("submission_")?;
    if !digits(number) {
        return None;
    }
    let person = people.get(top);
    let name = person.map(|person| person.names.join(", ")).filter(|name| !name.is_empty());
    let id = person.and_then(|person| person.email.clone().or_else(|| person.sid.clone()));
    let student = Student {
        key: top.to_string(),
        name: shown(name.as_deref().unwrap_or(top)),
        id: id.map(|id| shown(&id)),
    };
    Some(Owner { student, rest: None, note: None })
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[derive(Default)]
struct Person {
    names: Vec<String>,
    email: Option<String>,
    sid: Option<String>,
}

/// The people of Gradescope's list: of each submission the names of those who handed it in. Only
/// the few lines that are needed are understood, of YAML as that platform writes it.
fn people(text: &str) -> BTreeMap<String, Person> {
    let mut people: BTreeMap<String, Person> = BTreeMap::new();
    let mut current: Option<String> = None;
    let mut submitters = false;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim();
        if indent == 0 {
            current = words.strip_suffix(':').map(|name| unquoted(name).to_string());
            current = current.filter(|name| name.starts_with("submission_"));
            submitters = false;
        }
        let Some(name) = &current else { continue };
        let field = words.trim_start_matches("- ").trim_start_matches(':');
        if words.starts_with(':') && indent == 2 {
            submitters = field.starts_with("submitters:");
        }
        let Some((field, value)) = field.split_once(": ").filter(|_| submitters) else { continue };
        let value = unquoted(value.trim()).to_string();
        let person = people.entry(name.clone()).or_default();
        match field {
            _ if value.is_empty() || value == "null" => {}
            "name" => person.names.push(value),
            "email" => person.email = person.email.take().or(Some(value)),
            "sid" => person.sid = person.sid.take().or(Some(value)),
            _ => {}
        }
    }
    people
}

fn unquoted(text: &str) -> &str {
    let quoted = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    quoted('"').or_else(|| quoted('\'')).unwrap_or(text)
}
