//! Runs a program on an input, which may be made while it asks.
//!
//! The program stops at each question, so that limits count from one line to the next as in games, and
//! so that the kind of the question is known. It sees the files of the input and those that it writes,
//! and nothing else of the world.

use std::collections::BTreeMap;

use mips_sim::host::system::Crash;
use mips_sim::host::{FileError, Handle, Host, Input as Answer, OpenMode, Refused, Stream};
use mips_sim::isa::reg::A1;
use mips_sim::machine::{Fault, Machine, ServiceFault, Stop};
use mips_sim::observe::{Observer, Off};

use crate::console::TODAY;
use crate::draws::{Draws, Tail};
use crate::player::{FaultCause, Limit, Outcome, RunError};
use crate::subject::{Limits, Program};
use crate::values::{Value, ValueKind};

/// What a program is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// What is typed, a line each.
    pub values: Vec<Value>,
    /// The files that can be read, by name; `None` is a file that is not there.
    pub files: BTreeMap<String, Option<Vec<u8>>>,
}

impl Input {
    /// What is typed as one text.
    pub fn typed(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for value in &self.values {
            value.write(&mut text);
            text.push(b'\n');
        }
        text
    }

    /// How far it is from the simplest input: few lines first, then small values.
    pub fn cost(&self) -> (usize, u64) {
        let costs = self.values.iter().map(Value::cost);
        let sum = |sum: u64, (length, cost): (usize, u64)| {
            sum.saturating_add(cost).saturating_add(length as u64)
        };
        (self.values.len(), costs.fold(0, sum))
    }

    /// The lines, without their ends.
    pub fn lines(&self) -> Vec<Vec<u8>> {
        self.values.iter().map(Value::line).collect()
    }
}

/// A question that a program asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// What for.
    pub kind: ValueKind,
    /// How many bytes had been printed by then.
    pub printed: usize,
}

/// What chance a program asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceUsed {
    /// Random numbers without a seed.
    Unseeded,
    /// The time.
    Clock,
}

/// What a program did.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// What it printed.
    pub output: Vec<u8>,
    /// How it ended.
    pub outcome: Outcome,
    /// The same as the machine says it.
    pub stop: Stop,
    /// Its exit code.
    pub code: i32,
    /// The questions that were answered, and perhaps one that was not.
    pub reads: Vec<Read>,
    /// How many of them were answered.
    pub answered: usize,
    /// Whether it wrote to standard error.
    pub complained: bool,
    /// The chance that it asked for first.
    pub chance: Option<ChanceUsed>,
    /// The files that it wrote.
    pub written: BTreeMap<String, Vec<u8>>,
    /// A file that it wanted and that is not among those of the input.
    pub wanted: Option<String>,
    /// Whether a line was longer than the room that the program had for it.
    pub cut: bool,
    /// Instructions.
    pub steps: u64,
    /// What it cost, in instructions.
    pub work: u64,
    /// Where it would have continued.
    pub pc: u32,
}

impl Ran {
    /// A run that was recorded: what was printed, and how much of it before each question.
    pub fn recorded(output: Vec<u8>, asked: &[usize], ended: bool) -> Ran {
        let kind = ValueKind::Text { room: 0 };
        let length = output.len();
        let read = |printed: &usize| Read { kind, printed: (*printed).min(length) };
        Ran {
            outcome: if ended { Outcome::Exited } else { Outcome::EndOfInput },
            stop: Stop::Exit(0),
            code: 0,
            reads: asked.iter().map(read).collect(),
            answered: asked.len() - usize::from(!ended && !asked.is_empty()),
            output,
            complained: false,
            chance: None,
            written: BTreeMap::new(),
            wanted: None,
            cut: false,
            steps: 0,
            work: 0,
            pc: 0,
        }
    }
}

/// A machine to run one program again and again.
#[derive(Clone, Debug)]
pub struct Runner {
    program: Program,
    machine: Machine,
    /// The most bytes that are printed at all.
    most: usize,
}

impl Runner {
    /// A machine for a program.
    pub fn new(program: &Program) -> Runner {
        Runner { program: program.clone(), machine: program.start().clone(), most: usize::MAX }
    }

    /// The instruction that prints the byte at this place of the output.
    pub fn prints_at(&mut self, input: &Input, limits: Limits, at: usize) -> Option<u32> {
        self.most = at;
        let ran = self.run_on(input, limits, Tail::Count, &mut Off);
        self.most = usize::MAX;
        let refused = ran.outcome == Outcome::Limit(Limit::Output) && ran.output.len() == at;
        refused.then(|| ran.pc.wrapping_sub(4))
    }

