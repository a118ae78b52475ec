//! Instructions ready to be executed: one entry for each word of a text segment, with the operands
//! where the loop wants them.

use std::collections::BTreeSet;

use super::cpu::SINK;
use super::operation::{and_common_pairs, common_operations};
use crate::image::TextWord;
use crate::isa::codec::target;
use crate::isa::effects::{Control, Effects, effects};
use crate::isa::{Inst, Op, Slot as Operand, TABLE, decode};

/// Marks an entry that is not an instruction, in the first operand of a `break`, which nobody executes
/// often: there is nothing here, or a word that means nothing.
pub(crate) const EMPTY: u8 = 255;
pub(crate) const UNDEFINED: u8 = 254;

/// The first code after those of the operations.
const FIRST_CODE: u8 = TABLE.len() as u8;

/// One instruction as the fast loop wants it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// The constant, or where a branch or direct jump goes, as an index, which may be out of bounds.
    pub(crate) imm: i32,
    /// The registers.
    pub(crate) regs: [u8; 3],
    /// What to do, one of the values in [`codes`]: an operation, or two of them, this one and the
    /// next.
    pub(crate) code: u8,
}

macro_rules! define_codes {
    ([$($op:ident)*]) => { and_common_pairs!(define_codes [$($op)*]); };
    ([$($op:ident)*] $(($pair:ident: $first:ident $second:ident))*) => {
        /// What the fast loop can do beside the operations, in one go.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum Extra {
            LwStack = FIRST_CODE,
            SwStack,
            $($pair,)*
        }

        /// The numbers of what the fast loop can do: the operations under their own, and what there
        /// is beside them.
        #[expect(non_upper_case_globals, reason = "named as the operations are")]
        pub(crate) mod codes {
            use super::{Extra, Op};

            $(
                #[doc = concat!("`", stringify!($op), "`.")]
                pub(crate) const $op: u8 = Op::$op as u8;
            )*
            /// `lw` that most likely loads from the stack.
            pub(crate) const LwStack: u8 = Extra::LwStack as u8;
            /// `sw` that most likely stores to the stack.
            pub(crate) const SwStack: u8 = Extra::SwStack as u8;
            $(
                #[doc = concat!("`", stringify!($first), "`, then `", stringify!($second), "`.")]
                pub(crate) const $pair: u8 = Extra::$pair as u8;
            )*
            /// There is no instruction here. The greatest number, so that a jump table over all
            /// numbers needs no comparison.
            pub(crate) const END: u8 = u8::MAX;
        }

        /// Whether what a code stands for, if it is no pair, loads or stores.
        pub(crate) const fn uses_memory(code: u8) -> bool {
            match code {
                codes::LwStack | codes::SwStack => true,
                _ => TABLE[code as usize].effects.uses_memory(),
            }
        }

        const _: () = assert!(
            TABLE.len() + 2 + [$(stringify!($pair)),*].len() <= codes::END as usize,
            "too many operations and pairs: the fast loop has one byte to number them all. Remove \
             a pair from `and_common_pairs!` for each operation or pair that is added."
        );

        /// The code for two instructions one behind the other, if there is one.
        fn pair(first: u8, second: u8) -> Option<u8> {
            match (first, second) {
                $((codes::$first, codes::$second) => Some(codes::$pair),)*
                _ => None,
            }
        }
    };
}
common_operations!(define_codes);

/// The instructions of one text segment.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    base: u32,
    /// Entry k is for `base + 4k`. Behind the last instruction there is always an empty entry.
    entries: Vec<Inst>,
    /// The same for the fast loop.
    slots: Vec<Slot>,
    /// How many instructions can be executed from here before one that always goes elsewhere, that
    /// one included, if no branch on the way is taken.
    runs: Vec<u32>,
    /// Where self-modifying code has been.
    replaced: BTreeSet<u32>,
}

