//! The run-time checker: a shadow of the machine that knows where values came from, and notices
//! what students get wrong. It looks only for what is certain; a correct program gets no word.
//!
//! `program` is what is known before the run, `flow` calls and returns, `values` registers and
//! memory, `services` the system calls, `finding` the words. Where control goes in a way that it
//! does not understand (exception handlers, delayed branches, code that changes itself), the
//! checker stops looking rather than guess.

mod finding;
mod flow;
mod program;
mod services;
mod values;

use std::collections::BTreeSet;

pub use finding::{Args, Finding, ROWS};

use super::Observer;
use crate::image::Image;
use crate::isa::codec::target;
use crate::isa::effects::Control;
use crate::isa::{Inst, Op};
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;
use flow::Frame;
use program::{Fact, Program};
use values::{Shadow, Slot};

const V0: u8 = 2;
const A0: u8 = 4;
const A1: u8 = 5;
const SP: u8 = 29;
const RA: u8 = 31;

/// Looks for mistakes while a program runs.
#[derive(Clone, Debug)]
pub struct Check {
    program: Program,
    handler: u32,
    /// The highest word of the stack; the shadow of the stack grows down from it.
    stack_top: u32,
    stack: Vec<Slot>,
    registers: [Shadow; 32],
    /// The registers that something wrote.
    written: u32,
    /// The registers whose value has been used since it was written.
    consumed: u32,
    frames: Vec<Frame>,
    /// A division by zero whose result nobody has read yet: its address and the divisor.
    division: Option<(u32, u8)>,
    /// A service number that waits for its `syscall`.
    service: Option<services::Pending>,
    /// Where lines of input were stored: address and length.
    buffers: Vec<(u32, u32)>,
    /// The service of the `syscall` under way.
    number: u32,
    /// The address of the load or store under way.
    address: u32,
    off: bool,
    findings: Vec<Finding>,
    told: BTreeSet<(u8, u32)>,
}

impl Check {
    /// A checker for a program that has not begun yet.
    pub fn new(image: &Image) -> Check {
        Check {
            program: Program::new(image),
            handler: image.config.exception_handler,
            stack_top: image.config.stack_base & !3,
            stack: Vec::new(),
            registers: [Shadow::default(); 32],
            written: 0,
            consumed: 0,
            frames: Vec::new(),
            division: None,
            service: None,
            buffers: Vec::new(),
            number: 0,
            address: 0,
            off: false,
            findings: Vec::new(),
            told: BTreeSet::new(),
        }
    }

    /// What was found, in the order in which it showed.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Adds a finding, once for each kind and line.
    fn report(&mut self, row: u8, pc: u32, args: Args) {
        let line = self.program.at(pc).map_or(0, |fact| fact.line);
        let code = ROWS.iter().find(|(number, _)| *number == row).map_or("", |(_, code)| code);
        if self.told.insert((row, line)) {
            self.findings.push(Finding { row, code, pc, line, args });
        }
    }

    fn begin(&mut self, pc: u32, cpu: &Cpu) {
        // Arguments of the program are in registers and below the top of the stack.
        self.written = (0..32).filter(|n| cpu.get(*n) != 0).fold(1, |mask, n| mask | 1 << n);
        self.frames.push(Frame::new(pc, cpu.get(RA), cpu));
    }

    /// Whether control went as it does without delayed branches and exceptions.
    fn is_plain(&self, fact: &Fact, pc: u32, next: u32) -> bool {
        let following = pc.wrapping_add(4);
        match fact.effects.control {
            Control::None | Control::Syscall => next == following,
            Control::Jump | Control::Call => target(fact.inst, pc) == Some(next),
            Control::Trap | Control::Break | Control::Eret => next == following,
            _ => next != self.handler,
        }
    }

    fn top(&mut self) -> &mut Frame {
        // The bottom frame is never removed.
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}

impl Observer for Check {
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        if self.off {
            return;
        }
        if self.frames.is_empty() {
            self.begin(pc, cpu);
        }
        let Some(fact) = self.program.fact(pc, inst).copied() else {
            self.off = true;
            return;
        };
        let mut reads = fact.effects.reads;
        if inst.op == Op::Syscall {
            self.number = cpu.get(V0);
            reads |= 1 << V0 | services::reads(self.number);
        }
        self.address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
        self.look_at_reads(pc, &fact, reads);
        self.look_at_values(pc, &fact, cpu);
        match fact.effects.control {
            Control::Syscall => self.look_at_service(pc, cpu, memory),
            Control::JumpRegister => self.look_at_return(pc, inst.regs[0], cpu),
            _ => {}
        }
    }

    fn done(&mut self, pc: u32, next: u32, inst: Inst, cpu: &Cpu, _: &Memory) {
        if self.off {
            return;
        }
        let Some(fact) = self.program.fact(pc, inst).copied() else { return };
        if !self.is_plain(&fact, pc, next) {
            self.off = true;
            return;
        }
        let mut writes = fact.effects.writes & !1;
        if inst.op == Op::Syscall {
            writes |= services::writes(self.number);
        }
        self.note_service(pc, &fact, writes);
        self.note_store(&fact);
        self.note_writes(pc, &fact, writes);
        self.note_flow(pc, next, &fact, cpu);
    }
}
