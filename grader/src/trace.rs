//! Which source lines of a program ran while it answered one line of a script.

use mips_sim::isa::Inst;
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::Observer;
use mips_sim::source::FileId;

use crate::player::{Outcome, Player};
use crate::script::Script;
use crate::subject::Program;

/// A place in the source.
pub type Place = (FileId, u32);

/// A source line that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Where the statement stands.
    pub place: Place,
    /// The macro calls that led there, outermost first.
    pub calls: Vec<Place>,
}

/// The lines that ran between the read of one line and the next, each once, in the order in which
/// they were first reached. Frame 0 is what ran before the first line.
pub fn ran(program: &Program, script: &Script, frame: usize, at_end: bool) -> Vec<Ran> {
    let mut subject = program.subject();
    let mut draws = script.start_drawing();
    let mut output = Vec::new();
    let mut seen = Seen::new(program);
    if frame == 0 && !at_end {
        subject.watch(&[], false, &mut draws, &mut output, &mut seen);
        return seen.lines(program);
    }
    let mut outcome = subject.begin(&mut draws, &mut output);
    for (number, line) in script.lines.iter().enumerate().take(frame) {
        if outcome != Outcome::Waiting {
            return Vec::new();
        }
        output.clear();
        let line = [line.as_slice(), b"\n"].concat();
        if number + 1 == frame && !at_end {
            subject.watch(&line, false, &mut draws, &mut output, &mut seen);
            return seen.lines(program);
        }
        outcome = subject.feed(&line, &mut draws, &mut output);
    }
    subject.watch(&[], true, &mut draws, &mut output, &mut seen);
    seen.lines(program)
}

/// Instructions in the order in which they were first reached.
struct Seen {
    base: u32,
    known: Vec<bool>,
    order: Vec<u32>,
}

impl Seen {
    fn new(program: &Program) -> Seen {
        let text = &program.image().text;
        let base = text.first().map_or(0, |word| word.address);
        let last = text.last().map_or(0, |word| word.address);
        // Kernel text lies far off and is not part of any game.
        let count = (last.wrapping_sub(base) / 4 + 1).min(1 << 20) as usize;
        Seen { base, known: vec![false; count], order: Vec::new() }
    }

    fn lines(&self, program: &Program) -> Vec<Ran> {
        let image = program.image();
        let mut list: Vec<Ran> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for word in self.order.iter().filter_map(|pc| image.text_at(*pc)) {
            if known.insert(word.line) {
                let line = &image.lines[word.line as usize];
                list.push(Ran { place: line.origin, calls: image.calls(line) });
            }
        }
        list
    }
}

impl Observer for Seen {
    fn step(&mut self, pc: u32, _: Inst, _: &Cpu, _: &Memory) {
        let index = (pc.wrapping_sub(self.base) / 4) as usize;
        if let Some(known @ false) = self.known.get_mut(index) {
            *known = true;
            self.order.push(pc);
        }
    }
}
