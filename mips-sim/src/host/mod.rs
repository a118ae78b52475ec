//! What a running program asks of the world outside, and who answers.
//!
//! [`Host`] is the whole of that world: a console, files, a clock, chance. The services of
//! `syscall` are the rows of [`syscall`], carried out on top of it, so that no front end knows them.

mod console;
mod dialogs;
mod files;
mod handlers;
mod lines;
pub mod recording;
pub mod scripted;
pub mod syscall;
pub mod system;

pub use crate::devices::Shown;
pub use recording::{Recording, Replay, ReplayPosition};
pub use scripted::ScriptedHost;
pub use syscall::{Parameter, SERVICES, Service, service};

/// What came of asking for input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// So many bytes, at least one.
    Bytes(usize),
    /// There will be no more.
    End,
    /// Nothing yet: the machine stops on the `syscall`, and can be run again later.
    Pending,
}

/// How a file is to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// To read.
    Read,
    /// To write from scratch.
    Write,
    /// To write behind what is there.
    Append,
}

/// Which of the program's two output streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// Output that the host does not take: it is full, or the reader has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the host takes no more output")]
pub struct Refused;

/// Why a file can't be opened, read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It is not there, or the system refuses. The program is told so.
    #[error("the file can't be used")]
    Failed,
    /// It is where the program may not go. The program is stopped.
    #[error("the program may not use the file")]
    Forbidden,
    /// The program has written as much as it may. It is stopped.
    #[error("the program may not write more")]
    Full,
}

/// Copies as many bytes as fit.
fn copy(bytes: &[u8], buffer: &mut [u8]) -> usize {
    let count = bytes.len().min(buffer.len());
    buffer[..count].copy_from_slice(&bytes[..count]);
    count
}

/// A file that a host has opened.
pub type Handle = u32;

/// The world outside. Every method but the console has a default: no files, a clock that stands
/// still, chance from a fixed seed.
pub trait Host {
    /// Reads from standard input.
    fn read(&mut self, buffer: &mut [u8]) -> Input;

    /// Reads at most so many bytes from standard input, behind what is in a buffer. The default clears as
    /// much memory first, which hosts of many short runs can do without.
    fn read_behind(&mut self, buffer: &mut Vec<u8>, most: usize) -> Input {
        let start = buffer.len();
        buffer.resize(start + most, 0);
        let input = self.read(&mut buffer[start..]);
        let count = if let Input::Bytes(count) = input { count.min(most) } else { 0 };
        buffer.truncate(start + count);
        input
    }

    /// Writes to the console.
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused>;

    /// Milliseconds since 1970.
    fn now(&mut self) -> u64 {
        0
    }

    /// Waits. Whether that is over: if not, the machine stops on the `syscall`, as it does for input.
    fn sleep(&mut self, milliseconds: u32) -> bool {
        let _ = milliseconds;
        true
    }

    /// Plays a note to its end (service 33). Whether that is over, as for [`Host::sleep`].
    fn hold_note(&mut self, milliseconds: u32) -> bool {
        let _ = milliseconds;
        true
    }

    /// The key that is pressed now, if one is: asked every few instructions where a program has a
    /// keyboard. So many instructions have been executed.
    fn key(&mut self, steps: u64) -> Option<u8> {
        let _ = steps;
        None
    }

    /// The display of characters has changed.
    fn show(&mut self, shown: Shown) -> Result<(), Refused> {
        let _ = shown;
        Ok(())
    }

    /// A seed for a stream of random numbers that the program did not seed.
    fn seed(&mut self, stream: u32) -> i64 {
        i64::from(stream)
    }

    /// A random integer in place of the stream's: what service 41 answers, service 42 modulo its
    /// bound, and services 43 and 44 as a part of its range. A host answers so every time or never.
    fn draw(&mut self, stream: u32) -> Option<u32> {
        let _ = stream;
        None
    }

    /// Whether [`Host::draw`] answers for a stream that the program has seeded, too.
    fn overrides_seeds(&self) -> bool {
        true
    }

    /// Whether chance or the clock can be asked now. If not, the machine stops on the `syscall`, as
    /// it does for input, and can be run again later: so a game can be copied just before a draw.
    fn may_draw(&mut self) -> bool {
        true
    }

    /// Opens a file.
    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        let _ = (name, mode);
        Err(FileError::Failed)
    }

    /// Reads from a file: the bytes read, 0 at its end.
    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        let _ = (handle, buffer);
        Err(FileError::Failed)
    }

    /// Writes to a file.
    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        let _ = (handle, bytes);
        Err(FileError::Failed)
    }

    /// Closes a file.
    fn close(&mut self, handle: Handle) {
        let _ = handle;
    }
}
