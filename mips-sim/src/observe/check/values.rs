//! Registers and memory as the checker sees them: who wrote a value, and what kind it is.

use super::finding::Misuse;
use super::program::{Fact, LabelId, begins_address};
use super::{A0, A1, Check, RA, SP, V0};
use crate::isa::Op;
use crate::isa::effects::Access;
use crate::machine::cpu::Cpu;

/// The stack that is kept track of, in words; what lies deeper is not known.
const STACK_WORDS: usize = 1 << 20;
/// The registers whose values at entry a function saves: `$s0`–`$s7` and `$ra`.
const KEPT_IN_SLOTS: u32 = 0x80ff_0000;
/// No register.
pub(super) const NONE: u8 = 0xff;

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// Nothing.
    #[default]
    Unknown,
    /// It was made from the address of a label.
    Address(LabelId),
    /// Four characters of a line that was read.
    Input,
    /// The return address of a call.
    Link,
}

/// What is known of a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shadow {
    /// The instruction that wrote it last.
    pub(super) writer: u32,
    pub(super) kind: ValueKind,
    /// If it was loaded from the stack: the register that had been saved there.
    pub(super) from: u8,
}

impl Default for Shadow {
    fn default() -> Shadow {
        Shadow { writer: 0, kind: ValueKind::Unknown, from: NONE }
    }
}

/// What is known of a word of the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    kind: ValueKind,
    /// The register whose value at entry was stored here.
    saved: u8,
}

const EMPTY: Slot = Slot { kind: ValueKind::Unknown, saved: NONE };

impl Check {
    /// Registers that are read without ever having been written, or after a call that changed
    /// them.
    pub(super) fn look_at_reads(&mut self, pc: u32, fact: &Fact, reads: u32) {
        let saves = self.is_stack_store(fact);
        let unwritten = reads & !self.written & !(1 << RA) & !(1 << V0);
        if unwritten != 0 && !saves {
            self.look_at_unwritten(pc, fact, unwritten);
        }
        let lost = reads & self.top.lost;
        if lost != 0 && !saves {
            self.report_lost(pc, lost);
        }
        self.consumed |= reads;
        let top = &mut self.top;
        top.read_in |= reads & !top.written;
        if reads >> V0 & 1 == 1 {
            top.fell = None;
        }
    }

    /// To count from zero in a register that was never set is a habit that works under MARS; to
    /// read one for its value is a mistake.
    fn look_at_unwritten(&mut self, pc: u32, fact: &Fact, unwritten: u32) {
        let counts = fact.effects.memory.is_none() && fact.effects.writes & unwritten != 0;
        // The number of the program's arguments, and where they are; both zero without any.
        let main = self.calls.frames().is_empty() && fact.inst.op != Op::Syscall;
        let arguments = if main { 1 << A0 | 1 << A1 } else { 0 };
        let found = unwritten & !arguments;
        if !counts && found != 0 {
            let register = found.trailing_zeros() as u8;
            self.report(pc, Misuse::NeverWritten { register });
        }
        // Once is enough for a register.
        self.written |= unwritten;
    }

    /// The same for floating-point registers. Of a double, half is enough to be set.
    pub(super) fn look_at_float_reads(&mut self, pc: u32, fact: &Fact, reads: u32) {
        let unset = reads & self.float_unset;
        if unset == 0 || self.is_stack_store(fact) {
            return;
        }
        let counts = fact.effects.fp_writes & unset != 0;
        let half = |register: &u32| reads & !self.float_unset & 1 << (register ^ 1) != 0;
        let found = (0..32).find(|register| unset >> register & 1 == 1 && !half(register));
        if let Some(register) = found.filter(|_| !counts) {
            self.report(pc, Misuse::FloatNeverWritten { register: register as u8 });
        }
        // Once is enough for a register.
        self.float_unset &= !unset;
    }

