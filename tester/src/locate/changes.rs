//! Small changes of a program that could mend it: another instruction in place of one, the arguments
//! of a macro, two statements the other way round, a statement more.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use mips_sim::Image;
use mips_sim::isa::codec::target;
use mips_sim::isa::effects::Control;
use mips_sim::isa::{Effects, Inst, Op, Slot, effects, reg};

use super::effect::Moments;
use super::lines::{Line, Lines};
use crate::mutants::{ALIKE, OPPOSITE, partner, used_registers};

/// What is done to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// The address of the instruction.
    pub address: u32,
    /// What stands there.
    pub was: Inst,
    /// What would stand there, or before it: the instruction that matters.
    pub now: Inst,
    /// The instructions to be put in.
    pub(super) words: Vec<(u32, Inst)>,
    /// The instructions that run differently, as in [`Image::text`].
    pub(super) places: Vec<u32>,
    /// The line that it is a change of.
    pub(super) line: Line,
}

/// The kinds of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// Another constant.
    Constant,
    /// Another operation, such as the opposite branch.
    Operation,
    /// Another register.
    Register,
    /// Another register as the argument of a macro.
    Argument,
    /// Another label.
    Label,
    /// Something comes before it.
    Before,
    /// Something comes behind it.
    Behind,
    /// It comes after the next statement.
    Swapped,
    /// It is left out.
    LeftOut,
}

pub(super) const NOP: Inst = Inst { op: Op::Nop, regs: [0; 3], imm: 0 };
/// The most instructions of two neighbours that are swapped.
const MAX_SWAP: usize = 200;
/// How many statements away a branch may be that is tried with other operands.
const NEAR: usize = 3;
/// How far away a register may be, in the list of those that a program uses, to be a likely one.
const NEIGHBOURS: usize = 2;

/// Instructions, each with where it goes if it names an address.
pub(super) type Block = Vec<(Inst, Option<u32>)>;

/// What there is in a program to make changes of.
pub(super) struct Workshop<'a> {
    pub(super) image: &'a Image,
    pub(super) lines: &'a Lines,
    pub(super) registers: Vec<u8>,
    /// Where branches and jumps go, and where labels are.
    pub(super) targets: Vec<u32>,
    /// Labels that nothing goes to.
    pub(super) unused: Vec<u32>,
    pub(super) constants: Vec<i32>,
    /// Calls and computations to copy.
    pub(super) short_copies: Vec<Block>,
    /// Other statements and macro calls to copy.
    pub(super) long_copies: Vec<Block>,
    /// Behind the text, where nothing is.
    pub(super) free: u32,
    /// For each instruction those that are the same part of the same statement, in all uses of the
    /// macro.
    pub(super) twins: Vec<Vec<u32>>,
    /// The statements, by their instructions.
    pub(super) statements: Vec<Range<usize>>,
}

