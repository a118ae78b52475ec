//! The world of a program that is debugged: files and the clock are real, input is a file's or comes
//! by command, and output is kept by the debugger. A program in a game that was judged sees what it saw
//! there instead: lines and draws that were given, and nothing else.

use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, Stream};
use tester::{Console, Draws};

use crate::host::RealHost;

/// See the module.
pub(crate) struct DebugHost(World);

enum World {
    /// The real one, and whether its input comes from a file; else someone types it sooner or later.
    Real(Box<RealHost>, bool),
    Given(Given),
}

/// What a program was given in a game. Its lines are not here: they are fed one after the other.
pub(crate) struct Given {
    /// Chance, and the lower half of the clock; the upper half stands still here.
    pub(crate) draws: Draws,
    /// Whether a seed that the program sets decides what it draws.
    pub(crate) seeds: bool,
    /// Whether there is no input behind what was fed.
    pub(crate) ended: bool,
}

impl Given {
    fn ask<T>(&mut self, ask: impl FnOnce(&mut Console<'_>) -> T) -> T {
        let mut output = Vec::new();
        ask(&mut Console::new(&[], self.ended, &mut self.draws, &mut output, 0))
    }
}

impl DebugHost {
    pub(crate) fn new(real: RealHost, has_file: bool) -> DebugHost {
        DebugHost(World::Real(Box::new(real), has_file))
    }

    pub(crate) fn given(given: Given) -> DebugHost {
        DebugHost(World::Given(given))
    }

    /// Says that there is no more input than what was fed.
    pub(crate) fn end_input(&mut self) {
        if let World::Given(given) = &mut self.0 {
            given.ended = true;
        }
    }

    fn real(&mut self) -> Result<&mut RealHost, FileError> {
        match &mut self.0 {
            World::Real(real, _) => Ok(real),
            World::Given(_) => Err(FileError::Failed),
        }
    }
}

impl Host for DebugHost {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        match &mut self.0 {
            World::Real(real, true) => real.read(buffer),
            World::Real(_, false) => Input::Pending,
            World::Given(given) => given.ask(|console| console.read(buffer)),
        }
    }

    /// The debugger keeps it, and shows it when the program has stopped.
    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        Ok(())
    }

    fn now(&mut self) -> u64 {
        match &mut self.0 {
            World::Real(real, _) => real.now(),
            World::Given(given) => given.ask(|console| console.now()),
        }
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        self.real().map_or(true, |real| real.sleep(milliseconds))
    }

    fn hold_note(&mut self, _: u32) -> bool {
        true
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.real().map_or(0, |real| real.seed(stream))
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        match &mut self.0 {
            World::Real(real, _) => real.draw(stream),
            World::Given(given) => given.ask(|console| console.draw(stream)),
        }
    }

    fn overrides_seeds(&self) -> bool {
        match &self.0 {
            World::Real(real, _) => real.overrides_seeds(),
            World::Given(given) => !given.seeds,
        }
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.real()?.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.real()?.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.real()?.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        if let Ok(real) = self.real() {
            real.close(handle);
        }
    }
}
