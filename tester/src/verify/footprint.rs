//! What a stretch of a run reads before it writes it: the only places by which two machines can
//! behave differently from there.
//!
//! A stretch begins at a prompt or behind the first thing that is printed after a draw ([`At`]), and ends at
//! the next such point. [`Known`] is what has been learnt about a program: which words of memory it writes at
//! all, and for either point, which places may still be read from there on, in this stretch or a later one. A
//! [`KnownLayout`] makes a [`Key`](super::known::Key) of that, the values in these places. Two machines with the same key do the same
//! up to the end of a stretch, and then have the same key again. A [`Footprint`] looks on and reports whatever
//! is read or written beyond what is known, so nothing has to be assumed.
//!
//! Two things are read without being used. A register that is saved to memory and loaded again has not
//! been read; and of a register that is only compared for equality with certain numbers, a key has only
//! which of them it is, if any.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use mips_sim::host::system::ServiceAccess;
use mips_sim::isa::effects::Access;
use mips_sim::isa::{Inst, Op, effects};
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::{Done, Observer};

use super::known::{At, FLAGS, Known, KnownLayout, LookKind, Reads, Touched, entry_of};

/// A register that no copy is of.
const NONE: u8 = 0;

/// What a stretch has done with a word so far.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Bytes that it has written.
    written: u8,
    /// Bytes that it has read first.
    read: u8,
    /// The register whose value from the beginning of the stretch stands there.
    copy: u8,
}

/// Looks on during a stretch.
#[derive(Debug)]
pub(crate) struct Footprint<'a> {
    layout: &'a KnownLayout,
    /// Where the stretch began.
    from: At,
    written: u64,
    read: u64,
    float_written: u64,
    marks: Vec<Mark>,
    dirty: Vec<u32>,
    /// What is news.
    pub(crate) grown: Known,
    /// Set when the program has printed something and the stretch is to end behind that.
    printed: Rc<Cell<bool>>,
    stop: bool,
}