impl Code {
    /// The instructions of a segment that begins at `base`.
    pub(crate) fn new<'a>(base: u32, words: impl Iterator<Item = &'a TextWord>) -> Code {
        let mut code = Code {
            base,
            entries: vec![empty()],
            slots: vec![],
            runs: vec![],
            replaced: BTreeSet::new(),
        };
        for word in words {
            let index = ((word.address - base) / 4) as usize;
            if code.entries.len() < index + 2 {
                code.entries.resize(index + 2, empty());
            }
            code.entries[index] = prepare(word.inst);
        }
        code.measure();
        code.fuse();
        code
    }

    /// Makes the slots.
    fn fuse(&mut self) {
        let entries = self.entries.iter().enumerate();
        self.slots = entries.map(|(index, inst)| slot(*inst, index, self.base)).collect();
        for index in 1..self.slots.len() {
            // What the second of two does is not known to its own slot yet: pairs may overlap.
            let (first, second) = (self.slots[index - 1].code, single(self.entries[index]));
            if let Some(code) = pair(first, second) {
                self.slots[index - 1].code = code;
            }
        }
    }

    /// Puts another instruction at an address, which may lie behind the last one.
    pub(crate) fn set(&mut self, address: u32, inst: Inst) {
        let index = (address.wrapping_sub(self.base) / 4) as usize;
        for behind in self.entries.len()..index + 2 {
            self.entries.push(empty());
            self.slots.push(slot(empty(), behind, self.base));
            self.runs.push(1);
        }
        self.entries[index] = prepare(inst);
        for first in index.saturating_sub(1)..=index {
            let mut slot = slot(self.entries[first], first, self.base);
            let second = single(self.entries[first + 1]);
            slot.code = pair(slot.code, second).unwrap_or(slot.code);
            self.slots[first] = slot;
        }
        for index in (0..=index).rev() {
            let leaves = leaves(self.entries[index].op);
            let run = if leaves { 1 } else { self.runs[index + 1] + 1 };
            if std::mem::replace(&mut self.runs[index], run) == run {
                break;
            }
        }
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

    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
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
        // Self-modifying code runs in the loop that looks at neither.
        self.runs.clear();
        self.slots.clear();
    }
}

/// The code of one instruction by itself.
pub(crate) fn single(inst: Inst) -> u8 {
    // What is relative to `$sp` or `$fp` is most likely in the stack.
    let in_stack = matches!(inst.regs[2], 29 | 30);
    match inst.op {
        _ if is_empty(inst) => codes::END,
        Op::Lw if in_stack => codes::LwStack,
        Op::Sw if in_stack => codes::SwStack,
        op => op as u8,
    }
}

