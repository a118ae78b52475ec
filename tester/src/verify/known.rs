//! What is known about a program: which words of memory it writes, and what may be read from a point on;
//! laid out to be looked up fast, and to make keys of machines.

use std::collections::{BTreeMap, BTreeSet};

use mips_sim::isa::effects::{HI, LO};
use mips_sim::isa::{Inst, Op, decode, effects};
use mips_sim::machine::Machine;

use crate::Program;

/// The bits of HI and LO behind those of the integer registers.
const HI_BIT: u64 = 1 << 32;
const LO_BIT: u64 = 1 << 33;
/// The bits of the condition flags behind those of the floating-point registers.
pub(super) const FLAGS: u32 = 32;

/// Where a stretch begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// The program waits for a line.
    Prompt,
    /// It has printed something after a draw.
    Printed,
}

/// The places that may be read from a point on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// Registers, a bit for each.
    pub(crate) exact: u64,
    /// The same for floating-point registers, and behind them condition flags.
    pub(crate) float: u64,
    /// Registers that are only compared for equality, with these numbers.
    pub(crate) tested: BTreeMap<u8, BTreeSet<u32>>,
    /// Words of memory, with a mask of their bytes.
    pub(crate) bytes: BTreeMap<u32, u8>,
}

impl Reads {
    fn add(&mut self, other: &Reads) {
        self.exact |= other.exact;
        self.float |= other.float;
        for (register, numbers) in &other.tested {
            self.tested.entry(*register).or_default().extend(numbers);
        }
        for (word, mask) in &other.bytes {
            *self.bytes.entry(*word).or_default() |= mask;
        }
    }
}

/// What has been learnt about a program, or beyond what is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// Words of memory that are written.
    pub(crate) words: BTreeSet<u32>,
    /// What may be read, from either point.
    pub(crate) reads: [Reads; 2],
}

impl Known {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Known::default()
    }

    /// Adds what else has been learnt.
    pub(crate) fn add(&mut self, other: &Known) {
        self.words.extend(&other.words);
        self.reads.iter_mut().zip(&other.reads).for_each(|(reads, other)| reads.add(other));
    }

    /// All registers, and all of the memory that is written.
    pub(super) fn add_all(&mut self, layout: &KnownLayout) {
        for reads in &mut self.reads {
            reads.exact |= u64::MAX >> 30 & !1;
            reads.float |= u64::MAX >> 24;
            reads.bytes.extend(layout.words.iter().map(|word| (*word, 0xf)));
        }
    }
}

/// The values in the places that matter.
pub(crate) type Key = Vec<u32>;

/// A place that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Location {
    /// An integer register, by its number.
    Register(u8),
    /// A word of memory, by its address.
    Word(u32),
    /// Anything else.
    Other,
}

/// What an instruction touches, for the quick look.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touched {
    pub(super) uses: u64,
    pub(super) sets: u64,
    pub(super) kind: LookKind,
}

/// How much there is to look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LookKind {
    /// Registers in, registers out.
    Plain,
    /// `lw`.
    Load,
    /// `sw`.
    Store,
    /// Anything else, or nothing that is known.
    #[default]
    Other,
}

/// What is known, laid out to be looked up fast.
#[derive(Debug)]
pub(crate) struct KnownLayout {
    pub(super) base: u32,
    pub(super) entries: Vec<Touched>,
    known: Known,
    /// The words that are written, in order.
    pub(super) words: Vec<u32>,
    /// The number of a word, plus one, of the two regions that programs use.
    data: Region,
    stack: Region,
    /// What may be read, from either point.
    from: [Places; 2],
}

/// What may be read from a point on.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) reads: Reads,
    /// Registers whose first read would be news.
    pub(super) unknown: u64,
    /// Which bytes of each word.
    pub(super) bytes: Vec<u8>,
    /// The words of which that is any, by number.
    pub(super) numbers: Vec<u32>,
}

impl Places {
    fn new(reads: &Reads, words: &[u32]) -> Places {
        let mut reads = reads.clone();
        let exact = reads.exact;
        reads.tested.retain(|register, _| exact >> register & 1 == 0);
        let bytes: Vec<u8> =
            words.iter().map(|word| reads.bytes.get(word).copied().unwrap_or(0)).collect();
        let numbers =
            (0..bytes.len()).filter(|number| bytes[*number] != 0).map(|number| number as u32);
        Places { numbers: numbers.collect(), unknown: !exact & !1, bytes, reads }
    }

    /// The registers that are read as they are.
    pub(super) fn registers(&self) -> impl Iterator<Item = u8> {
        let exact = self.reads.exact & u64::from(u32::MAX);
        (1..32).filter(move |register| exact >> register & 1 == 1)
    }

    /// How many values of a key are of floating-point registers and flags.
    pub(super) fn float_values(&self) -> usize {
        let registers = (self.reads.float & u64::from(u32::MAX)).count_ones() as usize;
        if self.reads.float == 0 { 0 } else { registers + 1 }
    }
}

