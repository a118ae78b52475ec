//! How instructions follow each other: the loop, its budget, and why it stops.

use std::sync::Arc;

use super::Machine;
use super::code::{EMPTY, is_empty, stored};
use super::exec::{Flow, execute};
use super::fault::Fault;
use super::memory::MemoryFault;
use crate::config::Region;
use crate::host::Host;
use crate::host::system::{Crash, Outcome};
use crate::isa::{Inst, Op};
use crate::observe::Observer;

/// Why a machine stopped. It can be run again after the budget or the input ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ended itself, with this code.
    Exit(i32),
    /// It ran to where there is no instruction, which is a normal end.
    FellOffEnd,
    /// An instruction could not be carried out, and there is no handler.
    Fault {
        /// Why.
        fault: Fault,
        /// The address of the instruction.
        pc: u32,
    },
    /// The program counter is where no instruction can be.
    BadProgramCounter(u32),
    /// MARS itself would have died here.
    Crash {
        /// What of.
        crash: Crash,
        /// The address of the instruction.
        pc: u32,
    },
    /// As many instructions as were allowed have been executed.
    BudgetSpent,
    /// There is no input yet.
    InputPending,
    /// The host takes no more output.
    OutputRefused,
    /// The program has touched more memory than it may.
    MemoryLimit,
}

/// The state of a delayed branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Delay {
    /// None is under way.
    #[default]
    Cleared,
    /// One was just taken.
    Registered(u32),
    /// Its delay slot is next.
    Triggered(u32),
}

/// Why the fast loop gave up.
enum Pause {
    /// Control went out of user text, to this address.
    Left(u32),
    /// The instruction at this address calls the system; it counts as executed.
    Syscall(u32),
    /// The instruction at this address failed; it counts as executed.
    Fault(Fault, u32),
    /// The budget does not reach to the end of the run that begins at this address.
    Short(u32),
}

impl Machine {
    /// Runs until something stops it, at most `budget` instructions.
    pub fn run<H: Host, O: Observer>(
        &mut self,
        host: &mut H,
        observer: &mut O,
        budget: u64,
    ) -> Stop {
        let end = self.steps.saturating_add(budget);
        loop {
            if self.steps >= end {
                return Stop::BudgetSpent;
            }
            let simple = !self.options.delayed_branching && !self.options.self_modifying;
            let stop = if simple && self.in_user_text() {
                match self.fast(observer, end) {
                    Pause::Left(pc) => {
                        self.pc = pc;
                        None
                    }
                    Pause::Syscall(pc) => {
                        let stop = self.syscall(host, pc);
                        self.tell_done(observer, pc, stop);
                        stop
                    }
                    Pause::Fault(fault, pc) => {
                        let stop = self.raise(fault, pc);
                        self.tell_done(observer, pc, stop);
                        stop
                    }
                    Pause::Short(pc) => {
                        self.pc = pc;
                        if self.steps >= end {
                            return Stop::BudgetSpent;
                        }
                        self.step(host, observer)
                    }
                }
            } else {
                self.step(host, observer)
            };
            if let Some(stop) = stop {
                return stop;
            }
        }
    }

    fn in_user_text(&self) -> bool {
        self.pc.is_multiple_of(4) && self.code.holds(self.pc)
    }

