//! The files that an assignment names: how they are found, and what identifies them all.
//!
//! An instructor writes assignments and is trusted: a path may lead out of the assignment's folder
//! by `..`, but it is relative, so that a folder can be moved with what belongs to it. What students
//! hand in never comes this way.

use std::collections::BTreeMap;

use crate::submission::digest_of;
use crate::submission::pattern::fits;

/// Where the files of an assignment are. Paths are relative to the assignment's folder, with `/`.
pub trait Folder {
    /// The bytes of a file, or why there are none, in the words of the operating system.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// The names of the files in a folder, without those of folders in it.
    fn list(&self, folder: &str) -> Result<Vec<String>, String>;
}

/// Files in memory, for tests and for assignments that come with the program.
impl Folder for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.get(path).cloned().ok_or_else(|| "no such file".into())
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, String> {
        let inside = self.keys().filter_map(|path| match folder {
            "" => Some(path.as_str()),
            _ => path.strip_prefix(folder)?.strip_prefix('/'),
        });
        let names: Vec<String> =
            inside.filter(|name| !name.contains('/')).map(Into::into).collect();
        if names.is_empty() { Err("no such folder".into()) } else { Ok(names) }
    }
}

/// What was read of a folder.
pub(super) struct Files<'f> {
    folder: &'f dyn Folder,
    read: BTreeMap<String, Vec<u8>>,
}

/// Why there is no such file, and what to do about it.
pub(super) struct NoFile {
    pub(super) message: String,
    pub(super) help: String,
}

impl<'f> Files<'f> {
    pub(super) fn new(folder: &'f dyn Folder) -> Files<'f> {
        Files { folder, read: BTreeMap::new() }
    }

    /// The bytes of a file.
    pub(super) fn read(&mut self, path: &str) -> Result<Vec<u8>, NoFile> {
        permitted(path)?;
        if let Some(bytes) = self.read.get(path) {
            return Ok(bytes.clone());
        }
        let bytes = self.folder.read(path).map_err(|reason| NoFile {
            message: format!("`{path}` could not be read: {reason}"),
            help: "paths are relative to the folder of the assignment".into(),
        })?;
        self.read.insert(path.into(), bytes.clone());
        Ok(bytes)
    }

    /// The files that a pattern stands for, sorted by name; `*` in the last part of the path is any
    /// text. A path without `*` stands for itself.
    pub(super) fn matching(&mut self, pattern: &str) -> Result<Vec<String>, NoFile> {
        permitted(pattern)?;
        if !pattern.contains('*') {
            return Ok(vec![pattern.into()]);
        }
        let (folder, name) = pattern.rsplit_once('/').unwrap_or(("", pattern));
        if folder.contains('*') {
            return Err(NoFile {
                message: format!("`{pattern}` has a `*` in the name of a folder"),
                help: "`*` is allowed in the last part of a path, as in `faulty/*.asm`".into(),
            });
        }
        let mut names = self.folder.list(folder).map_err(|reason| NoFile {
            message: format!("the files of `{pattern}` could not be listed: {reason}"),
            help: "paths are relative to the folder of the assignment".into(),
        })?;
        names.retain(|file| fits(name, file));
        names.sort();
        if names.is_empty() {
            return Err(NoFile {
                message: format!("no file is called `{pattern}`"),
                help: "`*` matches any text in a file name".into(),
            });
        }
        let join = |name: String| if folder.is_empty() { name } else { format!("{folder}/{name}") };
        Ok(names.into_iter().map(join).collect())
    }

    /// What identifies all that was read: names and contents.
    pub(super) fn digest(&self) -> String {
        digest_of(self.read.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))
    }
}

fn permitted(path: &str) -> Result<(), NoFile> {
    let refuse = |message: String, help: &str| Err(NoFile { message, help: help.into() });
    if path.is_empty() {
        return refuse("this names no file".into(), "write the path of a file");
    }
    if path.contains('\\') {
        let slashes = path.replace('\\', "/");
        return refuse(
            format!("`{path}` has a backslash in it, which is not a path on every system"),
            &format!("write `{slashes}`"),
        );
    }
    if path.starts_with('/') || path.chars().nth(1) == Some(':') {
        return refuse(
            format!("`{path}` is an absolute path, which is another file on another machine"),
            "write the path as seen from the folder of the assignment",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_depends_on_names_and_contents_and_on_nothing_else() {
        let folder = |files: &[(&str, &str)]| -> BTreeMap<String, Vec<u8>> {
            files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect()
        };
        let digest = |files: &[(&str, &str)], order: &[&str]| {
            let folder = folder(files);
            let mut files = Files::new(&folder);
            order.iter().for_each(|name| assert!(files.read(name).is_ok()));
            files.digest()
        };
        let files = [("a", "1"), ("b", "2")];
        assert_eq!(digest(&files, &["a", "b"]), digest(&files, &["b", "a", "b"]));
        assert_ne!(digest(&files, &["a", "b"]), digest(&files, &["a"]));
        assert_ne!(digest(&[("a", "12")], &["a"]), digest(&[("a1", "2")], &["a1"]));
    }
}
