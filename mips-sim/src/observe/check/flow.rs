//! Calls and returns as the checker sees them: who was called from where, with what in the
//! registers, and whether that is kept.

use super::finding::Misuse;
use super::program::Fact;
use super::values::{NONE, ValueKind};
use super::{Check, RA, SP, V0};
use crate::isa::codec::target;
use crate::isa::effects::Control;
use crate::machine::cpu::Cpu;
use crate::observe::calls::Frame;

/// Deeper recursion than a program written by hand has.
const MAX_FRAMES: usize = 1 << 16;
/// `$a0`–`$a3`, `$t0`–`$t9` and `$s0`–`$s7`: what people keep values in.
const KEPT: u32 = 0x03ff_fff0;
/// `$t0`–`$t9`.
const TEMPORARY: u32 = 0x0300_ff00;
/// `$s0`–`$s7`.
const SAVED: u32 = 0x00ff_0000;

/// What is known of an active function, or of the program itself, beside its frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Activation {
    /// `$s0`–`$s7` at entry.
    values: [u32; 8],
    /// The registers whose values at entry were stored on the stack.
    pub(super) saved: u32,
    /// The registers written since entry, here or further in.
    pub(super) written: u32,
    /// The registers whose values at entry were used.
    pub(super) read_in: u32,
    /// The registers whose values this function wrote itself.
    pub(super) own: u32,
    /// Of these the ones that a call has changed since, and how.
    pub(super) lost: u32,
    changes: Vec<Change>,
    /// The registers that nobody had read since this function wrote them when it made its last call.
    unread: u32,
    /// How control last came to the start of another function without a call.
    entered: Option<Entry>,
    /// Where it ran into another function with a result in `$v0`, and into which.
    pub(super) fell: Option<(u32, u32)>,
    /// A call after which `$sp` was not what it had been: by how much, at which return, of whom.
    pub(super) unbalanced: Option<(i32, u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Change {
    register: u8,
    callee: u32,
    writer: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    jumped: bool,
    pc: u32,
    into: u32,
}

impl Activation {
    pub(super) fn new(cpu: &Cpu) -> Activation {
        let values = std::array::from_fn(|k| cpu.get(16 + k as u8));
        Activation { values, ..Activation::default() }
    }
}

impl Check {
    /// Where control went after an instruction.
    pub(super) fn note_flow(&mut self, pc: u32, next: u32, fact: &Fact, cpu: &Cpu) {
        let control = fact.effects.control;
        let falls = next == pc.wrapping_add(4);
        if let Some(frame) = Frame::of_call(control, pc, next, cpu) {
            return self.enter(frame, cpu);
        }
        match control {
            Control::JumpRegister | Control::Eret => {}
            Control::None if !falls => {}
            _ => {
                if self.program.at(next).is_some_and(|fact| fact.called) {
                    self.arrive(pc, next, !falls);
                }
            }
        }
    }

    fn enter(&mut self, frame: Frame, cpu: &Cpu) {
        if self.calls.frames().len() >= MAX_FRAMES {
            return self.stop();
        }
        self.top.unread = self.top.own & !self.consumed;
        let caller = std::mem::replace(&mut self.top, Activation::new(cpu));
        self.calls.enter(frame, caller);
    }

    /// Where the current function begins.
    pub(super) fn function(&self) -> u32 {
        self.calls.frames().last().map_or(self.start.function, |frame| frame.function)
    }

    /// Control came to the start of a function without a call.
    fn arrive(&mut self, pc: u32, into: u32, jumped: bool) {
        let unread = self.consumed >> V0 & 1 == 0;
        let called = !self.calls.frames().is_empty();
        if self.function() == into {
            return;
        }
        let top = &mut self.top;
        top.entered = Some(Entry { jumped, pc, into });
        if !jumped && called && unread && top.own >> V0 & 1 == 1 {
            top.fell = Some((pc, into));
        }
    }

    /// A jump to an address in a register: a return, or something else.
    pub(super) fn look_at_return(&mut self, pc: u32, register: u8, cpu: &Cpu) {
        let innermost = self.calls.frames().len().wrapping_sub(1);
        match self.calls.returning(cpu.get(register), usize::MAX) {
            Some(index) if index == innermost => self.leave(pc, cpu),
            Some(index) => {
                // Several functions together, as a program may that jumps out of the inner ones.
                self.top =
                    self.calls.leave(index).map_or_else(Activation::default, |(_, caller)| caller);
                let top = &mut self.top;
                (top.own, top.lost, top.unbalanced) = (0, 0, None);
                top.written = u32::MAX;
            }
            None if register == RA => {
                self.look_at_lost_return(pc);
                self.stop();
            }
            None => {}
        }
    }

    /// The innermost function returns to where it was called from.
    fn leave(&mut self, pc: u32, cpu: &Cpu) {
        let innermost = self.calls.frames().len().wrapping_sub(1);
        let Some((frame, caller)) = self.calls.leave(innermost) else { return };
        let mut left = std::mem::replace(&mut self.top, caller);
        let mut written = left.written & SAVED;
        while written != 0 {
            let register = written.trailing_zeros() as u8;
            let bit = 1 << register;
            written &= !bit;
            if cpu.get(register) == left.values[usize::from(register - 16)] {
                left.written &= !bit;
            } else if left.saved & bit != 0 {
                self.report_not_restored(pc, register, frame.function);
            }
        }
        let difference = frame.imbalance(cpu.get(SP));
        if difference != 0 {
            match left.unbalanced.filter(|(by, ..)| explains(*by, difference)) {
                Some(inner) => self.report_sp(inner),
                None => self.top.unbalanced = Some((difference, pc, frame.function)),
            }
        }
        // What a function overwrote without having looked at it, and has itself used up, was not
        // meant for its caller; nor was it expected by one that had just written something there
        // for later.
        let consumed = self.consumed;
        let top = &mut self.top;
        let scratch = consumed & KEPT | top.unread & TEMPORARY;
        let lost = left.written & !left.read_in & scratch & top.own;
        if lost != 0 {
            top.changes.retain(|change| lost >> change.register & 1 == 0);
        }
        for register in (0..32u8).filter(|register| lost >> register & 1 == 1) {
            let writer = self.registers[usize::from(register)].writer;
            top.changes.push(Change { register, callee: frame.function, writer });
        }
        top.lost |= lost;
        top.own &= !left.written;
        top.read_in |= left.read_in & !top.written;
        top.written |= left.written;
    }

    /// A register that the function saved, and that is not what it was.
    fn report_not_restored(&mut self, pc: u32, register: u8, function: u32) {
        let shadow = self.registers[usize::from(register)];
        let written = shadow.writer;
        if shadow.from != NONE && shadow.from != register {
            let stored = shadow.from;
            self.report(written, Misuse::RestoredFromOther { register, stored, loaded: written });
        } else {
            let function = self.program.function(function);
            self.report(pc, Misuse::SavedNotRestored { function, register, written });
        }
    }

    /// Registers that a call changed are read.
    pub(super) fn report_lost(&mut self, pc: u32, lost: u32) {
        for register in (0..32u8).filter(|register| lost >> register & 1 == 1) {
            let mut changes = self.top.changes.iter();
            let Some(change) = changes.rfind(|change| change.register == register).copied() else {
                continue;
            };
            let function = self.program.function(change.callee);
            let written = change.writer;
            let misuse = match register {
                16..=23 => Misuse::SavedNotRestored { function, register, written },
                _ => Misuse::ValueLost { function, register, written },
            };
            self.report(pc, misuse);
        }
        self.top.lost &= !lost;
    }

    /// The program ends with a `$sp` that is off, by what a function did not give back.
    pub(super) fn look_at_last_sp(&mut self, sp: u32) {
        let difference = self.start.imbalance(sp);
        if let Some(found) = self.top.unbalanced.take().filter(|(by, ..)| explains(*by, difference))
        {
            self.report_sp(found);
        }
    }

    fn report_sp(&mut self, (bytes, pc, callee): (i32, u32, u32)) {
        let function = self.program.function(callee);
        self.report(pc, Misuse::StackUnbalanced { function, bytes });
    }

    /// `jr $ra` goes where no active function was called from.
    fn look_at_lost_return(&mut self, pc: u32) {
        let ra = self.registers[usize::from(RA)];
        if ra.from != NONE && ra.from != RA {
            let (stored, loaded) = (ra.from, ra.writer);
            return self.report(loaded, Misuse::RestoredFromOther { register: RA, stored, loaded });
        }
        if let Some(found) = self.top.unbalanced {
            return self.report_sp(found);
        }
        let stale = ra.kind == ValueKind::Link;
        let call = ra.writer;
        let own_start = self.function();
        if stale && self.is_inward(call, own_start) {
            return self.report(pc, Misuse::CallAsJump { call });
        }
        let bottom = self.calls.frames().is_empty();
        let unset = bottom && self.written >> RA & 1 == 0;
        let entered = self.top.entered.filter(|entry| entry.jumped || bottom);
        if let (true, Some(entry)) = (stale || unset, entered) {
            let function = self.program.function(entry.into);
            let misuse = match entry.jumped {
                true => Misuse::EnteredByJump { function, jump: entry.pc },
                false => Misuse::RanIntoFunction { function, from: entry.pc },
            };
            self.report(pc, misuse);
        } else if stale {
            let function = self.program.function(own_start);
            self.report(pc, Misuse::ReturnAddressLost { function, call });
        }
    }

    /// Whether a call goes back to a label of the function that contains it, which is a jump.
    fn is_inward(&self, call: u32, own_start: u32) -> bool {
        let start = self.program.function_start(call);
        let goes = self.program.at(call).and_then(|fact| target(fact.inst, call));
        goes.is_some_and(|goes| goes > own_start && goes == start)
    }
}

/// Whether calls that each left `$sp` off by `by` come to this difference.
fn explains(by: i32, difference: i32) -> bool {
    difference != 0 && i64::from(difference) % i64::from(by) == 0 && (difference < 0) == (by < 0)
}
