//! Which source lines of a program ran while it answered one line of a script.

use std::collections::BTreeSet;

use mips_sim::Image;
use mips_sim::isa::Inst;
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::Observer;
use mips_sim::source::FileId;

use crate::session::Session;
use crate::subject::{Limits, Program, Watched};
use crate::verdict::{Counterexample, Moment};

/// A place in the source.
pub type LineId = (FileId, u32);

/// A source line that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RanLine {
    /// Where the statement stands.
    pub place: LineId,
    /// The macro calls that led there, outermost first.
    pub calls: Vec<LineId>,
    /// Whether it ran for the first time in the session.
    pub first_time: bool,
}

/// What ran up to the first wrong byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTrace {
    /// The lines, each once, in the order in which they were first reached.
    pub lines: Vec<RanLine>,
    /// The last of all: what printed the wrong byte, or what failed.
    pub last: Option<RanLine>,
}

/// The lines that ran after the line whose answer is wrong, up to the first wrong byte or the next
/// read.
pub fn trace(program: &Program, found: &Counterexample) -> LineTrace {
    let Counterexample { script, verdict, .. } = found;
    let Moment { lines, at_end } = verdict.moment;
    // The write that goes beyond what agrees is refused. If nothing wrong is printed but something
    // is missing, or boards are compared and not texts, there is no such write.
    let wrong = verdict.expected.is_some() && verdict.same_bytes() < verdict.got.output.len();
    let limits = program.limits();
    let output = if wrong { verdict.same_bytes() } else { limits.output };
    let (mut before, mut reached) = (Reached::new(program.image()), Reached::new(program.image()));
    let player = Watched { subject: program.subject(), observer: &mut before };
    let mut session = Session::new(player);
    session.restart(script.start_drawing());
    for _ in 0..lines + usize::from(at_end) {
        session.step(script);
    }
    let player = session.player_mut();
    player.subject.set_limits(Limits { output, ..limits });
    player.observer = &mut reached;
    session.step(script);
    reached.trace(program.image(), &before)
}

/// Instructions in the order in which they were first reached.
pub struct Reached {
    base: u32,
    known: Vec<bool>,
    order: Vec<u32>,
    last: Option<u32>,
}

impl Reached {
    /// Nothing has run yet.
    pub fn new(image: &Image) -> Reached {
        let text = &image.text;
        let base = text.first().map_or(0, |word| word.address);
        let last = text.last().map_or(0, |word| word.address);
        // Kernel text lies far off and is not part of any game.
        let count = (last.wrapping_sub(base) / 4 + 1).min(1 << 20) as usize;
        Reached { base, known: vec![false; count], order: Vec::new(), last: None }
    }

    /// The lines that ran; those that another has seen are not new.
    pub fn trace(&self, image: &Image, before: &Reached) -> LineTrace {
        let earlier: BTreeSet<u32> =
            before.order.iter().filter_map(|pc| Some(image.text_at(*pc)?.line)).collect();
        let ran = |pc: u32| {
            let place = image.place(pc)?;
            let number = place.word.line;
            let first_time = !earlier.contains(&number);
            Some((number, RanLine { place: place.at(), calls: place.calls(), first_time }))
        };
        let mut known = BTreeSet::new();
        let all = self.order.iter().filter_map(|pc| ran(*pc));
        let lines = all.filter(|(number, _)| known.insert(*number)).map(|(_, ran)| ran).collect();
        LineTrace { lines, last: self.last.and_then(ran).map(|(_, ran)| ran) }
    }
}

impl Observer for Reached {
    fn step(&mut self, pc: u32, _: Inst, _: &Cpu, _: &Memory) {
        self.last = Some(pc);
        let index = (pc.wrapping_sub(self.base) / 4) as usize;
        if let Some(known @ false) = self.known.get_mut(index) {
            *known = true;
            self.order.push(pc);
        }
    }
}
