//! Why nobody noticed a mutant: its instruction never ran, or did the same as the program's whenever
//! it ran, or what it did was not seen. Only the last kind says something about the tester.
//!
//! The program itself is played, and someone looks on. Wherever a mutated instruction is come to, it
//! is executed on a copy of the registers. Registers that it leaves different are followed: one that
//! is written before anything reads it has made no difference. So what is called the same is the same
//! for certain in these games, all else being in doubt: whatever touches memory, calls the system or
//! goes elsewhere counts as something else.

use std::ops::ControlFlow;

use mips_sim::host::{Host, Input, Refused, Stream};
use mips_sim::image::TextWord;
use mips_sim::isa::effects::Control;
use mips_sim::isa::{Effects, Inst, Op, effects};
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::{Done, Observer, Off};

use crate::mutants::Mutation;
use crate::script::Script;
use crate::session::Session;
use crate::subject::{Program, Watched};

/// Why a mutant was not noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// Its instruction was never come to.
    NeverRan,
    /// It did what the program's does each time, or left a difference that nothing read.
    Same,
    /// It did something else.
    Unseen,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 3] = [Fate::NeverRan, Fate::Same, Fate::Unseen];
}

/// What a service may read: `$v0` and `$a0` to `$a3`.
const SERVICE_READS: u32 = 0b1111_0100;

/// Looks on while a program is played, for mutants of it that survived.
pub struct Survivors<'a> {
    program: &'a Program,
    mutants: Vec<Mutant>,
    /// For each instruction what it touches, and which mutants are mistakes in it.
    places: Vec<Site>,
    base: u32,
    /// For each register the mutants in which it has another value now, a bit for each.
    stale: [Vec<u64>; 32],
    /// The registers that have another value in some mutant.
    any_stale: u32,
    /// The registers before the present instruction.
    before: Cpu,
}

struct Mutant {
    effects: Effects,
    /// A machine with nothing in it but registers that matter.
    machine: Machine,
    ran: bool,
    used: bool,
}

struct Site {
    address: u32,
    effects: Effects,
    mutants: Vec<usize>,
}

impl<'a> Survivors<'a> {
    /// These mutants of a program, none of which has run yet.
    pub fn new(program: &'a Program, mutations: &[Mutation]) -> Survivors<'a> {
        let image = program.image();
        let machine = program.subject().machine().clone();
        let place = |word: &TextWord| {
            let effects = touched(word.inst);
            Site { address: word.address, effects, mutants: Vec::new() }
        };
        let mut places: Vec<Site> = image.text.iter().map(place).collect();
        let mut mutants = Vec::with_capacity(mutations.len());
        for mutation in mutations {
            places[mutation.index].mutants.push(mutants.len());
            let mutant = Program::new(mutation.apply(image), program.limits());
            mutants.push(Mutant {
                effects: touched(mutation.inst),
                machine: mutant.subject().machine().clone(),
                ran: false,
                used: false,
            });
        }
        let words = mutants.len().div_ceil(64);
        Survivors {
            program,
            mutants,
            places,
            base: image.text.first().map_or(0, |word| word.address),
            stale: std::array::from_fn(|_| vec![0; words]),
            any_stale: 0,
            before: machine.cpu,
        }
    }

    /// Another run begins, in which nothing of the last one is left.
    pub fn restart(&mut self) {
        self.forget(!0);
    }

    /// Looks on while the program plays a script, to the end of the input.
    pub fn watch(&mut self, script: &Script) {
        self.restart();
        let subject = self.program.subject();
        let mut session = Session::new(Watched { subject, observer: self });
        session.restart(script.start_drawing());
        while session.step(script) {}
    }

    /// What is known of each mutant so far.
    pub fn fates(&self) -> impl Iterator<Item = Fate> {
        self.mutants.iter().map(|mutant| match (mutant.ran, mutant.used) {
            (false, _) => Fate::NeverRan,
            (true, false) => Fate::Same,
            (true, true) => Fate::Unseen,
        })
    }

    fn place(&self, pc: u32) -> Option<usize> {
        let is_here = |place: &Site| place.address == pc;
        let at = (pc.wrapping_sub(self.base) / 4) as usize;
        match self.places.get(at) {
            Some(place) if is_here(place) => Some(at),
            // Behind a gap in the text.
            _ => self.places.iter().position(is_here),
        }
    }

    /// All mutants agree on these registers again.
    fn forget(&mut self, registers: u32) {
        for register in each(registers & self.any_stale) {
            self.stale[register].fill(0);
        }
        self.any_stale &= !registers;
    }

    /// The registers that have another value in a mutant.
    fn stale_in(&self, mutant: usize) -> u32 {
        let is_stale = |register: &usize| self.stale[*register][mutant / 64] >> (mutant % 64) & 1;
        each(self.any_stale).filter(|r| is_stale(r) == 1).fold(0, |mask, r| mask | 1 << r)
    }

    /// Those for whom it matters what these registers hold.
    fn read(&mut self, registers: u32) {
        for register in each(registers & self.any_stale) {
            for (word, bits) in self.stale[register].iter().enumerate() {
                for bit in each_bit(*bits) {
                    self.mutants[64 * word + bit].used = true;
                }
            }
        }
    }

    /// Executes a mutant's instruction and notes what it leaves different. `kept` are the registers
    /// that were different before and are not written by it.
    fn compare(&mut self, mutant: usize, kept: u32, pc: u32, next: u32, after: &Cpu) {
        let Mutant { machine, used, .. } = &mut self.mutants[mutant];
        machine.cpu.clone_from(&self.before);
        machine.pc = pc;
        let stop = machine.run(&mut Nowhere, &mut Off, 1);
        let cpu = &machine.cpu;
        let others = |cpu: &Cpu| (cpu.hi, cpu.lo, cpu.float, cpu.flags, cpu.cp0);
        if stop != Stop::BudgetSpent || machine.pc != next || others(cpu) != others(after) {
            *used = true;
            return;
        }
        let differs = |register: &u8| cpu.get(*register) != after.get(*register);
        let left = (1..32u8).filter(differs).fold(kept, |mask, register| mask | 1 << register);
        for register in each(left) {
            self.stale[register][mutant / 64] |= 1 << (mutant % 64);
        }
        self.any_stale |= left;
    }
}

impl Observer for Survivors<'_> {
    fn step(&mut self, pc: u32, _: Inst, cpu: &Cpu, _: &Memory) {
        let Some(at) = self.place(pc).filter(|at| !self.places[*at].mutants.is_empty()) else {
            return;
        };
        self.before.clone_from(cpu);
        for mutant in &self.places[at].mutants {
            let mutant = &mut self.mutants[*mutant];
            mutant.ran = true;
            mutant.used |= !is_plain(&self.places[at].effects) || !is_plain(&mutant.effects);
        }
    }

