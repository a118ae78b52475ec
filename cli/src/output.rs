//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::exit::{Exit, OrExit};
use crate::io::Io;

/// Writes a file by way of a temporary one beside it, so that a failure leaves what was there. A
/// device or pipe is written to directly, and so is what a link leads to: the link itself, which may
/// be `/dev/stdout`, must not give way to a file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || {
        if is_special(path) {
            return fs::write(path, bytes);
        }
        let part = part(path)?;
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
        if written.is_err() {
            // Best effort: the error that matters is the one above.
            let _ = fs::remove_file(&part);
        }
        written
    };
    writable(path, write())
}

/// Writes files into a folder that is not there yet or empty, and names them.
pub(crate) fn write_folder<'f>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'f String, &'f Vec<u8>)>,
    io: &mut Io,
) -> anyhow::Result<()> {
    let taken = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => folder.exists(),
    };
    if taken {
        let shown = folder.display();
        let sentence = format!("{shown} is there already and not empty; choose another name");
        return Err(Exit::CannotWrite.error(sentence));
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        writable(&path, fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes)))?;
        writeln!(io.out, "{}", path.display())?;
    }
    Ok(())
}

/// Whether [`write_whole`] can be expected to succeed, for those who have long work to do before
/// it. Leaves what was there.
pub(crate) fn can_write(path: &Path) -> anyhow::Result<()> {
    let probe = || {
        if is_special(path) {
            return fs::OpenOptions::new().write(true).open(path).map(drop);
        }
        let part = part(path)?;
        fs::write(&part, [])?;
        fs::remove_file(part)
    };
    writable(path, probe())
}

/// What came of writing to a file, or an error that names it.
pub(crate) fn writable<T>(path: &Path, written: io::Result<T>) -> anyhow::Result<T> {
    written
        .with_context(|| format!("{} could not be written", path.display()))
        .or_exit(Exit::CannotWrite)
}

fn is_special(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// The name of the temporary file.
pub(crate) fn part(path: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    name.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_what_was_there() -> anyhow::Result<()> {
        let folder = std::env::temp_dir().join(format!("fivetwelve-output-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let path = folder.join("out.txt");
        write_whole(&path, b"first")?;
        write_whole(&path, b"second")?;
        assert_eq!(fs::read(&path)?, b"second");
        assert!(write_whole(&folder.join("missing").join("out.txt"), b"x").is_err());
        can_write(&path)?;
        can_write(&folder.join("new.txt"))?;
        assert!(can_write(&folder).is_err());
        assert!(can_write(&folder.join("missing").join("out.txt")).is_err());
        assert_eq!(fs::read(&path)?, b"second");
        assert_eq!(fs::read_dir(&folder)?.count(), 1);
        Ok(fs::remove_dir_all(&folder)?)
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() -> anyhow::Result<()> {
        let folder = std::env::temp_dir().join(format!("fivetwelve-link-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let (file, link) = (folder.join("file.txt"), folder.join("link.txt"));
        fs::write(&file, b"first")?;
        std::os::unix::fs::symlink(&file, &link)?;
        write_whole(&link, b"second")?;
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!(fs::read(&file)?, b"second");
        Ok(fs::remove_dir_all(&folder)?)
    }
}
