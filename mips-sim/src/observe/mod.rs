//! Those who look on while a program runs: trace, profile, coverage, checks. They see everything,
//! change nothing, and can stop the machine between two instructions. With [`Off`] the loop is
//! compiled as if there were none.

pub mod calls;
pub mod check;
pub mod coverage;
pub mod history;
pub mod profile;
pub mod stores;
pub mod trace;

pub use calls::Calls;
pub use history::History;

use std::ops::ControlFlow;

use crate::host::system::ServiceAccess;
use crate::isa::Inst;
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;

/// Looks on.
pub trait Observer {
    /// Whether it looks at all; the loop is compiled without it otherwise.
    const ACTIVE: bool = true;

    /// Whether it only wants to be told of instructions that load or store, before each, and of
    /// services. It may be told of others, costs much less, and can't stop the machine.
    const ONLY_MEMORY: bool = false;

    /// An instruction is about to be executed. It is told of twice if it had to wait for input.
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        let _ = (pc, inst, cpu, memory);
    }

    /// A service of `syscall` has been carried out, or has failed. [`Observer::done`] comes next.
    fn service(&mut self, access: &ServiceAccess<'_>) {
        let _ = access;
    }

    /// An instruction has been executed. Control goes to the handler if it failed and there is one.
    /// Every instruction that counts as a step is told of once.
    ///
    /// With `Break` the machine stops here, with [`Stop::Break`], unless the program is over anyway.
    /// It can be run again, and begins with the instruction at `next`: so a breakpoint is a `next`
    /// to break at, and a watchpoint something that this instruction did.
    ///
    /// [`Stop::Break`]: crate::machine::Stop::Break
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        let _ = done;
        ControlFlow::Continue(())
    }
}

/// An instruction that has been executed, with the machine as it is after it.
#[derive(Clone, Copy, Debug)]
pub struct Done<'a> {
    /// Its address.
    pub pc: u32,
    /// Where control goes.
    pub next: u32,
    /// The instruction.
    pub inst: Inst,
    /// The registers.
    pub cpu: &'a Cpu,
    /// The memory.
    pub memory: &'a Memory,
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Observer for Off {
    const ACTIVE: bool = false;
}

/// One that may be there or not, decided when the program is run.
impl<O: Observer> Observer for Option<O> {
    const ACTIVE: bool = O::ACTIVE;

    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        if let Some(observer) = self {
            observer.step(pc, inst, cpu, memory);
        }
    }

    fn service(&mut self, access: &ServiceAccess<'_>) {
        if let Some(observer) = self {
            observer.service(access);
        }
    }

    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        match self {
            Some(observer) => observer.done(done),
            None => ControlFlow::Continue(()),
        }
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;

    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        self.0.step(pc, inst, cpu, memory);
        self.1.step(pc, inst, cpu, memory);
    }

    fn service(&mut self, access: &ServiceAccess<'_>) {
        self.0.service(access);
        self.1.service(access);
    }

    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        let first = self.0.done(done);
        let second = self.1.done(done);
        if first.is_break() { first } else { second }
    }
}
