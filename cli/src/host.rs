//! The real world for a running program: the terminal, the clock, and as much of the disk as it is
//! allowed.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::devices::{Keyboard, KeysFile};
use crate::interrupt;

use mips_sim::devices::{Key, KeyList, TimedKey, When};
use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, Shown, Stream};

/// Which files a program may open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Files {
    /// None.
    Denied,
    /// Those below a folder, by relative names.
    Below(PathBuf),
    /// All that the user may, as in MARS.
    All,
}

/// Where a program's input comes from.
pub(crate) enum Source {
    /// The terminal or a pipe.
    Stdin,
    /// A file that was read already.
    Bytes(Vec<u8>, usize),
}

/// The most output that waits for the screen to be free; the older half of it is lost behind that.
const MAX_WAITING: usize = 64 << 20;

/// See the module.
pub(crate) struct RealHost {
    source: Source,
    out: BufWriter<io::Stdout>,
    /// Whether a person looks on, who should see everything immediately.
    eager: bool,
    files: Files,
    open: Vec<Option<File>>,
    /// Bytes that may still be written to the console and to files.
    left: u64,
    /// A seed from which all streams that the program did not seed are derived.
    seed: Option<u64>,
    /// Whether sleeping takes time.
    pub(crate) sleeps: bool,
    /// Whether a note that is waited for takes time.
    pub(crate) holds_notes: bool,
    /// Who types, if the program has a keyboard.
    pub(crate) keyboard: Option<Keyboard>,
    /// What was typed on it.
    typed: Vec<TimedKey>,
    /// What the clock shows where a run is to be repeated: it goes on with sleeping and looking at it.
    clock: Option<u64>,
    /// What it showed first.
    began: Option<u64>,
    /// Output that waits until the screen is free.
    pub(crate) waiting: Option<Vec<u8>>,
    /// Whether the last line of its output has no end yet.
    pub(crate) is_within_line: bool,
    /// Why output was refused, if it was.
    pub(crate) failure: Option<Failure>,
}

/// Why output was refused.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The program wrote as much as it may.
    Limit,
    /// The console takes no more.
    Console(io::Error),
}

impl RealHost {
    pub(crate) fn new(
        source: Source,
        files: Files,
        seed: Option<u64>,
        max_output: u64,
    ) -> RealHost {
        let out = BufWriter::with_capacity(1 << 16, io::stdout());
        let eager = io::stdout().is_terminal();
        RealHost {
            source,
            out,
            eager,
            files,
            open: Vec::new(),
            left: max_output,
            seed,
            sleeps: true,
            holds_notes: false,
            keyboard: None,
            typed: Vec::new(),
            clock: None,
            began: None,
            waiting: None,
            is_within_line: false,
            failure: None,
        }
    }

    /// Lets the clock show this, and go on without the world's.
    pub(crate) fn set_clock(&mut self, time: Option<u64>) {
        (self.clock, self.began) = (time, time);
    }

    /// What is needed to repeat the run: the keys that were typed, and those that were pressed anyway.
    pub(crate) fn keys_file(&self, others: &KeyList) -> KeysFile {
        let keys = others.iter().chain(self.typed.iter().copied()).collect();
        KeysFile { keys, seed: self.seed, time: self.began }
    }

