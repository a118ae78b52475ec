//! A host in memory: input from bytes, output to bytes, files that exist nowhere else. The same
//! script gives the same run, byte for byte.

use std::collections::BTreeMap;

use super::{FileError, Handle, Host, Input, OpenMode, Refused, Stream, copy};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct ScriptedHost {
    /// What the program reads.
    pub input: Vec<u8>,
    read: usize,
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// What it wrote to standard error.
    pub errors: Vec<u8>,
    /// The most bytes that both may hold together, and the most that may be written to files, the
    /// names of new ones included; `None` for no limit.
    pub output_limit: Option<usize>,
    /// Its files, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    open: Vec<Option<OpenFile>>,
    /// How many bytes of files and their names the program wrote.
    written: usize,
    /// What the clock shows.
    pub time: u64,
    /// What services 41 and 42 are to draw, in this order and whatever the stream; behind the last
    /// of them come 0, 1, 2 and so on. `None` leaves it to the streams.
    pub draws: Option<Vec<u32>>,
    drawn: usize,
}

#[derive(Clone, Debug)]
struct OpenFile {
    name: String,
    at: usize,
}

impl ScriptedHost {
    /// A host with this input.
    pub fn new(input: impl Into<Vec<u8>>) -> ScriptedHost {
        ScriptedHost { input: input.into(), ..ScriptedHost::default() }
    }

    /// Counts bytes that are to be written to files, unless they are too many.
    fn charge(&mut self, bytes: usize) -> Result<(), FileError> {
        let written = self.written.saturating_add(bytes);
        if self.output_limit.is_some_and(|limit| written > limit) {
            return Err(FileError::Failed);
        }
        self.written = written;
        Ok(())
    }

    fn file(&mut self, handle: Handle) -> Option<(&mut OpenFile, &mut Vec<u8>)> {
        let file = self.open.get_mut(handle as usize)?.as_mut()?;
        let bytes = self.files.get_mut(&file.name)?;
        Some((file, bytes))
    }
}

