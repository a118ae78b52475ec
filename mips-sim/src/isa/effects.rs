//! What an instruction touches: registers read and written, memory, and where control goes next.
//! For programs that look at programs (advice, the run-time checker); the machine does not use it.
//!
//! Almost all of it is read off the bit patterns of [`super::table`], because MIPS puts a
//! destination in a place that depends only on the format; only what a pattern can't tell is
//! listed by name. What a `syscall` reads and writes depends on the service and is not modelled.

use super::codec::{Inst, holds_register};
use super::syntax::Slot;
use super::table::Op;

/// The number of `$ra`, which calls write without naming it.
const RA: u8 = 31;
/// The bit of HI in [`Effects::hi_lo_reads`] and [`Effects::hi_lo_writes`].
pub const HI: u8 = 1;
/// The bit of LO in the same masks.
pub const LO: u8 = 2;

/// What one instruction does besides computing. Each mask has a bit for each register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    pub memory: Option<Memory>,
}

/// What an instruction does to the program counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Control {
    /// On to the next instruction.
    #[default]
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
pub struct Memory {
    /// Its direction.
    pub access: Access,
    /// How many bytes; the most that it can be for `lwl`, `lwr`, `swl` and `swr`.
    pub bytes: u32,
    /// Whether the address must be a multiple of `bytes`.
    pub aligned: bool,
}

/// The direction of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// From memory.
    Load,
    /// To memory.
    Store,
}

// The top six bits of a word, for the formats that matter here.
const SPECIAL: u32 = 0x00;
const SPECIAL2: u32 = 0x1c;
const COP1: u32 = 0x11;
const FIRST_IMMEDIATE: u32 = 0x08;
const LAST_IMMEDIATE: u32 = 0x0f;
const FIRST_LOAD: u32 = 0x20;

// The lowest bit of the register fields.
const RT: u32 = 16;
const RD: u32 = 11;
const FD: u32 = 6;

/// What an instruction touches.
pub fn effects(inst: Inst) -> Effects {
    let row = inst.op.row();
    let pattern = Pattern::of(inst.op);
    let memory = pattern.memory();
    let mut effects = Effects { memory, control: control(inst), ..Effects::default() };
    let destination = pattern.destination(memory);
    let operands = row.shape.slots().iter().filter(|slot| slot.is_operand());
    for ((slot, field), number) in operands.zip(row.encoding.fields).zip(inst.regs) {
        if !holds_register(*slot) {
            continue;
        }
        let written = Some(field.shift) == destination;
        match slot {
            Slot::Reg if written => effects.writes |= bit(number),
            Slot::Reg => effects.reads |= bit(number),
            Slot::Freg => {
                let registers = pattern.fp_registers(number, written);
                let mask = if written { &mut effects.fp_writes } else { &mut effects.fp_reads };
                *mask |= registers;
            }
            _ => {}
        }
    }
    condition_flags(inst, pattern, &mut effects);
    hi_lo(inst.op, &mut effects);
    if effects.control.links() && inst.op != Op::Jalr {
        effects.writes |= bit(RA);
    }
    if inst.op == Op::Sc {
        effects.writes |= bit(inst.regs[0]);
    }
    effects.may_keep = may_keep(inst.op) || effects.control == Control::BranchAndLink;
    effects
}

fn bit(number: u8) -> u32 {
    1 << (number & 31)
}

/// The fixed bits of an operation that say what it is.
#[derive(Clone, Copy)]
struct Pattern {
    op: Op,
    /// The top six bits.
    opcode: u32,
    /// The five bits behind them, which hold the number format in floating-point arithmetic.
    format: u32,
    /// The lowest six bits.
    function: u32,
}

impl Pattern {
    fn of(op: Op) -> Pattern {
        let value = op.row().encoding.value;
        Pattern { op, opcode: value >> 26, format: value >> 21 & 31, function: value & 63 }
    }

    /// Whether it computes with floating-point numbers, rather than moving or branching.
    fn is_fp_arithmetic(self) -> bool {
        self.opcode == COP1 && self.format >= 16
    }

    /// Loads and stores have the upper quarter of the opcodes to themselves; the lower bits say
    /// which way and how much.
    fn memory(self) -> Option<Memory> {
        if self.opcode < FIRST_LOAD {
            return None;
        }
        let access = if self.opcode & 8 == 0 { Access::Load } else { Access::Store };
        let bytes = match (self.opcode & 0x10 != 0, self.opcode & 7) {
            (true, 5) => 8,
            (true, _) => 4,
            (false, 0 | 4) => 1,
            (false, 1 | 5) => 2,
            (false, _) => 4,
        };
        let aligned = !matches!(self.op, Op::Lwl | Op::Lwr | Op::Swl | Op::Swr);
        Some(Memory { access, bytes, aligned })
    }