    /// The last lines that wait for the screen to be free.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        const LONGEST: usize = 4096;
        const LINES: usize = 4;
        let Some(waiting) = &self.waiting else { return Vec::new() };
        let tail = &waiting[waiting.len().saturating_sub(LONGEST)..];
        let text = String::from_utf8_lossy(tail);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(LINES)..].iter().map(|line| (*line).to_string()).collect()
    }

    /// The screen is free: writes what waited for it.
    pub(crate) fn release(&mut self) -> io::Result<()> {
        self.keyboard = None;
        match self.waiting.take() {
            Some(waiting) => self.out.write_all(&waiting).and_then(|()| self.out.flush()),
            None => Ok(()),
        }
    }

    /// Writes to standard output, or keeps it until the screen is free.
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(waiting) = &mut self.waiting {
            waiting.extend_from_slice(bytes);
            if waiting.len() > MAX_WAITING {
                waiting.drain(..MAX_WAITING / 2);
            }
            return Ok(());
        }
        if self.keyboard.is_none() {
            return self.out.write_all(bytes);
        }
        // The terminal leaves it to us to go back to the start of the line.
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            match line.split_last() {
                Some((b'\n', rest)) => {
                    self.out.write_all(rest)?;
                    self.out.write_all(b"\r\n")?;
                }
                _ => self.out.write_all(line)?,
            }
        }
        Ok(())
    }

    /// Waits. Whether that is over.
    fn pause(&mut self, milliseconds: u32) -> bool {
        let time = Duration::from_millis(milliseconds.into());
        match &mut self.keyboard {
            Some(keyboard) => keyboard.sleep(time),
            None => interrupt::sleep(time),
        }
    }

    /// Writes out what is still in the buffer.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Takes bytes from what may still be written; fewer than asked for at the end.
    fn take(&mut self, bytes: usize) -> usize {
        let allowed = self.left.min(bytes as u64);
        self.left -= allowed;
        if allowed < bytes as u64 {
            self.failure = Some(Failure::Limit);
        }
        allowed as usize
    }

    /// The file that a name means, if the program may have it and it can be there.
    fn path(&self, name: &str) -> Result<PathBuf, FileError> {
        let folder = match &self.files {
            Files::All => return Ok(PathBuf::from(name)),
            Files::Denied => return Err(FileError::Forbidden),
            Files::Below(folder) => folder,
        };
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(name).components().all(plain) {
            return Err(FileError::Forbidden);
        }
        let path = folder.join(name);
        // A link could lead out of the folder: what is really opened must be inside.
        let real = |path: &Path| path.canonicalize().map_err(|_| FileError::Failed);
        let parent = real(path.parent().ok_or(FileError::Failed)?)?;
        let kind = path.symlink_metadata().map(|metadata| metadata.file_type());
        if !parent.starts_with(real(folder)?) || kind.as_ref().is_ok_and(|kind| kind.is_symlink()) {
            return Err(FileError::Forbidden);
        }
        if name.is_empty() || kind.is_ok_and(|kind| !kind.is_file()) {
            return Err(FileError::Failed);
        }
        Ok(path)
    }

    fn file(&mut self, handle: Handle) -> Result<&mut File, FileError> {
        self.open.get_mut(handle as usize).and_then(Option::as_mut).ok_or(FileError::Failed)
    }
}

/// Reads from standard input. Around Rust's own buffer, at whose end a read would give fewer bytes than
/// there are, which a program that reads descriptor 0 would notice.
#[cfg(unix)]
fn read_stdin(buffer: &mut [u8]) -> io::Result<usize> {
    File::from(io::stdin().as_fd().try_clone_to_owned()?).read(buffer)
}

#[cfg(not(unix))]
fn read_stdin(buffer: &mut [u8]) -> io::Result<usize> {
    io::stdin().lock().read(buffer)
}

/// The seed of a stream of random numbers: made from the seed that was asked for, or else from the
/// time.
pub(crate) fn stream_seed(seed: Option<u64>, stream: u32) -> i64 {
    match seed {
        Some(seed) => (seed ^ u64::from(stream).wrapping_mul(0x9e37_79b9_7f4a_7c15)) as i64,
        None => {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            (since.as_nanos() as i64) ^ i64::from(stream) << 32 ^ i64::from(std::process::id())
        }
    }
}