impl<'a> Workshop<'a> {
    pub(super) fn new(image: &'a Image, lines: &'a Lines) -> Workshop<'a> {
        let mut targets = BTreeSet::new();
        let mut constants: BTreeSet<i32> = [0, 1].into();
        for word in &image.text {
            targets.extend(target(word.inst, word.address));
            let slots = word.inst.op.row().shape.slots();
            if slots.iter().any(|slot| matches!(slot, Slot::U5 | Slot::S16 | Slot::U16)) {
                constants.insert(word.inst.imm);
            }
        }
        let labels = image.symbols.iter().filter(|symbol| !symbol.data);
        let labels: BTreeSet<u32> = labels.map(|symbol| symbol.address).collect();
        let unused = labels.iter().filter(|label| !targets.contains(label)).copied().collect();
        targets.extend(labels);
        let last = image.text.last().map_or(0, |word| word.address);
        let statements = runs(image.text.len(), |word| image.text[word].line);
        let mut workshop = Workshop {
            image,
            lines,
            registers: used_registers(image),
            targets: targets.into_iter().collect(),
            unused,
            constants: constants.into_iter().collect(),
            short_copies: Vec::new(),
            long_copies: Vec::new(),
            free: last + 0x100,
            twins: Vec::new(),
            statements,
        };
        workshop.find_twins();
        workshop.find_copies();
        workshop
    }

    fn find_twins(&mut self) {
        let mut groups: BTreeMap<_, Vec<u32>> = BTreeMap::new();
        let mut keys = Vec::with_capacity(self.image.text.len());
        for statement in &self.statements {
            for (part, word) in statement.clone().enumerate() {
                let key = (self.lines.of_word[word].first().copied(), part);
                groups.entry(key).or_default().push(word as u32);
                keys.push(key);
            }
        }
        self.twins = keys.iter().map(|key| groups[key].clone()).collect();
    }

    pub(super) fn block(&self, words: Range<usize>) -> Block {
        let words = self.image.text[words].iter();
        words.map(|word| (word.inst, target(word.inst, word.address))).collect()
    }

    pub(super) fn inst(&self, word: u32) -> Inst {
        self.image.text[word as usize].inst
    }

    pub(super) fn address(&self, word: u32) -> u32 {
        self.image.text[word as usize].address
    }

    /// The statement that an instruction belongs to.
    pub(super) fn statement(&self, word: u32) -> usize {
        self.statements.partition_point(|statement| statement.end <= word as usize)
    }

    /// Changes of one instruction that would have made a difference: the likely ones, or the others.
    pub(super) fn replacements(
        &self,
        word: u32,
        likely: bool,
        moments: &mut Moments<'_>,
    ) -> Vec<Change> {
        let was = self.inst(word);
        let mut found = Vec::new();
        for (kind, now) in self.others(word, likely) {
            if now == was || moments.is_same(word, &[was], &[now]) {
                continue;
            }
            let chain = &self.lines.of_word[word as usize];
            let (own, outermost) = (chain[0], chain[chain.len() - 1]);
            let change = Change {
                kind,
                address: self.address(word),
                was,
                now,
                words: vec![(self.address(word), now)],
                places: vec![word],
                line: outermost,
            };
            let twins = &self.twins[word as usize];
            if twins.len() > 1 {
                found.push(Change {
                    words: twins.iter().map(|twin| self.likewise(word, now, *twin)).collect(),
                    places: twins.clone(),
                    line: own,
                    ..change.clone()
                });
            }
            found.push(change);
        }
        found
    }

    /// What is done to an instruction, done to its twin: what comes from the arguments stays.
    fn likewise(&self, word: u32, now: Inst, twin: u32) -> (u32, Inst) {
        let (was, other, address) = (self.inst(word), self.inst(twin), self.address(twin));
        if now == NOP || other == was {
            let goes = target(now, self.address(word));
            return (address, moved(now, address, goes));
        }
        let mut changed = Inst { op: now.op, ..other };
        for ((new, now), was) in changed.regs.iter_mut().zip(now.regs).zip(was.regs) {
            if now != was && *new == was {
                *new = now;
            }
        }
        if now.imm != was.imm {
            changed =
                moved(Inst { imm: now.imm, ..changed }, address, target(now, self.address(word)));
        }
        (address, changed)
    }

    /// What could stand in place of an instruction.
    fn others(&self, word: u32, likely: bool) -> Vec<(ChangeKind, Inst)> {
        let (was, address) = (self.inst(word), self.address(word));
        let mut list = Vec::new();
        if likely {
            list.extend(self.operations(word).into_iter().map(|now| (ChangeKind::Operation, now)));
            list.push((ChangeKind::LeftOut, NOP));
        }
        // Who writes several instructions in one does not name the assembler's register.
        let alone = self.statements[self.statement(word)].len() == 1;
        let registers: Vec<u8> =
            self.registers.iter().copied().filter(|r| *r != reg::AT || !alone).collect();
        for (operand, slot) in was.op.row().shape.operands().enumerate() {
            match slot {
                Slot::Reg if was.regs[operand] != 0 => {
                    let own = registers.iter().position(|r| *r == was.regs[operand]);
                    for (at, register) in registers.iter().enumerate() {
                        let near = own.is_some_and(|own| {
                            let distance = own.abs_diff(at);
                            distance.min(registers.len() - distance) <= NEIGHBOURS
                        });
                        if near == likely {
                            let mut regs = was.regs;
                            regs[operand] = *register;
                            list.push((ChangeKind::Register, Inst { regs, ..was }));
                        }
                    }
                }
                Slot::U5 | Slot::S16 | Slot::U16 => {
                    let near = [-1, 1, -4, 4].map(|step| was.imm.saturating_add(step));
                    let more = [was.imm.saturating_mul(2), was.imm / 2];
                    let near = [&near[..], &more, &Self::opposite(was)].concat();
                    let list_of: &[i32] = if likely { &near } else { &self.constants };
                    let fits =
                        |imm: &i32| range_of(slot).contains(imm) && (likely || !near.contains(imm));
                    let fitting: BTreeSet<i32> = list_of.iter().copied().filter(fits).collect();
                    let constant = |imm| (ChangeKind::Constant, Inst { imm, ..was });
                    list.extend(fitting.into_iter().map(constant));
                }
                Slot::Branch | Slot::Label if !likely => {
                    let to = |target: &u32| (ChangeKind::Label, moved(was, address, Some(*target)));
                    list.extend(self.targets.iter().map(to));
                }
                _ => {}
            }
        }
        list
    }

    /// What is added where it should be taken away, or the other way round.
    fn opposite(inst: Inst) -> Vec<i32> {
        let adds = matches!(inst.op, Op::Addi | Op::Addiu) && inst.regs[1] != 0;
        if adds { vec![inst.imm.saturating_neg()] } else { Vec::new() }
    }

    /// The same with another operation: those that are mistaken for each other.
    fn operations(&self, word: u32) -> Vec<Inst> {
        let (was, address) = (self.inst(word), self.address(word));
        let mut list = Vec::new();
        list.extend(partner(was.op, &OPPOSITE).map(|op| Inst { op, ..was }));
        for (one, other) in ALIKE {
            let op = [(one, other), (other, one)].into_iter().find(|(op, _)| *op == was.op);
            list.extend(op.map(|(_, op)| Inst { op, ..was }));
        }
        let goes = target(was, address);
        match (effects(was).control, goes) {
            // Always, and only sometimes.
            (Control::Branch, Some(goes)) => list.push(jump(goes)),
            (Control::Jump, Some(_)) => {
                for (op, one, other) in self.pairs(word) {
                    let branch = Inst { op, regs: [one, other, 0], imm: 0 };
                    list.push(moved(branch, address, goes));
                }
            }
            _ => {}
        }
        let [to, from, base] = was.regs;
        match was.op {
            // The address, and what is stored there.
            Op::Lw | Op::Lb | Op::Lbu | Op::Lh | Op::Lhu => {
                list.push(Inst { op: Op::Addiu, regs: [to, base, 0], imm: was.imm });
            }
            Op::Ori | Op::Addiu if from == reg::AT => {
                list.push(Inst { op: Op::Lw, regs: [to, 0, from], imm: was.imm });
            }
            // The number of a cell, and its distance.
            Op::Addu | Op::Add if from == 0 || base == 0 => {
                let cell = from.max(base);
                let shifted = |imm| Inst { op: Op::Sll, regs: [to, cell, 0], imm };
                list.extend([1, 2, 3].map(shifted));
            }
            _ => {}
        }
        list
    }

    /// Comparisons of registers that the statements around this one use.
    fn pairs(&self, word: u32) -> Vec<(Op, u8, u8)> {
        let registers = self.registers_near(self.statement(word));
        let mut found = Vec::new();
        for (at, one) in registers.iter().enumerate() {
            for other in registers[at + 1..].iter().chain([&0]) {
                found.extend([Op::Beq, Op::Bne].map(|op| (op, *one, *other)));
            }
        }
        found
    }

    /// The registers that a statement and those around it name.
    pub(super) fn registers_near(&self, statement: usize) -> Vec<u8> {
        let mask =
            self.near(statement).flat_map(|at| self.statements[at].clone()).fold(0, |mask, w| {
                let Effects { reads, writes, .. } = self.lines.touched[w];
                match self.image.text[w].inst.op {
                    Op::Syscall => mask,
                    _ => mask | reads | writes,
                }
            });
        (2..32).filter(|register| mask >> register & 1 == 1).collect()
    }

    /// A statement and those around it.
    pub(super) fn near(&self, statement: usize) -> Range<usize> {
        statement.saturating_sub(NEAR)..(statement + NEAR + 1).min(self.statements.len())
    }

    /// Other registers as the arguments of a macro call, and two of them the other way round.
    pub(super) fn arguments(&self, line: Line) -> Vec<Change> {
        let (file, number) = self.lines.places[line as usize];
        let text = self.image.sources.file(file).line(number);
        let text = text.split('#').next().unwrap_or_default();
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '$');
        let mut given: Vec<u8> = words.filter_map(register).collect();
        given.dedup();
        let mut found = Vec::new();
        for (at, one) in given.iter().enumerate() {
            let swapped = given[at + 1..].iter().map(|other| (*other, true));
            let replaced =
                self.registers.iter().filter(|other| **other != reg::AT && **other != *one);
            for (other, swap) in swapped.chain(replaced.map(|other| (*other, false))) {
                found.extend(self.renamed(line, *one, other, swap));
            }
        }
        found
    }

    /// One register in place of another in all that a macro call stands for.
    fn renamed(&self, line: Line, one: u8, other: u8, swap: bool) -> Option<Change> {
        let of_call = |word: &usize| self.lines.of_word[*word][1..].contains(&line);
        let mut change: Option<Change> = None;
        for word in (0..self.image.text.len()).filter(of_call) {
            let was = self.image.text[word].inst;
            let mut now = was;
            let operands = was.op.row().shape.slots().iter().filter(|slot| slot.is_operand());
            for (register, slot) in now.regs.iter_mut().zip(operands) {
                *register = match (*register, slot) {
                    (r, Slot::Reg) if r == one => other,
                    (r, Slot::Reg) if swap && r == other => one,
                    (r, _) => r,
                };
            }
            if now == was {
                continue;
            }
            let address = self.image.text[word].address;
            let change = change.get_or_insert(Change {
                kind: ChangeKind::Argument,
                address,
                was,
                now,
                words: Vec::new(),
                places: Vec::new(),
                line,
            });
            change.words.push((address, now));
            change.places.push(word as u32);
        }
        change
    }

    /// A line and the next one the other way round.
    pub(super) fn swapped(&self, line: Line) -> Option<Change> {
        let of_line = |word: usize| self.lines.of_word[word].last().copied();
        let count = self.image.text.len();
        let first = (0..count).find(|word| of_line(*word) == Some(line))?;
        let middle = (first..count).find(|word| of_line(*word) != Some(line))?;
        let end = (middle..count).find(|word| of_line(*word) != of_line(middle)).unwrap_or(count);
        if end - first > MAX_SWAP {
            return None;
        }
        let start = self.image.text[first].address;
        let block = [self.block(middle..end), self.block(first..middle)].concat();
        let at = |at: usize| start + 4 * at as u32;
        let put = |(index, (inst, target)): (usize, &(Inst, Option<u32>))| {
            (at(index), moved(*inst, at(index), *target))
        };
        Some(Change {
            kind: ChangeKind::Swapped,
            address: start,
            was: self.image.text[first].inst,
            now: self.image.text[middle].inst,
            words: block.iter().enumerate().map(put).collect(),
            places: (first as u32..end as u32).collect(),
            line,
        })
    }
}

