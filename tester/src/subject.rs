//! An assembly program as a player: the machine, and a world of which every part is in a script.
//!
//! A program reads nothing but the script's lines, sees no file and no clock, and draws nothing but
//! the script's draws. Limits count instructions and bytes between two lines, never time, so that a
//! verdict is the same everywhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use mips_sim::asm::Assembly;
use mips_sim::host::system::Crash;
use mips_sim::isa::Inst;
use mips_sim::machine::{Fault, Machine, MachineOptions, ServiceFault, Stop};
use mips_sim::observe::{Observer, Off};
use mips_sim::{AsmOptions, Image, assemble};

use crate::boards::Typing;
use crate::console::{Console, TODAY};
use crate::draws::Draws;
use crate::player::{FaultCause, Limit, Outcome, Player, RunError};

/// How far a program may go between two lines of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions.
    pub steps: u64,
    /// Bytes of output.
    pub output: usize,
    /// Bytes of memory, over the whole session.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 2_000_000, output: 64 << 10, memory: 4 << 20 }
    }
}

/// Bytes that the services may move in a session, and 16 for each call: far more than any game needs.
const MAX_WORK: u64 = 16 << 20;
/// Memory that a program may make for itself at no cost. Each byte beyond it counts as an instruction.
const FREE_MEMORY: usize = 64 << 10;
/// The most questions on the side that are answered after one line.
const MAX_ASIDES: usize = 8;
/// So many bytes are restored in the time of an instruction.
const RESTORED_BYTES: usize = 16;
/// To read a byte of output for boards takes as long as so many instructions.
pub(crate) const READ_WORK: u64 = 8;

/// A program that assembles, ready to be played any number of times.
#[derive(Clone, Debug)]
pub struct Program {
    image: Arc<Image>,
    start: Arc<Machine>,
    limits: Limits,
    typing: Arc<Typing>,
    account: Option<Account>,
}

/// What everyone who plays a program has cost together, and how much that may be.
#[derive(Clone, Debug)]
struct Account {
    spent: Arc<AtomicU64>,
    most: u64,
    patience: Option<Arc<Patience>>,
}

/// How long a program has taken to answer so far.
#[derive(Debug, Default)]
struct Patience {
    hangs: AtomicU32,
    longest: AtomicU64,
}

impl Patience {
    /// So often a program may hang before it is no longer waited for.
    const HANGS: u32 = 1;
    /// It is given so many times the instructions of its longest answer then, and at least so many.
    const TIMES: u64 = 8;
    const LEAST: u64 = 20_000;

    /// How many of so many instructions it is given.
    fn steps(&self, most: u64) -> u64 {
        if self.hangs.load(Ordering::Relaxed) < Patience::HANGS {
            return most;
        }
        let longest = self.longest.load(Ordering::Relaxed);
        longest.saturating_mul(Patience::TIMES).max(Patience::LEAST).min(most)
    }

    fn note(&self, stop: Stop, steps: u64) {
        if stop == Stop::BudgetSpent {
            self.hangs.fetch_add(1, Ordering::Relaxed);
        } else {
            self.longest.fetch_max(steps, Ordering::Relaxed);
        }
    }
}

impl Account {
    fn charge(&self, work: u64) {
        self.spent.fetch_add(work, Ordering::Relaxed);
    }

    fn is_exhausted(&self) -> bool {
        self.spent.load(Ordering::Relaxed) >= self.most
    }
}

/// A program that does not assemble, with what the assembler said.
#[derive(Debug, thiserror::Error)]
#[error("the program does not assemble")]
pub struct NotAssembled(pub Box<Assembly>);

impl Program {
    /// Assembles a program that is one text.
    pub fn assemble(name: &str, source: &str, limits: Limits) -> Result<Program, NotAssembled> {
        let mut files: &[(&str, &str)] = &[(name, source)];
        let assembly = assemble(&[name], &mut files, &AsmOptions::default());
        if assembly.succeeded() {
            Ok(Program::new(assembly.image, limits))
        } else {
            Err(NotAssembled(Box::new(assembly)))
        }
    }

    /// A program that has been assembled.
    pub fn new(image: Image, limits: Limits) -> Program {
        Program::beginning_at(image, limits, None)
    }

