//! The services of `syscall`, carried out on a machine's registers and memory and on a [`Host`],
//! as MARS 4.5 does without a display.

use std::borrow::Cow;
use std::collections::HashMap;

use super::lines::{LineReader, Pending};
use super::{Handle, Host, Input, Objection, OpenMode, Stream};
use crate::config::MemoryConfig;
use crate::java;
use crate::machine::MachineOptions;
use crate::machine::cpu::Cpu;
use crate::machine::fault::{Access, ServiceFault};
use crate::machine::memory::{Memory, MemoryFault};

const V0: u8 = 2;
const A0: u8 = 4;
const A1: u8 = 5;
const A2: u8 = 6;

/// Streams of random numbers that a program may have.
const MAX_STREAMS: usize = 1 << 16;
/// No system opens a file whose name is longer than this, so that nobody has to read further.
const MAX_NAME: usize = 4096;
/// Longer than any text that fits in a dialog.
const MAX_DIALOG: usize = 1 << 16;
/// MARS's table of open files.
const DESCRIPTORS: usize = 32;

/// What a service came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Go on.
    Done,
    /// The program ended itself with this code.
    Exit(i32),
    /// The program is at fault.
    Fault(ServiceFault),
    /// MARS itself dies of this.
    Crash(Crash),
    /// There is no input yet.
    Pending,
    /// The host takes no more output.
    OutputRefused,
    /// The program has touched more memory than it may.
    MemoryLimit,
    /// The services have moved more bytes than they may.
    WorkLimit,
}

/// What ends a program that is not at fault by MARS's rules: MARS dies of most of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Crash {
    /// The service needs a line, and there is none.
    #[error("end of input")]
    EndOfInput,
    /// A dialog, and there is no display.
    #[error("a dialog without a display")]
    NoDisplay,
    /// A negative number of bytes or milliseconds.
    #[error("a negative length")]
    NegativeLength,
    /// All descriptors are in use.
    #[error("too many open files")]
    TooManyFiles,
    /// The descriptor of a file that could not be opened.
    #[error("the descriptor of a file that could not be opened")]
    FailedFile,
    /// A file that the host does not let the program have; MARS opens whatever the user may.
    #[error("a file that the program may not open")]
    ForbiddenFile,
    /// An address just below the stack.
    #[error("the address 0x{0:08x} just below the stack")]
    StackBorder(u32),
}

/// What the services remember between calls.
#[derive(Debug)]
pub struct System {
    heap: u32,
    heap_limit: u32,
    heap_base: u32,
    reader: LineReader,
    /// By descriptor; none at all until one is opened.
    files: Vec<Option<File>>,
    streams: HashMap<u32, java::Random>,
    /// The number of the last service that was called.
    last: u32,
    /// How many bytes the services have moved, and how many they may.
    work: u64,
    max_work: u64,
    /// How floating-point numbers are printed.
    pub float_text: java::FloatText,
}

impl Clone for System {
    fn clone(&self) -> System {
        System {
            reader: self.reader.clone(),
            files: self.files.clone(),
            streams: self.streams.clone(),
            ..*self
        }
    }

    /// Reuses the memory of the buffers.
    fn clone_from(&mut self, source: &System) {
        let System {
            heap,
            heap_limit,
            heap_base,
            reader,
            files,
            streams,
            last,
            work,
            max_work,
            float_text,
        } = source;
        self.heap = *heap;
        self.heap_limit = *heap_limit;
        self.heap_base = *heap_base;
        self.reader.clone_from(reader);
        self.files.clone_from(files);
        self.streams.clone_from(streams);
        self.last = *last;
        self.work = *work;
        self.max_work = *max_work;
        self.float_text = *float_text;
    }
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    writes: bool,
    handle: Option<Handle>,
}

impl System {
    pub(crate) fn new(config: &MemoryConfig, options: &MachineOptions) -> System {
        System {
            heap: config.heap_base,
            heap_base: config.heap_base,
            heap_limit: config.data_limit,
            reader: LineReader::default(),
            files: Vec::new(),
            streams: HashMap::new(),
            last: 0,
            work: 0,
            max_work: options.max_work,
            float_text: options.float_text,
        }
    }

    /// Carries out the service in `$v0`.
    pub(crate) fn call<H: Host>(
        &mut self,
        cpu: &mut Cpu,
        memory: &mut Memory,
        host: &mut H,
    ) -> Outcome {
        self.last = cpu.get(V0);
        match self.service(cpu, memory, host) {
            Ok(()) => Outcome::Done,
            Err(outcome) => outcome,
        }
    }