    /// The loop for user text without delayed branching and self-modifying code, which is nearly
    /// all that ever runs. Instructions are counted when control goes elsewhere: a run of them is
    /// entered only if all of it fits the budget.
    fn fast<O: Observer>(&mut self, observer: &mut O, end: u64) -> Pause {
        let base = self.code.base();
        let entries = self.code.entries();
        let runs = self.code.runs();
        let cpu = &mut self.cpu;
        let memory = &mut self.memory;
        let mut at = (self.pc.wrapping_sub(base) / 4) as usize;
        let mut start = at;
        let mut left = end - self.steps;
        let mut repeated = 0u64;
        if u64::from(runs[at]) > left {
            return Pause::Short(self.pc);
        }
        let mut last = self.last_fetch;
        let (pause, at, start) = loop {
            let inst = entries[at];
            let pc = base.wrapping_add((at as u32) << 2);
            if O::ACTIVE && !is_empty(inst) {
                observer.step(pc, inst, cpu, memory);
            }
            let next = match execute(cpu, memory, inst, pc, pc.wrapping_add(4)) {
                Ok(Flow::Next) => {
                    at += 1;
                    if O::ACTIVE {
                        observer.done(pc, pc.wrapping_add(4), inst, cpu, memory);
                    }
                    continue;
                }
                Ok(Flow::Branch(words)) => at.wrapping_add(1).wrapping_add(words as isize as usize),
                Ok(Flow::Jump(target)) => {
                    // An address that is not aligned becomes an index out of bounds.
                    target.wrapping_sub(base).rotate_right(2) as usize
                }
                Ok(Flow::Return(target)) => {
                    if O::ACTIVE {
                        observer.done(pc, target, inst, cpu, memory);
                    }
                    break (Pause::Left(target), at + 1, start);
                }
                Ok(Flow::Syscall) => break (Pause::Syscall(pc), at + 1, start),
                Err(fault) => {
                    // The entry behind the last instruction: control just went there.
                    if is_empty(inst) {
                        break (Pause::Left(pc), at, start);
                    }
                    break (Pause::Fault(fault, pc), at + 1, start);
                }
            };
            if O::ACTIVE {
                let target = base.wrapping_add((next as u32) << 2);
                observer.done(pc, target, inst, cpu, memory);
            }
            left -= (at + 1 - start) as u64;
            last = pc;
            let Some(run) = runs.get(next) else {
                let target = match execute_target(inst, pc, cpu) {
                    Some(target) => target,
                    None => base.wrapping_add((next as u32) << 2),
                };
                break (Pause::Left(target), 0, 0);
            };
            if u64::from(*run) > left {
                let pc = base.wrapping_add((next as u32) << 2);
                break (Pause::Short(pc), 0, 0);
            }
            // A fetch from the address of the last one is not counted.
            repeated += u64::from(next == at);
            at = next;
            start = next;
        };
        left -= (at - start) as u64;
        let executed = end - self.steps - left;
        self.steps += executed;
        repeated += u64::from(executed > 0 && self.last_fetch == self.pc);
        self.fetches += executed - repeated;
        self.last_fetch = match pause {
            Pause::Syscall(pc) | Pause::Fault(_, pc) => pc,
            // Off the end, from the instruction before it.
            Pause::Left(_) if at > start => base.wrapping_add((at as u32 - 1) << 2),
            Pause::Left(_) | Pause::Short(_) => last,
        };
        pause
    }

    /// One instruction, wherever it is and whatever the modes.
    fn step<H: Host, O: Observer>(&mut self, host: &mut H, observer: &mut O) -> Option<Stop> {
        let pc = self.pc;
        let inst = match self.fetch(pc) {
            Ok(inst) => inst,
            Err(stop) => return Some(stop),
        };
        self.note_fetch(pc);
        if is_empty(inst) {
            return Some(Stop::FellOffEnd);
        }
        self.steps += 1;
        if O::ACTIVE {
            observer.step(pc, inst, &self.cpu, &self.memory);
        }
        let delayed = self.options.delayed_branching;
        let next = pc.wrapping_add(4);
        let link = if delayed { pc.wrapping_add(8) } else { next };
        let flow = execute(&mut self.cpu, &mut self.memory, inst, pc, link);
        self.pc = next;
        let mut stop = None;
        match flow {
            Ok(Flow::Next) => {}
            Ok(Flow::Branch(words)) => self.branch(next.wrapping_add((words as u32) << 2)),
            Ok(Flow::Jump(target)) => self.branch(target),
            Ok(Flow::Return(target)) => self.pc = target,
            Ok(Flow::Syscall) => stop = self.syscall(host, pc),
            Err(fault) => stop = self.raise(fault, pc),
        }
        if self.options.self_modifying {
            self.take_over_text();
        }
        match self.delay {
            Delay::Triggered(target) => {
                self.pc = target;
                self.delay = Delay::Cleared;
            }
            Delay::Registered(target) => self.delay = Delay::Triggered(target),
            Delay::Cleared => {}
        }
        if O::ACTIVE && stop != Some(Stop::InputPending) {
            observer.done(pc, self.pc, inst, &self.cpu, &self.memory);
        }
        stop
    }

    /// Tells of an instruction of user text that went to the system or to the handler. One that
    /// waits for input has not happened yet.
    fn tell_done<O: Observer>(&self, observer: &mut O, pc: u32, stop: Option<Stop>) {
        if O::ACTIVE && stop != Some(Stop::InputPending) {
            observer.done(pc, self.pc, self.code.at(pc), &self.cpu, &self.memory);
        }
    }

