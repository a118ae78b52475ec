//! A host in memory: input from bytes, output to bytes, files that exist nowhere else. The same
//! script gives the same run, byte for byte.

use std::collections::BTreeMap;

use super::{FileError, Handle, Host, Input, OpenMode, Refused, Stream, copy};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct ScriptedHost {
    /// What the program reads.
    pub input: Vec<u8>,
    read: usize,
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// What it wrote to standard error.
    pub errors: Vec<u8>,
    /// The most bytes that both may hold together, and the most that may be written to files, the
    /// names of new ones included; `None` for no limit.
    pub output_limit: Option<usize>,
    /// Its files, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    open: Vec<Option<OpenFile>>,
    /// How many bytes of files and their names the program wrote.
    written: usize,
    /// What the clock shows.
    pub time: u64,
    /// What services 41 and 42 are to draw, in this order and whatever the stream; behind the last
    /// of them come 0, 1, 2 and so on. `None` leaves it to the streams.
    pub draws: Option<Vec<u32>>,
    drawn: usize,
}

#[derive(Clone, Debug)]
struct OpenFile {
    name: String,
    at: usize,
}

impl ScriptedHost {
    /// A host with this input.
    pub fn new(input: impl Into<Vec<u8>>) -> ScriptedHost {
        ScriptedHost { input: input.into(), ..ScriptedHost::default() }
    }

    /// Counts bytes that are to be written to files, unless they are too many.
    fn charge(&mut self, bytes: usize) -> Result<(), FileError> {
        let written = self.written.saturating_add(bytes);
        if self.output_limit.is_some_and(|limit| written > limit) {
            return Err(FileError::Failed);
        }
        self.written = written;
        Ok(())
    }

    fn file(&mut self, handle: Handle) -> Option<(&mut OpenFile, &mut Vec<u8>)> {
        let file = self.open.get_mut(handle as usize)?.as_mut()?;
        let bytes = self.files.get_mut(&file.name)?;
        Some((file, bytes))
    }
}

impl Host for ScriptedHost {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let count = copy(&self.input[self.read..], buffer);
        self.read += count;
        if count == 0 { Input::End } else { Input::Bytes(count) }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        let used = self.output.len() + self.errors.len();
        let room = self.output_limit.map_or(usize::MAX, |limit| limit.saturating_sub(used));
        let target = match stream {
            Stream::Out => &mut self.output,
            Stream::Err => &mut self.errors,
        };
        target.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room { Err(Refused) } else { Ok(()) }
    }

    fn now(&mut self) -> u64 {
        self.time
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        self.time += u64::from(milliseconds);
        true
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        let draws = self.draws.as_ref()?;
        let at = self.drawn;
        self.drawn += 1;
        Some(draws.get(at).copied().unwrap_or_else(|| (at - draws.len()) as u32))
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        // A folder is there if a file is in it.
        let folder = name.rfind('/').map(|at| &name[..=at]);
        let missing = |folder| !self.files.keys().any(|file| file.starts_with(folder));
        if name.is_empty() || name.ends_with('/') || folder.is_some_and(missing) {
            return Err(FileError::Failed);
        }
        let new = !self.files.contains_key(name);
        if new && mode != OpenMode::Read {
            self.charge(name.len())?;
        }
        let at = match mode {
            OpenMode::Read if new => return Err(FileError::Failed),
            OpenMode::Read => 0,
            OpenMode::Write => {
                self.files.insert(name.to_string(), Vec::new());
                0
            }
            OpenMode::Append => self.files.entry(name.to_string()).or_default().len(),
        };
        let file = Some(OpenFile { name: name.to_string(), at });
        // A program that opens and closes for ever must not fill memory.
        let free = self.open.iter().position(Option::is_none);
        let slot = free.unwrap_or(self.open.len());
        if free.is_none() {
            self.open.push(None);
        }
        self.open[slot] = file;
        Ok(slot as Handle)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        let (file, bytes) = self.file(handle).ok_or(FileError::Failed)?;
        let count = copy(bytes.get(file.at..).ok_or(FileError::Failed)?, buffer);
        file.at += count;
        Ok(count)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.file(handle).ok_or(FileError::Failed)?;
        self.charge(bytes.len())?;
        let (_, file) = self.file(handle).ok_or(FileError::Failed)?;
        file.extend_from_slice(bytes);
        Ok(())
    }

    fn close(&mut self, handle: Handle) {
        if let Some(slot) = self.open.get_mut(handle as usize) {
            *slot = None;
        }
    }
}