    fn service<H: Host>(
        &mut self,
        cpu: &mut Cpu,
        memory: &mut Memory,
        host: &mut H,
    ) -> Result<(), Outcome> {
        let a0 = cpu.get(A0);
        let number = cpu.get(V0) as i32;
        match number {
            1 => print(host, &(a0 as i32).to_string()),
            2 => print(host, &java::float_text(cpu.single(12), self.float_text)),
            3 => print(host, &java::double_text(cpu.double(12), self.float_text)),
            4 => {
                let mut end = a0;
                let printed = print_string(memory, host, &mut end);
                self.charge(end.wrapping_sub(a0) as usize)?;
                printed
            }
            5 => {
                let line = self.line(host)?;
                let value = java::parse_int_line(&line).ok_or(fault(ServiceFault::Integer))?;
                cpu.set(V0, value as u32);
                Ok(())
            }
            6 => {
                let line = self.line(host)?;
                let value = java::parse_float(&line).ok_or(fault(ServiceFault::Float))?;
                cpu.set_single(0, value);
                Ok(())
            }
            7 => {
                let line = self.line(host)?;
                let value = java::parse_double(&line).ok_or(fault(ServiceFault::Double))?;
                cpu.set_double(0, value);
                Ok(())
            }
            8 => {
                let line = self.line(host)?;
                read_string(memory, &line, a0, cpu.get(A1) as i32)
            }
            9 => self.allocate(cpu, a0 as i32),
            10 => Err(Outcome::Exit(0)),
            11 => print_char(host, a0 as u8),
            12 => {
                let line = self.line(host)?;
                let unit = line.encode_utf16().next().ok_or(fault(ServiceFault::Character))?;
                cpu.set(V0, u32::from(unit));
                Ok(())
            }
            13 => self.open(cpu, memory, host),
            14 => self.read(cpu, memory, host),
            15 => self.write(cpu, memory, host),
            16 => {
                self.close(a0 as i32, host);
                Ok(())
            }
            17 => Err(Outcome::Exit(a0 as i32)),
            30 | 41..=44 if !host.may_draw() => Err(Outcome::Pending),
            30 => {
                let now = host.now();
                cpu.set(A0, now as u32);
                cpu.set(A1, (now >> 32) as u32);
                Ok(())
            }
            // Without audio, notes make no sound and take no time.
            31 | 33 => Ok(()),
            32 => {
                if (a0 as i32) < 0 {
                    return Err(Outcome::Crash(Crash::NegativeLength));
                }
                host.sleep(a0);
                Ok(())
            }
            34 => print(host, &format!("0x{a0:08x}")),
            35 => print(host, &format!("{a0:032b}")),
            36 => print(host, &a0.to_string()),
            40 => {
                self.room_for_stream(a0)?;
                let seed = i64::from(cpu.get(A1) as i32);
                self.streams.insert(a0, java::Random::new(seed));
                Ok(())
            }
            41 => {
                let value = match host.draw(a0) {
                    Some(value) => value,
                    None => self.stream(a0, host)?.next_int() as u32,
                };
                cpu.set(A0, value);
                Ok(())
            }
            42 => {
                let bound = cpu.get(A1) as i32;
                if bound <= 0 {
                    return Err(fault(ServiceFault::Bound));
                }
                let value = match host.draw(a0) {
                    Some(value) => value % bound as u32,
                    None => self.stream(a0, host)?.next_int_below(bound) as u32,
                };
                cpu.set(A0, value);
                Ok(())
            }
            43 => {
                let value = match host.draw(a0) {
                    Some(bits) => (bits >> 8) as f32 / (1u32 << 24) as f32,
                    None => self.stream(a0, host)?.next_float(),
                };
                cpu.set_single(0, value);
                Ok(())
            }
            44 => {
                let value = match host.draw(a0) {
                    Some(bits) => f64::from(bits) / (1u64 << 32) as f64,
                    None => self.stream(a0, host)?.next_double(),
                };
                cpu.set_double(0, value);
                Ok(())
            }
            // A dialog reads its text before it finds that there is no display.
            50..=59 => {
                text_at(memory, a0, MAX_DIALOG)?;
                if number == 59 {
                    text_at(memory, cpu.get(A1), MAX_DIALOG)?;
                }
                Err(Outcome::Crash(Crash::NoDisplay))
            }
            _ => Err(fault(ServiceFault::Unknown(number))),
        }
    }

