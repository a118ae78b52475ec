//! Source files from disk.

use std::fs::File;
use std::io::Read;

use mips_sim::Loader;

/// More than any program; a source can't fill memory, even if it is a device that never ends.
const MAX_SOURCE_BYTES: u64 = 64 << 20;

/// Reads files by path.
pub(crate) struct Disk;

impl Loader for Disk {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        read(name).map_err(|error| reason(&error))?.ok_or_else(|| {
            format!("larger than {} MiB, which no source file is", MAX_SOURCE_BYTES >> 20)
        })
    }
}

fn read(name: &str) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(name)?.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= MAX_SOURCE_BYTES).then_some(bytes))
}

/// The reason in the words of the operating system, as Java words it too.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text[..at].to_string(),
        None => text,
    }
}
