//! The world of a program that is debugged. Input comes by lines from what was typed or given, then
//! from the host behind it; what is asked, told and drawn is counted, so that every moment of a run
//! knows how much of it there has been.

use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, Replay, Shown, Stream};

/// The most bytes of output that are kept; older ones are forgotten first.
const MAX_OUTPUT: usize = 16 << 20;

/// How much a run has asked and told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Bytes of input.
    pub(crate) read: u64,
    /// Bytes of output.
    pub(crate) written: u64,
    /// Draws of chance that the host answered.
    pub(crate) drawn: u64,
}

/// What a run has written, both streams as they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// How many bytes were forgotten before the first one.
    forgotten: u64,
}

impl Output {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > MAX_OUTPUT {
            // Half of it, so that this is seldom.
            let gone = self.bytes.len() - MAX_OUTPUT / 2;
            self.bytes.drain(..gone);
            self.forgotten += gone as u64;
        }
    }

    /// Bytes from one count to another, as far as they are kept.
    pub(crate) fn range(&self, from: u64, to: u64) -> &[u8] {
        let index =
            |count: u64| (count.saturating_sub(self.forgotten) as usize).min(self.bytes.len());
        &self.bytes[index(from).min(index(to))..index(to)]
    }

    pub(crate) fn truncate(&mut self, count: u64) {
        self.bytes.truncate(count.saturating_sub(self.forgotten) as usize);
        self.forgotten = self.forgotten.min(count);
    }
}

/// What a program reads and draws in one history: what it has so far, and what is waiting for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supply {
    pub(crate) input: Vec<u8>,
    pub(crate) draws: Vec<u32>,
    /// How many bytes and draws at the end of these the host has just given.
    fresh: (usize, usize),
}

impl Supply {
    /// Gives to others what the host has just given to this one: it gives nothing twice.
    pub(crate) fn share<'a>(&mut self, others: impl Iterator<Item = &'a mut Supply>) {
        let (input, draws) = std::mem::take(&mut self.fresh);
        if (input, draws) == (0, 0) {
            return;
        }
        let input = &self.input[self.input.len().saturating_sub(input)..];
        let draws = &self.draws[self.draws.len().saturating_sub(draws)..];
        for other in others {
            other.input.extend_from_slice(input);
            other.draws.extend_from_slice(draws);
        }
    }
}

/// The host while new history is made.
pub(crate) struct Live<'a, H> {
    pub(crate) host: &'a mut H,
    pub(crate) supply: &'a mut Supply,
    pub(crate) output: &'a mut Output,
    pub(crate) counts: Counts,
}

impl<H: Host> Host for Live<'_, H> {
    /// By lines, as at a terminal, so that what was not asked for yet can still be changed.
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let at = self.counts.read as usize;
        if at >= self.supply.input.len() {
            match self.host.read(buffer) {
                Input::Bytes(count) => {
                    let count = count.min(buffer.len());
                    self.supply.input.extend_from_slice(&buffer[..count]);
                    self.supply.fresh.0 += count;
                }
                other => return other,
            }
        }
        let waiting = self.supply.input.get(at..).unwrap_or_default();
        let line = waiting.iter().position(|byte| *byte == b'\n').map_or(waiting.len(), |n| n + 1);
        let count = line.min(buffer.len());
        buffer[..count].copy_from_slice(&waiting[..count]);
        self.counts.read += count as u64;
        Input::Bytes(count)
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.counts.written += bytes.len() as u64;
        self.output.push(bytes);
        self.host.write(stream, bytes)
    }

    fn now(&mut self) -> u64 {
        self.host.now()
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        self.host.sleep(milliseconds)
    }

    fn hold_note(&mut self, milliseconds: u32) -> bool {
        self.host.hold_note(milliseconds)
    }

    fn key(&mut self, steps: u64) -> Option<u8> {
        self.host.key(steps)
    }

    fn show(&mut self, shown: Shown) -> Result<(), Refused> {
        self.host.show(shown)
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.host.seed(stream)
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        let at = self.counts.drawn as usize;
        let draw = match self.supply.draws.get(at) {
            Some(draw) => *draw,
            None => {
                let draw = self.host.draw(stream)?;
                self.supply.draws.push(draw);
                self.supply.fresh.1 += 1;
                draw
            }
        };
        self.counts.drawn += 1;
        Some(draw)
    }

    fn overrides_seeds(&self) -> bool {
        self.host.overrides_seeds()
    }

    fn may_draw(&mut self) -> bool {
        self.host.may_draw()
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.host.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.host.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.host.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        self.host.close(handle);
    }
}

/// The host while history is repeated: recorded answers, counted in the same way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    pub(crate) replay: Replay,
    pub(crate) counts: Counts,
}

impl Host for Past {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let input = self.replay.read(buffer);
        if let Input::Bytes(count) = input {
            self.counts.read += count as u64;
        }
        input
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.counts.written += bytes.len() as u64;
        self.replay.write(stream, bytes)
    }

    fn now(&mut self) -> u64 {
        self.replay.now()
    }

    fn key(&mut self, steps: u64) -> Option<u8> {
        self.replay.key(steps)
    }

    fn show(&mut self, shown: Shown) -> Result<(), Refused> {
        self.replay.show(shown)
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.replay.seed(stream)
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        let draw = self.replay.draw(stream);
        self.counts.drawn += u64::from(draw.is_some());
        draw
    }

    fn overrides_seeds(&self) -> bool {
        self.replay.overrides_seeds()
    }

    fn may_draw(&mut self) -> bool {
        self.replay.may_draw()
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.replay.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.replay.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.replay.write_file(handle, bytes)
    }
}