    fn line<H: Host>(&mut self, host: &mut H) -> Result<Cow<'_, str>, Outcome> {
        match self.reader.line(host) {
            Ok(Some(line)) => Ok(line),
            Ok(None) => Err(Outcome::Crash(Crash::EndOfInput)),
            Err(Pending) => Err(Outcome::Pending),
        }
    }

    /// A stream of random numbers, made at its first use. More of them than anyone needs count as
    /// memory that the program may not have.
    fn stream<H: Host>(&mut self, id: u32, host: &mut H) -> Result<&mut java::Random, Outcome> {
        self.room_for_stream(id)?;
        Ok(self.streams.entry(id).or_insert_with(|| java::Random::new(host.seed(id))))
    }

    fn room_for_stream(&self, id: u32) -> Result<(), Outcome> {
        let full = self.streams.len() >= MAX_STREAMS && !self.streams.contains_key(&id);
        if full { Err(Outcome::MemoryLimit) } else { Ok(()) }
    }

    fn allocate(&mut self, cpu: &mut Cpu, bytes: i32) -> Result<(), Outcome> {
        if bytes < 0 {
            return Err(fault(ServiceFault::HeapNegative(bytes)));
        }
        // In Java's integers, which wrap around: a huge request comes out below the limit.
        let old = self.heap;
        let mut new = (old as i32).wrapping_add(bytes);
        if new % 4 != 0 {
            new = new.wrapping_add(4 - new % 4);
        }
        if new >= self.heap_limit as i32 {
            return Err(fault(ServiceFault::HeapExceeded(bytes)));
        }
        self.heap = new as u32;
        cpu.set(V0, old);
        Ok(())
    }

    /// Counts bytes that a service moves, so that a program can't do the work of millions of
    /// instructions in one.
    fn charge(&mut self, bytes: usize) -> Result<(), Outcome> {
        self.work = self.work.saturating_add(bytes as u64);
        if self.work > self.max_work { Err(Outcome::WorkLimit) } else { Ok(()) }
    }

    /// The number of the last service that was called. It need not be in `$v0` any more, even if the
    /// service failed: reading a file sets that before it stores what it read.
    pub fn last_service(&self) -> u32 {
        self.last
    }

    /// How much of the heap has been handed out.
    pub fn heap_used(&self) -> u32 {
        self.heap.wrapping_sub(self.heap_base)
    }

    /// Where the heap ends.
    pub(crate) fn heap(&self) -> u32 {
        self.heap
    }

    pub(crate) fn set_heap(&mut self, heap: u32) {
        self.heap = heap;
    }

    /// Whether the services would go on alike, but for where they allocate. No file is open and
    /// nothing that was read is left.
    pub(crate) fn differs_in_heap_only(&self, other: &System) -> bool {
        let no_files = |system: &System| system.files.iter().all(Option::is_none);
        no_files(self)
            && no_files(other)
            && self.reader.is_as_empty_as(&other.reader)
            && self.streams == other.streams
    }

    fn open<H: Host>(
        &mut self,
        cpu: &mut Cpu,
        memory: &mut Memory,
        host: &mut H,
    ) -> Result<(), Outcome> {
        let name = text_at(memory, cpu.get(A0), MAX_NAME + 1)?;
        self.charge(name.len())?;
        let mode = match cpu.get(A1) {
            0 => OpenMode::Read,
            1 => OpenMode::Write,
            9 => OpenMode::Append,
            _ => {
                cpu.set(V0, u32::MAX);
                return Ok(());
            }
        };
        let taken = matches!(name.as_str(), "STDIN" | "STDOUT" | "STDERR")
            || self.files.iter().flatten().any(|file| file.name == name);
        if taken {
            cpu.set(V0, u32::MAX);
            return Ok(());
        }
        self.files.resize(DESCRIPTORS, None);
        let free = (3..DESCRIPTORS).find(|fd| self.files[*fd].is_none());
        let Some(fd) = free else { return Err(Outcome::Crash(Crash::TooManyFiles)) };
        let short = name.chars().count() <= MAX_NAME;
        let handle = if short { host.open(&name, mode) } else { None };
        if short && handle.is_none() {
            stop_for(host.objection())?;
        }
        // A name that could not be opened keeps its place in the table.
        self.files[fd] = Some(File { name, writes: mode != OpenMode::Read, handle });
        cpu.set(V0, handle.map_or(u32::MAX, |_| fd as u32));
        Ok(())
    }

    fn read<H: Host>(
        &mut self,
        cpu: &mut Cpu,
        memory: &mut Memory,
        host: &mut H,
    ) -> Result<(), Outcome> {
        let (fd, address, length) = transfer(cpu)?;
        // No read gives more than the program's memory can hold.
        let mut buffer = vec![0; length.min(8 << 20)];
        self.charge(buffer.len())?;
        let count = if fd == 0 {
            match host.read(&mut buffer) {
                Input::Bytes(count) => Some(count),
                Input::End => Some(0),
                Input::Pending => return Err(Outcome::Pending),
            }
        } else {
            let handle = self.handle(fd, false)?;
            handle.and_then(|handle| host.read_file(handle, &mut buffer))
        };
        cpu.set(V0, count.map_or(u32::MAX, |count| count as u32));
        for (i, byte) in buffer[..count.unwrap_or(0)].iter().enumerate() {
            store(memory, address.wrapping_add(i as u32), *byte)?;
        }
        Ok(())
    }

    fn write<H: Host>(
        &mut self,
        cpu: &mut Cpu,
        memory: &mut Memory,
        host: &mut H,
    ) -> Result<(), Outcome> {
        let (fd, address, length) = transfer(cpu)?;
        self.charge(length)?;
        // MARS reads one byte more than it writes, and can fail on that one.
        let mut bytes = Vec::new();
        for i in 0..=length as u32 {
            bytes.push(load(memory, address.wrapping_add(i))?);
        }
        bytes.pop();
        let written = match fd {
            1 => Some(host.write(Stream::Out, &bytes).map_err(|_| Outcome::OutputRefused)?),
            2 => Some(host.write(Stream::Err, &bytes).map_err(|_| Outcome::OutputRefused)?),
            _ => {
                let handle = self.handle(fd, true)?;
                let written = handle.and_then(|handle| host.write_file(handle, &bytes));
                if handle.is_some() && written.is_none() {
                    stop_for(host.objection())?;
                }
                written
            }
        };
        cpu.set(V0, written.map_or(u32::MAX, |()| length as u32));
        Ok(())
    }

    /// The open file behind a descriptor, if it was opened for that. One that could not be opened
    /// has a place in MARS's table, but nothing behind it.
    fn handle(&self, fd: i32, writes: bool) -> Result<Option<Handle>, Outcome> {
        let file =
            usize::try_from(fd).ok().and_then(|fd| self.files.get(fd)).and_then(Option::as_ref);
        match file.filter(|file| file.writes == writes) {
            Some(File { handle: None, .. }) => Err(Outcome::Crash(Crash::FailedFile)),
            Some(file) => Ok(file.handle),
            None => Ok(None),
        }
    }

    fn close<H: Host>(&mut self, fd: i32, host: &mut H) {
        let Some(index) = usize::try_from(fd).ok().filter(|fd| (3..DESCRIPTORS).contains(fd))
        else {
            return;
        };
        let file = self.files.get_mut(index).and_then(Option::take);
        if let Some(handle) = file.and_then(|file| file.handle) {
            host.close(handle);
        }
    }
}

