//! The quick path through the checker. Nearly every instruction only passes values on; for these a
//! row of this table says which registers it uses and sets, whose kinds matter to it and where
//! control may go, and a few masks are brought up to date. Whatever there is more to look at goes
//! the slow path, in `mod.rs`.
//!
//! The machine executes an instruction after the checker has seen it. Noting its effects before is
//! as good: one that fails ends the program, or goes to a handler, which ends the check.

use super::program::{Fact, Program, begins_address};
use super::values::{Shadow, ValueKind};
use super::{A0, Check, RA, SP, V0};
use crate::host::syscall::selected_by;
use crate::isa::codec::target;
use crate::isa::effects::{Access, Control};
use crate::isa::{Inst, Op};
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;

/// There is always something to look at.
pub(super) const ALWAYS: u16 = 1;
/// It can use or spoil a service number that waits for its `syscall`.
pub(super) const SERVICE: u16 = 1 << 1;
/// It reads or writes `$v0`, which matters if a function ran into another one.
pub(super) const RESULT: u16 = 1 << 2;
/// It has to do with HI and LO, which matters if there was a division by zero.
pub(super) const DIVISION: u16 = 1 << 3;
/// It uses memory.
const MEMORY: u16 = 1 << 4;
/// It stores.
const STORE: u16 = 1 << 5;
/// It loads a word.
const WORD: u16 = 1 << 6;
/// It puts an address in a register.
const NAMES: u16 = 1 << 7;
/// It uses floating-point registers, which matters as long as some are not set.
const FLOAT: u16 = 1 << 8;

/// No address of an instruction.
const NOWHERE: u32 = 1;
/// Where what is written to no register goes, of 64 places.
const SINK: u8 = 32;

/// One instruction, as little as possible of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quick {
    imm: i32,
    op: Op,
    /// The register that it sets.
    sets: u8,
    /// The register that its address is in.
    base: u8,
    /// Its first register, which a store takes from.
    first: u8,
    flags: u16,
    reads: u32,
    writes: u32,
    /// The registers whose kinds matter to it.
    interest: u32,
    /// Where control may go from here without a closer look.
    next: [u32; 2],
}

impl Quick {
    pub(super) fn table(program: &Program) -> Vec<Quick> {
        let addresses = (0u32..).map(|k| program.base.wrapping_add(4 * k));
        let row = |(fact, pc): (&Fact, u32)| Quick::new(fact, pc, program);
        program.code.iter().zip(addresses).map(row).collect()
    }

    fn new(fact: &Fact, pc: u32, program: &Program) -> Quick {
        let Fact { inst, effects, .. } = fact;
        let writes = effects.writes & !1;
        let base = inst.regs[2];
        Quick {
            imm: inst.imm,
            op: inst.op,
            sets: if writes == 0 { SINK } else { writes.trailing_zeros() as u8 },
            base,
            first: inst.regs[0],
            flags: flags(fact),
            reads: effects.reads,
            writes,
            interest: match inst.op {
                Op::Addi | Op::Addiu | Op::Ori if begins_address(*inst) => 0,
                Op::Addi | Op::Addiu | Op::Ori | Op::Or => effects.reads,
                Op::Add | Op::Addu | Op::Sub | Op::Subu => effects.reads,
                Op::Mult | Op::Multu | Op::Mul | Op::Beq | Op::Bne => effects.reads,
                _ if effects.memory.is_some_and(|memory| memory.aligned) => 1 << (base & 31),
                _ => 0,
            },
            next: next(fact, pc, program),
        }
    }
}

fn flags(fact: &Fact) -> u16 {
    let Fact { inst, effects, .. } = fact;
    let (reads, writes) = (effects.reads, effects.writes & !1);
    let adjusts = matches!(inst.op, Op::Addi | Op::Addiu) && inst.regs[1] == SP;
    let always = matches!(effects.control, Control::Syscall | Control::JumpRegister)
        || matches!(inst.op, Op::Div | Op::Divu)
        || writes.count_ones() > 1
        || writes >> SP & 1 == 1 && !adjusts
        || writes >> RA & 1 == 1 && effects.memory.is_none() && !effects.control.links()
        || selected_by(*inst).is_some();
    let result = (reads | writes) >> V0 & 1 == 1;
    let argument = writes >> A0 & 1 == 1 || effects.fp_writes >> 12 & 1 == 1;
    let division = matches!(
        inst.op,
        Op::Mult | Op::Multu | Op::Mul | Op::Mthi | Op::Mtlo | Op::Mfhi | Op::Mflo
    );
    let access = effects.memory.map(|memory| memory.access);
    let named = begins_address(*inst) && fact.names.is_some() && access.is_none();
    [
        (always, ALWAYS),
        (result || argument || effects.control != Control::None, SERVICE),
        (result, RESULT),
        (division, DIVISION),
        (access.is_some(), MEMORY),
        (access == Some(Access::Store), STORE),
        (inst.op == Op::Lw, WORD),
        (named || effects.control.links(), NAMES),
        (effects.fp_reads | effects.fp_writes != 0, FLOAT),
    ]
    .into_iter()
    .fold(0, |flags, (holds, flag)| if holds { flags | flag } else { flags })
}