    /// What an instruction is about to do with its operands.
    pub(super) fn look_at_values(&mut self, pc: u32, fact: &Fact, cpu: &Cpu) {
        let [a, b, c] = fact.inst.regs;
        match fact.inst.op {
            Op::Div | Op::Divu => {
                self.division = (cpu.get(b) == 0).then_some((pc, b));
                self.look_at_factors(pc, a, b);
            }
            Op::Mult | Op::Multu => {
                self.division = None;
                self.look_at_factors(pc, a, b);
            }
            Op::Mul => {
                self.division = None;
                self.look_at_factors(pc, b, c);
            }
            Op::Mthi | Op::Mtlo => self.division = None,
            Op::Mfhi | Op::Mflo => {
                if let Some((division, register)) = self.division.take() {
                    self.report(pc, Misuse::DividedByZero { register, division });
                }
            }
            Op::Add | Op::Addu => {
                let (left, right) = (self.kind(b), self.kind(c));
                if let (ValueKind::Address(one), ValueKind::Address(two)) = (left, right)
                    && one != two
                {
                    self.report_address(pc, b, one);
                }
            }
            Op::Beq | Op::Bne => {
                self.look_at_letter(pc, a, cpu.get(a), cpu.get(b));
                self.look_at_letter(pc, b, cpu.get(b), cpu.get(a));
            }
            _ => {
                if let Some(memory) = fact.effects.memory.filter(|memory| memory.aligned) {
                    self.look_at_bounds(pc, c, memory.bytes);
                }
            }
        }
    }

    pub(super) fn kind(&self, register: u8) -> ValueKind {
        self.registers[usize::from(register & 31)].kind
    }

    /// An address is never multiplied or divided on purpose.
    fn look_at_factors(&mut self, pc: u32, a: u8, b: u8) {
        for register in [a, b] {
            if let ValueKind::Address(id) = self.kind(register) {
                self.report_address(pc, register, id);
            }
        }
    }

    fn report_address(&mut self, pc: u32, register: u8, id: LabelId) {
        let label = self.program.label(id).name.clone();
        self.report(pc, Misuse::AddressAsNumber { register, label });
    }

    /// A word of a line that was read, compared with a letter that it begins with.
    fn look_at_letter(&mut self, pc: u32, register: u8, value: u32, letter: u32) {
        let is_letter = (0x21..0x7f).contains(&letter) && value > 0xff;
        if self.kind(register) == ValueKind::Input && is_letter && value & 0xff == letter {
            let letter = char::from(letter as u8);
            self.report(pc, Misuse::WordAsLetter { register, letter });
        }
    }

    fn look_at_bounds(&mut self, pc: u32, base: u8, bytes: u32) {
        let ValueKind::Address(id) = self.kind(base) else { return };
        if !self.program.is_outside(id, self.address, bytes) {
            return;
        }
        let label = self.program.label(id);
        let (name, offset) = (label.name.clone(), self.address - label.address);
        let misuse = match label.space() {
            Some(reserved) => Misuse::OutsideSpace { label: name, offset, reserved },
            None => {
                let bytes = label.end.map_or(0, |end| end - label.address);
                let next = self.program.label_around(self.address);
                let into = next.map_or(String::new(), |next| next.name.clone());
                Misuse::PastEnd { label: name, offset, bytes, into }
            }
        };
        self.report(pc, misuse);
    }

    /// The shadow of a stack word, if it is one.
    #[inline(always)]
    fn slot(&self, address: u32) -> Option<usize> {
        let index = self.stack_top.checked_sub(address & !3)? as usize / 4;
        (index < STACK_WORDS).then_some(index)
    }

    fn is_stack_store(&self, fact: &Fact) -> bool {
        let stores = fact.effects.memory.is_some_and(|memory| memory.access == Access::Store);
        stores && self.slot(self.address).is_some()
    }

    /// What a store leaves on the stack.
    pub(super) fn note_store(&mut self, fact: &Fact) {
        if !self.is_stack_store(fact) {
            return;
        }
        self.store(self.address, fact.inst.op, fact.inst.regs[0]);
    }

