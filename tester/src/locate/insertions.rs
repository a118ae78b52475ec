//! A statement more: copies of what a program says elsewhere, and statements like those around.

use std::collections::{BTreeSet, HashSet};

use mips_sim::isa::codec::target;
use mips_sim::isa::effects::Control;
use mips_sim::isa::{Inst, Op, Slot, effects, reg};

use super::changes::{Block, Change, ChangeKind, NOP, Workshop, jump, moved, range_of, runs};
use super::effect::Moments;

/// What can be put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inserted {
    /// Copies of calls and computations, and calls of what nobody calls.
    Short,
    /// Copies of other statements and of macro calls.
    Long,
    /// Statements like those around, with other operands.
    Similar,
}

/// The most instructions of a statement or macro call that is copied elsewhere.
const MAX_COPY: usize = 5;
/// The most macro calls around each other whose copies are tried.
const MAX_CALLS: usize = 3;
/// So many registers around a statement are too many to try them all.
const MAX_REGISTERS: usize = 5;

impl Workshop<'_> {
    /// Finds what can be copied.
    pub(super) fn find_copies(&mut self) {
        let mut known = BTreeSet::new();
        let calls = (1..=MAX_CALLS).flat_map(|depth| {
            runs(self.image.text.len(), |word| {
                let chain = &self.lines.of_word[word];
                (self.image.text[word].line * u32::from(chain.len() <= depth), chain.get(depth))
            })
        });
        for words in self.statements.iter().cloned().chain(calls) {
            let block = self.block(words.clone());
            let inside =
                |target: &u32| words.clone().any(|word| self.image.text[word].address == *target);
            let loops = block.iter().any(|(_, target)| target.as_ref().is_some_and(inside));
            let is_nop = block.iter().all(|(inst, _)| inst.op == Op::Nop);
            if words.len() <= MAX_COPY && !loops && !is_nop && known.insert(format!("{block:?}")) {
                let short = |inst: Inst| {
                    let effects = effects(inst);
                    let plain = effects.control == Control::None && effects.memory.is_none();
                    plain || effects.control == Control::Call
                };
                match &block[..] {
                    [(inst, _)] if short(*inst) => self.short_copies.push(block),
                    _ => self.long_copies.push(block),
                }
            }
        }
        for label in &self.unused {
            self.short_copies.push(vec![(Inst { op: Op::Jal, ..jump(*label) }, Some(*label))]);
        }
    }

    /// Statements before this instruction that would have made a difference: copies of others, or
    /// statements like those around it.
    pub(super) fn insertions(
        &self,
        word: u32,
        what: Inserted,
        moments: &mut Moments<'_>,
    ) -> Vec<Change> {
        let at = self.statement(word);
        if self.statements[at].start != word as usize {
            return Vec::new();
        }
        let similar;
        let blocks = match what {
            Inserted::Short => &self.short_copies,
            Inserted::Long => &self.long_copies,
            Inserted::Similar => {
                similar = self.similar(at);
                &similar
            }
        };
        // Before a label is not behind it.
        let before = word.checked_sub(1).filter(|before| {
            let control = effects(self.inst(*before)).control;
            self.targets.contains(&self.address(word))
                && matches!(control, Control::None | Control::Branch)
        });
        let mut found = Vec::new();
        for block in blocks {
            let start = self.address(word);
            let placed = block.iter().zip((start..).step_by(4));
            let placed: Vec<Inst> = placed.map(|((inst, to), at)| moved(*inst, at, *to)).collect();
            if moments.is_same(word, &[], &placed) {
                continue;
            }
            let matters = block.iter().rfind(|(inst, _)| inst.op != Op::Syscall);
            let places =
                [Some((word, ChangeKind::Before)), before.map(|word| (word, ChangeKind::Behind))];
            for (word, kind) in places.into_iter().flatten() {
                let chain = &self.lines.of_word[word as usize];
                let (own, outermost) = (chain[0], chain[chain.len() - 1]);
                let twins = &self.twins[word as usize];
                let change = |words: &[u32], line| Change {
                    kind,
                    address: self.address(word),
                    was: self.inst(word),
                    now: matters.map_or(NOP, |(inst, to)| moved(*inst, self.address(word), *to)),
                    words: self.inserted(words, kind, block),
                    places: words.to_vec(),
                    line,
                };
                if twins.len() > 1 {
                    found.push(change(twins, own));
                }
                found.push(change(&[word], outermost));
            }
        }
        found
    }

    /// Branches and computations around a statement with other operands.
    fn similar(&self, statement: usize) -> Vec<Block> {
        let mut found: Vec<Block> = Vec::new();
        let mut known = HashSet::new();
        let registers = self.registers_near(statement);
        for statement in self.near(statement) {
            let block = self.block(self.statements[statement].clone());
            let Some((branch, goes)) = block.last().copied() else { continue };
            if let ([(inst, None)], Control::None) = (&block[..], effects(branch).control) {
                let likes = self.computations(*inst, &registers);
                found.extend(likes.into_iter().map(|inst| vec![(inst, None)]));
            }
            if effects(branch).control != Control::Branch {
                continue;
            }
            let mut add = |block: Block| {
                let key = |(inst, goes): &(Inst, Option<u32>)| {
                    (inst.op as u8, inst.regs, inst.imm, *goes)
                };
                if known.insert(block.iter().map(key).collect::<Vec<_>>()) {
                    found.push(block);
                }
            };
            let is_free = |register: u8| register > reg::AT;
            let count = branch.op.row().shape.operands().filter(|s| *s == Slot::Reg).count();
            let others = || self.registers.iter().copied().filter(|register| is_free(*register));
            match (&block[..], count) {
                // Two registers are compared.
                ([_], 2) if is_free(branch.regs[0]) => {
                    for one in others().filter(|one| self.is_compared(*one)) {
                        let second = others().chain([0]).filter(|other| *other < one);
                        for other in second.filter(|other| self.is_compared(*other)) {
                            let regs = [one, other, 0];
                            add(vec![(Inst { regs, ..branch }, goes)]);
                        }
                    }
                }
                ([_], 1) => {
                    for one in others() {
                        add(vec![(Inst { regs: [one, 0, 0], ..branch }, goes)]);
                    }
                }
                // A register is compared with a number.
                ([(load, _), _], _) if load.regs[0] == reg::AT => {
                    let numbered = |imm: i32, goes: Option<u32>| {
                        vec![(Inst { imm, ..*load }, None), (branch, goes)]
                    };
                    for imm in &self.constants {
                        let unused = self.unused.iter().map(|label| Some(*label));
                        std::iter::once(goes).chain(unused).for_each(|to| add(numbered(*imm, to)));
                    }
                    for operand in (0..count).filter(|k| is_free(branch.regs[*k])) {
                        for one in others() {
                            let mut regs = branch.regs;
                            regs[operand] = one;
                            add(vec![(*load, None), (Inst { regs, ..branch }, goes)]);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Computations like this one with other registers and constants.
    fn computations(&self, inst: Inst, registers: &[u8]) -> Vec<Inst> {
        let slots: Vec<Slot> = inst.op.row().shape.operands().collect();
        let mut list = vec![inst];
        if effects(inst).memory.is_some() || registers.len() > MAX_REGISTERS {
            return Vec::new();
        }
        for (operand, slot) in slots.iter().enumerate() {
            let before = std::mem::take(&mut list);
            for inst in before {
                match slot {
                    Slot::Reg if inst.regs[operand] != 0 => {
                        for register in registers {
                            let mut regs = inst.regs;
                            regs[operand] = *register;
                            list.push(Inst { regs, ..inst });
                        }
                    }
                    Slot::U5 | Slot::S16 | Slot::U16 => {
                        let fits = |imm: &&i32| range_of(*slot).contains(*imm);
                        let constants = self.constants.iter().filter(fits);
                        list.extend(constants.map(|imm| Inst { imm: *imm, ..inst }));
                    }
                    _ => list.push(inst),
                }
            }
        }
        list
    }

    /// Whether a register is compared with another anywhere.
    fn is_compared(&self, register: u8) -> bool {
        register == 0
            || self.image.text.iter().any(|word| {
                matches!(word.inst.op, Op::Beq | Op::Bne) && word.inst.regs[..2].contains(&register)
            })
    }

    /// Puts instructions before or behind others: a jump to where they stand, and one back.
    fn inserted(&self, places: &[u32], kind: ChangeKind, block: &Block) -> Vec<(u32, Inst)> {
        let mut words = Vec::with_capacity(places.len() * (block.len() + 3));
        let mut at = self.free;
        for word in places {
            let (was, address) = (self.inst(*word), self.address(*word));
            words.push((address, jump(at)));
            let old: Block = vec![(was, target(was, address))];
            let back = (jump(address + 4), None);
            let (first, second) =
                if kind == ChangeKind::Behind { (&old, block) } else { (block, &old) };
            for (inst, target) in first.iter().chain(second).chain([&back]) {
                words.push((at, moved(*inst, at, *target)));
                at += 4;
            }
        }
        words
    }
}
