//! A host that remembers what the world answered, and one that answers the same again: a run can
//! be repeated exactly, with someone looking on, and nothing happens outside.

use std::collections::VecDeque;

use super::{Handle, Host, Input, Objection, OpenMode, Refused, Stream};

/// The most bytes of answers that are kept.
const MAX_BYTES: usize = 32 << 20;

/// What the world answered.
#[derive(Clone, Debug)]
enum Answer {
    Input(Vec<u8>),
    End,
    Pending,
    Now(u64),
    Seed(i64),
    Draw(u32),
    Opened(Option<Handle>),
    Read(Option<Vec<u8>>),
    Written(Option<()>),
}

/// Passes everything on to another host, and remembers its answers.
#[derive(Debug)]
pub struct Recording<'h, H> {
    host: &'h mut H,
    answers: VecDeque<Answer>,
    bytes: usize,
}

impl<'h, H: Host> Recording<'h, H> {
    /// Begins to remember.
    pub fn new(host: &'h mut H) -> Recording<'h, H> {
        Recording { host, answers: VecDeque::new(), bytes: 0 }
    }

    /// The host behind it.
    pub fn host(&mut self) -> &mut H {
        self.host
    }

    /// What is needed to repeat the run; `None` if it was too much to remember.
    pub fn finish(self) -> Option<Replay> {
        (self.bytes <= MAX_BYTES).then_some(Replay { answers: self.answers })
    }

    fn keep(&mut self, bytes: usize, answer: impl FnOnce() -> Answer) {
        if self.bytes > MAX_BYTES {
            return;
        }
        self.bytes += size_of::<Answer>() + bytes;
        if self.bytes > MAX_BYTES {
            self.answers = VecDeque::new();
        } else {
            self.answers.push_back(answer());
        }
    }
}

impl<H: Host> Host for Recording<'_, H> {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let input = self.host.read(buffer);
        match input {
            Input::Bytes(count) => {
                let count = count.min(buffer.len());
                self.keep(count, || Answer::Input(buffer[..count].to_vec()));
            }
            Input::End => self.keep(0, || Answer::End),
            Input::Pending => self.keep(0, || Answer::Pending),
        }
        input
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.host.write(stream, bytes)
    }

    fn now(&mut self) -> u64 {
        let now = self.host.now();
        self.keep(0, || Answer::Now(now));
        now
    }

    fn sleep(&mut self, milliseconds: u32) {
        self.host.sleep(milliseconds);
    }

    fn seed(&mut self, stream: u32) -> i64 {
        let seed = self.host.seed(stream);
        self.keep(0, || Answer::Seed(seed));
        seed
    }

    fn may_draw(&mut self) -> bool {
        self.host.may_draw()
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        let draw = self.host.draw(stream);
        if let Some(value) = draw {
            self.keep(0, || Answer::Draw(value));
        }
        draw
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Option<Handle> {
        let handle = self.host.open(name, mode);
        self.keep(0, || Answer::Opened(handle));
        handle
    }

    fn objection(&mut self) -> Option<Objection> {
        self.host.objection()
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Option<usize> {
        let count = self.host.read_file(handle, buffer);
        let read = count.map(|count| &buffer[..count.min(buffer.len())]);
        self.keep(read.map_or(0, <[u8]>::len), || Answer::Read(read.map(<[u8]>::to_vec)));
        count
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Option<()> {
        let written = self.host.write_file(handle, bytes);
        self.keep(0, || Answer::Written(written));
        written
    }

    fn close(&mut self, handle: Handle) {
        self.host.close(handle);
    }
}

/// Answers as a [`Recording`] heard it. What is written goes nowhere, and nobody waits.
#[derive(Clone, Debug)]
pub struct Replay {
    answers: VecDeque<Answer>,
}

impl Host for Replay {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        match self.answers.pop_front() {
            Some(Answer::Input(bytes)) => {
                let count = bytes.len().min(buffer.len());
                buffer[..count].copy_from_slice(&bytes[..count]);
                Input::Bytes(count)
            }
            Some(Answer::Pending) => Input::Pending,
            _ => Input::End,
        }
    }

    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        Ok(())
    }

    fn now(&mut self) -> u64 {
        match self.answers.pop_front() {
            Some(Answer::Now(now)) => now,
            _ => 0,
        }
    }

    fn seed(&mut self, _: u32) -> i64 {
        match self.answers.pop_front() {
            Some(Answer::Seed(seed)) => seed,
            _ => 0,
        }
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        // Only an answer was remembered, not that there was none.
        let Some(&Answer::Draw(value)) = self.answers.front() else { return None };
        self.answers.pop_front();
        Some(value)
    }

    fn open(&mut self, _: &str, _: OpenMode) -> Option<Handle> {
        match self.answers.pop_front() {
            Some(Answer::Opened(handle)) => handle,
            _ => None,
        }
    }

    fn read_file(&mut self, _: Handle, buffer: &mut [u8]) -> Option<usize> {
        match self.answers.pop_front() {
            Some(Answer::Read(Some(bytes))) => {
                let count = bytes.len().min(buffer.len());
                buffer[..count].copy_from_slice(&bytes[..count]);
                Some(count)
            }
            _ => None,
        }
    }

    fn write_file(&mut self, _: Handle, _: &[u8]) -> Option<()> {
        match self.answers.pop_front() {
            Some(Answer::Written(written)) => written,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ScriptedHost;
    use crate::machine::{Machine, MachineOptions};
    use crate::observe::Off;
    use crate::{AsmOptions, assemble};

    #[test]
    fn a_run_is_repeated_exactly() {
        let service = |number: u32| format!("li $v0, {number}\nsyscall\n");
        let source = format!(
            ".data\nname: .asciiz \"f\"\nbuf: .space 8\n.text\n{}move $s0, $v0\n{}move $s1, $a0\n\
             li $a0, 9\n{}move $s2, $a0\nla $a0, name\nli $a1, 0\n{}move $s3, $v0\nmove $a0, $v0\n\
             la $a1, buf\nli $a2, 8\n{}move $s4, $v0\nlw $s5, buf\nlw $s6, 1($s5)",
            service(5),
            service(30),
            service(41),
            service(13),
            service(14)
        );
        let mut files: &[(&str, &str)] = &[("p.asm", &source)];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        let mut host = ScriptedHost::new("42\n");
        host.time = 1234;
        host.files.insert("f".into(), b"hello".to_vec());
        let mut recording = Recording::new(&mut host);
        let mut first = Machine::load(&image, &MachineOptions::default());
        let stop = first.run(&mut recording, &mut Off, 1000);
        let mut replay = recording.finish().expect("it is short");
        let mut second = Machine::load(&image, &MachineOptions::default());
        assert_eq!(second.run(&mut replay, &mut Off, 1000), stop);
        let registers = |machine: &Machine| (0..32).map(|r| machine.cpu.get(r)).collect::<Vec<_>>();
        assert_eq!(registers(&first), registers(&second));
        let read = |register| first.cpu.get(register);
        assert_eq!([read(16), read(17), read(19), read(20)], [42, 1234, 3, 5]);
    }
}