/// What services 14 and 15 are given: a descriptor, an address and a number of bytes.
fn transfer(cpu: &Cpu) -> Result<(i32, u32, usize), Outcome> {
    let length = usize::try_from(cpu.get(A2) as i32);
    let length = length.map_err(|_| Outcome::Crash(Crash::NegativeLength))?;
    Ok((cpu.get(A0) as i32, cpu.get(A1), length))
}

fn stop_for(objection: Option<Objection>) -> Result<(), Outcome> {
    match objection {
        None => Ok(()),
        Some(Objection::Forbidden) => Err(Outcome::Crash(Crash::ForbiddenFile)),
        Some(Objection::Full) => Err(Outcome::OutputRefused),
    }
}

fn fault(fault: ServiceFault) -> Outcome {
    Outcome::Fault(fault)
}

fn refused(memory_fault: MemoryFault, access: Access) -> Outcome {
    match memory_fault {
        MemoryFault::Limit => Outcome::MemoryLimit,
        MemoryFault::Crash { address } => Outcome::Crash(Crash::StackBorder(address)),
        other => fault(ServiceFault::Memory(other, access)),
    }
}

fn load(memory: &mut Memory, address: u32) -> Result<u8, Outcome> {
    let byte = memory.load_byte(address).map_err(|f| refused(f, Access::Load))?;
    Ok(byte as u8)
}

fn store(memory: &mut Memory, address: u32, byte: u8) -> Result<(), Outcome> {
    memory.store_byte(address, u32::from(byte)).map_err(|f| refused(f, Access::Store))
}

fn print<H: Host>(host: &mut H, text: &str) -> Result<(), Outcome> {
    host.write(Stream::Out, text.as_bytes()).map_err(|_| Outcome::OutputRefused)
}