/// Numbers of words near an address.
#[derive(Debug)]
struct Region {
    start: u32,
    numbers: Vec<u32>,
}

impl Region {
    /// Words of 64 KiB from an address on.
    fn new(start: u32, words: &[u32]) -> Region {
        let mut numbers = vec![0; 1 << 14];
        for (number, word) in words.iter().enumerate() {
            if let Some(place) = numbers.get_mut((word.wrapping_sub(start) / 4) as usize) {
                *place = number as u32 + 1;
            }
        }
        Region { start, numbers }
    }

    fn get(&self, word: u32) -> Option<u32> {
        self.numbers.get((word.wrapping_sub(self.start) / 4) as usize).copied()
    }
}

impl KnownLayout {
    pub(crate) fn new(program: &Program, known: &Known) -> KnownLayout {
        let image = program.image();
        let base = image.config.text_base;
        let mut entries = Vec::new();
        for word in &image.text {
            let index = (word.address.wrapping_sub(base) / 4) as usize;
            if index < 1 << 20 {
                entries.resize(entries.len().max(index + 1), Touched::default());
                entries[index] = decode(word.word).map_or(Touched::default(), entry_of);
            }
        }
        let words: Vec<u32> = known.words.iter().copied().collect();
        KnownLayout {
            base,
            entries,
            data: Region::new(image.config.data_base, &words),
            stack: Region::new(image.config.stack_base & !0xffff, &words),
            from: [0, 1].map(|at| Places::new(&known.reads[at], &words)),
            words,
            known: known.clone(),
        }
    }

    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    /// The number of a word that is written.
    pub(super) fn number(&self, word: u32) -> Option<usize> {
        match self.data.get(word).or_else(|| self.stack.get(word)) {
            Some(number) => (number as usize).checked_sub(1),
            None => self.words.binary_search(&word).ok(),
        }
    }

    pub(super) fn from(&self, at: At) -> &Places {
        &self.from[at as usize]
    }

    /// Replaces `key` by that of a machine.
    pub(crate) fn key(&self, at: At, machine: &Machine, key: &mut Key) {
        key.clear();
        let (cpu, places) = (&machine.cpu, self.from(at));
        let reads = &places.reads;
        key.extend(places.registers().map(|register| cpu.get(register)));
        for (register, numbers) in &reads.tested {
            let value = cpu.get(*register);
            // Which of the numbers it is; which other one does not matter.
            key.push(
                numbers.iter().position(|number| *number == value).map_or(0, |at| at as u32 + 1),
            );
        }
        for number in places.numbers.iter().map(|number| *number as usize) {
            let word = machine.memory.peek(self.words[number]).unwrap_or(0);
            key.push(word & spread(places.bytes[number]));
        }
        key.push(if reads.exact & HI_BIT == 0 { 0 } else { cpu.hi });
        key.push(if reads.exact & LO_BIT == 0 { 0 } else { cpu.lo });
        if reads.float != 0 {
            let read = |number: &usize| reads.float >> number & 1 == 1;
            key.extend((0..32).filter(read).map(|number| cpu.float[number]));
            key.push(u32::from(cpu.flags) & (reads.float >> FLAGS) as u32);
        }
        let cp0 = cpu.cp0;
        key.extend([machine.pc, machine.system().heap_used()]);
        key.extend([cp0.vaddr, cp0.status, cp0.cause, cp0.epc]);
    }

    /// The places behind the values of a key at a prompt.
    pub(crate) fn locations(&self) -> impl Iterator<Item = Location> {
        let places = self.from(At::Prompt);
        let tested = places.reads.tested.keys().copied();
        let registers = places.registers().chain(tested).map(Location::Register);
        let words = places.numbers.iter().map(|number| self.words[*number as usize]);
        registers.chain(words.map(Location::Word)).chain(std::iter::repeat(Location::Other))
    }
}

/// The bits of the bytes of a mask.
fn spread(mask: u8) -> u32 {
    (0..4).filter(|byte| mask >> byte & 1 == 1).map(|byte| 0xff << (8 * byte)).sum()
}

fn hi_lo(mask: u8) -> u64 {
    (if mask & HI == 0 { 0 } else { HI_BIT }) | (if mask & LO == 0 { 0 } else { LO_BIT })
}

pub(super) fn entry_of(inst: Inst) -> Touched {
    let effects = effects(inst);
    let mut uses = u64::from(effects.reads) | hi_lo(effects.hi_lo_reads);
    let sets = u64::from(effects.writes) | hi_lo(effects.hi_lo_writes);
    if effects.may_keep {
        uses |= u64::from(effects.writes);
    }
    let float =
        effects.fp_reads | effects.fp_writes != 0 || effects.flag_reads | effects.flag_writes != 0;
    let kind = match inst.op {
        Op::Lw => LookKind::Load,
        Op::Sw => LookKind::Store,
        Op::Div | Op::Divu => LookKind::Other,
        _ if float || effects.memory.is_some() => LookKind::Other,
        _ => LookKind::Plain,
    };
    Touched { uses: uses & !1, sets: sets & !1, kind }
}