    /// A program that begins at this address and not at its first instruction.
    pub fn beginning_at(image: Image, limits: Limits, entry: Option<u32>) -> Program {
        let options = MachineOptions {
            entry,
            max_memory: limits.memory,
            max_work: MAX_WORK,
            ..MachineOptions::default()
        };
        let mut start = Machine::load(&image, &options);
        start.memory.share();
        let (image, start) = (Arc::new(image), Arc::new(start));
        Program { image, start, limits, typing: Arc::default(), account: None }
    }

    /// The same program, typed to in another way.
    pub fn typed_to(&self, typing: Typing) -> Program {
        Program { typing: Arc::new(typing), ..self.clone() }
    }

    /// The same program with other instructions at these addresses, which may lie behind its end.
    /// Its image is still that of the source.
    pub fn with_instructions(&self, changes: &[(u32, Inst)]) -> Program {
        let mut start = (*self.start).clone();
        start.set_instructions(changes);
        Program { start: Arc::new(start), ..self.clone() }
    }

    /// The same program with other limits between two lines.
    pub fn with_limits(&self, limits: Limits) -> Program {
        Program { limits, ..self.clone() }
    }

    /// The same program for so much work, in instructions, by all players that are made of it, and by
    /// copies of them. Then it hangs at once, and [`Program::is_exhausted`].
    pub fn within(&self, work: u64) -> Program {
        let account = Account { spent: Arc::default(), most: work, patience: None };
        Program { account: Some(account), ..self.clone() }
    }

    /// The same, and once it has hung a few times, it is not waited for much longer than its longest
    /// answer took. One at a time must play it, or chance would decide how long that is.
    pub fn explored_within(&self, work: u64) -> Program {
        let account = Account { spent: Arc::default(), most: work, patience: Some(Arc::default()) };
        Program { account: Some(account), ..self.clone() }
    }

    /// Whether it has done all the work that it may, so that what it does says nothing about it.
    pub fn is_exhausted(&self) -> bool {
        self.account.as_ref().is_some_and(Account::is_exhausted)
    }

    /// What was assembled.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// Whether a text is in its data.
    pub fn holds(&self, text: &[u8]) -> bool {
        let data: Vec<u8> = self.image.data.iter().flat_map(|(_, block)| *block).collect();
        !text.is_empty() && data.windows(text.len()).any(|part| part == text)
    }

    /// The machine before the first instruction.
    pub fn start(&self) -> &Machine {
        &self.start
    }

    /// How far it may go between two lines.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What it costs at most to begin anew, in instructions: a program may touch all memory that it
    /// begins with.
    pub fn work_of_restart(&self) -> u64 {
        (self.start.memory.size() / RESTORED_BYTES) as u64
    }

    /// A player at the start of the program.
    pub fn subject(&self) -> Subject {
        Subject { program: self.clone(), machine: (*self.start).clone(), stop: Stop::InputPending }
    }
}

/// A program that is being played.
#[derive(Debug)]
pub struct Subject {
    program: Program,
    machine: Machine,
    /// Why the machine stopped last.
    stop: Stop,
}

impl Clone for Subject {
    fn clone(&self) -> Subject {
        self.charge_copy();
        let Subject { program, machine, stop } = self;
        Subject { program: program.clone(), machine: machine.clone(), stop: *stop }
    }
}

impl Subject {
    /// The machine as it stands.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Why it stopped last.
    pub fn stop(&self) -> Stop {
        self.stop
    }

    /// The program that is played.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What the game has cost so far, in instructions: those that were executed, what services did, the
    /// memory that was made, and to restore what was touched for the next game.
    pub fn work(&self) -> u64 {
        let (memory, at_start) = (&self.machine.memory, self.program.start.memory.size());
        let made = memory.size().saturating_sub(at_start + FREE_MEMORY);
        let restored = memory.own_size().min(at_start) / RESTORED_BYTES;
        self.machine.work() + (made + restored) as u64
    }

    /// Charges what it costs to copy its memory, or to restore it.
    fn charge_copy(&self) {
        if let Some(account) = &self.program.account {
            account.charge((self.machine.memory.own_size() / RESTORED_BYTES) as u64);
        }
    }

