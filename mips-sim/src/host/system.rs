//! What the services of `syscall` remember between calls, and how a call can end. As in MARS
//! 4.5 without a display.

use std::borrow::Cow;
use std::collections::HashMap;

use super::handlers::{ServiceCall, fault};
use super::lines::{LineReader, Pending};
use super::{Handle, Host, Service, service};
use crate::config::MemoryConfig;
use crate::isa::reg::V0;
use crate::java;
use crate::machine::MachineOptions;
use crate::machine::cpu::Cpu;
use crate::machine::fault::{Access, ServiceFault};
use crate::machine::memory::Memory;

/// Streams of random numbers that a program may have.
const MAX_STREAMS: usize = 1 << 16;
/// A call takes as long as to move so many bytes.
const CALL_WORK: u64 = 16;
/// So does a stream that has to be made, kept and copied.
const STREAM_WORK: usize = 256;
/// No system opens a file whose name is longer than this, so that nobody has to read further.
pub(super) const MAX_NAME: usize = 4096;
/// MARS's table of open files.
pub(super) const DESCRIPTORS: usize = 32;

/// Why a program does not go on after a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServiceStop {
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

/// A range of memory that a service read or wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// The direction.
    pub access: Access,
    /// The first byte.
    pub address: u32,
    /// How many bytes.
    pub length: u32,
}

/// What a service did to registers and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceAccess<'a> {
    /// Its number.
    pub number: u32,
    /// The integer registers that it read, a bit for each.
    pub reads: u32,
    /// The integer registers that it set, a bit for each.
    pub writes: u32,
    /// The floating-point registers that it read, a bit for each.
    pub fp_reads: u32,
    /// The floating-point registers that it set, a bit for each.
    pub fp_writes: u32,
    /// The memory that it read and wrote, in this order.
    pub memory: &'a [Touched],
}

/// What the services remember between calls.
#[derive(Debug)]
pub struct System {
    pub(super) reader: LineReader,
    /// By descriptor; none at all until one is opened.
    pub(super) files: Vec<Option<File>>,
    streams: HashMap<u32, java::Random>,
    state: State,
    /// How floating-point numbers are printed.
    pub float_text: java::FloatText,
}

/// What is copied in one go.
#[derive(Clone, Copy, Debug)]
struct State {
    heap: u32,
    heap_limit: u32,
    heap_base: u32,
    /// The number of the last service that was called.
    last: u32,
    /// What it read and wrote of memory: so many ranges, none of them of any interest later.
    touched: [Touched; 2],
    ranges: u8,
    /// How many bytes the services have moved, and how many they may.
    work: u64,
    max_work: u64,
    /// Whether dialogs are questions on the console.
    dialogs: bool,
    /// Whether a dialog has asked and has no answer yet.
    asked: bool,
    /// Whether the last line that was printed has no end yet.
    within_line: bool,
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
        let System { reader, files, streams, state, float_text } = source;
        self.reader.clone_from(reader);
        self.files.clone_from(files);
        self.streams.clone_from(streams);
        self.state = *state;
        self.float_text = *float_text;
    }
}

#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) writes: bool,
    pub(super) handle: Option<Handle>,
}

impl System {
    pub(crate) fn new(config: &MemoryConfig, options: &MachineOptions) -> System {
        let state = State {
            heap: config.heap_base,
            heap_base: config.heap_base,
            heap_limit: config.data_limit,
            last: 0,
            touched: [Touched { access: Access::Load, address: 0, length: 0 }; 2],
            ranges: 0,
            work: 0,
            max_work: options.max_work,
            dialogs: options.dialogs,
            asked: false,
            within_line: false,
        };
        let (reader, float_text) = (LineReader::default(), options.float_text);
        System { reader, files: Vec::new(), streams: HashMap::new(), state, float_text }
    }

    /// Carries out the service in `$v0`.
    pub(crate) fn call<H: Host>(
        &mut self,
        cpu: &mut Cpu,
        memory: &mut Memory,
        host: &mut H,
    ) -> Result<(), ServiceStop> {
        self.state.last = cpu.get(V0);
        self.state.ranges = 0;
        self.state.work = self.state.work.saturating_add(CALL_WORK);
        ServiceCall { system: self, cpu, memory, host }.dispatch()
    }

