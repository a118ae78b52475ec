//! A host that remembers what the world answered, and one that answers the same again: a run can
//! be repeated exactly, from any moment on, with someone looking on, and nothing happens outside.

use std::sync::Arc;

use super::{FileError, Handle, Host, Input, OpenMode, Refused, Shown, Stream, copy};

/// The most bytes of answers that are kept.
const MAX_BYTES: usize = 32 << 20;

/// What the world answered.
#[derive(Clone, Debug)]
enum HostAnswer {
    /// So many calls in a row were answered as they nearly always are: what was written was taken,
    /// no key was pressed, chance may be asked, and the host has no draw of its own.
    Usual(u64),
    Input(Vec<u8>),
    End,
    Pending,
    Refused,
    Now(u64),
    Seed(i64),
    NoDrawYet,
    Draw(u32),
    Opened(Result<Handle, FileError>),
    Read(Result<Vec<u8>, FileError>),
    NotWritten(FileError),
    Key(u8),
}

impl HostAnswer {
    fn size(&self) -> usize {
        let bytes = match self {
            HostAnswer::Input(bytes) | HostAnswer::Read(Ok(bytes)) => bytes.len(),
            _ => 0,
        };
        size_of::<HostAnswer>() + bytes
    }
}

/// A place between two answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReplayPosition {
    answer: usize,
    /// How many of the usual answers there were given.
    usual: u64,
}

/// Passes everything on to another host, and remembers its answers.
#[derive(Debug)]
pub struct Recording<'h, H> {
    host: &'h mut H,
    answers: Vec<HostAnswer>,
    bytes: usize,
}

impl<'h, H: Host> Recording<'h, H> {
    /// Begins to remember.
    pub fn new(host: &'h mut H) -> Recording<'h, H> {
        Recording { host, answers: Vec::new(), bytes: 0 }
    }

    /// Continues a recording where a replay is now. The answers behind that are forgotten.
    pub fn resume(host: &'h mut H, replay: Replay) -> Recording<'h, H> {
        let Replay { answers, mut bytes, at, leaves_seeds: _ } = replay;
        let mut answers = Arc::unwrap_or_clone(answers);
        let kept = at.answer + usize::from(at.usual > 0);
        bytes -=
            answers.drain(kept.min(answers.len())..).map(|answer| answer.size()).sum::<usize>();
        if let Some(HostAnswer::Usual(count)) = answers.get_mut(at.answer) {
            *count = at.usual;
        }
        Recording { host, answers, bytes }
    }

    /// The host behind it.
    pub fn host(&mut self) -> &mut H {
        self.host
    }

    /// Behind the last answer: where to [seek](Replay::seek) to continue from here.
    pub fn position(&self) -> ReplayPosition {
        match self.answers.last() {
            Some(HostAnswer::Usual(usual)) => {
                ReplayPosition { answer: self.answers.len() - 1, usual: *usual }
            }
            _ => ReplayPosition { answer: self.answers.len(), usual: 0 },
        }
    }

    /// What is needed to repeat the run from its start; `None` if it was too much to remember.
    pub fn finish(self) -> Option<Replay> {
        let replay = Replay {
            answers: Arc::new(self.answers),
            bytes: self.bytes,
            at: ReplayPosition::default(),
            leaves_seeds: !self.host.overrides_seeds(),
        };
        (self.bytes <= MAX_BYTES).then_some(replay)
    }

    /// Keeps an answer; `None` is a usual one.
    fn keep(&mut self, answer: impl Into<Option<HostAnswer>>) {
        let usual = self.answers.last_mut();
        let answer = match (answer.into(), usual) {
            (None, Some(HostAnswer::Usual(count))) => return *count += 1,
            (answer, _) => answer.unwrap_or(HostAnswer::Usual(1)),
        };
        if self.bytes > MAX_BYTES {
            return;
        }
        self.bytes += answer.size();
        if self.bytes > MAX_BYTES {
            self.answers = Vec::new();
        } else {
            self.answers.push(answer);
        }
    }
}

impl<H: Host> Host for Recording<'_, H> {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let input = self.host.read(buffer);
        self.keep(match input {
            Input::Bytes(count) => HostAnswer::Input(buffer[..count.min(buffer.len())].to_vec()),
            Input::End => HostAnswer::End,
            Input::Pending => HostAnswer::Pending,
        });
        input
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        let written = self.host.write(stream, bytes);
        self.keep(written.err().map(|Refused| HostAnswer::Refused));
        written
    }

    fn now(&mut self) -> u64 {
        let now = self.host.now();
        self.keep(HostAnswer::Now(now));
        now
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        self.host.sleep(milliseconds)
    }

    fn hold_note(&mut self, milliseconds: u32) -> bool {
        self.host.hold_note(milliseconds)
    }

    fn key(&mut self, steps: u64) -> Option<u8> {
        let key = self.host.key(steps);
        self.keep(key.map(HostAnswer::Key));
        key
    }

    fn show(&mut self, shown: Shown) -> Result<(), Refused> {
        let told = self.host.show(shown);
        self.keep(told.err().map(|Refused| HostAnswer::Refused));
        told
    }

