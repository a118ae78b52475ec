//! What an instruction touches: registers read and written, memory, and where control goes next.
//! What a `syscall` reads and writes depends on the service: see [`crate::host::Service`].
//!
//! It is read from a column of [`super::table`], a list of words. The first has a letter for each
//! operand: `r` read, `w` written, `b` both, `k` written unless it keeps its old value, wholly or in
//! part; a capital for both registers of a double; `-` for an operand that is neither a register nor
//! a condition flag. The others are what no operand names: `hi`, `lo` and `cc` (condition flag 0) are
//! read, with `=` written, as is `ra=`; `load` or `store` and a number of bytes, `part` if they need
//! not be aligned; and where control goes, one of [`Control`].

use super::codec::Inst;
use super::reg::RA;
use super::syntax::{Shape, Slot};
use super::table::Op;

/// The bit of HI in [`Effects::hi_lo_reads`] and [`Effects::hi_lo_writes`].
pub const HI: u8 = 1;
/// The bit of LO in the same masks.
pub const LO: u8 = 2;

/// What one instruction does besides computing. Each mask has a bit for each register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// The integer registers whose values it uses, `$zero` included.
    pub reads: u32,
    /// The integer registers that it sets; `$zero` included if it is named as the destination,
    /// although nothing comes of it.
    pub writes: u32,
    /// The floating-point registers whose values it uses; both of a pair for a double.
    pub fp_reads: u32,
    /// The floating-point registers that it sets; both of a pair for a double.
    pub fp_writes: u32,
    /// The floating-point condition flags that it tests.
    pub flag_reads: u8,
    /// The floating-point condition flags that it sets.
    pub flag_writes: u8,
    /// Which of [`HI`] and [`LO`] it uses.
    pub hi_lo_reads: u8,
    /// Which of [`HI`] and [`LO`] it sets. A division by zero leaves both, which is not said here.
    pub hi_lo_writes: u8,
    /// Whether what it writes can keep its old value, wholly (a conditional move or link) or in
    /// part (`lwl`, `lwr`). The register then is in `writes` and, for this, not in `reads`.
    pub may_keep: bool,
    /// Where control goes.
    pub control: Control,
    /// How it uses memory.
    pub memory: Option<MemoryAccess>,
}

impl Effects {
    const NONE: Effects = Effects {
        reads: 0,
        writes: 0,
        fp_reads: 0,
        fp_writes: 0,
        flag_reads: 0,
        flag_writes: 0,
        hi_lo_reads: 0,
        hi_lo_writes: 0,
        may_keep: false,
        control: Control::None,
        memory: None,
    };

    /// Adds what a word of the table says.
    const fn add(&mut self, word: &[u8]) {
        match word {
            b"hi" => self.hi_lo_reads |= HI,
            b"lo" => self.hi_lo_reads |= LO,
            b"hi=" => self.hi_lo_writes |= HI,
            b"lo=" => self.hi_lo_writes |= LO,
            b"cc" => self.flag_reads = 1,
            b"cc=" => self.flag_writes = 1,
            b"ra=" => self.writes = 1 << RA,
            [b'l', b'o', b'a', b'd', digit] => {
                self.memory = Some(MemoryAccess::new(Access::Load, *digit))
            }
            [b's', b't', b'o', b'r', b'e', digit] => {
                self.memory = Some(MemoryAccess::new(Access::Store, *digit))
            }
            b"part" => match &mut self.memory {
                Some(memory) => memory.aligned = false,
                None => panic!("`part` comes after a load or store"),
            },
            b"branch" => self.control = Control::Branch,
            b"branch-link" => {
                self.control = Control::BranchAndLink;
                self.may_keep = true;
            }
            b"jump" => self.control = Control::Jump,
            b"call" => self.control = Control::Call,
            b"jump-register" => self.control = Control::JumpRegister,
            b"call-register" => self.control = Control::CallRegister,
            b"syscall" => self.control = Control::Syscall,
            b"trap" => self.control = Control::Trap,
            b"break" => self.control = Control::Break,
            b"eret" => self.control = Control::Eret,
            b"" => {}
            _ => panic!("a word of the effects means nothing"),
        }
    }
}

/// What an instruction does to the program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// On to the next instruction.
    None,
    /// To a label or on to the next, by a condition.
    Branch,
    /// The same, with a link if it is taken: `bgezal`, `bltzal`.
    BranchAndLink,
    /// To a label, always: `j`, and a branch whose condition always holds, such as `b`.
    Jump,
    /// The same with a link: `jal`, and `bgezal $zero`.
    Call,
    /// To an address in a register.
    JumpRegister,
    /// The same with a link.
    CallRegister,
    /// To the system, and back unless the service ends the program.
    Syscall,
    /// An exception by a condition.
    Trap,
    /// An exception always.
    Break,
    /// Back from an exception handler.
    Eret,
}

impl Control {
    /// Whether it leaves a return address.
    pub fn links(self) -> bool {
        matches!(self, Control::Call | Control::CallRegister | Control::BranchAndLink)
    }

    /// Whether a basic block ends here. A syscall and a trap don't end it: they go on with the
    /// next instruction, or the program is over.
    pub fn ends_block(self) -> bool {
        !matches!(self, Control::None | Control::Syscall | Control::Trap)
    }

    /// Whether the next instruction can follow, for a call after its return.
    pub fn falls_through(self) -> bool {
        !matches!(self, Control::Jump | Control::JumpRegister | Control::Break | Control::Eret)
    }
}

