//! Files from disk: sources for the assembler, and texts for commands.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use grader::submission::together;
use mips_sim::Loader;

use crate::exit::{Exit, OrExit};

/// More than any program; a source can't fill memory, even if it is a device that never ends.
pub(crate) const MAX_SOURCE_BYTES: u64 = 64 << 20;

/// Reads files by path.
pub(crate) struct Disk;

impl Loader for Disk {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        read_at_most(name, MAX_SOURCE_BYTES).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => format!("{error}, which no source file is"),
            _ => reason(error),
        })
    }
}

/// The file in which a program begins: itself, or one of its folder.
pub(crate) fn main_file(program: &str) -> anyhow::Result<String> {
    if !Path::new(program).is_dir() {
        return Ok(program.to_string());
    }
    let folder = program.trim_end_matches('/');
    let inside = if folder == "." { String::new() } else { format!("{folder}/") };
    together::main_file(&listed(&inside), &mut Disk).map_err(|why| {
        let remedy = match why {
            together::NoMain::Nothing => "",
            _ => "; name the file in which the program begins",
        };
        Exit::NoInput.error(format!("{program} is not a program: {why}{remedy}"))
    })
}

/// The files that lie in the folder of a file, by their paths.
pub(crate) fn beside(file: &str) -> Vec<String> {
    listed(file.rfind('/').map_or("", |at| &file[..=at]))
}

/// The files of a folder, whose name ends with `/` or is empty. One that can't be listed has none.
fn listed(folder: &str) -> Vec<String> {
    let path = if folder.is_empty() { "." } else { folder };
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let names = files.filter_map(|entry| entry.file_name().into_string().ok());
    names.map(|name| format!("{folder}{name}")).collect()
}

/// The bytes of a file if it has no more than so many.
pub(crate) fn read_at_most(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    all_of(File::open(path)?, most)
}

/// Everything from a reader if it is no more than so many bytes.
pub(crate) fn all_of(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let text = format!("larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// The text of a file.
pub(crate) fn read_text(path: impl AsRef<Path>) -> anyhow::Result<String> {
    readable(&path, fs::read_to_string(&path))
}

/// What was read from a file, or an error that names it.
pub(crate) fn readable<T>(path: impl AsRef<Path>, read: io::Result<T>) -> anyhow::Result<T> {
    read.with_context(|| format!("{} could not be read", path.as_ref().display()))
        .or_exit(Exit::NoInput)
}

/// The reason in the words of the operating system, as Java words it too.
pub(crate) fn reason(error: impl Display) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text[..at].to_string(),
        None => text,
    }
}
