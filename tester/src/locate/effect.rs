//! What a program's registers held whenever an instruction ran, and which of them mattered later, to
//! tell without playing whether another instruction in its place would have made no difference.

use mips_sim::isa::effects::Control;
use mips_sim::isa::{Inst, Op, effects};
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::{Observer, Off};

use super::lines::Lines;
use crate::script::Script;
use crate::session::Session;
use crate::subject::{Program, Watched};
use crate::survivors::Nowhere;
use crate::verdict::Verdict;

/// How often an instruction is looked at; what runs more often is taken to do something else.
const MOST: usize = 48;

/// The registers before each instruction, whenever it ran in a game.
pub(super) struct Moments<'a> {
    lines: &'a Lines,
    of_word: Vec<Vec<Moment>>,
    /// The instructions in the order in which they ran.
    ran: Vec<u32>,
    machine: Machine,
}

/// One time that an instruction ran.
#[derive(Clone)]
struct Moment {
    /// The registers before it.
    registers: [u32; 32],
    /// Those that are read later before they are written, a bit for each.
    live: u32,
}

impl<'a> Moments<'a> {
    /// Plays a game up to what is wrong in it.
    pub(super) fn new(
        program: &Program,
        lines: &'a Lines,
        script: &Script,
        verdict: &Verdict,
    ) -> Moments<'a> {
        let mut moments = Moments {
            lines,
            of_word: vec![Vec::new(); lines.of_word.len()],
            ran: Vec::new(),
            machine: program.subject().machine().clone(),
        };
        let player = Watched { subject: program.subject(), observer: &mut moments };
        let mut session = Session::new(player);
        session.restart(script.start_drawing());
        for _ in 0..=verdict.moment.lines + usize::from(verdict.moment.at_end) {
            session.step(script);
        }
        moments.find_live();
        moments
    }

    /// Goes back from the end, where nothing is read any more.
    fn find_live(&mut self) {
        let touched = &self.lines.touched;
        let mut left: Vec<usize> = vec![0; touched.len()];
        self.ran.iter().for_each(|word| left[*word as usize] += 1);
        let mut live = 0;
        for word in self.ran.iter().rev() {
            let word = *word as usize;
            left[word] -= 1;
            if let Some(moment) = self.of_word[word].get_mut(left[word]) {
                moment.live = live;
            }
            let effects = &touched[word];
            if !effects.may_keep && effects.control != Control::Syscall {
                live &= !effects.writes;
            }
            live |= effects.reads;
        }
    }

    /// Whether other instructions in place of some would have left all as these do whenever they ran.
    /// They are none if something is put before the instruction.
    pub(super) fn is_same(&mut self, word: u32, was: &[Inst], now: &[Inst]) -> bool {
        let is_plain = |inst: &Inst| {
            let effects = effects(*inst);
            let control = effects.control;
            effects.memory.is_none()
                && effects.hi_lo_writes == 0
                && effects.fp_writes == 0
                && matches!(control, Control::None | Control::Branch | Control::Jump)
        };
        let Moments { lines, of_word, machine, .. } = self;
        let moments = &of_word[word as usize];
        if moments.len() >= MOST || !was.iter().chain(now).all(is_plain) {
            return false;
        }
        let address = lines.addresses[word as usize];
        let mut run = |registers: &[u32; 32], list: &[Inst]| {
            let nop = Inst { op: Op::Nop, regs: [0; 3], imm: 0 };
            let length = was.len().max(now.len());
            for (at, inst) in list.iter().chain(std::iter::repeat(&nop)).take(length).enumerate() {
                machine.set_instructions(&[(address + 4 * at as u32, *inst)]);
            }
            (1..32).for_each(|register| machine.cpu.set(register, registers[register as usize]));
            machine.pc = address;
            let end = address + 4 * length as u32;
            for _ in 0..length {
                let inside = (address..end).contains(&machine.pc);
                if inside && machine.run(&mut Nowhere, &mut Off, 1) != Stop::BudgetSpent {
                    return None;
                }
            }
            let left: [u32; 32] = std::array::from_fn(|register| machine.cpu.get(register as u8));
            Some((machine.pc, left))
        };
        // What the instruction itself reads matters to what comes before it.
        let own = was.is_empty().then(|| lines.touched[word as usize]);
        moments.iter().all(|moment| {
            let live = match &own {
                Some(own) => moment.live & !own.writes | own.reads,
                None => moment.live,
            };
            let (before, after) = (run(&moment.registers, was), run(&moment.registers, now));
            let (Some((next, before)), Some((other, after))) = (before, after) else {
                return false;
            };
            next == other && (1..32).all(|r| live >> r & 1 == 0 || before[r] == after[r])
        })
    }
}

impl Observer for Moments<'_> {
    fn step(&mut self, pc: u32, _: Inst, cpu: &Cpu, _: &Memory) {
        let Some(word) = self.lines.word_at(pc) else { return };
        self.ran.push(word);
        let moments = &mut self.of_word[word as usize];
        if moments.len() < MOST {
            let registers = std::array::from_fn(|register| cpu.get(register as u8));
            moments.push(Moment { registers, live: !0 });
        }
    }
}