/// The constants that an operand can be.
pub(super) fn range_of(slot: Slot) -> RangeInclusive<i32> {
    match slot {
        Slot::U5 => 0..=31,
        Slot::U16 => 0..=0xffff,
        _ => -0x8000..=0x7fff,
    }
}

/// Neighbours that have the same key.
pub(super) fn runs<K: PartialEq>(count: usize, key: impl Fn(usize) -> K) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in 0..count {
        match found.last_mut() {
            Some(run) if key(run.start) == key(at) => run.end = at + 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// The number of a register, by its name with `$`.
fn register(name: &str) -> Option<u8> {
    name.starts_with('$').then(|| reg::integer(name))?.map(|(number, _)| number)
}

pub(super) fn jump(target: u32) -> Inst {
    Inst { op: Op::J, regs: [0; 3], imm: (target >> 2 & 0x03ff_ffff) as i32 }
}

/// An instruction at an address from which it goes to a target, if it goes anywhere.
pub(super) fn moved(inst: Inst, address: u32, target: Option<u32>) -> Inst {
    let goes = |slot: &&Slot| matches!(slot, Slot::Branch | Slot::Label);
    match (inst.op.row().shape.slots().iter().find(goes), target) {
        (Some(Slot::Branch), Some(target)) => {
            let distance = target.wrapping_sub(address).wrapping_sub(4) as i32;
            Inst { imm: distance >> 2, ..inst }
        }
        (Some(_), Some(target)) => Inst { imm: (target >> 2 & 0x03ff_ffff) as i32, ..inst },
        _ => inst,
    }
}