    /// The place of the register that is written, if the format has one.
    fn destination(self, memory: Option<Memory>) -> Option<u32> {
        match (self.opcode, memory) {
            (_, Some(memory)) => (memory.access == Access::Load).then_some(RT),
            (SPECIAL | SPECIAL2, _) => Some(RD),
            (FIRST_IMMEDIATE..=LAST_IMMEDIATE, _) => Some(RT),
            _ if self.is_fp_arithmetic() => Some(FD),
            _ => match self.op {
                Op::Mfc0 | Op::Mfc1 => Some(RT),
                Op::Mtc1 => Some(RD),
                _ => None,
            },
        }
    }

    /// The register, or both of its pair if this operand is a double.
    fn fp_registers(self, number: u8, written: bool) -> u32 {
        const DOUBLE: u32 = 17;
        let double = if self.is_fp_arithmetic() {
            match self.function {
                // To an integer, rounded in one of four ways or cut; to a single; to a double.
                12..=15 | 36 | 32 if written => false,
                33 if written => true,
                _ => self.format == DOUBLE,
            }
        } else {
            matches!(self.op, Op::Ldc1 | Op::Sdc1)
        };
        if double { 0b11 << (number & 30) } else { bit(number) }
    }
}

fn condition_flags(inst: Inst, pattern: Pattern, effects: &mut Effects) {
    // Forms without a flag operand mean flag 0, which is what an absent operand holds too.
    let slots = inst.op.row().shape.slots().iter().filter(|slot| slot.is_operand());
    let position = slots.take(3).position(|slot| *slot == Slot::Cc);
    let number = position.map_or(0, |k| inst.regs[k]);
    // The assembler lets flags up to 31 pass; those above 7 are never set.
    let flag = 1u8.checked_shl(number.into()).unwrap_or(0);
    let compares = pattern.is_fp_arithmetic() && pattern.function >= 48;
    let tests = match pattern.opcode {
        COP1 => pattern.format == 8 || pattern.is_fp_arithmetic() && pattern.function == 17,
        _ => matches!(inst.op, Op::Movf | Op::MovfCc | Op::Movt | Op::MovtCc),
    };
    if compares {
        effects.flag_writes = flag;
    } else if tests {
        effects.flag_reads = flag;
    }
}

fn hi_lo(op: Op, effects: &mut Effects) {
    (effects.hi_lo_reads, effects.hi_lo_writes) = match op {
        Op::Mfhi => (HI, 0),
        Op::Mflo => (LO, 0),
        Op::Mthi => (0, HI),
        Op::Mtlo => (0, LO),
        Op::Mult | Op::Multu | Op::Mul | Op::Div | Op::Divu => (0, HI | LO),
        Op::Madd | Op::Maddu | Op::Msub | Op::Msubu => (HI | LO, HI | LO),
        _ => (0, 0),
    };
}

fn control(inst: Inst) -> Control {
    let [first, second, _] = inst.regs;
    match inst.op {
        Op::Beq if first == second => Control::Jump,
        Op::Bgez | Op::Blez if first == 0 => Control::Jump,
        Op::Bgezal if first == 0 => Control::Call,
        Op::Bgezal | Op::Bltzal => Control::BranchAndLink,
        Op::J => Control::Jump,
        Op::Jal => Control::Call,
        Op::Jr => Control::JumpRegister,
        Op::Jalr | Op::JalrRa => Control::CallRegister,
        Op::Syscall => Control::Syscall,
        Op::Break | Op::BreakPlain => Control::Break,
        Op::Eret => Control::Eret,
        Op::Teq | Op::Teqi | Op::Tne | Op::Tnei | Op::Tge | Op::Tgeu => Control::Trap,
        Op::Tgei | Op::Tgeiu | Op::Tlt | Op::Tltu | Op::Tlti | Op::Tltiu => Control::Trap,
        op if op.row().shape.slots().contains(&Slot::Branch) => Control::Branch,
        _ => Control::None,
    }
}