    /// Lets the program go on with other limits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.program.limits = limits;
    }

    /// Runs until more input is needed while someone looks on. Questions on the side are answered on
    /// the way.
    pub fn watch<O: Observer>(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
        observer: &mut O,
    ) -> Outcome {
        let typing = Arc::clone(&self.program.typing);
        let mut from = output.len();
        let mut outcome = self.run(input, ended, draws, output, observer);
        for _ in 0..MAX_ASIDES {
            let aside =
                typing.aside(&output[from..]).filter(|_| outcome == Outcome::Waiting && !ended);
            let Some(answer) = aside else { break };
            let line = [answer, b"\n"].concat();
            // Enter ends the line of the question on the screen, too.
            output.push(b'\n');
            from = output.len();
            outcome = self.run(&line, ended, draws, output, observer);
        }
        outcome
    }

    /// Where a waiting program has called a service, and from where it came there.
    pub(crate) fn waits_at(&self) -> [u32; 3] {
        let [stack, back] = [29, 31].map(|register| self.machine.cpu.get(register));
        [self.machine.pc, stack, back]
    }

    fn run<O: Observer>(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
        observer: &mut O,
    ) -> Outcome {
        let limits = self.program.limits;
        let account = self.program.account.clone();
        if account.as_ref().is_some_and(Account::is_exhausted) {
            self.stop = Stop::WorkLimit;
            return Outcome::Limit(Limit::Steps);
        }
        let patience = account.as_ref().and_then(|account| account.patience.as_ref());
        let steps = patience.map_or(limits.steps, |patience| patience.steps(limits.steps));
        let before = (self.machine.work(), self.machine.memory.size(), output.len());
        let began = self.machine.steps();
        let limit = output.len() + limits.output;
        // The clock goes on with the program, from a time of today.
        let era =
            TODAY.saturating_add(u32::try_from(self.machine.steps() >> 6).unwrap_or(u32::MAX));
        let seeds = self.program.typing.seeds;
        let mut console = Console { input, ended, draws, output, limit, era, seeds };
        let failed = |pc, cause| Outcome::RunError(RunError { pc, cause });
        self.stop = self.machine.run(&mut console, observer, steps);
        if let Some(patience) = patience {
            patience.note(self.stop, self.machine.steps() - began);
        }
        if let Some(account) = account {
            let (work, memory, printed) = before;
            let made = self.machine.memory.size().saturating_sub(memory) as u64;
            let read = READ_WORK * (output.len() - printed) as u64;
            account.charge(self.machine.work() - work + made + read);
        }
        match self.stop {
            Stop::Exit(_) | Stop::FellOffEnd => Outcome::Exited,
            Stop::InputPending => Outcome::Waiting,
            Stop::BudgetSpent => Outcome::Limit(Limit::Steps),
            Stop::OutputRefused => Outcome::Limit(Limit::Output),
            Stop::MemoryLimit => Outcome::Limit(Limit::Memory),
            Stop::WorkLimit | Stop::Break { .. } => Outcome::Limit(Limit::Steps),
            Stop::Crash { crash: Crash::EndOfInput, .. } => Outcome::EndOfInput,
            Stop::Fault { fault: Fault::Service(ServiceFault::Integer), .. } => Outcome::InputError,
            Stop::Crash { crash, pc } => failed(pc, FaultCause::Crash(crash)),
            Stop::Fault { fault, pc } => failed(pc, FaultCause::Fault(fault)),
            Stop::BadProgramCounter(pc) => failed(pc, FaultCause::NoInstruction),
        }
    }
}

impl Player for Subject {
    fn reset(&mut self) {
        self.charge_copy();
        self.machine.clone_from(&self.program.start);
    }

    fn feed(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
    ) -> Outcome {
        self.watch(input, ended, draws, output, &mut Off)
    }
}

/// A program that is played while someone looks on.
#[derive(Debug)]
pub struct Watched<'a, O> {
    /// The program.
    pub subject: Subject,
    /// Who looks on.
    pub observer: &'a mut O,
}

impl<O: Observer> Player for Watched<'_, O> {
    fn reset(&mut self) {
        self.subject.reset();
    }

    fn feed(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
    ) -> Outcome {
        self.subject.watch(input, ended, draws, output, self.observer)
    }
}
