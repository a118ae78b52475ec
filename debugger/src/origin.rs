//! Where a value came from: the instruction that wrote it last, what that one read, and so on through
//! moves, loads, stores and arithmetic, back to a constant, a service or the start of the program.

use mips_sim::host::Host;
use mips_sim::isa::effects::{Access, HI, LO, effects};
use mips_sim::isa::reg::A0;
use mips_sim::isa::{Inst, Op};

use crate::location::{Location, touched};
use crate::scan::{Hit, Scan, Services, Spec, What};
use crate::search::Interrupted;
use crate::session::{Debugger, Ran};

/// A value, and how it came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place that held it.
    pub location: Location,
    /// Its bits, of memory the first word or less.
    pub value: Option<u32>,
    /// How it got there.
    pub made: Made,
    /// What it was made from.
    pub sources: Vec<Origin>,
}

/// How a value got to where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// An instruction wrote it.
    By {
        /// The step before the instruction.
        step: u64,
        /// Its address.
        pc: u32,
        /// The instruction.
        inst: Inst,
    },
    /// A service wrote it.
    Service {
        /// The step before the `syscall`.
        step: u64,
        /// Its address.
        pc: u32,
        /// The number of the service.
        number: u32,
    },
    /// Someone who debugs has set it, at this step.
    Hand(u64),
    /// Nobody wrote it: the program has started with it.
    Start,
    /// It was written before the history begins, or it is further back than was asked for.
    Unknown,
}

impl<H: Host> Debugger<H> {
    /// Where the value of a place came from, with at most `most` values in all. It stays where it is.
    pub fn origin(&mut self, location: Location, most: usize) -> Result<Origin, Interrupted> {
        let here = self.step();
        let mut left = most.max(1);
        let origin = self.origin_here(location, &mut left);
        self.seek(here);
        origin
    }

    fn origin_here(&mut self, location: Location, left: &mut usize) -> Result<Origin, Interrupted> {
        let value = location.value(&self.scene());
        let unknown = Origin { location, value, made: Made::Unknown, sources: Vec::new() };
        if *left == 0 {
            return Ok(unknown);
        }
        *left -= 1;
        let here = self.step();
        let by_hand = self.timeline().changes.iter().rev().find(|change| {
            let set = change.locations.iter().any(|set| set.shares_with(&location));
            change.moment.step <= here && set
        });
        let by_hand = by_hand.map(|change| change.moment.step);
        let hit = self.writer_that_did(location)?;
        if let Some(step) = by_hand.filter(|step| hit.as_ref().is_none_or(|hit| hit.step < *step)) {
            return Ok(Origin { made: Made::Hand(step), ..unknown });
        }
        let Some(hit) = hit else {
            let made = if self.timeline().cut { Made::Unknown } else { Made::Start };
            return Ok(Origin { made, ..unknown });
        };
        self.seek(hit.step);
        let (step, pc) = (hit.step, hit.pc);
        let Some(inst) = self.image.text_at(pc).map(|word| word.inst) else {
            // Instructions that the program made itself.
            return Ok(unknown);
        };
        if inst.op == Op::Syscall {
            let number = self.machine.cpu.get(mips_sim::isa::reg::V0);
            return Ok(Origin { made: Made::Service { step, pc, number }, ..unknown });
        }
        let mut sources = Vec::new();
        for source in self.sources(inst) {
            sources.push(self.origin_here(source, left)?);
            self.seek(step);
        }
        Ok(Origin { made: Made::By { step, pc, inst }, sources, ..unknown })
    }

    /// The last instruction that wrote a place. One that failed has written nothing.
    fn writer_that_did(&mut self, location: Location) -> Result<Option<Hit>, Interrupted> {
        let failed = matches!(self.stop(), Some(mips_sim::machine::Stop::Fault { .. }));
        let here = self.step();
        match self.writer(location)? {
            Some(hit) if failed && hit.step + 1 == here => {
                self.seek(hit.step);
                self.writer(location)
            }
            hit => Ok(hit),
        }
    }

    /// What the next instruction makes its value from.
    fn sources(&self, inst: Inst) -> Vec<Location> {
        let effects = effects(inst);
        match effects.memory.map(|memory| memory.access) {
            Some(Access::Load) => {
                let range = touched(inst, &effects, &self.machine.cpu);
                range
                    .map(|(address, bytes)| Location::Memory { address, bytes })
                    .into_iter()
                    .collect()
            }
            Some(Access::Store) => match effects.fp_reads {
                0 => vec![Location::Register(inst.regs[0])],
                _ => vec![Location::Float(inst.regs[0])],
            },
            None => {
                let bits = |mask: u32| (0..32u8).filter(move |bit| mask >> bit & 1 == 1);
                let registers = bits(effects.reads & !1).map(Location::Register);
                let floats = bits(effects.fp_reads).map(Location::Float);
                let flags = bits(effects.flag_reads.into()).map(Location::Flag);
                let hi = (effects.hi_lo_reads & HI != 0).then_some(Location::Hi);
                let lo = (effects.hi_lo_reads & LO != 0).then_some(Location::Lo);
                registers.chain(floats).chain(flags).chain(hi).chain(lo).collect()
            }
        }
    }

    /// Where a byte of the output came from, by its number: the service that wrote it, and what
    /// that has printed. `None` if the program has not written so much up to here. It stays where it is.
    pub fn output_origin(
        &mut self,
        byte: u64,
        most: usize,
    ) -> Result<Option<(Made, Option<Origin>)>, Interrupted> {
        let here = self.step();
        if byte >= self.written() {
            return Ok(None);
        }
        let found = self.output_writer(byte, here);
        let found = found.and_then(|found| match found {
            Some((made, location)) => {
                let mut left = most.max(1);
                let origin = location.map(|at| self.origin_here(at, &mut left)).transpose()?;
                Ok(Some((made, origin)))
            }
            None => Ok(None),
        });
        self.seek(here);
        found
    }

    /// Goes to the service that writes a byte of the output.
    fn output_writer(
        &mut self,
        byte: u64,
        here: u64,
    ) -> Result<Option<(Made, Option<Location>)>, Interrupted> {
        let before = self.timeline().moments_before(here);
        let starts = before.iter().filter(|moment| moment.counts().written <= byte);
        let Some(start) = starts.map(|moment| moment.step).next_back() else { return Ok(None) };
        self.seek(start);
        let image = self.image.clone();
        let spec = Spec::new(&image, [], Some(Services::Output));
        while self.step() < here {
            let written = self.written();
            let mut scan = Scan::first(&spec, self.step(), Vec::new());
            match self.forward(&mut scan, here) {
                Ran::Interrupted => return Err(Interrupted),
                Ran::Broke | Ran::Ended(_) | Ran::Through => {}
                Ran::Input | Ran::Limit => return Ok(None),
            }
            let Some(Hit { step, pc, what: What::Service(number), .. }) = scan.found else {
                return Ok(None);
            };
            if self.written() > byte {
                self.seek(step);
                let text = self.machine.cpu.get(A0).wrapping_add((byte - written) as u32);
                let location = match number {
                    2 | 3 => Location::Float(12),
                    4 => Location::Memory { address: text, bytes: 1 },
                    _ => Location::Register(A0),
                };
                return Ok(Some((Made::Service { step, pc, number }, Some(location))));
            }
        }
        Ok(None)
    }
}