impl Host for ScriptedHost {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let count = copy(&self.input[self.read..], buffer);
        self.read += count;
        if count == 0 { Input::End } else { Input::Bytes(count) }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        let used = self.output.len() + self.errors.len();
        let room = self.output_limit.map_or(usize::MAX, |limit| limit.saturating_sub(used));
        let target = match stream {
            Stream::Out => &mut self.output,
            Stream::Err => &mut self.errors,
        };
        target.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room { Err(Refused) } else { Ok(()) }
    }

    fn now(&mut self) -> u64 {
        self.time
    }

    fn sleep(&mut self, milliseconds: u32) {
        self.time += u64::from(milliseconds);
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        let draws = self.draws.as_ref()?;
        let at = self.drawn;
        self.drawn += 1;
        Some(draws.get(at).copied().unwrap_or_else(|| (at - draws.len()) as u32))
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        // A folder is there if a file is in it.
        let folder = name.rfind('/').map(|at| &name[..=at]);
        let missing = |folder| !self.files.keys().any(|file| file.starts_with(folder));
        if name.is_empty() || name.ends_with('/') || folder.is_some_and(missing) {
            return Err(FileError::Failed);
        }
        let new = !self.files.contains_key(name);
        if new && mode != OpenMode::Read {
            self.charge(name.len())?;
        }
        let at = match mode {
            OpenMode::Read if new => return Err(FileError::Failed),
            OpenMode::Read => 0,
            OpenMode::Write => {
                self.files.insert(name.to_string(), Vec::new());
                0
            }
            OpenMode::Append => self.files.entry(name.to_string()).or_default().len(),
        };
        let file = Some(OpenFile { name: name.to_string(), at });
        // A program that opens and closes for ever must not fill memory.
        let free = self.open.iter().position(Option::is_none);
        let slot = free.unwrap_or(self.open.len());
        if free.is_none() {
            self.open.push(None);
        }
        self.open[slot] = file;
        Ok(slot as Handle)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        let (file, bytes) = self.file(handle).ok_or(FileError::Failed)?;
        let count = copy(bytes.get(file.at..).ok_or(FileError::Failed)?, buffer);
        file.at += count;
        Ok(count)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.file(handle).ok_or(FileError::Failed)?;
        self.charge(bytes.len())?;
        let (_, file) = self.file(handle).ok_or(FileError::Failed)?;
        file.extend_from_slice(bytes);
        Ok(())
    }

    fn close(&mut self, handle: Handle) {
        if let Some(slot) = self.open.get_mut(handle as usize) {
            *slot = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Recording;
    use crate::machine::{Machine, MachineOptions, Stop};
    use crate::observe::Off;
    use crate::{AsmOptions, assemble};

    #[test]
    fn new_files_count_with_their_names() {
        let mut host = ScriptedHost { output_limit: Some(10), ..ScriptedHost::default() };
        host.files.insert("longer-than-that".into(), Vec::new());
        assert!(host.open("longer-than-that", OpenMode::Append).is_ok());
        assert!(host.open("longer-than-this", OpenMode::Write).is_err());
        let handle = host.open("short", OpenMode::Append).expect("there is room");
        assert_eq!(host.write_file(handle, b"12345"), Ok(()));
        assert_eq!(host.write_file(handle, b"6"), Err(FileError::Failed));
        assert!(host.open("x", OpenMode::Write).is_err());
        let names: Vec<_> = host.files.keys().map(String::as_str).collect();
        assert_eq!(names, ["longer-than-that", "short"]);
    }

    #[test]
    fn draws_come_from_the_list_and_then_count() {
        // Service 41 twice, 42 with a bound of 4 three times, each with a stream of its own.
        let draw = |number: u32, to: u32| {
            format!("li $a0, {to}\nli $a1, 4\nli $v0, {number}\nsyscall\nmove $t{to}, $a0\n")
        };
        let source: String =
            [41, 41, 42, 42, 42].iter().zip(0..).map(|(number, to)| draw(*number, to)).collect();
        let mut files: &[(&str, &str)] = &[("p.asm", &source)];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        let draws = Some(vec![u32::MAX, 7, 7]);
        let mut host = ScriptedHost { draws, ..ScriptedHost::default() };
        let drawn =
            |machine: &Machine| [8, 9, 10, 11, 12].map(|register| machine.cpu.get(register));
        let mut recording = Recording::new(&mut host);
        let mut machine = Machine::load(&image, &MachineOptions::default());
        machine.run(&mut recording, &mut Off, 1000);
        assert_eq!(drawn(&machine), [u32::MAX, 7, 3, 0, 1]);
        let mut replay = recording.finish().expect("it is short");
        let mut machine = Machine::load(&image, &MachineOptions::default());
        machine.run(&mut replay, &mut Off, 1000);
        assert_eq!(drawn(&machine), [u32::MAX, 7, 3, 0, 1]);
    }

    #[test]
    fn a_draw_can_be_waited_for() {
        struct Later(Vec<u32>);

        impl Host for Later {
            fn read(&mut self, _: &mut [u8]) -> Input {
                Input::End
            }

            fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
                Ok(())
            }

            fn draw(&mut self, _: u32) -> Option<u32> {
                self.0.pop()
            }

            fn may_draw(&mut self) -> bool {
                !self.0.is_empty()
            }
        }

        let source = "li $v0, 41\nsyscall\nmove $t0, $a0\nli $v0, 41\nsyscall\nmove $t1, $a0\n";
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        let mut machine = Machine::load(&image, &MachineOptions::default());
        let mut run = |draws: &[u32]| {
            let stop = machine.run(&mut Later(draws.to_vec()), &mut Off, 100);
            (stop, machine.steps(), machine.cpu.get(8), machine.cpu.get(9))
        };
        assert_eq!(run(&[]), (Stop::InputPending, 1, 0, 0));
        assert_eq!(run(&[5]), (Stop::InputPending, 4, 5, 0));
        assert_eq!(run(&[6]), (Stop::FellOffEnd, 6, 5, 6));
    }
}
