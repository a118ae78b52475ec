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
    /// Chance, which is also the clock.
    pub draws: &'a mut Draws,
    /// What was printed.
    pub output: &'a mut Vec<u8>,
    /// The most bytes that `output` may hold.
    pub limit: usize,
}

impl Host for Console<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let count = self.input.len().min(buffer.len());
        if count == 0 {
            return if self.ended { Input::End } else { Input::Pending };
        }
        let (now, later) = self.input.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.input = later;
        Input::Bytes(count)
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        let room = self.limit.saturating_sub(self.output.len());
        self.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room { Err(Refused) } else { Ok(()) }
    }

    fn now(&mut self) -> u64 {
        u64::from(self.draws.draw())
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        Some(self.draws.draw())
    }
}
