//! Instructions ready to be executed: one entry for each word of a text segment, with the operands
//! where the loop wants them.

use std::collections::BTreeSet;

use super::cpu::SINK;
use crate::image::TextWord;
use crate::isa::effects::{Control, effects};
use crate::isa::{Inst, Op, decode};

/// Marks an entry that is no instruction, in the first operand of a `break`, which nobody executes
/// often: there is nothing here, or a word that means nothing.
pub(crate) const EMPTY: u8 = 255;
pub(crate) const UNDEFINED: u8 = 254;

/// The instructions of one text segment.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    base: u32,
    /// Entry k is for `base + 4k`. Behind the last instruction there is always an empty entry.
    entries: Vec<Inst>,
    /// How many instructions can be executed from here before one that always goes elsewhere, that
    /// one included, if no branch on the way is taken.
    runs: Vec<u32>,
    /// Where self-modifying code has been.
    replaced: BTreeSet<u32>,
}

impl Code {
    /// The instructions of a segment that begins at `base`.
    pub(crate) fn new<'a>(base: u32, words: impl Iterator<Item = &'a TextWord>) -> Code {
        let mut code =
            Code { base, entries: vec![empty()], runs: Vec::new(), replaced: BTreeSet::new() };
        for word in words {
            let index = ((word.address - base) / 4) as usize;
            if code.entries.len() < index + 2 {
                code.entries.resize(index + 2, empty());
            }
            code.entries[index] = prepare(word.inst);
        }
        code.measure();
        code
    }

    fn measure(&mut self) {
        self.runs = vec![1; self.entries.len()];
        for index in (0..self.entries.len().saturating_sub(1)).rev() {
            if !leaves(self.entries[index].op) {
                self.runs[index] = self.runs[index + 1] + 1;
            }
        }
    }

    pub(crate) fn base(&self) -> u32 {
        self.base
    }

    pub(crate) fn entries(&self) -> &[Inst] {
        &self.entries
    }

    pub(crate) fn runs(&self) -> &[u32] {
        &self.runs
    }

    /// The entry at an address: empty where there is none.
    pub(crate) fn at(&self, address: u32) -> Inst {
        let index = (address.wrapping_sub(self.base) / 4) as usize;
        self.entries.get(index).copied().unwrap_or(empty())
    }

    /// Whether there is an instruction at an address.
    pub(crate) fn holds(&self, address: u32) -> bool {
        address >= self.base && !is_empty(self.at(address))
    }

    pub(crate) fn is_replaced(&self, address: u32) -> bool {
        self.replaced.contains(&address)
    }

    /// Puts a word in place of an instruction.
    pub(crate) fn replace(&mut self, address: u32, word: u32) {
        let index = (address.wrapping_sub(self.base) / 4) as usize;
        if self.entries.len() < index + 2 {
            self.entries.resize(index + 2, empty());
        }
        self.entries[index] = stored(word);
        self.replaced.insert(address);
        // Self-modifying code runs in the loop that does not look at runs.
        self.runs.clear();
    }
}

/// Whether the instruction behind an operation never follows it.
fn leaves(op: Op) -> bool {
    // Different registers: a `beq` of one with itself would always leave.
    let control = effects(Inst { op, regs: [1, 2, 3], imm: 0 }).control;
    control == Control::Syscall
        || !control.falls_through()
        || control == Control::Call
        || control == Control::CallRegister
}

fn empty() -> Inst {
    Inst { op: Op::Break, regs: [EMPTY, 0, 0], imm: 0 }
}

pub(crate) fn is_empty(inst: Inst) -> bool {
    inst.op == Op::Break && inst.regs[0] == EMPTY
}

/// Sends what is written to `$zero` where nobody reads it, so that the loop need not ask.
fn prepare(inst: Inst) -> Inst {
    let mut inst = inst;
    // `sc` reads the register that it writes.
    if inst.regs[0] == 0 && effects(inst).writes & 1 != 0 && inst.op != Op::Sc {
        inst.regs[0] = SINK;
    }
    inst
}

/// The instruction that a stored word is. MARS does not sign-extend the field of all of them.
pub(crate) fn stored(word: u32) -> Inst {
    let Some(mut inst) = decode(word) else {
        return Inst { op: Op::Break, regs: [UNDEFINED, 0, 0], imm: word as i32 };
    };
    let zero_extended = matches!(
        inst.op,
        Op::Lw
            | Op::Ll
            | Op::Lwl
            | Op::Lwr
            | Op::Sw
            | Op::Sc
            | Op::Swl
            | Op::Swr
            | Op::Lwc1
            | Op::Ldc1
            | Op::Swc1
            | Op::Sdc1
            | Op::Bgez
            | Op::Bgtz
            | Op::Blez
            | Op::Bltz
            | Op::Bgezal
            | Op::Bltzal
            | Op::Bc1t
            | Op::Bc1f
            | Op::Bc1tCc
            | Op::Bc1fCc
    );
    if zero_extended {
        inst.imm &= 0xffff;
    }
    prepare(inst)
}

#[cfg(test)]
mod tests {
    use crate::host::ScriptedHost;
    use crate::machine::{Machine, MachineOptions, Stop};
    use crate::observe::Off;
    use crate::{AsmOptions, assemble};

    #[test]
    fn the_budget_is_exact_wherever_it_ends() {
        let source =
            "li $t0, 1\nl: beq $t0, 10, out\nbne $t0, $t0, out\naddi $t0, $t0, 2\nj l\nout:";
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        for budget in 0..30 {
            let mut machine = Machine::load(&image, &MachineOptions::default());
            let stop = machine.run(&mut ScriptedHost::default(), &mut Off, budget);
            assert_eq!((stop, machine.steps()), (Stop::BudgetSpent, budget));
        }
    }
}