/// Whether the destination of an operation can keep its old value, in whole or in part.
fn may_keep(op: Op) -> bool {
    let integer = matches!(op, Op::Movn | Op::Movz | Op::Movf | Op::MovfCc | Op::Movt | Op::MovtCc);
    let single =
        matches!(op, Op::MovnS | Op::MovzS | Op::MovfS | Op::MovfSCc | Op::MovtS | Op::MovtSCc);
    let double =
        matches!(op, Op::MovnD | Op::MovzD | Op::MovfD | Op::MovfDCc | Op::MovtD | Op::MovtDCc);
    integer || single || double || matches!(op, Op::Lwl | Op::Lwr)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::TABLE;

    /// Registers 1, 2 and 3 (4, 6 and 8 of the FP ones) as operands of every kind.
    fn sample(op: Op) -> Inst {
        let mut inst = Inst { op, regs: [0; 3], imm: 0 };
        let slots = op.row().shape.slots().iter().filter(|slot| slot.is_operand());
        for (k, slot) in slots.enumerate() {
            match slot {
                Slot::Reg | Slot::Cp0 => inst.regs[k] = k as u8 + 1,
                Slot::Freg => inst.regs[k] = 2 * k as u8 + 4,
                Slot::Cc => inst.regs[k] = 5,
                _ => {}
            }
        }
        inst
    }

    fn numbers(mask: u32) -> Vec<u8> {
        (0..32).filter(|number| mask >> number & 1 == 1).collect()
    }

    /// A sketch such as `w1 r2,3 fw4,5 fr6 load4 branch`, with absent parts left out.
    fn sketch(op: Op) -> String {
        let effects = effects(sample(op));
        let mut parts = Vec::new();
        let mut list = |name: &str, mask: u32| {
            if mask != 0 {
                let numbers: Vec<String> = numbers(mask).iter().map(u8::to_string).collect();
                parts.push(format!("{name}{}", numbers.join(",")));
            }
        };
        list("w", effects.writes);
        list("r", effects.reads);
        list("fw", effects.fp_writes);
        list("fr", effects.fp_reads);
        list("cw", effects.flag_writes.into());
        list("cr", effects.flag_reads.into());
        list("hw", effects.hi_lo_writes.into());
        list("hr", effects.hi_lo_reads.into());
        if let Some(memory) = effects.memory {
            let any = if memory.aligned { "" } else { "?" };
            parts.push(format!("{:?}{}{any}", memory.access, memory.bytes));
        }
        if effects.control != Control::None {
            parts.push(format!("{:?}", effects.control));
        }
        if effects.may_keep {
            parts.push("keep".to_string());
        }
        parts.join(" ")
    }

    #[test]
    fn every_family_has_its_effects() {
        let cases: &[(&[Op], &str)] = &[
            (&[Op::Nop], ""),
            (&[Op::Add, Op::Subu, Op::Nor, Op::Sllv, Op::Srav, Op::Sltu], "w1 r2,3"),
            (&[Op::Addi, Op::Ori, Op::Slti, Op::Sll, Op::Sra, Op::Clo, Op::Clz], "w1 r2"),
            (&[Op::Lui, Op::Mfc0], "w1"),
            (&[Op::Mtc0], "r1"),
            (&[Op::Mult, Op::Multu, Op::Div, Op::Divu], "r1,2 hw0,1"),
            (&[Op::Mul], "w1 r2,3 hw0,1"),
            (&[Op::Madd, Op::Maddu, Op::Msub, Op::Msubu], "r1,2 hw0,1 hr0,1"),
            (&[Op::Mfhi], "w1 hr0"),
            (&[Op::Mflo], "w1 hr1"),
            (&[Op::Mthi], "r1 hw0"),
            (&[Op::Mtlo], "r1 hw1"),
            (&[Op::Lw, Op::Ll], "w1 r3 Load4"),
            (&[Op::Lh, Op::Lhu], "w1 r3 Load2"),
            (&[Op::Lb, Op::Lbu], "w1 r3 Load1"),
            (&[Op::Lwl, Op::Lwr], "w1 r3 Load4? keep"),
            (&[Op::Sw], "r1,3 Store4"),
            (&[Op::Sh], "r1,3 Store2"),
            (&[Op::Sb], "r1,3 Store1"),
            (&[Op::Swl, Op::Swr], "r1,3 Store4?"),
            (&[Op::Sc], "w1 r1,3 Store4"),
            (&[Op::Lwc1], "r3 fw4 Load4"),
            (&[Op::Ldc1], "r3 fw4,5 Load8"),
            (&[Op::Swc1], "r3 fr4 Store4"),
            (&[Op::Sdc1], "r3 fr4,5 Store8"),
            (&[Op::Beq, Op::Bne], "r1,2 Branch"),
            (&[Op::Bgez, Op::Bgtz, Op::Blez, Op::Bltz], "r1 Branch"),
            (&[Op::Bgezal, Op::Bltzal], "w31 r1 BranchAndLink keep"),
            (&[Op::J], "Jump"),
            (&[Op::Jal], "w31 Call"),
            (&[Op::Jr], "r1 JumpRegister"),
            (&[Op::Jalr], "w1 r2 CallRegister"),
            (&[Op::JalrRa], "w31 r1 CallRegister"),
            (&[Op::Syscall], "Syscall"),
            (&[Op::Break, Op::BreakPlain], "Break"),
            (&[Op::Eret], "Eret"),
            (&[Op::Teq, Op::Tne, Op::Tge, Op::Tgeu, Op::Tlt, Op::Tltu], "r1,2 Trap"),
            (&[Op::Teqi, Op::Tnei, Op::Tgei, Op::Tgeiu, Op::Tlti, Op::Tltiu], "r1 Trap"),
            (&[Op::Movn, Op::Movz], "w1 r2,3 keep"),
            (&[Op::Movf, Op::Movt], "w1 r2 cr0 keep"),
            (&[Op::MovfCc, Op::MovtCc], "w1 r2 cr5 keep"),
            (&[Op::AddS, Op::SubS, Op::MulS, Op::DivS], "fw4 fr6,8"),
            (&[Op::AddD, Op::SubD, Op::MulD, Op::DivD], "fw4,5 fr6,7,8,9"),
            (&[Op::SqrtS, Op::AbsS, Op::NegS, Op::MovS, Op::CvtWS, Op::CvtSW], "fw4 fr6"),
            (&[Op::FloorWS, Op::CeilWS, Op::RoundWS, Op::TruncWS], "fw4 fr6"),
            (&[Op::SqrtD, Op::AbsD, Op::NegD, Op::MovD], "fw4,5 fr6,7"),
            (&[Op::FloorWD, Op::CeilWD, Op::RoundWD, Op::TruncWD], "fw4 fr6,7"),
            (&[Op::CvtWD, Op::CvtSD], "fw4 fr6,7"),
            (&[Op::CvtDS, Op::CvtDW], "fw4,5 fr6"),
            (&[Op::CEqS, Op::CLeS, Op::CLtS], "fr4,6 cw0"),
            (&[Op::CEqSCc, Op::CLeSCc, Op::CLtSCc], "fr6,8 cw5"),
            (&[Op::CEqD, Op::CLeD, Op::CLtD], "fr4,5,6,7 cw0"),
            (&[Op::CEqDCc, Op::CLeDCc, Op::CLtDCc], "fr6,7,8,9 cw5"),
            (&[Op::Bc1t, Op::Bc1f], "cr0 Branch"),
            (&[Op::Bc1tCc, Op::Bc1fCc], "cr5 Branch"),
            (&[Op::MovfS, Op::MovtS], "fw4 fr6 cr0 keep"),
            (&[Op::MovfSCc, Op::MovtSCc], "fw4 fr6 cr5 keep"),
            (&[Op::MovfD, Op::MovtD], "fw4,5 fr6,7 cr0 keep"),
            (&[Op::MovfDCc, Op::MovtDCc], "fw4,5 fr6,7 cr5 keep"),
            (&[Op::MovnS, Op::MovzS], "r3 fw4 fr6 keep"),
            (&[Op::MovnD, Op::MovzD], "r3 fw4,5 fr6,7 keep"),
            (&[Op::Mfc1], "w1 fr6"),
            (&[Op::Mtc1], "r1 fw6"),
        ];
        for (ops, expected) in cases {
            for op in *ops {
                assert_eq!(sketch(*op), *expected, "{op:?}");
            }
        }
    }

    #[test]
    fn every_register_operand_of_every_row_is_read_or_written() {
        for row in &TABLE {
            let (inst, effects) = (sample(row.op), effects(sample(row.op)));
            let slots = row.shape.slots().iter().filter(|slot| slot.is_operand());
            for (slot, number) in slots.zip(inst.regs) {
                let touched = match slot {
                    Slot::Reg => effects.reads | effects.writes,
                    Slot::Freg => effects.fp_reads | effects.fp_writes,
                    Slot::Cc => u32::from(effects.flag_reads | effects.flag_writes),
                    _ => continue,
                };
                assert_ne!(touched & bit(number), 0, "{} {slot:?}", row.example);
            }
        }
    }

    #[test]
    fn memory_and_control_agree_with_the_operands_of_every_row() {
        for row in &TABLE {
            let effects = effects(sample(row.op));
            let slots = row.shape.slots();
            assert_eq!(effects.memory.is_some(), slots.contains(&Slot::Open), "{}", row.example);
            let named = slots.contains(&Slot::Branch) || slots.contains(&Slot::Label);
            let goes = matches!(
                effects.control,
                Control::Branch | Control::BranchAndLink | Control::Jump | Control::Call
            );
            assert_eq!(goes, named, "{}", row.example);
        }
    }

    #[test]
    fn a_branch_that_is_always_taken_is_a_jump() {
        let control = |op, regs| effects(Inst { op, regs, imm: 0 }).control;
        assert_eq!(control(Op::Bgez, [0; 3]), Control::Jump);
        assert_eq!(control(Op::Beq, [7, 7, 0]), Control::Jump);
        assert_eq!(control(Op::Bgezal, [0; 3]), Control::Call);
        assert_eq!(control(Op::Bne, [7, 7, 0]), Control::Branch);
        assert!(!Control::Jump.falls_through() && Control::Call.falls_through());
        assert!(Control::Branch.ends_block() && !Control::Syscall.ends_block());
    }
}
