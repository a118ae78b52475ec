//! Which lines run in games that go wrong and in those that do not, and in which steps of them.

use mips_sim::host::system::ServiceAccess;
use mips_sim::isa::Inst;
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::fault::Access;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::Observer;

use super::lines::{Line, Lines};
use crate::script::Script;
use crate::session::Session;
use crate::subject::{Limits, Program, Watched};
use crate::verdict::Verdict;

/// How many games, or steps, a line runs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Of those that go wrong.
    pub failing: u32,
    /// Of the others.
    pub passing: u32,
}

impl Counts {
    fn add(&mut self, failing: bool) {
        *(if failing { &mut self.failing } else { &mut self.passing }) += 1;
    }

    /// Ochiai's measure: how much a line that runs so often has in common with what goes wrong.
    pub(super) fn ochiai(self, all: Counts) -> f64 {
        let ran = f64::from(self.failing) + f64::from(self.passing);
        let product = f64::from(all.failing) * ran;
        if product > 0.0 { f64::from(self.failing) / product.sqrt() } else { 0.0 }
    }
}

/// What is counted.
pub(super) struct Spectrum {
    /// For each line the games.
    pub(super) games: Vec<Counts>,
    /// For each line the steps.
    pub(super) steps: Vec<Counts>,
    /// All of them.
    pub(super) all_games: Counts,
    /// All of them.
    pub(super) all_steps: Counts,
}

impl Spectrum {
    pub(super) fn new(lines: &Lines) -> Spectrum {
        Spectrum {
            games: vec![Counts::default(); lines.len()],
            steps: vec![Counts::default(); lines.len()],
            all_games: Counts::default(),
            all_steps: Counts::default(),
        }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, coverage: &Coverage, failing: bool) {
        self.all_games.add(failing);
        coverage.game.iter().for_each(|line| self.games[*line as usize].add(failing));
        let last = coverage.steps.len().saturating_sub(1);
        for (at, step) in coverage.steps.iter().enumerate() {
            let failing = failing && at == last;
            self.all_steps.add(failing);
            step.iter().for_each(|line| self.steps[*line as usize].add(failing));
        }
    }
}

/// The lines that ran in one game.
pub(super) struct Coverage {
    /// Each once, in the order in which they were first reached.
    pub(super) game: Vec<Line>,
    /// The same for each step: before the first line, and after each.
    pub(super) steps: Vec<Vec<Line>>,
    /// The instructions, each once, in the order in which they were first reached.
    pub(super) words: Vec<u32>,
}

/// Looks on and notes what runs.
pub(super) struct Looking<'a> {
    lines: &'a Lines,
    step: Marks,
    game: Marks,
    step_words: Marks,
    game_words: Marks,
}

/// A set that is emptied quickly.
struct Marks {
    seen: Vec<u32>,
    now: u32,
    list: Vec<u32>,
}

impl Marks {
    fn new(count: usize) -> Marks {
        Marks { seen: vec![0; count], now: 1, list: Vec::new() }
    }

    fn add(&mut self, index: u32) -> bool {
        match self.seen.get_mut(index as usize) {
            Some(seen) if *seen != self.now => {
                *seen = self.now;
                self.list.push(index);
                true
            }
            _ => false,
        }
    }

    fn take(&mut self) -> Vec<u32> {
        self.now += 1;
        std::mem::take(&mut self.list)
    }
}

impl<'a> Looking<'a> {
    pub(super) fn new(lines: &'a Lines) -> Looking<'a> {
        Looking {
            lines,
            step: Marks::new(lines.len()),
            game: Marks::new(lines.len()),
            step_words: Marks::new(lines.of_word.len()),
            game_words: Marks::new(lines.of_word.len()),
        }
    }

    /// Plays a game up to what is wrong in it, or to its end.
    pub(super) fn watch(
        &mut self,
        program: &Program,
        script: &Script,
        verdict: Option<&Verdict>,
    ) -> Coverage {
        let mut session = Session::new(Watched { subject: program.subject(), observer: self });
        session.restart(script.start_drawing());
        let steps = verdict.map_or(usize::MAX, |verdict| {
            1 + verdict.moment.lines + usize::from(verdict.moment.at_end)
        });
        let mut all = Vec::new();
        for step in 1..=steps {
            if step == steps
                && let Some(verdict) = verdict
            {
                // What runs behind the first wrong byte is not to blame for it.
                let same = verdict.same_bytes();
                let wrong = verdict.expected.is_some() && same < verdict.got.output.len();
                let limits = program.limits();
                let output = if wrong { same } else { limits.output };
                session.player_mut().subject.set_limits(Limits { output, ..limits });
            }
            if !session.step(script) {
                break;
            }
            let looking = &mut session.player_mut().observer;
            looking.step_words.take();
            all.push(looking.step.take());
        }
        Coverage { game: self.game.take(), steps: all, words: self.game_words.take() }
    }

    fn note(&mut self, line: Line) {
        if self.step.add(line) {
            self.game.add(line);
        }
    }
}

impl Observer for Looking<'_> {
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, _: &Memory) {
        let lines = self.lines;
        let Some(index) = lines.word_at(pc) else { return };
        if self.step_words.add(index) {
            self.game_words.add(index);
            lines.of_word[index as usize].iter().for_each(|line| self.note(*line));
        }
        if lines.touched[index as usize].memory.is_some() {
            let address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
            if let Some(line) = lines.data_at(address) {
                self.note(line);
            }
        }
    }

    fn service(&mut self, access: &ServiceAccess<'_>) {
        for touched in access.memory.iter().filter(|touched| touched.access == Access::Load) {
            if let Some(line) = self.lines.data_at(touched.address) {
                self.note(line);
            }
        }
    }
}
