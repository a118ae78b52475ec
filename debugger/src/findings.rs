//! What the checker of students' mistakes finds in a run, with the moment at which each shows: the run
//! is repeated from its start with the checker looking on.

use std::ops::ControlFlow;

use mips_sim::host::Host;
use mips_sim::isa::Inst;
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::check::{Check, Finding};
use mips_sim::observe::{Done, Observer};

use crate::search::Interrupted;
use crate::session::{Debugger, Ran};

/// The checker, and the step before the instruction at which each of its findings showed.
struct Dated {
    check: Check,
    position: u64,
    steps: Vec<u64>,
}

impl Observer for Dated {
    #[inline(always)]
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        self.check.step(pc, inst, cpu, memory);
    }

    #[inline(always)]
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        let flow = self.check.done(done);
        if self.check.findings().len() != self.steps.len() {
            self.steps.resize(self.check.findings().len(), self.position);
        }
        self.position += 1;
        flow
    }
}

impl<H: Host> Debugger<H> {
    /// What the checker finds in this history as far as it is known, each with the step before the
    /// instruction at which it shows. It stays where it is.
    pub fn findings(&mut self) -> Result<Vec<(u64, Finding)>, Interrupted> {
        let here = self.step();
        self.to_start();
        let (position, end) = (self.step(), self.timeline().end);
        let check = Check::new(&self.image);
        let mut dated = Dated { check, position, steps: Vec::new() };
        let ran = self.forward(&mut dated, end);
        self.seek(here);
        if ran == Ran::Interrupted {
            return Err(Interrupted);
        }
        let mut steps = dated.steps;
        // An instruction that fails is not done.
        steps.resize(dated.check.findings().len(), end);
        Ok(steps.into_iter().zip(dated.check.findings().iter().cloned()).collect())
    }
}
