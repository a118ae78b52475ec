//! The files below a folder, without following links out of it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use grader::submission::names::{is_junk, shown};

use crate::loader::{self, reason};

/// More than any class hands in.
const MOST_FILES: usize = 200_000;
/// Deeper than any folder that was made by hand.
const DEEPEST: usize = 24;

/// A file below a folder.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Its path from the folder, with `/`.
    pub(crate) path: String,
    /// Where it is.
    pub(crate) at: PathBuf,
}

/// All files below a folder.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// The files, by their paths.
    pub(crate) files: Vec<Leaf>,
    /// The folders, whatever is in them.
    pub(crate) folders: Vec<String>,
    /// What was left out, and why.
    pub(crate) notes: Vec<String>,
}

/// Lists a folder. Hidden folders are left out, and so are links that lead to folders or out of here.
pub(crate) fn walk(root: &Path) -> Result<Tree, String> {
    let complain = |error: &io::Error| format!("{}: {}", root.display(), reason(error));
    let real = root.canonicalize().map_err(|error| complain(&error))?;
    let mut tree = Tree::default();
    let mut folders = vec![(real.clone(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if prefix.is_empty() => return Err(complain(&error)),
            Err(error) => {
                tree.notes.push(format!("{}: {}", shown(&prefix), reason(&error)));
                continue;
            }
        };
        for entry in entries {
            let Ok(entry) = entry else { continue };
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let Ok(kind) = entry.file_type() else { continue };
            if is_junk(&name) {
                continue;
            }
            if kind.is_dir() {
                if name.starts_with('.') {
                    if name != super::results::DEFAULT {
                        tree.notes.push(format!("{} was left out: it is hidden", shown(&path)));
                    }
                    continue;
                }
                if path.matches('/').count() >= DEEPEST {
                    tree.notes.push(format!("{} was left out: too deep", shown(&path)));
                    continue;
                }
                tree.folders.push(path.clone());
                folders.push((entry.path(), path + "/"));
            } else if kind.is_file() || leads_inside(&entry.path(), &real) {
                if tree.files.len() == MOST_FILES {
                    return Err(format!("{}: more than {MOST_FILES} files", root.display()));
                }
                tree.files.push(Leaf { path, at: entry.path() });
            } else {
                let what = if kind.is_symlink() {
                    "a link that leads out of the folder or to another one"
                } else {
                    "not a file"
                };
                tree.notes.push(format!("{} was left out: it is {what}", shown(&path)));
            }
        }
    }
    tree.files.sort_by(|a, b| a.path.cmp(&b.path));
    tree.notes.sort();
    Ok(tree)
}

/// Whether a link leads to a file of the same folder.
fn leads_inside(link: &Path, root: &Path) -> bool {
    link.canonicalize().is_ok_and(|target| {
        target.starts_with(root) && fs::metadata(&target).is_ok_and(|data| data.is_file())
    })
}

/// The bytes of a file if it has no more than so many.
pub(crate) fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    loader::read_at_most(path, most).map_err(reason)
}
