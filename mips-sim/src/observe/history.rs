//! How a program came to where it is: which instruction wrote each register last, which calls are
//! open, which loops it is in, and the first return that looked wrong. Made for replaying a run that
//! has failed, so that the run itself need not be observed; [`crate::diag::hint`] reads it.
//!
//! An instruction is recorded when the next one begins, so that one that failed, or that jumped to an
//! invalid address, is only in [`History::last`].

use crate::host::service;
use crate::image::Image;
use crate::isa::effects::{Control, effects};
use crate::isa::reg::{RA, SP, V0};
use crate::isa::{Inst, Op};
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;
use crate::observe::Observer;
use crate::observe::calls::{Calls, Frame, call_targets};

/// More open calls than fit any stack; a program that goes deeper is not followed.
const MAX_CALLS: usize = 1 << 21;
/// More loops inside each other than anyone writes.
const MAX_LOOPS: usize = 4096;
/// How far up an unexpected return may go and still be meant.
const FAR_RETURN: usize = 64;

/// See the module.
#[derive(Clone, Debug)]
pub struct History {
    writers: [Option<u32>; 64],
    float_writers: [Option<u32>; 32],
    /// The integer registers that someone set before the run, a bit for each.
    given: u32,
    calls: Calls,
    /// Whether calls went deeper than is followed.
    lost: bool,
    /// Whether it has seen the run from its start.
    complete: bool,
    delayed_branching: bool,
    /// The loops that control is in, outermost first.
    pub loops: Vec<Loop>,
    /// The first time that the main program continued into a procedure.
    pub fell_into: Option<Fall>,
    /// The first return that did not go back behind an open call.
    pub stray: Option<Stray>,
    /// The first return with another `$sp` than the call had.
    pub unbalanced: Option<Unbalanced>,
    /// The last instruction that was begun.
    pub last: Option<(u32, Inst)>,
    /// What `$v0` held when the last instruction began.
    service: u32,
    kinds: Vec<Option<OpKind>>,
    /// The words of user text that some `jal` goes to.
    entries: Vec<bool>,
    base: u32,
    handler: u32,
}

/// A loop that control is in: a jump back, and what happened since it was first taken.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The address of the jump back.
    pub from: u32,
    /// Where it goes.
    pub to: u32,
    /// How often it was taken in a row.
    pub count: u64,
    /// The integer registers when it was first taken.
    pub first: [u32; 32],
    /// The same, the last time but one.
    pub previous: [u32; 32],
    /// The same, the last time.
    pub latest: [u32; 32],
    depth: usize,
}

/// Execution continued into a procedure without a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The instruction before it.
    pub from: u32,
    /// Where the procedure begins.
    pub to: u32,
}

/// A `jr $ra` that did not go back behind an open call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The address of the `jr`.
    pub at: u32,
    /// Where it went.
    pub to: u32,
    /// Who set `$ra`.
    pub setter: Option<u32>,
    /// The call that it should have returned from.
    pub frame: Option<Frame>,
    /// `$sp` at that time.
    pub sp: u32,
}

/// A return with another `$sp` than the call had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unbalanced {
    /// The address of the `jr`.
    pub at: u32,
    /// The call that it returned from.
    pub frame: Frame,
    /// `$sp` at the return.
    pub sp: u32,
}

/// What must be known about an operation, at one look.
#[derive(Clone, Copy, Debug)]
struct OpKind {
    /// The operand that is an integer register and is written.
    integer: Option<u8>,
    /// The operand that is a floating-point register and is written, and whether with the next.
    float: Option<(u8, bool)>,
    control: Control,
}

impl OpKind {
    fn of(op: Op) -> OpKind {
        // Even and far enough apart that pairs do not touch.
        let probe = [2u8, 4, 6];
        let effects = effects(Inst { op, regs: probe, imm: 0 });
        let operand = |mask: u32| {
            probe.iter().position(|number| mask >> number & 1 == 1).map(|index| index as u8)
        };
        let double = effects.fp_writes.count_ones() > 1;
        OpKind {
            integer: operand(effects.writes),
            float: operand(effects.fp_writes).map(|index| (index, double)),
            control: effects.control,
        }
    }
}

impl History {
    /// A history that has not begun, of a program. With delayed branching, calls and loops are not
    /// followed.
    pub fn new(image: &Image, delayed_branching: bool) -> History {
        let base = image.config.text_base;
        let mut entries = vec![false; image.text.len()];
        for target in call_targets(image) {
            if let Some(entry) = entries.get_mut((target.wrapping_sub(base) / 4) as usize) {
                *entry = true;
            }
        }
        History {
            writers: [None; 64],
            float_writers: [None; 32],
            given: 0,
            calls: Calls::default(),
            lost: delayed_branching,
            complete: true,
            delayed_branching,
            loops: Vec::new(),
            fell_into: None,
            stray: None,
            unbalanced: None,
            last: None,
            service: 0,
            kinds: vec![None; 256],
            entries,
            base,
            handler: image.config.exception_handler,
        }
    }

    /// Continues at a later moment of the same run. What was seen to go wrong is kept; the calls and
    /// loops that are open there and who wrote the registers are not known.
    pub fn skip(&mut self) {
        self.writers = [None; 64];
        self.float_writers = [None; 32];
        self.calls.clear();
        self.loops.clear();
        self.last = None;
        self.complete = false;
    }

    /// Whether it has seen the run from its start, so that what it does not know did not happen.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The same for a run that is the call of a function, whose arguments are in these registers, a bit for
    /// each.
    pub fn with_arguments(self, given: u32) -> History {
        History { given, ..self }
    }

