//! The world of a program in the studio: input comes by request, output is kept by the debugger, and
//! sleeping means that the page asks again later. Files, clock and chance are the world's.

use std::collections::VecDeque;

use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, Stream};

/// The most milliseconds that a program sleeps before it is asked again.
const MAX_NAP: u64 = 60_000;
/// The most keys that wait.
const MAX_KEYS: usize = 32;

/// See the module.
pub(crate) struct StudioHost {
    outside: Box<dyn Host>,
    /// When the program wakes up, while it sleeps.
    wakes: Option<u64>,
    /// How much the program may still write.
    left: u64,
    /// Keys that were pressed and not yet asked for.
    keys: VecDeque<u8>,
}

impl StudioHost {
    pub(crate) fn new(outside: Box<dyn Host>, max_output: u64) -> StudioHost {
        StudioHost { outside, wakes: None, left: max_output, keys: VecDeque::new() }
    }

    /// Keys are pressed. Who holds one down for long is not heard for ever.
    pub(crate) fn press(&mut self, keys: &[u8]) {
        self.keys.extend(keys.iter().take(MAX_KEYS.saturating_sub(self.keys.len())));
    }

    /// How long the program sleeps yet.
    pub(crate) fn sleeps(&mut self) -> Option<u64> {
        let wakes = self.wakes?;
        Some(wakes.saturating_sub(self.outside.now()).min(MAX_NAP))
    }
}

impl Host for StudioHost {
    fn read(&mut self, _: &mut [u8]) -> Input {
        Input::Pending
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or(Refused)?;
        Ok(())
    }

    fn now(&mut self) -> u64 {
        self.outside.now()
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        let now = self.outside.now();
        let wakes = *self.wakes.get_or_insert(now + u64::from(milliseconds));
        if now < wakes {
            return false;
        }
        self.wakes = None;
        true
    }

    fn key(&mut self, _: u64) -> Option<u8> {
        self.keys.pop_front()
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.outside.seed(stream)
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.outside.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.outside.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.outside.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        self.outside.close(handle);
    }
}
