//! The services of files.

// A handler without a row does not compile.
#![deny(dead_code)]

use super::console::print_bytes;
use super::handlers::{ServiceCall, load, store_all};
use super::system::{Crash, DESCRIPTORS, File, MAX_NAME, ServiceStop};
use super::{FileError, Host, Input, OpenMode, Stream};
use crate::isa::reg::{A1, A2, V0};
use crate::machine::fault::Access;

impl<H: Host> ServiceCall<'_, H> {
    pub(super) fn open_file(&mut self) -> Result<(), ServiceStop> {
        let name = self.text_at(self.a0(), MAX_NAME + 1)?;
        self.system.charge(name.len())?;
        let mode = match self.cpu.get(A1) {
            0 => Some(OpenMode::Read),
            1 => Some(OpenMode::Write),
            9 => Some(OpenMode::Append),
            _ => None,
        };
        let taken = matches!(name.as_str(), "STDIN" | "STDOUT" | "STDERR")
            || self.system.files.iter().flatten().any(|file| file.name == name);
        let Some(mode) = mode.filter(|_| !taken) else {
            self.cpu.set(V0, u32::MAX);
            return Ok(());
        };
        self.system.files.resize(DESCRIPTORS, None);
        let free = (3..DESCRIPTORS).find(|fd| self.system.files[*fd].is_none());
        let Some(fd) = free else { return Err(ServiceStop::Crash(Crash::TooManyFiles)) };
        let short = name.chars().count() <= MAX_NAME;
        let handle = if short { or_failed(self.host.open(&name, mode))? } else { None };
        // A name that could not be opened keeps its place in the table.
        self.system.files[fd] = Some(File { name, writes: mode != OpenMode::Read, handle });
        self.cpu.set(V0, handle.map_or(u32::MAX, |_| fd as u32));
        Ok(())
    }

    pub(super) fn read_file(&mut self) -> Result<(), ServiceStop> {
        let (fd, address, length) = self.transfer()?;
        // No read gives more than the program's memory can hold.
        let mut buffer = vec![0; length.min(8 << 20)];
        self.system.charge(buffer.len())?;
        let count = if fd == 0 {
            match self.host.read(&mut buffer) {
                Input::Bytes(count) => Some(count),
                Input::End => Some(0),
                Input::Pending => return Err(ServiceStop::Pending),
            }
        } else {
            match self.system.handle(fd, false)? {
                Some(handle) => or_failed(self.host.read_file(handle, &mut buffer))?,
                None => None,
            }
        };
        self.cpu.set(V0, count.map_or(u32::MAX, |count| count as u32));
        let bytes = buffer[..count.unwrap_or(0)].iter().copied();
        let (count, stored) = store_all(self.memory, address, bytes);
        self.system.note(Access::Store, address, count);
        stored
    }

    pub(super) fn write_file(&mut self) -> Result<(), ServiceStop> {
        // MARS reads one byte more than it writes, and can fail on that one, even if it would write
        // one less than none. One more than the greatest number is negative.
        if self.cpu.get(A2) as i32 == -1 {
            load(self.memory, self.cpu.get(A1))?;
        }
        let (fd, address, length) = self.transfer()?;
        if length == i32::MAX as usize {
            return Err(ServiceStop::Crash(Crash::NegativeLength));
        }
        self.system.charge(length)?;
        let mut bytes = Vec::new();
        for i in 0..=length as u32 {
            bytes.push(load(self.memory, address.wrapping_add(i))?);
        }
        bytes.pop();
        self.system.note(Access::Load, address, length as u32 + 1);
        let written = match fd {
            1 => Some(print_bytes(self.system, self.host, Stream::Out, &bytes)?),
            2 => Some(print_bytes(self.system, self.host, Stream::Err, &bytes)?),
            _ => match self.system.handle(fd, true)? {
                Some(handle) => or_failed(self.host.write_file(handle, &bytes))?,
                None => None,
            },
        };
        self.cpu.set(V0, written.map_or(u32::MAX, |()| length as u32));
        Ok(())
    }

    pub(super) fn close_file(&mut self) -> Result<(), ServiceStop> {
        let index = self.a0() as usize;
        let file = match index {
            3..DESCRIPTORS => self.system.files.get_mut(index).and_then(Option::take),
            _ => None,
        };
        if let Some(handle) = file.and_then(|file| file.handle) {
            self.host.close(handle);
        }
        Ok(())
    }

    /// The descriptor, address and number of bytes to read or write.
    fn transfer(&self) -> Result<(i32, u32, usize), ServiceStop> {
        let length = usize::try_from(self.cpu.get(A2) as i32);
        let length = length.map_err(|_| ServiceStop::Crash(Crash::NegativeLength))?;
        Ok((self.a0() as i32, self.cpu.get(A1), length))
    }
}

/// What a host did with a file; `None` if it failed and the program is told so.
fn or_failed<T>(result: Result<T, FileError>) -> Result<Option<T>, ServiceStop> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(FileError::Failed) => Ok(None),
        Err(FileError::Forbidden) => Err(ServiceStop::Crash(Crash::ForbiddenFile)),
        Err(FileError::Full) => Err(ServiceStop::OutputRefused),
    }
}