    /// Whether a register holds what the caller put there.
    pub fn is_argument(&self, register: u8) -> bool {
        self.given >> (register & 31) & 1 != 0 && self.writer(register).is_none()
    }

    /// The instruction that wrote an integer register last.
    pub fn writer(&self, register: u8) -> Option<u32> {
        self.writers[usize::from(register & 31)]
    }

    /// The instruction that wrote a floating-point register last.
    pub fn float_writer(&self, register: u8) -> Option<u32> {
        self.float_writers[usize::from(register & 31)]
    }

    /// The calls that have not returned, outermost first; `None` if they were too many to follow
    /// or began earlier.
    pub fn calls(&self) -> Option<&[Frame]> {
        (self.complete && !self.lost).then(|| self.calls.frames())
    }

    /// Records the last instruction, now that it is known where control went.
    fn record(&mut self, pc: u32, inst: Inst, next: u32, cpu: &Cpu) {
        let kind = *self.kinds[inst.op as usize].get_or_insert_with(|| OpKind::of(inst.op));
        if let Some(operand) = kind.integer {
            self.writers[usize::from(inst.regs[usize::from(operand)] & 63)] = Some(pc);
        }
        if let Some((operand, double)) = kind.float {
            let number = usize::from(inst.regs[usize::from(operand)] & 31);
            self.float_writers[number] = Some(pc);
            if double {
                self.float_writers[(number + 1) & 31] = Some(pc);
            }
        }
        let straight = next == pc.wrapping_add(4);
        if self.delayed_branching {
            match kind.control {
                Control::Syscall => self.service_done(pc),
                control if control.links() => self.writers[usize::from(RA)] = Some(pc),
                _ => {}
            }
            return;
        }
        match kind.control {
            Control::None | Control::Trap | Control::Break | Control::Eret => {}
            Control::Syscall => self.service_done(pc),
            Control::Call | Control::CallRegister | Control::BranchAndLink => {
                if let Some(frame) = Frame::of_call(kind.control, pc, next, cpu) {
                    self.call(frame);
                }
            }
            Control::JumpRegister => {
                if inst.regs[0] == RA {
                    self.give_back(pc, next, cpu);
                }
                return;
            }
            Control::Branch | Control::Jump => {
                if next <= pc {
                    self.back(pc, next, cpu);
                }
            }
        }
        if straight && !kind.control.links() {
            self.note_fall(pc, next);
        }
    }

    /// Records that the main program continues at `next` without a jump, if a procedure begins there.
    fn note_fall(&mut self, from: u32, next: u32) {
        if self.complete && self.calls.frames().is_empty() && self.fell_into.is_none() {
            let index = (next.wrapping_sub(self.base) / 4) as usize;
            if self.entries.get(index) == Some(&true) {
                self.fell_into = Some(Fall { from, to: next });
            }
        }
    }

    fn service_done(&mut self, pc: u32) {
        let Some(service) = service(self.service) else { return };
        let (integers, floats) = (service.writes(), service.fp_writes());
        for number in 0..32 {
            if integers >> number & 1 == 1 {
                self.writers[number] = Some(pc);
            }
            if floats >> number & 1 == 1 {
                self.float_writers[number] = Some(pc);
            }
        }
    }

    fn call(&mut self, frame: Frame) {
        self.writers[usize::from(RA)] = Some(frame.call);
        if self.calls.frames().len() >= MAX_CALLS {
            self.lost = true;
            self.calls.clear();
        }
        self.calls.enter(frame, ());
    }

    /// `jr $ra`.
    fn give_back(&mut self, pc: u32, next: u32, cpu: &Cpu) {
        if self.lost {
            return;
        }
        let returning = self.calls.returning(next, FAR_RETURN);
        let sp = cpu.get(SP);
        match returning.and_then(|index| self.calls.leave(index)) {
            Some((frame, ())) => {
                if frame.sp != sp && self.unbalanced.is_none() {
                    self.unbalanced = Some(Unbalanced { at: pc, frame, sp });
                }
                // The call was the last thing before a procedure.
                self.note_fall(frame.call, next);
            }
            None if self.complete && self.stray.is_none() => {
                let setter = self.writers[usize::from(RA)];
                let frame = self.calls.frames().last().copied();
                self.stray = Some(Stray { at: pc, to: next, setter, frame, sp });
            }
            None => {}
        }
    }

    /// A jump back.
    fn back(&mut self, from: u32, to: u32, cpu: &Cpu) {
        let now: [u32; 32] = std::array::from_fn(|number| cpu.get(number as u8));
        let depth = self.calls.frames().len();
        // Loops that ended, and those of procedures that returned.
        let over = |other: &Loop| {
            other.depth > depth
                || other.depth == depth
                    && other.from != from
                    && !(other.to <= to && from <= other.from)
        };
        while self.loops.last().is_some_and(over) {
            self.loops.pop();
        }
        let full = self.loops.len() >= MAX_LOOPS;
        match self.loops.last_mut() {
            Some(known) if known.from == from && known.to == to && known.depth == depth => {
                known.count += 1;
                known.previous = known.latest;
                known.latest = now;
            }
            _ if !full => self.loops.push(Loop {
                from,
                to,
                count: 1,
                first: now,
                previous: now,
                latest: now,
                depth,
            }),
            _ => {}
        }
    }
}

impl Observer for History {
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, _memory: &Memory) {
        // An instruction that failed, and whose program has a handler, has done nothing.
        if let Some((last, done)) = self.last.filter(|_| pc != self.handler) {
            self.record(last, done, pc, cpu);
        }
        self.last = Some((pc, inst));
        if inst.op == Op::Syscall {
            self.service = cpu.get(V0);
        }
    }
}