/// A byte is printed as the character with that code, in UTF-8.
fn print_char<H: Host>(host: &mut H, byte: u8) -> Result<(), Outcome> {
    print(host, char::from(byte).encode_utf8(&mut [0; 4]))
}

/// Bytes of a string that are collected before they are printed.
const PRINTED: usize = 128;

/// Prints the bytes up to a NUL, each as the character with that code. Strings are most of what a
/// program prints: the bytes of a word are taken at a time where that is the same. `address` moves
/// along.
fn print_string<H: Host>(
    memory: &mut Memory,
    host: &mut H,
    address: &mut u32,
) -> Result<(), Outcome> {
    let mut text = [0; PRINTED];
    let mut length = 0;
    loop {
        // There is always room for a word, or for a character.
        if length + 4 > PRINTED {
            print_bytes(host, &text[..length])?;
            length = 0;
        }
        if let Some(word) = memory.data_word(*address & !3) {
            let before = *address & 3;
            let word = word >> (8 * before);
            let count = plain_bytes(word).min(4 - before);
            text[length..length + 4].copy_from_slice(&word.to_le_bytes());
            length += count as usize;
            *address = address.wrapping_add(count);
            if count == 4 - before {
                continue;
            }
            if word >> (8 * count) & 0xff == 0 {
                return print_bytes(host, &text[..length]);
            }
        }
        match load(memory, *address) {
            Ok(0) => return print_bytes(host, &text[..length]),
            Ok(byte) => length += char::from(byte).encode_utf8(&mut text[length..]).len(),
            Err(outcome) => {
                // What comes before the fault has been printed by then.
                print_bytes(host, &text[..length])?;
                return Err(outcome);
            }
        }
        *address = address.wrapping_add(1);
    }
}

fn print_bytes<H: Host>(host: &mut H, bytes: &[u8]) -> Result<(), Outcome> {
    host.write(Stream::Out, bytes).map_err(|_| Outcome::OutputRefused)
}

/// How many bytes, from the lowest on, are from 1 to 127: the subtraction borrows into the high bit
/// of a byte that is 0, and what it does to those above the first such byte does not matter.
fn plain_bytes(word: u32) -> u32 {
    ((word.wrapping_sub(0x0101_0101) | word) & 0x8080_8080).trailing_zeros() / 8
}

/// The bytes up to a NUL as characters, but no more than `most`: one instruction must not read all
/// of memory.
fn text_at(memory: &mut Memory, start: u32, most: usize) -> Result<String, Outcome> {
    let mut text = String::new();
    for k in 0..most as u32 {
        match load(memory, start.wrapping_add(k))? {
            0 => break,
            byte => text.push(char::from(byte)),
        }
    }
    Ok(text)
}

/// Stores a line with its newline, as much as fits, and a NUL.
fn read_string(memory: &mut Memory, line: &str, start: u32, length: i32) -> Result<(), Outcome> {
    if length <= 0 {
        return Ok(());
    }
    let room = length as usize - 1;
    let units = line.encode_utf16().map(|unit| unit as u8).chain([b'\n']);
    let bytes = units.take(room).chain([0]);
    for (i, byte) in bytes.enumerate() {
        store(memory, start.wrapping_add(i as u32), byte)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ScriptedHost;
    use crate::machine::{Machine, MachineOptions, Stop};
    use crate::observe::Off;
    use crate::{AsmOptions, assemble};

    #[test]
    fn a_name_that_never_ends_is_no_file_and_is_not_kept() {
        let open = "la $a0, name\nli $a1, 1\nli $v0, 13\nsyscall\n";
        let source = format!(
            ".data\nname: .space 100000\nend: .word 0\n.text\nla $t0, name\nla $t1, end\n\
             li $t2, 0xe9\nfill: sb $t2, ($t0)\naddiu $t0, $t0, 1\nblt $t0, $t1, fill\n\
             {open}move $s0, $v0\nsb $zero, name + 5\n{open}move $s1, $v0\n"
        );
        let mut files: &[(&str, &str)] = &[("p.asm", &source)];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        let mut host = ScriptedHost::default();
        let mut machine = Machine::load(&image, &MachineOptions::default());
        assert_eq!(machine.run(&mut host, &mut Off, 1_000_000), Stop::FellOffEnd);
        // The one that failed keeps its descriptor, as in MARS.
        assert_eq!((machine.cpu.get(16) as i32, machine.cpu.get(17)), (-1, 4));
        assert_eq!(host.files.keys().collect::<Vec<_>>(), ["ééééé"]);
        let kept = machine.system().files.iter().flatten().map(|file| file.name.len());
        assert!(kept.sum::<usize>() < 3 * MAX_NAME);
    }
}