    fn seed(&mut self, stream: u32) -> i64 {
        let seed = self.host.seed(stream);
        self.keep(HostAnswer::Seed(seed));
        seed
    }

    fn may_draw(&mut self) -> bool {
        let may = self.host.may_draw();
        self.keep((!may).then_some(HostAnswer::NoDrawYet));
        may
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        let draw = self.host.draw(stream);
        self.keep(draw.map(HostAnswer::Draw));
        draw
    }

    fn overrides_seeds(&self) -> bool {
        self.host.overrides_seeds()
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        let opened = self.host.open(name, mode);
        self.keep(HostAnswer::Opened(opened));
        opened
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        let count = self.host.read_file(handle, buffer);
        self.keep(HostAnswer::Read(count.map(|count| buffer[..count.min(buffer.len())].to_vec())));
        count
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.host.write_file(handle, bytes);
        self.keep(written.err().map(HostAnswer::NotWritten));
        written
    }

    fn close(&mut self, handle: Handle) {
        self.host.close(handle);
    }
}

/// Answers as a [`Recording`] heard it. What is written goes nowhere, and nobody waits. Behind the
/// last answer there is no more input, and everything else is answered as usual. Copies share the
/// answers, so several can repeat parts of a run at the same time.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    answers: Arc<Vec<HostAnswer>>,
    bytes: usize,
    at: ReplayPosition,
    /// Whether the host left seeded streams to the program.
    leaves_seeds: bool,
}

impl Replay {
    /// In front of the next answer. Together with a snapshot of the machine it is a moment of the
    /// run that can be returned to.
    pub fn position(&self) -> ReplayPosition {
        self.at
    }

    /// Continues from another position of the same recording.
    pub fn seek(&mut self, position: ReplayPosition) {
        self.at = position;
    }

    /// The next answer, if it is one for itself or the first that is not used up of several.
    fn front(&mut self) -> Option<&HostAnswer> {
        if let Some(HostAnswer::Usual(count)) = self.answers.get(self.at.answer)
            && self.at.usual >= *count
        {
            self.at = ReplayPosition { answer: self.at.answer + 1, usual: 0 };
        }
        self.answers.get(self.at.answer)
    }

    /// The next answer, which is not a usual one.
    fn next(&mut self) -> Option<&HostAnswer> {
        self.front();
        let answer = self.at.answer;
        self.at = ReplayPosition { answer: answer + 1, usual: 0 };
        self.answers.get(answer)
    }

    /// The next answer, if it is not the usual one.
    fn unusual(&mut self) -> Option<&HostAnswer> {
        match self.front() {
            Some(HostAnswer::Usual(_)) => {
                self.at.usual += 1;
                None
            }
            Some(_) => self.next(),
            None => None,
        }
    }
}

impl Host for Replay {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        match self.next() {
            Some(HostAnswer::Input(bytes)) => Input::Bytes(copy(bytes, buffer)),
            Some(HostAnswer::Pending) => Input::Pending,
            _ => Input::End,
        }
    }

    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        match self.unusual() {
            Some(HostAnswer::Refused) => Err(Refused),
            _ => Ok(()),
        }
    }

    fn now(&mut self) -> u64 {
        match self.next() {
            Some(HostAnswer::Now(now)) => *now,
            _ => 0,
        }
    }

    fn key(&mut self, _: u64) -> Option<u8> {
        match self.unusual() {
            Some(HostAnswer::Key(code)) => Some(*code),
            _ => None,
        }
    }

    fn show(&mut self, _: Shown) -> Result<(), Refused> {
        match self.unusual() {
            Some(HostAnswer::Refused) => Err(Refused),
            _ => Ok(()),
        }
    }

    fn seed(&mut self, _: u32) -> i64 {
        match self.next() {
            Some(HostAnswer::Seed(seed)) => *seed,
            _ => 0,
        }
    }

    fn may_draw(&mut self) -> bool {
        !matches!(self.unusual(), Some(HostAnswer::NoDrawYet))
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        match self.unusual() {
            Some(HostAnswer::Draw(value)) => Some(*value),
            _ => None,
        }
    }

    fn overrides_seeds(&self) -> bool {
        !self.leaves_seeds
    }

    fn open(&mut self, _: &str, _: OpenMode) -> Result<Handle, FileError> {
        match self.next() {
            Some(HostAnswer::Opened(opened)) => *opened,
            _ => Err(FileError::Failed),
        }
    }

    fn read_file(&mut self, _: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        match self.next() {
            Some(HostAnswer::Read(Ok(bytes))) => Ok(copy(bytes, buffer)),
            Some(HostAnswer::Read(Err(error))) => Err(*error),
            _ => Err(FileError::Failed),
        }
    }

    fn write_file(&mut self, _: Handle, _: &[u8]) -> Result<(), FileError> {
        match self.unusual() {
            Some(HostAnswer::NotWritten(error)) => Err(*error),
            _ => Ok(()),
        }
    }
}