impl Host for RealHost {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        // What was asked must be on the screen before the answer is awaited.
        if let Err(error) = self.out.flush() {
            self.failure = Some(Failure::Console(error));
            return Input::End;
        }
        let count = match &mut self.source {
            Source::Stdin => interrupt::waiting(|| {
                let mut read = || loop {
                    match read_stdin(buffer) {
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        other => break other.unwrap_or(0),
                    }
                };
                match &self.keyboard {
                    Some(keyboard) => keyboard.lend(read),
                    None => read(),
                }
            }),
            Source::Bytes(bytes, at) => {
                let count = buffer.len().min(bytes.len() - *at);
                buffer[..count].copy_from_slice(&bytes[*at..*at + count]);
                *at += count;
                count
            }
        };
        if count == 0 { Input::End } else { Input::Bytes(count) }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        // Whoever pressed Ctrl-C wants no more of it.
        if interrupt::asked() {
            return Err(Refused);
        }
        let allowed = self.take(bytes.len());
        if let Some(last) = bytes[..allowed].last() {
            self.is_within_line = *last != b'\n';
        }
        let written = match stream {
            Stream::Out => {
                let written = self.put(&bytes[..allowed]);
                if self.eager { written.and_then(|()| self.out.flush()) } else { written }
            }
            Stream::Err => {
                let flushed = self.out.flush();
                flushed.and_then(|()| io::stderr().write_all(&bytes[..allowed]))
            }
        };
        if let Err(error) = written {
            self.failure = Some(Failure::Console(error));
        }
        if self.failure.is_some() { Err(Refused) } else { Ok(()) }
    }

    fn now(&mut self) -> u64 {
        if let Some(clock) = &mut self.clock {
            *clock += 1;
            return *clock;
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_millis() as u64
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        let _ = self.out.flush();
        let slept = !self.sleeps || self.pause(milliseconds);
        if let Some(clock) = self.clock.as_mut().filter(|_| slept) {
            *clock += u64::from(milliseconds);
        }
        slept
    }

    fn hold_note(&mut self, milliseconds: u32) -> bool {
        !self.holds_notes || self.sleep(milliseconds)
    }

    fn key(&mut self, steps: u64) -> Option<u8> {
        let code = self.keyboard.as_mut()?.next()?;
        self.typed.push(TimedKey { when: When::Step(steps), key: Key(code) });
        Some(code)
    }

    fn show(&mut self, shown: Shown) -> Result<(), Refused> {
        // Where there is a picture, the display is shown beside it.
        if self.waiting.is_some() {
            return Ok(());
        }
        let text = match (shown, self.eager) {
            (Shown::Char(code), _) => char::from(code).to_string(),
            (Shown::Clear, true) => "\x1b[2J\x1b[H".into(),
            (Shown::Clear, false) => "\x0c".into(),
            (Shown::Cursor { column, row, first }, true) => {
                let clear = if first { "\x1b[2J" } else { "" };
                format!("{clear}\x1b[{};{}H", row + 1, column + 1)
            }
            (Shown::Cursor { .. }, false) => "\x07".into(),
        };
        self.write(Stream::Out, text.as_bytes())
    }

    fn seed(&mut self, stream: u32) -> i64 {
        stream_seed(self.seed, stream)
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        let path = self.path(name)?;
        let mut options = OpenOptions::new();
        let file = match mode {
            OpenMode::Read => options.read(true),
            OpenMode::Write => options.write(true).create(true).truncate(true),
            OpenMode::Append => options.append(true).create(true),
        };
        let file = file.open(path).ok().filter(|file| {
            mode != OpenMode::Read || file.metadata().is_ok_and(|metadata| !metadata.is_dir())
        });
        let file = file.ok_or(FileError::Failed)?;
        let free = self.open.iter().position(Option::is_none);
        let slot = free.unwrap_or(self.open.len());
        if slot == self.open.len() {
            self.open.push(None);
        }
        self.open[slot] = Some(file);
        Ok(slot as Handle)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.file(handle)?.read(buffer).map_err(|_| FileError::Failed)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        let allowed = self.take(bytes.len());
        let written = self.file(handle)?.write_all(&bytes[..allowed]);
        if allowed < bytes.len() {
            return Err(FileError::Full);
        }
        written.map_err(|_| FileError::Failed)
    }

    fn close(&mut self, handle: Handle) {
        if let Some(slot) = self.open.get_mut(handle as usize) {
            *slot = None;
        }
    }
}