fn next(fact: &Fact, pc: u32, program: &Program) -> [u32; 2] {
    let quiet = |address: u32| match program.at(address) {
        Some(fact) if fact.called => NOWHERE,
        _ => address,
    };
    let following = quiet(pc.wrapping_add(4));
    let goes = target(fact.inst, pc).map_or(NOWHERE, quiet);
    match fact.effects.control {
        Control::None => [following; 2],
        Control::Jump => [goes; 2],
        Control::Branch => [following, goes],
        _ => [NOWHERE; 2],
    }
}

impl Check {
    /// Takes note of an instruction. This is inlined in the loop of the machine, and must be small.
    #[inline(always)]
    pub(super) fn pass(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        let index = (pc.wrapping_sub(self.program.base) / 4) as usize;
        let Some(row) = self.quick.get(index).filter(|q| q.op == inst.op && q.imm == inst.imm)
        else {
            return self.begin_or_stop(pc, inst, cpu, memory);
        };
        let Quick { flags, reads, writes, interest, next, sets, .. } = *row;
        self.next = next;
        let seen = reads & self.watched | interest & self.marked | u32::from(flags & self.alert);
        if seen != 0 {
            return self.pass_further(pc, index, cpu, memory);
        }
        self.registers[usize::from(sets & 63)] = Shadow { writer: pc, ..Shadow::default() };
        self.pass_on(reads, writes);
    }

    /// Brings the masks up to date. What `written` and the losses of the current function say is
    /// in `watched` too, and taken from there when it is needed: see `catch_up`.
    #[inline(always)]
    fn pass_on(&mut self, reads: u32, writes: u32) {
        self.consumed = (self.consumed | reads) & !writes;
        self.watched &= !writes;
        self.marked &= !writes;
        let top = &mut self.top;
        top.read_in |= reads & !top.written;
        top.written |= writes;
        top.own |= writes;
    }

    /// An instruction that uses memory or values of which something is known. Most of them still
    /// only pass these on.
    #[inline(never)]
    fn pass_further(&mut self, pc: u32, index: usize, cpu: &Cpu, memory: &Memory) {
        let Some(row) = self.quick.get(index).copied() else { return };
        let Quick { flags, reads, writes, .. } = row;
        let worth = flags & self.alert & !(MEMORY | NAMES);
        if reads & self.watched | u32::from(worth) != 0 {
            return self.look(pc, index, cpu, memory);
        }
        let marked = row.interest & self.marked != 0;
        let mut new = Shadow { writer: pc, ..Shadow::default() };
        if flags & MEMORY != 0 {
            let address = cpu.get(row.base).wrapping_add(row.imm as u32);
            if marked && self.is_near_end(row.base, address) {
                return self.look(pc, index, cpu, memory);
            }
            if flags & STORE != 0 {
                self.store(address, row.op, row.first);
            } else if flags & WORD != 0 {
                new = self.load(pc, address);
            }
        } else {
            match self.derive(pc, index) {
                Some(derived) => new = derived,
                None => return self.look(pc, index, cpu, memory),
            }
        }
        self.registers[usize::from(row.sets & 63)] = new;
        self.written |= writes;
        self.pass_on(reads, writes);
        if new.kind != ValueKind::Unknown {
            self.marked |= writes;
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_or_stop(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        if self.begun {
            return self.stop();
        }
        self.begin(pc, cpu);
        match self.program.fact(pc, inst) {
            Some(_) => self.pass(pc, inst, cpu, memory),
            None => self.stop(),
        }
    }

    /// What becomes of values of which something is known, unless that is worth a look.
    fn derive(&self, pc: u32, index: usize) -> Option<Shadow> {
        let fact = self.program.code.get(index)?;
        let [a, b, c] = fact.inst.regs.map(|register| self.kind(register));
        let is_address = |kind: ValueKind| matches!(kind, ValueKind::Address(_));
        let is_odd = match fact.inst.op {
            Op::Beq | Op::Bne => a == ValueKind::Input || b == ValueKind::Input,
            Op::Mult | Op::Multu => is_address(a) || is_address(b),
            Op::Mul => is_address(b) || is_address(c),
            Op::Add | Op::Addu => is_address(b) && is_address(c),
            _ => false,
        };
        (!is_odd).then(|| self.result(pc, fact))
    }

    /// Whether an access through a register has to be looked at more closely.
    #[inline(always)]
    fn is_near_end(&self, base: u8, address: u32) -> bool {
        match self.registers[usize::from(base & 63)].kind {
            ValueKind::Address(id) => address >= self.program.limit(id),
            _ => false,
        }
    }

    /// Takes from `watched` what the quick path has not noted elsewhere. `$ra` and `$v0` are never
    /// watched; the first is set on the slow path, and the second is never asked for.
    pub(super) fn catch_up(&mut self) {
        self.written |= !self.watched & !(1 << RA);
        self.top.lost &= self.watched;
    }

    /// Brings up to date what decides whether there is something to look at.
    pub(super) fn refresh(&mut self) {
        let unwritten = !self.written & !(1 << RA) & !(1 << V0);
        self.watched = unwritten | self.top.lost;
        let when = |holds: bool, flag: u16| if holds { flag } else { 0 };
        self.alert = ALWAYS
            | MEMORY
            | NAMES
            | when(self.service.is_some(), SERVICE)
            | when(self.top.fell.is_some(), RESULT)
            | when(self.division.is_some(), DIVISION)
            | when(self.float_unset & self.float_named != 0, FLOAT);
    }
}