/// An instruction for the fast loop.
fn slot(inst: Inst, index: usize, base: u32) -> Slot {
    let pc = base.wrapping_add((index as u32) << 2);
    let imm = match target(inst, pc) {
        Some(target) => (target.wrapping_sub(base) >> 2) as i32,
        None => inst.imm,
    };
    Slot { imm, regs: inst.regs, code: single(inst) }
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
    let zero_extended = match (inst.op, effects(inst)) {
        (Op::Beq | Op::Bne, _) => false,
        (_, Effects { memory: Some(memory), .. }) => memory.bytes >= 4,
        (op, _) => op.row().shape.slots().contains(&Operand::Branch),
    };
    if zero_extended {
        inst.imm &= 0xffff;
    }
    prepare(inst)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::host::ScriptedHost;
    use crate::machine::{Machine, MachineOptions, Stop};
    use crate::observe::Off;
    use crate::{AsmOptions, Image, assemble};

    fn image(source: &str) -> Image {
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        assemble(&["p.asm"], &mut files, &AsmOptions::default()).image
    }

    #[test]
    fn the_budget_is_exact_wherever_it_ends() {
        let source =
            "li $t0, 1\nl: beq $t0, 10, out\nbne $t0, $t0, out\naddi $t0, $t0, 2\nj l\nout:";
        let image = image(source);
        for budget in 0..30 {
            let mut machine = Machine::load(&image, &MachineOptions::default());
            let stop = machine.run(&mut ScriptedHost::default(), &mut Off, budget);
            assert_eq!((stop, machine.steps()), (Stop::BudgetSpent, budget));
        }
    }

    #[test]
    fn no_budget_is_too_great_to_count() {
        let nops = "nop\n".repeat(100);
        let source = format!("li $v0, 30\nj far\n{nops}far: syscall\nsyscall\nli $v0, 10\nsyscall");
        let image = image(&source);
        for budget in [1000, u64::MAX - 1, u64::MAX] {
            let mut machine = Machine::load(&image, &MachineOptions::default());
            let stop = machine.run(&mut ScriptedHost::default(), &mut Off, budget);
            assert_eq!((stop, machine.steps(), machine.fetches()), (Stop::Exit(0), 6, 6));
        }
    }

    /// Instructions that are put in one by one are the same as if they had been there from the start.
    #[test]
    fn instructions_can_be_put_in_later() {
        let (whole, other) = (
            image("li $t0, 1\nl: lw $t1, ($sp)\naddu $t0, $t0, $t1\nbeq $t0, $t1, l\njr $ra\nnop"),
            image("nop\nj l\nl: sw $t1, ($sp)\nnop"),
        );
        let user = |image: &Image| Code::new(image.config.text_base, image.text.iter());
        let expected = user(&whole);
        for backwards in [false, true] {
            let mut code = user(&other);
            let mut words = whole.text.clone();
            if backwards {
                words.reverse();
            }
            words.iter().for_each(|word| code.set(word.address, word.inst));
            assert_eq!(format!("{code:?}"), format!("{expected:?}"));
        }
    }

    macro_rules! list_pairs {
        ([$($op:ident)*]) => { and_common_pairs!(list_pairs [$($op)*]) };
        ([$($op:ident)*] $(($pair:ident: $first:ident $second:ident))*) => {
            [$((codes::$first, codes::$second)),*]
        };
    }

    /// Each pair, with operands of all kinds, does in one go what its two instructions do one by
    /// one: the same state, the same counts, the same end.
    #[test]
    fn a_pair_does_what_its_two_instructions_do() {
        let pairs = common_operations!(list_pairs);
        let image = image("nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\n");
        let mut seed = 1u64;
        let mut draw = |bound: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % bound
        };
        let all: Vec<Op> = crate::isa::TABLE.iter().map(|row| row.op).collect();
        for (first, second) in pairs {
            let mut fused = 0;
            for _ in 0..300 {
                let mut words = image.text.clone();
                for (word, code) in words[3..].iter_mut().zip([first, second]) {
                    let op = match code {
                        codes::LwStack => Op::Lw,
                        codes::SwStack => Op::Sw,
                        op => all[usize::from(op)],
                    };
                    let mut regs = [(); 3].map(|()| draw(12) as u8 * 2 + draw(8) as u8 / 7);
                    if matches!(code, codes::LwStack | codes::SwStack) {
                        regs[2] = 29;
                    }
                    let imm = match op {
                        Op::J | Op::Jal => 0x10_0000 + draw(9) as i32,
                        _ => draw(12) as i32 - 4,
                    };
                    word.inst = Inst { op, regs, imm };
                }
                let code = Code::new(image.config.text_base, words.iter());
                fused += usize::from(code.slots[3].code != single(code.entries[3]));
                let mut whole = Machine::load(&image, &MachineOptions::default());
                whole.code = Arc::new(code);
                for register in 1..32 {
                    let value = match draw(6) {
                        0 => draw(3) as u32,
                        1 => 0x1001_0000 + draw(64) as u32,
                        2 => 0x7fff_eff0 - 4 * draw(8) as u32,
                        3 => 0x0040_0000 + 4 * draw(9) as u32,
                        4 => 0x7fff_ffff - draw(2) as u32,
                        _ => (draw(1 << 16) as u32) << 16 | draw(1 << 16) as u32,
                    };
                    whole.cpu.set(register, value);
                    whole.cpu.float[usize::from(register)] = value;
                }
                if draw(2) == 0 {
                    whole.cpu.set(29, image.config.stack_pointer);
                }
                let mut stepped = whole.clone();
                let end = whole.run(&mut ScriptedHost::default(), &mut Off, 40);
                let mut last = Stop::BudgetSpent;
                while stepped.steps() < 40 && last == Stop::BudgetSpent {
                    last = stepped.run(&mut ScriptedHost::default(), &mut Off, 1);
                }
                let what = format!("{:?}", &words[3..5]);
                assert_eq!(whole.steps(), stepped.steps(), "{what}");
                assert_eq!((end, whole.pc), (last, stepped.pc), "{what}");
                assert_eq!(whole.fetches(), stepped.fetches(), "{what}");
                assert_eq!(whole.cpu, stepped.cpu, "{what}");
                assert_eq!(whole.memory, stepped.memory, "{what}");
            }
            assert!(fused > 200, "{first} {second}: only {fused} of 300 were fused");
        }
    }
}
