//! The world of every program that is tested: its input and draws are given, its output is kept, and
//! there is nothing else, no file and no clock but the draws.

use mips_sim::host::{Host, Input, Refused, Stream};

use crate::draws::Draws;

/// A console without a person.
pub struct Console<'a> {
    /// What is left to be read.
    pub input: &'a [u8],
    /// Whether there is nothing behind it.
    pub ended: bool,
    /// Chance, which is also the lower half of the clock.
    pub draws: &'a mut Draws,
    /// The upper half of the clock.
    pub era: u32,
    /// Whether a seed that the program sets decides what it draws.
    pub seeds: bool,
    /// What was printed.
    pub output: &'a mut Vec<u8>,
    /// The most bytes that `output` may hold.
    pub limit: usize,
}

/// The upper half of the milliseconds since 1970, in the year 2025.
pub(crate) const TODAY: u32 = 0x19b;

impl<'a> Console<'a> {
    /// A console whose clock shows a time of today, and on which seeds count.
    pub fn new(
        input: &'a [u8],
        ended: bool,
        draws: &'a mut Draws,
        output: &'a mut Vec<u8>,
        limit: usize,
    ) -> Console<'a> {
        Console { input, ended, draws, era: TODAY, seeds: true, output, limit }
    }

    /// At most so many bytes of what is left to be read.
    fn take(&mut self, most: usize) -> Option<&'a [u8]> {
        let (now, later) = self.input.split_at(self.input.len().min(most));
        self.input = later;
        (!now.is_empty()).then_some(now)
    }

    fn nothing(&self) -> Input {
        if self.ended { Input::End } else { Input::Pending }
    }
}

impl Host for Console<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let Some(now) = self.take(buffer.len()) else { return self.nothing() };
        buffer[..now.len()].copy_from_slice(now);
        Input::Bytes(now.len())
    }

    fn read_behind(&mut self, buffer: &mut Vec<u8>, most: usize) -> Input {
        let Some(now) = self.take(most) else { return self.nothing() };
        buffer.extend_from_slice(now);
        Input::Bytes(now.len())
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        let room = self.limit.saturating_sub(self.output.len());
        self.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room { Err(Refused) } else { Ok(()) }
    }

    fn now(&mut self) -> u64 {
        u64::from(self.era) << 32 | u64::from(self.draws.draw())
    }

    fn overrides_seeds(&self) -> bool {
        !self.seeds
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        Some(self.draws.draw())
    }
}
