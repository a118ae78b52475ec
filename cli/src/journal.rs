//! The file that a command continues from after it was stopped, whatever stopped it.
//!
//! The first line says what the file is and what it belongs to, such as
//! `{"fivetwelve":"tournament","format":1,"basis":{…}}`. What follows is either records, a line each,
//! that are only ever added, or a checkpoint that is replaced as a whole. So a kill leaves a file that
//! is whole but for its last line, and a full disk one that is whole. A file is locked while it is in
//! use; one that belongs to something else is refused and left as it is.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::exit::Exit;
use crate::loader::readable;
use crate::output::{part, writable};

const FORMAT: u32 = 1;

/// A journal, open and locked.
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    header: String,
    /// Whether nobody else uses it.
    alone: bool,
    /// Whether the last line was cut off and can't be removed, because others may write too.
    torn: bool,
}

impl Journal {
    /// Opens the journal of a `name`, such as a tournament, and returns what is behind its first line.
    /// It is made if need be, and nobody else may use it.
    pub(crate) fn open(
        path: &Path,
        name: &str,
        basis: &Value,
    ) -> anyhow::Result<(Journal, Vec<u8>)> {
        let (file, alone) = writable(path, locked(path, false))?;
        if !alone {
            let words = format!("{}: another process is using this journal", path.display());
            return Err(Exit::CannotWrite.error(words));
        }
        Journal::begin(file, alone, path, name, basis)
    }

    /// The same for records, without the last one if it was cut off.
    pub(crate) fn open_records(
        path: &Path,
        name: &str,
        basis: &Value,
    ) -> anyhow::Result<(Journal, Vec<u8>)> {
        let (mut journal, mut body) = Journal::open(path, name, basis)?;
        body.truncate(body.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1));
        let whole = journal.header.len() + body.len();
        writable(path, journal.file.set_len(whole as u64))?;
        journal.torn = false;
        Ok((journal, body))
    }

    /// The same where others may add records too. The first who comes is alone with it until
    /// [`Journal::share`] is called.
    pub(crate) fn open_shared(
        path: &Path,
        name: &str,
        basis: &Value,
    ) -> anyhow::Result<(Journal, Vec<u8>)> {
        let (file, alone) = writable(path, locked(path, true))?;
        Journal::begin(file, alone, path, name, basis)
    }

    fn begin(
        mut file: File,
        alone: bool,
        path: &Path,
        name: &str,
        basis: &Value,
    ) -> anyhow::Result<(Journal, Vec<u8>)> {
        let header = json!({"fivetwelve": name, "format": FORMAT, "basis": basis});
        let header = format!("{header}\n");
        let mut bytes = Vec::new();
        readable(path, file.read_to_end(&mut bytes))?;
        // New, or killed before anything was kept.
        if bytes.len() < header.len() && header.as_bytes().starts_with(&bytes) {
            let begun = file.set_len(0).and_then(|()| file.write_all(header.as_bytes()));
            writable(path, begun)?;
            bytes = header.clone().into_bytes();
        }
        let line = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        let body = bytes.split_off(line);
        if bytes != header.as_bytes() {
            let (exit, what) = foreign(&bytes, name, basis);
            return Err(exit.error(format!("{}: {what}", path.display())));
        }
        let torn = body.last().is_some_and(|byte| *byte != b'\n');
        Ok((Journal { file, path: path.to_owned(), header, alone, torn }, body))
    }

    /// Lets others in.
    pub(crate) fn share(&mut self) {
        if self.alone {
            self.alone = false;
            let _ = self.file.unlock().and_then(|()| self.file.lock_shared());
        }
    }

    /// Whether nobody else uses it.
    pub(crate) fn is_alone(&self) -> bool {
        self.alone
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a record, which is one line. It is written in one piece, so that the records of several
    /// processes don't mix.
    pub(crate) fn append(&mut self, record: &str) -> anyhow::Result<()> {
        let begin = if self.torn { "\n" } else { "" };
        let end = self.file.metadata().map(|metadata| metadata.len());
        let written = self.file.write_all(format!("{begin}{record}\n").as_bytes());
        self.torn = written.is_err();
        if self.torn && self.alone {
            // A full disk leaves half a record, which is better than a damaged journal.
            self.torn = end.and_then(|end| self.file.set_len(end)).is_err();
        }
        writable(&self.path, written)
    }

    /// Replaces all that is behind the first line, as a whole or not at all.
    pub(crate) fn replace(&mut self, body: &[u8]) -> anyhow::Result<()> {
        let write = || {
            let part = part(&self.path)?;
            let file = OpenOptions::new().read(true).append(true).create_new(true).open(&part);
            let written = file.and_then(|mut file| {
                file.write_all(self.header.as_bytes())?;
                file.write_all(body)?;
                // Before anyone can see it.
                let _ = file.try_lock();
                fs::rename(&part, &self.path)?;
                Ok(file)
            });
            if written.is_err() {
                // Best effort: the error that matters is the one above.
                let _ = fs::remove_file(&part);
            }
            written
        };
        self.file = writable(&self.path, write())?;
        self.torn = body.last().is_some_and(|byte| *byte != b'\n');
        Ok(())
    }
}