    /// The same, for an instruction that is known to store a register.
    #[inline(always)]
    pub(super) fn store(&mut self, address: u32, op: Op, register: u8) {
        let Some(index) = self.slot(address) else { return };
        let mut slot = EMPTY;
        let register = register & 31;
        if op == Op::Sw {
            slot.kind = self.kind(register);
            let kept = KEPT_IN_SLOTS >> register & 1 & !(self.top.written >> register);
            self.top.saved |= kept << register;
            if kept == 1 {
                slot.saved = register;
            }
        }
        match self.stack.get_mut(index) {
            Some(there) => *there = slot,
            None => self.grow_stack(index, slot),
        }
    }

    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self, index: usize, slot: Slot) {
        self.stack.resize(index + 1, EMPTY);
        self.stack[index] = slot;
    }

    /// What an instruction leaves in the registers that it writes.
    pub(super) fn note_writes(&mut self, pc: u32, fact: &Fact, writes: u32) {
        if writes == 0 {
            return;
        }
        let new = self.result(pc, fact);
        if writes >> V0 & 1 == 1
            && self.consumed >> V0 & 1 == 0
            && let Some((at, into)) = self.top.fell.take()
        {
            let function = self.program.function(self.function());
            let next = self.program.function(into);
            self.report(at, Misuse::RanIntoNext { function, next, overwritten: pc });
        }
        let mut left = writes;
        while left != 0 {
            self.registers[left.trailing_zeros() as usize] = new;
            left &= left - 1;
        }
        self.marked &= !writes;
        if new.kind != ValueKind::Unknown {
            self.marked |= writes;
        }
        self.written |= writes;
        self.consumed &= !writes;
        let top = &mut self.top;
        top.written |= writes;
        top.own |= writes;
        top.lost &= !writes;
        // `$sp` set from elsewhere, such as a frame pointer, is right again.
        let adjusts = matches!(fact.inst.op, Op::Addi | Op::Addiu) && fact.inst.regs[1] == SP;
        if writes >> SP & 1 == 1 && !adjusts {
            top.unbalanced = None;
        }
    }

    pub(super) fn result(&self, pc: u32, fact: &Fact) -> Shadow {
        let mut new = Shadow { writer: pc, ..Shadow::default() };
        let [_, b, c] = fact.inst.regs;
        let of = |register: u8| self.kind(register);
        new.kind = match fact.inst.op {
            Op::Jal | Op::Jalr | Op::JalrRa | Op::Bgezal | Op::Bltzal => ValueKind::Link,
            _ if begins_address(fact.inst) => match fact.names {
                Some(id) if fact.effects.memory.is_none() => ValueKind::Address(id),
                _ => ValueKind::Unknown,
            },
            Op::Addi | Op::Addiu | Op::Ori => of(b),
            Op::Add | Op::Addu | Op::Or => match (of(b), of(c)) {
                (kind, _) if c == 0 => kind,
                (_, kind) if b == 0 => kind,
                (ValueKind::Address(id), ValueKind::Unknown)
                | (ValueKind::Unknown, ValueKind::Address(id)) => ValueKind::Address(id),
                _ => ValueKind::Unknown,
            },
            Op::Sub | Op::Subu => match (of(b), of(c)) {
                (ValueKind::Address(id), ValueKind::Unknown) => ValueKind::Address(id),
                _ => ValueKind::Unknown,
            },
            Op::Lw => return self.load(pc, self.address),
            _ => ValueKind::Unknown,
        };
        // A return address that was computed with is none any more.
        if new.kind == ValueKind::Link && !fact.effects.control.links() && fact.inst.imm != 0 {
            new.kind = ValueKind::Unknown;
        }
        new
    }

    /// What a word that is loaded is known as.
    #[inline(always)]
    pub(super) fn load(&self, pc: u32, address: u32) -> Shadow {
        let mut new = Shadow { writer: pc, ..Shadow::default() };
        if let Some(slot) = self.slot(address).and_then(|index| self.stack.get(index)) {
            new.from = slot.saved;
            new.kind = slot.kind;
        } else if self.buffers.iter().any(|(start, _)| *start == address) {
            new.kind = ValueKind::Input;
        }
        new
    }
}