    /// The machine as the last run has left it.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Runs it from its start. `answer` writes a line for a question, given the values before it, or
    /// says that there is none; chance comes from `tail`.
    pub fn run<O: Observer>(
        &mut self,
        files: &BTreeMap<String, Option<Vec<u8>>>,
        limits: Limits,
        tail: Tail,
        observer: &mut O,
        mut answer: impl FnMut(ValueKind, &mut Vec<u8>) -> bool,
    ) -> Ran {
        self.machine.clone_from(self.program.start());
        let machine = &mut self.machine;
        let mut world = World {
            line: Vec::new(),
            at: 0,
            ended: false,
            output: Vec::new(),
            limit: limits.output.min(self.most),
            complained: false,
            draws: Draws::new(Vec::new(), tail),
            chance: None,
            files,
            written: BTreeMap::new(),
            open: Vec::new(),
            wanted: None,
        };
        let mut reads = Vec::new();
        let mut answered = 0;
        let mut cut = false;
        let stop = loop {
            let stop = machine.run(&mut world, observer, limits.steps);
            if stop != Stop::InputPending {
                break stop;
            }
            let kind = match machine.system().last_service() {
                5 => ValueKind::Int,
                6 => ValueKind::Float,
                7 => ValueKind::Double,
                12 => ValueKind::Char,
                8 => ValueKind::Text { room: machine.cpu.get(A1).min(1 << 16) },
                _ => ValueKind::Text { room: 256 },
            };
            if !world.ended {
                reads.push(Read { kind, printed: world.output.len() });
                world.line.clear();
                world.at = 0;
                world.ended = !answer(kind, &mut world.line);
                if !world.ended {
                    let length = world.line.len();
                    cut |= matches!(kind, ValueKind::Text { room } if length > room.saturating_sub(1) as usize);
                    world.line.push(b'\n');
                    answered += 1;
                }
            }
            world.limit = (world.output.len() + limits.output).min(self.most);
        };
        let code = if let Stop::Exit(code) = stop { code } else { 0 };
        Ran {
            outcome: outcome(stop),
            stop,
            code,
            reads,
            answered,
            output: world.output,
            complained: world.complained,
            chance: world.chance,
            written: world.written,
            wanted: world.wanted,
            cut,
            steps: machine.steps(),
            work: machine.work(),
            pc: machine.pc,
        }
    }

    /// Runs it on a given input.
    pub fn run_on<O: Observer>(
        &mut self,
        input: &Input,
        limits: Limits,
        tail: Tail,
        observer: &mut O,
    ) -> Ran {
        let mut values = input.values.iter();
        self.run(&input.files, limits, tail, observer, |_, line| match values.next() {
            Some(value) => {
                value.write(line);
                true
            }
            None => false,
        })
    }
}

fn outcome(stop: Stop) -> Outcome {
    let failed = |pc, cause| Outcome::RunError(RunError { pc, cause });
    match stop {
        Stop::Exit(_) | Stop::FellOffEnd => Outcome::Exited,
        Stop::InputPending => Outcome::Waiting,
        Stop::BudgetSpent | Stop::WorkLimit | Stop::Break { .. } => Outcome::Limit(Limit::Steps),
        Stop::OutputRefused => Outcome::Limit(Limit::Output),
        Stop::MemoryLimit => Outcome::Limit(Limit::Memory),
        Stop::Crash { crash: Crash::EndOfInput, .. } => Outcome::EndOfInput,
        Stop::Fault { fault: Fault::Service(ServiceFault::Integer), .. } => Outcome::InputError,
        Stop::Crash { crash, pc } => failed(pc, FaultCause::Crash(crash)),
        Stop::Fault { fault, pc } => failed(pc, FaultCause::Fault(fault)),
        Stop::BadProgramCounter(pc) => failed(pc, FaultCause::NoInstruction),
    }
}

/// The world of a program that is run on an input.
struct World<'a> {
    line: Vec<u8>,
    at: usize,
    ended: bool,
    output: Vec<u8>,
    limit: usize,
    complained: bool,
    draws: Draws,
    chance: Option<ChanceUsed>,
    files: &'a BTreeMap<String, Option<Vec<u8>>>,
    written: BTreeMap<String, Vec<u8>>,
    /// Files that were opened, by handle: name, how far it has been read, whether it is written.
    open: Vec<(String, usize, bool)>,
    wanted: Option<String>,
}

/// The most files that a program may open one after the other.
const MAX_OPENED: usize = 256;

impl World<'_> {
    fn contents(&self, name: &str) -> Option<&[u8]> {
        let given = || self.files.get(name).and_then(Option::as_ref);
        self.written.get(name).or_else(given).map(Vec::as_slice)
    }
}

impl Host for World<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Answer {
        let rest = &self.line[self.at..];
        let count = rest.len().min(buffer.len());
        if count == 0 {
            return if self.ended { Answer::End } else { Answer::Pending };
        }
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Answer::Bytes(count)
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.complained |= stream == Stream::Err;
        let room = self.limit.saturating_sub(self.output.len());
        self.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room { Err(Refused) } else { Ok(()) }
    }

    fn now(&mut self) -> u64 {
        self.chance.get_or_insert(ChanceUsed::Clock);
        u64::from(TODAY) << 32 | u64::from(self.draws.draw())
    }

    fn overrides_seeds(&self) -> bool {
        false
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        self.chance.get_or_insert(ChanceUsed::Unseeded);
        Some(self.draws.draw())
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        let writes = mode != OpenMode::Read;
        let known = self.files.contains_key(name) || self.written.contains_key(name);
        if !writes && !known {
            self.wanted.get_or_insert_with(|| name.to_owned());
        }
        if self.open.len() >= MAX_OPENED || (!writes && self.contents(name).is_none()) {
            return Err(FileError::Failed);
        }
        if writes {
            let before = (mode == OpenMode::Append).then(|| self.contents(name)).flatten();
            let before = before.unwrap_or_default().to_vec();
            self.written.insert(name.to_owned(), before);
        }
        self.open.push((name.to_owned(), 0, writes));
        Ok(self.open.len() as Handle - 1)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        let (name, at, _) = self.open.get(handle as usize).ok_or(FileError::Failed)?;
        let rest = self.contents(name).and_then(|bytes| bytes.get(*at..)).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.open[handle as usize].1 += count;
        Ok(count)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        let (name, _, true) = self.open.get(handle as usize).ok_or(FileError::Failed)? else {
            return Err(FileError::Failed);
        };
        let file = self.written.get_mut(name).ok_or(FileError::Failed)?;
        if file.len() + bytes.len() > self.limit {
            return Err(FileError::Full);
        }
        file.extend_from_slice(bytes);
        Ok(())
    }
}