    /// A branch that is taken. One in a delay slot does not change where the first one goes.
    fn branch(&mut self, target: u32) {
        if !self.options.delayed_branching {
            self.pc = target;
            return;
        }
        self.delay = match self.delay {
            Delay::Cleared => Delay::Registered(target),
            Delay::Registered(first) | Delay::Triggered(first) => Delay::Registered(first),
        };
    }

    fn fetch(&mut self, pc: u32) -> Result<Inst, Stop> {
        if !pc.is_multiple_of(4) {
            return Err(Stop::BadProgramCounter(pc));
        }
        match self.options.config.region_of_text(pc) {
            Some(Region::Text) => Ok(self.code.at(pc)),
            Some(_) => Ok(self.kernel.at(pc)),
            None if self.options.self_modifying => {
                let word = self.memory.load_word(pc).map_err(|_| Stop::BadProgramCounter(pc))?;
                Ok(stored(word))
            }
            None => Err(Stop::BadProgramCounter(pc)),
        }
    }

    /// MARS counts fetches from user text, but not one from the same address as the last.
    pub(crate) fn note_fetch(&mut self, address: u32) {
        let user = self.options.config.region_of_text(address) == Some(Region::Text);
        if user && self.last_fetch != address {
            self.last_fetch = address;
            self.fetches += 1;
        }
    }

    fn syscall<H: Host>(&mut self, host: &mut H, pc: u32) -> Option<Stop> {
        self.pc = pc.wrapping_add(4);
        match self.system.call(&mut self.cpu, &mut self.memory, host) {
            Outcome::Done => None,
            Outcome::Exit(code) => Some(Stop::Exit(code)),
            Outcome::Fault(fault) => self.raise(Fault::Service(fault), pc),
            Outcome::Crash(crash) => Some(Stop::Crash { crash, pc }),
            Outcome::Pending => {
                // The instruction has not happened yet.
                self.pc = pc;
                self.steps -= 1;
                Some(Stop::InputPending)
            }
            Outcome::OutputRefused => Some(Stop::OutputRefused),
            Outcome::MemoryLimit => Some(Stop::MemoryLimit),
        }
    }

    /// An exception: to the program's handler if it has one.
    fn raise(&mut self, fault: Fault, pc: u32) -> Option<Stop> {
        let fault = match fault {
            Fault::Break(_)
                if self.fetch(pc).is_ok_and(|i| i.op == Op::Break && i.regs[0] > EMPTY - 2) =>
            {
                Fault::Undefined(self.fetch(pc).map_or(0, |inst| inst.imm as u32))
            }
            other => other,
        };
        match fault.memory() {
            Some(MemoryFault::Limit) => return Some(Stop::MemoryLimit),
            Some(MemoryFault::Crash { address }) => {
                return Some(Stop::Crash { crash: Crash::StackBorder(address), pc });
            }
            _ => {}
        }
        if let Some(cause) = fault.cause() {
            let cp0 = &mut self.cpu.cp0;
            if let Some(address) = fault.address() {
                cp0.vaddr = address;
            }
            cp0.cause = cp0.cause & 0xffff_fc83 | cause << 2;
            cp0.epc = pc;
            cp0.status |= 2;
        }
        let handler = self.options.config.exception_handler;
        if self.kernel.holds(handler) {
            self.pc = handler;
            return None;
        }
        Some(Stop::Fault { fault, pc })
    }

    /// What self-modifying code stored in text takes effect, and what it read there is counted.
    fn take_over_text(&mut self) {
        for address in self.memory.take_text_reads() {
            self.note_fetch(address);
        }
        for (address, word) in self.memory.take_text_writes() {
            Arc::make_mut(&mut self.code).replace(address, word);
        }
    }
}

/// The address that a jump out of the text went to; a branch's is computed from its distance.
fn execute_target(inst: Inst, pc: u32, cpu: &crate::machine::cpu::Cpu) -> Option<u32> {
    match inst.op {
        Op::Jr | Op::JalrRa => Some(cpu.get(inst.regs[0])),
        Op::Jalr => Some(cpu.get(inst.regs[1])),
        Op::J | Op::Jal => Some(crate::isa::codec::jump_target(inst, pc)),
        _ => None,
    }
}
