//! Mutants: a program with one small mistake in one instruction, of the kinds that people make. What
//! a tester does not notice in them tells how good it is.
//!
//! Instructions are changed after assembly, so that each mutant knows the source line that it is a
//! mistake in, and macros that are used many times give a mutant for each use.

use std::fmt;

use mips_sim::Image;
use mips_sim::image::Place;
use mips_sim::isa::{Inst, Op, Slot, effects, encode};

/// What was done to an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// It is left out.
    Dropped,
    /// It branches when it should not, and the other way round.
    Turned,
    /// Another operation took its place.
    Operation,
    /// A register took the place of another.
    Register,
    /// A constant is off.
    Constant,
}

impl Operator {
    /// All of them.
    pub const ALL: [Operator; 5] = [
        Operator::Dropped,
        Operator::Turned,
        Operator::Operation,
        Operator::Register,
        Operator::Constant,
    ];
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Dropped => "instruction left out",
            Operator::Turned => "branch turned round",
            Operator::Operation => "other operation",
            Operator::Register => "other register",
            Operator::Constant => "other constant",
        })
    }
}

/// One small mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// The kind.
    pub kind: Operator,
    /// The instruction, as an index into [`Image::text`].
    pub index: usize,
    /// What stands there instead.
    pub inst: Inst,
}

impl Mutation {
    /// Where the instruction is.
    pub fn place<'a>(&self, image: &'a Image) -> Option<Place<'a>> {
        image.place(image.text.get(self.index)?.address)
    }

    /// The program with the mistake in it.
    pub fn apply(&self, image: &Image) -> Image {
        let mut image = image.clone();
        let word = &mut image.text[self.index];
        word.inst = self.inst;
        word.word = encode(self.inst);
        image
    }
}

/// Operations that are mistaken for each other.
pub(crate) const ALIKE: [(Op, Op); 19] = [
    (Op::Add, Op::Sub),
    (Op::Addu, Op::Subu),
    (Op::And, Op::Or),
    (Op::Andi, Op::Ori),
    (Op::Xor, Op::Or),
    (Op::Nor, Op::Or),
    (Op::Sll, Op::Srl),
    (Op::Sra, Op::Srl),
    (Op::Sllv, Op::Srlv),
    (Op::Slt, Op::Sltu),
    (Op::Slti, Op::Sltiu),
    (Op::Lw, Op::Lb),
    (Op::Lb, Op::Lbu),
    (Op::Lh, Op::Lhu),
    (Op::Sw, Op::Sb),
    (Op::Mult, Op::Multu),
    (Op::Div, Op::Divu),
    (Op::Mfhi, Op::Mflo),
    (Op::J, Op::Jal),
];

/// Branches with the opposite sense.
pub(crate) const OPPOSITE: [(Op, Op); 5] = [
    (Op::Beq, Op::Bne),
    (Op::Bgez, Op::Bltz),
    (Op::Bgtz, Op::Blez),
    (Op::Bc1t, Op::Bc1f),
    (Op::Movz, Op::Movn),
];

pub(crate) fn partner(op: Op, pairs: &[(Op, Op)]) -> Option<Op> {
    pairs.iter().find_map(|(one, other)| match op {
        _ if op == *one => Some(*other),
        _ if op == *other => Some(*one),
        _ => None,
    })
}

/// Every mutation of a program, in the order of its instructions. None of them is the program
/// itself, but some may do the same.
pub fn mutations(image: &Image) -> Vec<Mutation> {
    let used = used_registers(image);
    let mut found = Vec::new();
    for (index, word) in image.text.iter().enumerate() {
        let inst = word.inst;
        let mut add = |kind, inst: Inst| {
            if inst != word.inst && inst.op != Op::Nop || kind == Operator::Dropped {
                found.push(Mutation { kind, index, inst });
            }
        };
        if inst.op != Op::Nop {
            add(Operator::Dropped, Inst { op: Op::Nop, regs: [0; 3], imm: 0 });
        }
        if let Some(op) = partner(inst.op, &OPPOSITE) {
            add(Operator::Turned, Inst { op, ..inst });
        }
        if let Some(op) = partner(inst.op, &ALIKE) {
            add(Operator::Operation, Inst { op, ..inst });
        }
        let operands = inst.op.row().shape.slots().iter().filter(|slot| slot.is_operand());
        for (operand, slot) in operands.enumerate() {
            match slot {
                Slot::Reg => {
                    let mut regs = inst.regs;
                    regs[operand] = neighbour(&used, regs[operand]);
                    add(Operator::Register, Inst { regs, ..inst });
                }
                Slot::U5 | Slot::S16 | Slot::U16 => {
                    // The next word in memory, and elsewhere the next number.
                    let step = if effects(inst).memory.is_some() { 4 } else { 1 };
                    add(Operator::Constant, Inst { imm: off_by(inst.imm, step, *slot), ..inst });
                }
                _ => {}
            }
        }
    }
    found
}

/// The constant and one more, or one less where more does not fit.
fn off_by(imm: i32, step: i32, slot: Slot) -> i32 {
    let most = match slot {
        Slot::U5 => 31,
        Slot::U16 => 0xffff,
        _ => 0x7fff,
    };
    if imm <= most - step { imm + step } else { imm - step }
}

/// The integer registers that the program names, in order.
pub(crate) fn used_registers(image: &Image) -> Vec<u8> {
    let touched = image.text.iter().fold(0u32, |mask, word| {
        let effects = effects(word.inst);
        mask | effects.reads | effects.writes
    });
    (0..32).filter(|register| touched >> register & 1 == 1).collect()
}

/// The register that a person would take instead: the next one that the program uses.
fn neighbour(used: &[u8], register: u8) -> u8 {
    let next = used.iter().find(|other| **other > register);
    next.or(used.first()).copied().unwrap_or(register)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Program};

    #[test]
    fn each_kind_is_made_once_for_each_place() {
        let source =
            "add $t0, $t1, $t2\nbeq $t0, $t1, end\naddiu $t1, $t1, 1\nlw $t2, 0($sp)\nend:";
        let program = Program::assemble("p.asm", source, Limits::default()).unwrap();
        let mutations = mutations(program.image());
        let count = |kind| mutations.iter().filter(|m| m.kind == kind).count();
        // `add` and `lw` have look-alikes; `addiu` has none.
        assert_eq!(Operator::ALL.map(count), [4, 1, 2, 9, 2]);
        for mutation in &mutations {
            let mutant = mutation.apply(program.image());
            let changed = mutant.text.iter().zip(&program.image().text).filter(|(a, b)| a != b);
            assert_eq!(changed.count(), 1, "{mutation:?}");
        }
        let constant: Vec<i32> =
            mutations.iter().filter(|m| m.kind == Operator::Constant).map(|m| m.inst.imm).collect();
        assert_eq!(constant, [2, 4]);
    }
}