    fn done(&mut self, Done { pc, next, cpu, .. }: Done<'_>) -> ControlFlow<()> {
        let Some(at) = self.place(pc) else { return ControlFlow::Continue(()) };
        let Effects { reads, writes, may_keep, .. } = self.places[at].effects;
        self.read(reads);
        let open = |survivors: &Survivors<'_>| {
            let open = survivors.places[at].mutants.iter().copied();
            open.filter(|mutant| !survivors.mutants[*mutant].used).collect::<Vec<_>>()
        };
        let mut compared = Vec::new();
        if !self.places[at].mutants.is_empty() {
            for mutant in open(self) {
                let stale = self.stale_in(mutant);
                let Effects { reads, writes, .. } = self.mutants[mutant].effects;
                self.mutants[mutant].used |= reads & stale != 0;
                compared.push((mutant, stale & !writes));
            }
        }
        if !may_keep {
            self.forget(writes);
        }
        for (mutant, kept) in compared {
            self.compare(mutant, kept & writes, pc, next, cpu);
        }
        ControlFlow::Continue(())
    }
}

/// What an instruction touches, services included.
pub(crate) fn touched(inst: Inst) -> Effects {
    let mut effects = effects(inst);
    if inst.op == Op::Syscall {
        effects.reads |= SERVICE_READS;
    }
    effects
}

/// Whether registers and the program counter are all that an instruction touches.
fn is_plain(effects: &Effects) -> bool {
    effects.memory.is_none() && effects.control != Control::Syscall
}

fn each(registers: u32) -> impl Iterator<Item = usize> {
    each_bit(registers.into())
}

fn each_bit(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// A world without anything in it.
pub(crate) struct Nowhere;

impl Host for Nowhere {
    fn read(&mut self, _: &mut [u8]) -> Input {
        Input::Pending
    }

    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        Err(Refused)
    }

    fn now(&mut self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::mutants::mutations;

    /// The fates of the mutants of one line, which end with these instructions.
    fn check(source: &str, line: u32, expected: &[(&str, Fate)]) {
        let program = Program::assemble("p.asm", source, Limits::default()).unwrap();
        let image = program.image();
        let mut chosen = mutations(image);
        chosen.retain(|m| m.place(image).is_some_and(|place| place.source.line == line));
        let mut survivors = Survivors::new(&program, &chosen);
        survivors.watch(&"1 2 ; draws: none".parse().unwrap());
        let text = |m: &Mutation| mips_sim::isa::codec::basic_text(m.inst, 0x0040_0000);
        let found: Vec<_> = chosen.iter().map(text).zip(survivors.fates()).collect();
        for (text, fate) in expected {
            assert!(found.contains(&((*text).to_string(), *fate)), "{text} in {found:?}");
        }
    }

    #[test]
    fn fates_are_told_apart() {
        use Fate::{NeverRan, Same, Unseen};
        let end = "li $v0, 10\nsyscall\n";
        // The value is there already; another one is read by the branch.
        let source = format!("li $t0, 0\nli $t0, 0\nbnez $t0, end\nend: {end}");
        check(&source, 2, &[("nop ", Same), ("addiu $8,$0,0x00000001", Unseen)]);
        // Another value is written over before anything reads it, even in a loop.
        let source = format!(
            "li $t1, 3\nl: li $t0, 5\nli $t0, 6\naddiu $t1, $t1, -1\nbne $t1, $t0, n\nn: bnez $t1, l\n{end}"
        );
        check(&source, 2, &[("nop ", Same), ("addiu $8,$0,0x00000006", Same)]);
        check(&source, 3, &[("nop ", Unseen)]);
        // What is left out leaves what another round has left.
        let source = format!("li $t1, 3\nl: li $t0, 5\naddiu $t1, $t1, -1\nbnez $t1, l\n{end}");
        check(&source, 3, &[("nop ", Unseen)]);
        let source = format!("b over\nli $t0, 1\nover: {end}");
        check(&source, 2, &[("nop ", NeverRan)]);
        // Whatever goes elsewhere, touches memory or calls the system.
        let source = format!("b on\non: sw $t0, ($sp)\n{end}");
        check(&source, 1, &[("nop ", Same)]);
        check(&source, 2, &[("nop ", Unseen), ("sb $8,0x00000000($29)", Unseen)]);
        check(&source, 4, &[("nop ", Unseen)]);
    }
}