/// An access to memory, at the address that the last two operands give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// Its direction.
    pub access: Access,
    /// How many bytes; the most that it can be for `lwl`, `lwr`, `swl` and `swr`.
    pub bytes: u32,
    /// Whether the address must be a multiple of `bytes`.
    pub aligned: bool,
}

impl MemoryAccess {
    const fn new(access: Access, digit: u8) -> MemoryAccess {
        MemoryAccess { access, bytes: (digit - b'0') as u32, aligned: true }
    }
}

/// The direction of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// From memory.
    Load,
    /// To memory.
    Store,
}

/// What an operation touches, whatever its operands are.
#[derive(Clone, Copy, Debug)]
pub struct OperandEffects {
    operands: [Operand; 3],
    /// What no operand names.
    fixed: Effects,
}

#[derive(Clone, Copy, Debug)]
struct Operand {
    slot: Slot,
    reads: bool,
    writes: bool,
    is_double: bool,
}

impl OperandEffects {
    /// Reads the column of the table.
    pub(super) const fn parse(words: &str, shape: &Shape) -> OperandEffects {
        let unused = Operand { slot: Slot::Plus, reads: false, writes: false, is_double: false };
        let mut template = OperandEffects { operands: [unused; 3], fixed: Effects::NONE };
        let mut rest = words.as_bytes();
        let (mut k, mut count) = (0, 0);
        while k < shape.slots().len() {
            let slot = shape.slots()[k];
            k += 1;
            if slot.is_operand() {
                let Some((letter, others)) = rest.split_first() else {
                    panic!("an operand of the example has no letter in the effects")
                };
                template.operands[count] = Operand::parse(*letter, slot);
                template.fixed.may_keep |= letter.eq_ignore_ascii_case(&b'k');
                rest = others;
                count += 1;
            }
        }
        while !rest.is_empty() {
            let mut end = 0;
            while end < rest.len() && rest[end] != b' ' {
                end += 1;
            }
            let (word, others) = rest.split_at(end);
            template.fixed.add(word);
            rest = match others {
                [_, others @ ..] => others,
                [] => others,
            };
        }
        template
    }

    /// Whether it loads or stores.
    pub(crate) const fn uses_memory(&self) -> bool {
        self.fixed.memory.is_some()
    }

    /// The effects with these operands.
    fn with(&self, registers: [u8; 3]) -> Effects {
        let mut effects = self.fixed;
        for (operand, number) in self.operands.into_iter().zip(registers) {
            let bits = if operand.is_double { 0b11 << (number & 30) } else { 1 << (number & 31) };
            // The assembler lets flags up to 31 pass; those above 7 are never set, and read as flag 0.
            let flag = 1u8.checked_shl(number.into());
            match (operand.slot, operand.reads, operand.writes) {
                (Slot::Reg, reads, writes) => {
                    effects.reads |= if reads { bits } else { 0 };
                    effects.writes |= if writes { bits } else { 0 };
                }
                (Slot::Freg, true, _) => effects.fp_reads |= bits,
                (Slot::Freg, false, _) => effects.fp_writes |= bits,
                (_, true, _) => effects.flag_reads |= flag.unwrap_or(1),
                (_, _, true) => effects.flag_writes |= flag.unwrap_or(0),
                _ => {}
            }
        }
        effects
    }
}

impl Operand {
    const fn parse(letter: u8, slot: Slot) -> Operand {
        let lower = letter.to_ascii_lowercase();
        let (reads, writes) = (matches!(lower, b'r' | b'b'), matches!(lower, b'w' | b'k' | b'b'));
        assert!(reads || writes || letter == b'-', "a letter of the effects means nothing");
        let touched = matches!(slot, Slot::Reg | Slot::Freg | Slot::Cc);
        assert!(touched == (reads || writes), "the effects do not fit an operand of the example");
        Operand { slot, reads, writes, is_double: letter.is_ascii_uppercase() }
    }
}

/// What an instruction touches.
pub fn effects(inst: Inst) -> Effects {
    let mut effects = inst.op.row().effects.with(inst.regs);
    let [first, second, _] = inst.regs;
    // Branches whose condition always holds.
    match inst.op {
        Op::Beq if first == second => effects.control = Control::Jump,
        Op::Bgez | Op::Blez if first == 0 => effects.control = Control::Jump,
        Op::Bgezal if first == 0 => {
            effects.control = Control::Call;
            effects.may_keep = false;
        }
        _ => {}
    }
    effects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::TABLE;

    fn control(op: Op, regs: [u8; 3]) -> Control {
        effects(Inst { op, regs, imm: 0 }).control
    }

    #[test]
    fn memory_and_control_agree_with_the_operands_of_every_row() {
        for row in &TABLE {
            let (fixed, slots) = (row.effects.fixed, row.shape.slots());
            assert_eq!(fixed.memory.is_some(), slots.contains(&Slot::Open), "{}", row.example);
            let named = slots.contains(&Slot::Branch) || slots.contains(&Slot::Label);
            let goes = matches!(
                fixed.control,
                Control::Branch | Control::BranchAndLink | Control::Jump | Control::Call
            );
            assert_eq!(goes, named, "{}", row.example);
        }
    }

    #[test]
    fn a_branch_that_is_always_taken_is_a_jump() {
        assert_eq!(control(Op::Bgez, [0; 3]), Control::Jump);
        assert_eq!(control(Op::Beq, [7, 7, 0]), Control::Jump);
        assert_eq!(control(Op::Bgezal, [0; 3]), Control::Call);
        assert_eq!(control(Op::Bne, [7, 7, 0]), Control::Branch);
        assert!(!Control::Jump.falls_through() && Control::Call.falls_through());
        assert!(Control::Branch.ends_block() && !Control::Syscall.ends_block());
    }
}