    /// What the last service did, given its result.
    pub(crate) fn last_access(&self, result: Result<(), ServiceStop>) -> ServiceAccess<'_> {
        let row = service(self.state.last);
        // One that fails has set nothing, unless only its result could not be stored.
        let set = match result {
            Ok(()) | Err(ServiceStop::Fault(ServiceFault::Memory(_, Access::Store))) => row,
            _ => None,
        };
        ServiceAccess {
            number: self.state.last,
            reads: 1 << V0 | row.map_or(0, Service::reads),
            writes: set.map_or(0, Service::writes),
            fp_reads: row.map_or(0, Service::fp_reads),
            fp_writes: set.map_or(0, Service::fp_writes),
            memory: &self.state.touched[..usize::from(self.state.ranges)],
        }
    }

    /// Notes what the service read or wrote of memory.
    pub(super) fn note(&mut self, access: Access, address: u32, length: u32) {
        if let Some(range) = self.state.touched.get_mut(usize::from(self.state.ranges)) {
            *range = Touched { access, address, length };
            self.state.ranges += 1;
        }
    }

    /// The same for a service that does so once, without counting: most services print strings.
    pub(super) fn note_only(&mut self, access: Access, address: u32, length: u32) {
        self.state.touched[0] = Touched { access, address, length };
        self.state.ranges = 1;
    }

    pub(super) fn line<H: Host>(&mut self, host: &mut H) -> Result<Cow<'_, str>, ServiceStop> {
        // Whoever types it ends the line of the question.
        self.state.within_line = false;
        match self.reader.line(host) {
            Ok(Some(line)) => Ok(line),
            Ok(None) => Err(ServiceStop::Crash(Crash::EndOfInput)),
            Err(Pending) => Err(ServiceStop::Pending),
        }
    }

    pub(super) fn has_dialogs(&self) -> bool {
        self.state.dialogs
    }

    /// Whether the last line that was printed has no end yet.
    pub(super) fn is_within_line(&self) -> bool {
        self.state.within_line
    }

    #[inline]
    pub(super) fn note_printed(&mut self, bytes: &[u8]) {
        if let Some(last) = bytes.last() {
            self.state.within_line = *last != b'\n';
        }
    }

    /// Whether a dialog has asked and waits for its answer.
    pub(super) fn has_asked(&self) -> bool {
        self.state.asked
    }

    pub(super) fn set_asked(&mut self, asked: bool) {
        self.state.asked = asked;
    }

    /// A stream of random numbers, made at its first use. More of them than anyone needs count as
    /// memory that the program may not have.
    pub(super) fn stream<H: Host>(
        &mut self,
        id: u32,
        host: &mut H,
    ) -> Result<&mut java::Random, ServiceStop> {
        self.room_for_stream(id)?;
        Ok(self.streams.entry(id).or_insert_with(|| java::Random::new(host.seed(id))))
    }

    /// Whether there is such a stream: with a host that draws itself, only a seed makes one.
    pub(super) fn has_stream(&self, id: u32) -> bool {
        self.streams.contains_key(&id)
    }

    pub(super) fn seed_stream(&mut self, id: u32, seed: i64) -> Result<(), ServiceStop> {
        self.room_for_stream(id)?;
        self.streams.insert(id, java::Random::new(seed));
        Ok(())
    }

    fn room_for_stream(&mut self, id: u32) -> Result<(), ServiceStop> {
        if self.streams.contains_key(&id) {
            return Ok(());
        }
        self.charge(STREAM_WORK)?;
        if self.streams.len() >= MAX_STREAMS { Err(ServiceStop::MemoryLimit) } else { Ok(()) }
    }

    /// How many bytes the services have moved, with each call as some more.
    pub(crate) fn work(&self) -> u64 {
        self.state.work
    }

    /// Takes bytes from the heap: their address.
    pub(super) fn allocate(&mut self, bytes: i32) -> Result<u32, ServiceStop> {
        if bytes < 0 {
            return Err(fault(ServiceFault::HeapNegative(bytes)));
        }
        // In Java's integers, which wrap around: a huge request comes out below the limit.
        let old = self.state.heap;
        let mut new = (old as i32).wrapping_add(bytes);
        if new % 4 != 0 {
            new = new.wrapping_add(4 - new % 4);
        }
        if new >= self.state.heap_limit as i32 {
            return Err(fault(ServiceFault::HeapExceeded(bytes)));
        }
        self.state.heap = new as u32;
        Ok(old)
    }

    /// Counts bytes that a service moves, so that a program can't do the work of millions of
    /// instructions in one.
    pub(super) fn charge(&mut self, bytes: usize) -> Result<(), ServiceStop> {
        self.state.work = self.state.work.saturating_add(bytes as u64);
        if self.state.work > self.state.max_work { Err(ServiceStop::WorkLimit) } else { Ok(()) }
    }

    /// The number of the last service that was called. It need not be in `$v0` any more, even if the
    /// service failed: reading a file sets that before it stores what it read.
    pub fn last_service(&self) -> u32 {
        self.state.last
    }

    /// How many lines of input the services have read.
    pub fn lines_read(&self) -> u64 {
        self.reader.lines()
    }

    /// How much of the heap has been handed out.
    pub fn heap_used(&self) -> u32 {
        self.state.heap.wrapping_sub(self.state.heap_base)
    }

    /// Where the heap ends.
    pub fn heap(&self) -> u32 {
        self.state.heap
    }

    pub(crate) fn set_heap(&mut self, heap: u32) {
        self.state.heap = heap;
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

    /// The open file behind a descriptor, if it was opened for that. One that could not be opened
    /// has a place in MARS's table, but nothing behind it.
    pub(super) fn handle(&self, fd: i32, writes: bool) -> Result<Option<Handle>, ServiceStop> {
        let file =
            usize::try_from(fd).ok().and_then(|fd| self.files.get(fd)).and_then(Option::as_ref);
        match file.filter(|file| file.writes == writes) {
            Some(File { handle: None, .. }) => Err(ServiceStop::Crash(Crash::FailedFile)),
            Some(file) => Ok(file.handle),
            None => Ok(None),
        }
    }
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