impl<'a> Footprint<'a> {
    pub(crate) fn new(layout: &'a KnownLayout, printed: Rc<Cell<bool>>) -> Footprint<'a> {
        Footprint {
            layout,
            from: At::Prompt,
            written: 0,
            read: 0,
            float_written: 0,
            marks: vec![Mark::default(); layout.words.len()],
            dirty: Vec::new(),
            grown: Known::default(),
            printed,
            stop: false,
        }
    }

    /// A stretch begins.
    pub(crate) fn begin(&mut self, from: At) {
        self.from = from;
        (self.written, self.read, self.float_written, self.stop) = (0, 0, 0, false);
        for number in self.dirty.drain(..) {
            self.marks[number as usize] = Mark::default();
        }
    }

    /// Takes over how far another one has come; what is news stays.
    pub(crate) fn continue_from(&mut self, other: &Footprint<'_>) {
        self.begin(other.from);
        (self.written, self.read, self.float_written) =
            (other.written, other.read, other.float_written);
        self.dirty.extend_from_slice(&other.dirty);
        for number in &other.dirty {
            self.marks[*number as usize] = other.marks[*number as usize];
        }
    }

    /// A stretch has ended here: what may be read from here on and has not been written may be read from
    /// its beginning on. That holds, too, for what has only been copied to such a place.
    pub(crate) fn end(&mut self, to: At) {
        let layout = self.layout;
        let (from, to) = (layout.from(self.from), layout.from(to));
        let reads = &mut self.grown.reads[self.from as usize];
        reads.exact |= to.reads.exact & !self.written & from.unknown;
        reads.float |= to.reads.float & !self.float_written & !from.reads.float;
        for (register, numbers) in &to.reads.tested {
            let bit = 1 << register;
            if self.written & bit == 0 && from.unknown & bit != 0 {
                let known = from.reads.tested.get(register);
                let news = numbers
                    .iter()
                    .filter(|number| !known.is_some_and(|known| known.contains(number)));
                let news: Vec<u32> = news.copied().collect();
                if !news.is_empty() {
                    reads.tested.entry(*register).or_default().extend(news);
                }
            }
        }
        for number in to.numbers.iter().map(|number| *number as usize) {
            let Mark { written, copy, .. } = self.marks[number];
            let news = to.bytes[number] & !written & !from.bytes[number];
            if news != 0 {
                let reads = &mut self.grown.reads[self.from as usize];
                *reads.bytes.entry(layout.words[number]).or_default() |= news;
            }
            if copy != NONE {
                self.read_registers(1 << copy);
            }
        }
    }

    /// Which values of the key of its beginning a stretch from prompt to prompt has read, and which it has
    /// set. Call it after [`Footprint::end`].
    pub(crate) fn touched(&self) -> Vec<(bool, bool)> {
        let places = self.layout.from(self.from);
        let bit = |mask: u64, register: u8| mask >> register & 1 == 1;
        let registers = places.registers().chain(places.reads.tested.keys().copied());
        let registers = registers.map(|at| (bit(self.read, at), bit(self.written, at)));
        let words = places.numbers.iter().map(|number| {
            let number = *number as usize;
            let (mask, Mark { written, read, .. }) = (places.bytes[number], self.marks[number]);
            // What is set in part depends on the rest.
            let part = written & mask != 0 && written & mask != mask;
            (read & mask != 0 || part, written & mask != 0)
        });
        // The rest is little, so it counts as read and set.
        let rest = std::iter::repeat_n((true, true), 8 + places.float_values());
        registers.chain(words).chain(rest).collect()
    }

    fn news(&mut self) -> &mut Reads {
        &mut self.grown.reads[self.from as usize]
    }

    /// Registers are read, if they have not been written.
    fn use_registers(&mut self, uses: u64) {
        self.read_registers(uses & !self.written);
    }

    /// The values are read that registers had at the beginning.
    fn read_registers(&mut self, first: u64) {
        self.read |= first;
        let news = first & self.layout.from(self.from).unknown;
        if news != 0 {
            self.news().exact |= news;
        }
    }

    /// A look at what is not simply registers in, registers out.
    #[inline(never)]
    fn look(&mut self, entry: Touched, pc: u32, inst: Inst, cpu: &Cpu) {
        let known = self.layout.entries.get((pc.wrapping_sub(self.layout.base) / 4) as usize);
        let effects = effects(inst);
        if known.is_none() {
            // An instruction outside of the program's text, such as of an exception handler.
            self.grown.add_all(self.layout);
        }
        if effects.fp_reads | effects.fp_writes != 0
            || effects.flag_reads | effects.flag_writes != 0
        {
            let mut uses = u64::from(effects.fp_reads) | u64::from(effects.flag_reads) << FLAGS;
            let sets = u64::from(effects.fp_writes) | u64::from(effects.flag_writes) << FLAGS;
            if effects.may_keep {
                uses |= sets;
            }
            let news = uses & !self.float_written & !self.layout.from(self.from).reads.float;
            self.news().float |= news;
            self.float_written |= sets;
        }
        let Some(memory) = effects.memory else {
            match inst.op {
                Op::Beq | Op::Bne => self.compare(entry.uses, inst, cpu),
                Op::Div | Op::Divu if cpu.get(inst.regs[1]) == 0 => {
                    self.use_registers(entry.uses | entry.sets);
                }
                _ => self.use_registers(entry.uses),
            }
            self.written |= entry.sets;
            return;
        };
        let address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
        let word = address & !3;
        self.use_registers(entry.uses);
        let mask = bytes(address, memory.bytes, memory.aligned);
        match memory.access {
            Access::Load => self.load(word, mask),
            Access::Store => {
                // Of one that is not aligned, some bytes stay, so the word is read and written.
                if !memory.aligned {
                    self.load(word, 0xf);
                }
                self.store(word, mask, NONE);
            }
        }
        if memory.bytes == 8 {
            match memory.access {
                Access::Load => self.load(word.wrapping_add(4), 0xf),
                Access::Store => self.store(word.wrapping_add(4), 0xf, NONE),
            }
        }
        self.written |= entry.sets;
    }

    /// `lw`. What was saved may be loaded again.
    fn load_register(&mut self, inst: Inst, address: u32) {
        let (register, base) = (inst.regs[0], inst.regs[2]);
        self.use_registers(1 << base & !1);
        let word = address & !3;
        if let Some(number) = self.layout.number(word) {
            if self.marks[number].copy == register && register != NONE {
                self.written &= !(1 << register);
                return;
            }
            self.load(word, 0xf);
        }
        self.written |= 1 << register & !1;
    }

    /// `sw`. It may save the value that a register had at the beginning.
    fn store_register(&mut self, inst: Inst, address: u32) {
        let (register, base) = (inst.regs[0], inst.regs[2]);
        self.use_registers(1 << base & !1);
        let saved = self.written >> register & 1 == 0;
        self.store(address & !3, 0xf, if saved { register } else { NONE });
    }

    /// Two registers are compared for equality.
    fn compare(&mut self, uses: u64, inst: Inst, cpu: &Cpu) {
        let places = self.layout.from(self.from);
        let open = uses & !self.written & places.unknown;
        let (first, second) = (inst.regs[0], inst.regs[1]);
        let (register, other) =
            if open >> first & 1 == 1 { (first, second) } else { (second, first) };
        if open.count_ones() != 1 {
            self.use_registers(uses);
            return;
        }
        self.use_registers(uses & !open);
        self.read |= open;
        let number = cpu.get(other);
        let known = places.reads.tested.get(&register);
        if !known.is_some_and(|numbers| numbers.contains(&number)) {
            self.news().tested.entry(register).or_default().insert(number);
        }
    }

    fn load(&mut self, word: u32, mask: u8) {
        let Some(number) = self.layout.number(word) else { return };
        let mark = &mut self.marks[number];
        let first = mask & !mark.written;
        mark.read |= first;
        let copy = mark.copy;
        self.dirty.push(number as u32);
        let news = first & !self.layout.from(self.from).bytes[number];
        if news != 0 {
            *self.news().bytes.entry(word).or_default() |= news;
        }
        if copy != NONE {
            self.read_registers(1 << copy);
        }
    }

    fn store(&mut self, word: u32, mask: u8, copy: u8) {
        let Some(number) = self.layout.number(word) else {
            // All begins again with this word in mind, so what is copied to it can wait.
            self.grown.words.insert(word);
            return;
        };
        self.dirty.push(number as u32);
        let mark = &mut self.marks[number];
        let before = mark.copy;
        mark.written |= mask;
        mark.copy = if mask == 0xf { copy } else { NONE };
        // Half of a copy is left.
        if mask != 0xf && before != NONE {
            self.read_registers(1 << before);
        }
    }
}

/// Which bytes of a word are touched.
fn bytes(address: u32, count: u32, aligned: bool) -> u8 {
    match count {
        1 if aligned => 1 << (address & 3),
        2 if aligned => 3 << (address & 2),
        _ => 0xf,
    }
}

impl Observer for Footprint<'_> {
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, _: &Memory) {
        let index = (pc.wrapping_sub(self.layout.base) / 4) as usize;
        let entry = self.layout.entries.get(index).copied();
        let entry = entry.unwrap_or_else(|| Touched { kind: LookKind::Other, ..entry_of(inst) });
        let first = entry.uses & !self.written;
        let address = || cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
        match entry.kind {
            LookKind::Plain if first & self.layout.from(self.from).unknown == 0 => {
                self.read |= first;
                self.written |= entry.sets;
            }
            // One that is not aligned fails, and then nothing is known any more.
            LookKind::Load => self.load_register(inst, address()),
            LookKind::Store => self.store_register(inst, address()),
            _ => self.look(entry, pc, inst, cpu),
        }
    }

    fn service(&mut self, access: &ServiceAccess<'_>) {
        self.use_registers(u64::from(access.reads) & !1);
        let float = u64::from(access.fp_reads) & !self.float_written;
        let news = float & !self.layout.from(self.from).reads.float;
        self.news().float |= news;
        for touched in access.memory {
            let end = u64::from(touched.address) + u64::from(touched.length);
            let first = touched.address & !3;
            for word in (first..=u32::MAX).step_by(4).take_while(|word| u64::from(*word) < end) {
                let in_range = |byte: &u32| {
                    let address = u64::from(word) + u64::from(*byte);
                    (u64::from(touched.address)..end).contains(&address)
                };
                let mask = (0..4).filter(in_range).fold(0, |mask, byte| mask | 1 << byte);
                match touched.access {
                    Access::Load => self.load(word, mask),
                    Access::Store => self.store(word, mask, NONE),
                }
            }
        }
        self.written |= u64::from(access.writes) & !1;
        self.float_written |= u64::from(access.fp_writes);
        self.stop = self.printed.get();
    }

    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        if done.next >= 0x8000_0000 {
            // It failed, so that it did less than was said of it.
            self.grown.add_all(self.layout);
        }
        if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