/// Opens a file and locks it: for us alone if nobody else uses it, which is the second value, or
/// else together with those who share it.
fn locked(path: &Path, shared: bool) -> std::io::Result<(File, bool)> {
    loop {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        // A system without locks is one where runs are not started side by side.
        let alone = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !alone && shared {
            let _ = file.lock_shared();
        }
        // Whoever held the lock may have put another file in its place.
        if is_at(&file, path) {
            return Ok((file, alone));
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (open, there) = (file.metadata().map(place), fs::metadata(path).map(place));
    open.is_ok_and(|open| there.is_ok_and(|there| open == there))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Why a first line is not the one that is needed: not understood, or of another run.
fn foreign(line: &[u8], name: &str, basis: &Value) -> (Exit, String) {
    let value: Value = serde_json::from_slice(line).unwrap_or_default();
    if value["fivetwelve"] != name {
        let what = format!("this is not a journal of a {name}; name another file for --state");
        return (Exit::NoInput, what);
    }
    let (exit, what) = if value["format"] != FORMAT {
        (Exit::NoInput, format!("this journal of a {name} was written by another version"))
    } else {
        let other = &value["basis"];
        let what =
            format!("this is the journal of another {name}, {other}, and this one is {basis}");
        (Exit::Usage, what)
    };
    (exit, format!("{what}; name another file for --state, or remove this one"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("fivetwelve-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        path
    }

    fn open(path: &Path) -> anyhow::Result<(Journal, String)> {
        let (journal, body) = Journal::open_records(path, "test", &json!({"depth": 3}))?;
        Ok((journal, String::from_utf8(body)?))
    }

    #[test]
    fn a_file_that_was_cut_off_anywhere_continues_with_its_whole_records() -> anyhow::Result<()> {
        let folder = folder("journal-cut");
        let path = folder.join("j");
        let (mut journal, body) = open(&path)?;
        assert_eq!(body, "");
        journal.append("one")?;
        journal.append("two")?;
        drop(journal);
        let bytes = fs::read(&path)?;
        let header = bytes.len() - "one\ntwo\n".len();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut])?;
            let (mut journal, body) = open(&path)?;
            let whole = (cut.saturating_sub(header) / 4) * 4;
            assert_eq!(body, "one\ntwo\n"[..whole], "{cut}");
            journal.append("three")?;
            drop(journal);
            let (_, body) = open(&path)?;
            assert_eq!(body, format!("{}three\n", &"one\ntwo\n"[..whole]), "{cut}");
        }
        Ok(fs::remove_dir_all(folder)?)
    }

    #[test]
    fn what_belongs_to_something_else_is_refused_and_left_alone() -> anyhow::Result<()> {
        let folder = folder("journal-foreign");
        let path = folder.join("j");
        for (text, part) in [
            ("do not touch", "j: this is not a journal of a test"),
            ("{}\n", "j: this is not a journal of a test"),
            (
                "{\"fivetwelve\":\"test\",\"format\":1,\"basis\":{\"depth\":4}}\n",
                "the journal of another test, {\"depth\":4}, and this one is {\"depth\":3}",
            ),
        ] {
            fs::write(&path, text)?;
            let error = open(&path).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(fs::read_to_string(&path)?, text);
        }
        Ok(fs::remove_dir_all(folder)?)
    }

    #[test]
    fn two_at_a_time_are_refused_unless_both_share() -> anyhow::Result<()> {
        let folder = folder("journal-lock");
        let path = folder.join("j");
        let (mut first, _) = open(&path)?;
        assert!(open(&path).is_err());
        first.replace(b"checkpoint")?;
        assert!(open(&path).is_err());
        first.share();
        let (second, body) = Journal::open_shared(&path, "test", &json!({"depth": 3}))?;
        assert_eq!((second.is_alone(), body.as_slice()), (false, &b"checkpoint"[..]));
        drop((first, second));
        assert!(Journal::open(&path, "test", &json!({"depth": 3})).is_ok());
        Ok(fs::remove_dir_all(folder)?)
    }
}
