//! The world of a program that is debugged: files and the clock are real, input is a file's or comes
//! by command, and output is kept by the debugger.

use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, Stream};

use crate::host::RealHost;

/// See the module.
pub(crate) struct DebugHost {
    real: RealHost,
    /// Whether input comes from a file; else someone types it sooner or later.
    has_file: bool,
}

impl DebugHost {
    pub(crate) fn new(real: RealHost, has_file: bool) -> DebugHost {
        DebugHost { real, has_file }
    }
}

impl Host for DebugHost {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        if self.has_file { self.real.read(buffer) } else { Input::Pending }
    }

    /// The debugger keeps it, and shows it when the program has stopped.
    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        Ok(())
    }

    fn now(&mut self) -> u64 {
        self.real.now()
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        self.real.sleep(milliseconds)
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.real.seed(stream)
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.real.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.real.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.real.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        self.real.close(handle);
    }
}
