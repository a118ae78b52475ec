//! The run-time checker: a shadow of the machine that knows where values came from, and finds what
//! students get wrong. It reports only what is certain; in a correct program it finds nothing.
//!
//! `program` is what is known before the run, `quick` the path of nearly all instructions, `flow`
//! calls and returns, `values` registers and memory, `services` the system calls, `finding` the
//! result. Where it can't follow control (exception handlers, delayed branches, code that changes
//! itself), the checker stops rather than guess.

mod finding;
mod flow;
mod program;
mod quick;
mod services;
mod values;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

pub use finding::{Finding, Misuse};

use super::calls::{Calls, Frame};
use super::{Done, Observer};
use crate::host::{SERVICES, Service, service};
use crate::image::Image;
use crate::isa::codec::target;
use crate::isa::effects::Control;
use crate::isa::reg::{A0, A1, RA, SP, V0};
use crate::isa::{Inst, Op};
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;
use flow::Activation;
use program::{Fact, Program};
use quick::Quick;
use values::{Shadow, Slot};

/// Looks for mistakes while a program runs.
#[derive(Clone, Debug)]
pub struct Check {
    program: Program,
    /// A row for each instruction; none before the start and after the end of the check.
    quick: Vec<Quick>,
    /// Where control may go from the current instruction without a closer look.
    next: [u32; 2],
    /// The registers whose reading is worth a look.
    watched: u32,
    /// The flags of instructions that are worth a look.
    alert: u16,
    /// The registers of which something is known.
    marked: u32,
    handler: u32,
    /// The highest word of the stack; the shadow of the stack grows down from it.
    stack_top: u32,
    stack: Vec<Slot>,
    /// The 32 registers, and places for what is written to none.
    registers: [Shadow; 64],
    /// The registers that something wrote.
    written: u32,
    /// The floating-point registers in use that nothing wrote yet.
    float_unset: u32,
    /// The floating-point registers that some instruction names; services use others too.
    float_named: u32,
    /// The registers whose value has been used since it was written.
    consumed: u32,
    /// The current function, or the program itself if no call is open.
    top: Activation,
    /// The open calls, each with what is known of its caller.
    calls: Calls<Activation>,
    /// The program itself, which has no caller.
    start: Frame,
    /// A division by zero whose result has not been read yet: its address and the divisor.
    division: Option<(u32, u8)>,
    /// A service number that waits for its `syscall`.
    service: Option<services::Pending>,
    /// Where lines of input were stored: address and length.
    buffers: Vec<(u32, u32)>,
    /// The service of the current `syscall`.
    number: u32,
    /// The address of the current load or store.
    address: u32,
    begun: bool,
    off: bool,
    findings: Vec<Finding>,
    /// The findings by code and source line.
    reported: BTreeSet<(&'static str, u32)>,
}

impl Check {
    /// A checker for a program that has not begun yet.
    pub fn new(image: &Image) -> Check {
        Check {
            program: Program::new(image),
            quick: Vec::new(),
            next: [0; 2],
            watched: u32::MAX,
            alert: u16::MAX,
            marked: 0,
            handler: image.config.exception_handler,
            stack_top: image.config.stack_base & !3,
            stack: Vec::new(),
            registers: [Shadow::default(); 64],
            written: 0,
            float_unset: 0,
            float_named: 0,
            consumed: 0,
            top: Activation::default(),
            calls: Calls::default(),
            start: Frame::default(),
            division: None,
            service: None,
            buffers: Vec::new(),
            number: 0,
            address: 0,
            begun: false,
            off: false,
            findings: Vec::new(),
            reported: BTreeSet::new(),
        }
    }

    /// What was found, in the order in which it showed.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Adds a finding, once for each kind and line.
    fn report(&mut self, pc: u32, misuse: Misuse) {
        let line = self.program.at(pc).map_or(0, |fact| fact.line);
        if self.reported.insert((misuse.code(), line)) {
            self.findings.push(Finding { pc, misuse });
        }
    }

    fn begin(&mut self, pc: u32, cpu: &Cpu) {
        // Arguments of the program are in registers and below the top of the stack.
        self.written = (0..32).filter(|n| cpu.get(*n) != 0).fold(1, |mask, n| mask | 1 << n);
        let effects = self.program.code.iter().map(|fact| fact.effects);
        self.float_named = effects.fold(0, |mask, it| mask | it.fp_reads | it.fp_writes);
        let served = SERVICES.iter().fold(0, |mask, service| mask | service.fp_reads());
        let set = (0..32).filter(|n| cpu.float[*n] != 0).fold(0, |mask, n| mask | 1 << n);
        self.float_unset = (self.float_named | served) & !set;
        self.top = Activation::new(cpu);
        self.start = Frame { function: pc, sp: cpu.get(SP), ..self.start };
        self.quick = Quick::table(&self.program);
        self.begun = true;
        self.refresh();
    }

    /// Ends the check; what was found stays.
    fn stop(&mut self) {
        self.off = true;
        self.quick.clear();
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

    /// The slow path: an instruction in which there may be something to find.
    #[inline(never)]
    fn look(&mut self, pc: u32, index: usize, cpu: &Cpu, memory: &Memory) {
        let Some(fact) = self.program.code.get(index).copied() else { return };
        self.catch_up();
        let inst = fact.inst;
        let (mut reads, mut float_reads) = (fact.effects.reads, fact.effects.fp_reads);
        if inst.op == Op::Syscall {
            self.number = cpu.get(V0);
            let service = service(self.number);
            reads |= 1 << V0 | service.map_or(0, Service::reads);
            float_reads |= service.map_or(0, Service::fp_reads);
        }
        self.address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
        self.look_at_reads(pc, &fact, reads);
        self.look_at_float_reads(pc, &fact, float_reads);
        self.look_at_values(pc, &fact, cpu);
        match fact.effects.control {
            Control::Syscall => self.look_at_service(pc, cpu, memory),
            Control::JumpRegister => self.look_at_return(pc, inst.regs[0], cpu),
            _ => {}
        }
        // A system call can wait for input, and then has not happened yet.
        if inst.op != Op::Syscall && !self.off {
            self.note(pc, &fact, fact.effects.writes & !1);
        }
        self.refresh();
    }

    /// What an instruction leaves behind.
    fn note(&mut self, pc: u32, fact: &Fact, writes: u32) {
        self.note_service(pc, fact, writes);
        self.note_store(fact);
        self.note_writes(pc, fact, writes);
        self.float_unset &= !fact.effects.fp_writes;
    }

    /// Control went where a closer look is needed.
    #[inline(never)]
    fn follow(&mut self, pc: u32, next: u32, inst: Inst, cpu: &Cpu) {
        let Some(fact) = self.program.fact(pc, inst).copied().filter(|_| !self.off) else { return };
        if !self.is_plain(&fact, pc, next) {
            return self.stop();
        }
        self.catch_up();
        if inst.op == Op::Syscall {
            let service = service(self.number);
            self.note(pc, &fact, service.map_or(0, Service::writes));
            self.float_unset &= !service.map_or(0, Service::fp_writes);
        }
        self.note_flow(pc, next, &fact, cpu);
        self.refresh();
    }
}

impl Observer for Check {
    #[inline(always)]
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        self.pass(pc, inst, cpu, memory);
    }

    #[inline(always)]
    fn done(&mut self, Done { pc, next, inst, cpu, .. }: Done<'_>) -> ControlFlow<()> {
        if next != self.next[0] && next != self.next[1] {
            self.follow(pc, next, inst, cpu);
        }
        ControlFlow::Continue(())
    }
}
