//! Looks for the places where a run is to stop, while it runs. A table with a byte for each instruction
//! says whether there is anything to look at, so that the others cost little.

use std::ops::{ControlFlow, Range};

use mips_sim::Image;
use mips_sim::host::system::{ServiceAccess, Touched};
use mips_sim::isa::effects::{Access, effects};
use mips_sim::isa::{Inst, Op};
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::{Done, Observer};

use crate::expression::{EvaluationError, Scene};
use crate::location::{Location, touched};
use crate::point::{Point, PointId, Target, Use};

/// Control that comes here is of interest.
const ARRIVE: u8 = 1;
/// What this instruction does is of interest.
const LOOK: u8 = 2;
/// The same, but only if it loads or stores near a place that is watched.
const NEAR: u8 = 4;
/// The most bytes that an instruction loads or stores before and behind its address.
const MOST_BYTES: u32 = 8;
/// The most messages that are kept of one search.
const MAX_MESSAGES: usize = 1000;

/// Something that was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The point that it belongs to.
    pub point: PointId,
    /// The step before it: the state in which control has come to a breakpoint, or in which the
    /// instruction that uses a place is the next.
    pub step: u64,
    /// The address of that instruction.
    pub pc: u32,
    /// What it is.
    pub what: What,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Control came to a breakpoint.
    Arrived,
    /// A place was used.
    Used {
        /// Whether it was written or only read.
        access: Access,
        /// The part of the place that was.
        location: Location,
        /// Its value before.
        before: Option<u32>,
        /// Its value after.
        after: Option<u32>,
    },
    /// A service was called.
    Service(u32),
    /// Whether to stop can't be told, because the condition has no value.
    Unclear(EvaluationError),
}

/// Which services to stop at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Services {
    /// Those that read input.
    Input,
    /// Those that write output.
    Output,
    /// Both.
    Both,
}

impl Services {
    fn include(self, number: u32) -> bool {
        let (input, output) =
            (matches!(number, 5..=8 | 12), matches!(number, 1..=4 | 11 | 34..=36));
        match self {
            Services::Input => input,
            Services::Output => output,
            Services::Both => input || output,
        }
    }
}

/// What to look for.
pub(crate) struct Spec<'a> {
    image: &'a Image,
    base: u32,
    flags: Vec<u8>,
    /// For instructions outside user text.
    elsewhere: u8,
    /// Where memory is watched, from the first place to the last, and a little around it.
    watched: Range<u32>,
    points: Vec<&'a Point>,
    services: Option<Services>,
}

impl<'a> Spec<'a> {
    pub(crate) fn new(
        image: &'a Image,
        points: impl IntoIterator<Item = &'a Point>,
        services: Option<Services>,
    ) -> Spec<'a> {
        let points: Vec<&Point> = points.into_iter().filter(|point| point.enabled).collect();
        let base = image.config.text_base;
        let watched = watched(&points);
        let flags = Vec::new();
        let mut spec = Spec { image, base, flags, elsewhere: 0, watched, points, services };
        for word in &image.text {
            let flags = spec.flags_of(word.address, word.inst);
            match (word.address.checked_sub(base).map(|offset| offset as usize / 4), flags) {
                // Kernel text lies far behind.
                (Some(index), _) if index <= spec.flags.len() + 4096 => {
                    spec.flags.resize(spec.flags.len().max(index + 1), 0);
                    spec.flags[index] = flags;
                }
                _ => spec.elsewhere |= flags,
            }
        }
        let watches = spec.points.iter().any(|point| matches!(point.target, Target::Watch(..)));
        if watches || services.is_some() {
            spec.elsewhere |= LOOK | NEAR;
        }
        spec
    }

    /// The instructions in user text before which something may be found, if there are none in the
    /// kernel's and none that load or store: without these, nothing is found.
    pub(crate) fn decisive(&self) -> Option<Vec<u32>> {
        if self.elsewhere & ARRIVE != 0 || self.flags.iter().any(|flags| flags & NEAR != 0) {
            return None;
        }
        let flagged = self.flags.iter().zip(0u32..).filter(|(flags, _)| **flags != 0);
        Some(flagged.map(|(_, index)| self.base + 4 * index).collect())
    }

    /// Whether there is nothing to look for.
    pub(crate) fn is_empty(&self) -> bool {
        self.points.is_empty() && self.services.is_none()
    }

    /// Whether a point counts its hits from the start of the run.
    pub(crate) fn counts(&self) -> bool {
        self.points.iter().any(|point| point.rule.hits.is_some())
    }

    fn flags_of(&self, address: u32, inst: Inst) -> u8 {
        let services = self.services.is_some() && inst.op == Op::Syscall;
        let flag = |point: &&Point| match &point.target {
            Target::Code(addresses) if addresses.contains(&address) => ARRIVE,
            Target::Watch(location, on) if is_used(location, *on, inst) => {
                match effects(inst).memory.is_some() && matches!(location, Location::Memory { .. })
                {
                    true => NEAR,
                    false => LOOK,
                }
            }
            _ => 0,
        };
        let all = self.points.iter().map(flag).fold(0, |all, flag| all | flag);
        all | if services { LOOK } else { 0 }
    }

    #[inline(always)]
    fn flag(&self, pc: u32) -> u8 {
        let index = pc.wrapping_sub(self.base) as usize / 4;
        self.flags.get(index).copied().unwrap_or(self.elsewhere)
    }
}

/// The memory that points watch, in one piece.
fn watched(points: &[&Point]) -> Range<u32> {
    let places = points.iter().filter_map(|point| match point.target {
        Target::Watch(Location::Memory { address, bytes }, _) => Some((address, bytes)),
        _ => None,
    });
    let start = places.clone().map(|(address, _)| address.saturating_sub(MOST_BYTES)).min();
    let end = places.map(|(address, bytes)| address.saturating_add(bytes)).max();
    start.unwrap_or(0)..end.unwrap_or(0)
}

/// Notes whether something loads from or stores to the places that are watched, or to what lies near
/// them; finds out nothing else, and is the faster for it.
pub(crate) struct Glance<'a> {
    spec: &'a Spec<'a>,
    pub(crate) touched: bool,
}

impl<'a> Glance<'a> {
    /// If only memory is looked at.
    pub(crate) fn new(spec: &'a Spec<'a>) -> Option<Glance<'a>> {
        let memory =
            |point: &&Point| matches!(point.target, Target::Watch(Location::Memory { .. }, _));
        let only = spec.services.is_none() && spec.points.iter().all(memory);
        only.then_some(Glance { spec, touched: false })
    }
}

impl Observer for Glance<'_> {
    const ONLY_MEMORY: bool = true;

    #[inline(always)]
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, _: &Memory) {
        let address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
        if self.spec.watched.contains(&address) {
            self.touched |= self.spec.flag(pc) & NEAR != 0;
        }
    }

    fn service(&mut self, access: &ServiceAccess<'_>) {
        let Range { start, end } = self.spec.watched;
        let watched = Location::Memory { address: start, bytes: end - start };
        let near = |range: &Touched| watched.overlaps(range.address, range.length);
        self.touched |= access.memory.iter().any(near);
    }
}

fn is_used(location: &Location, on: Use, inst: Inst) -> bool {
    directions(on).iter().any(|access| location.may_be_used(inst, *access))
}

fn directions(on: Use) -> &'static [Access] {
    match on {
        Use::Read => &[Access::Load],
        Use::Write | Use::Change => &[Access::Store],
        Use::Any => &[Access::Load, Access::Store],
    }
}

/// A use of a place by the instruction that is being executed.
struct Pending {
    point: usize,
    access: Access,
    location: Location,
    before: Option<u32>,
    /// Whether it has really happened; for services that is known only afterwards.
    sure: bool,
}

/// A message of a point that does not stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The point.
    pub point: PointId,
    /// When.
    pub step: u64,
    /// What it says.
    pub text: String,
}

/// Looks for what a [`Spec`] says.
pub(crate) struct Scan<'a> {
    spec: &'a Spec<'a>,
    /// How many instructions have been executed.
    position: u64,
    /// Whether to stop at the first hit, or to remember the last.
    stops: bool,
    /// Later hits do not count.
    until: u64,
    pub(crate) found: Option<Hit>,
    pub(crate) logged: Vec<Logged>,
    /// Hits of each point from the start of the run.
    pub(crate) hits: Vec<u64>,
    pending: Vec<Pending>,
    service: Option<u32>,
    looks: bool,
}

impl<'a> Scan<'a> {
    /// Stops at the first hit after a step. `hits` is how often each point was hit before.
    pub(crate) fn first(spec: &'a Spec<'a>, position: u64, hits: Vec<u64>) -> Scan<'a> {
        Scan {
            spec,
            position,
            stops: true,
            until: u64::MAX,
            found: None,
            logged: Vec::new(),
            hits: if hits.is_empty() { vec![0; spec.points.len()] } else { hits },
            pending: Vec::new(),
            service: None,
            looks: false,
        }
    }

    /// Remembers the last hit before a step.
    pub(crate) fn last(spec: &'a Spec<'a>, position: u64, until: u64) -> Scan<'a> {
        Scan { stops: false, until, ..Scan::first(spec, position, Vec::new()) }
    }

    /// Whether there is nothing to look for.
    pub(crate) fn is_idle(&self) -> bool {
        self.spec.is_empty()
    }

    fn scene<'b>(&self, cpu: &'b Cpu, memory: &'b Memory, pc: u32) -> Scene<'b>
    where
        'a: 'b,
    {
        Scene { cpu, memory, pc, step: self.position, config: &self.spec.image.config }
    }

    /// Counts a hit, and stops or remembers it if the rule of its point allows.
    fn hit(&mut self, index: usize, hit: Hit, scene: &Scene<'_>) {
        let point = self.spec.points[index];
        let holds = point.rule.holds(scene);
        if holds == Ok(false) {
            return;
        }
        self.hits[index] += 1;
        if point.rule.hits.is_some_and(|hits| !hits.allows(self.hits[index])) {
            return;
        }
        if let Some(message) = &point.rule.message {
            if self.stops && self.logged.len() < MAX_MESSAGES {
                let (point, step) = (point.id, scene.step);
                self.logged.push(Logged { point, step, text: message.text(scene) });
            }
            return;
        }
        let what = match holds {
            Ok(_) => hit.what,
            Err(error) => What::Unclear(error),
        };
        self.keep(Hit { what, ..hit });
    }

    fn keep(&mut self, hit: Hit) {
        if hit.step < self.until && !(self.stops && self.found.is_some()) {
            self.found = Some(hit);
        }
    }

    /// Before an instruction that may be of interest.
    #[cold]
    fn look(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        self.looks = true;
        self.pending.clear();
        self.service = None;
        let scene = self.scene(cpu, memory, pc);
        let effects = effects(inst);
        for (index, point) in self.spec.points.iter().enumerate() {
            let Target::Watch(location, on) = &point.target else { continue };
            for access in directions(*on) {
                let mut push = |location: Location, sure: bool| {
                    let (point, access) = (index, *access);
                    let before = location.value(&scene);
                    self.pending.push(Pending { point, access, location, before, sure });
                };
                if inst.op == Op::Syscall {
                    push(*location, false);
                } else if let Location::Memory { .. } = location {
                    let memory = effects.memory.filter(|memory| memory.access == *access);
                    let range = memory.and_then(|_| touched(inst, &effects, cpu));
                    if let Some((address, bytes)) = range
                        && location.overlaps(address, bytes)
                    {
                        push(Location::Memory { address, bytes }, true);
                    }
                } else if location.in_effects(&effects, *access) {
                    push(*location, true);
                }
            }
        }
    }

    /// After such an instruction.
    #[cold]
    fn looked(&mut self, Done { pc, next, inst, cpu, memory }: Done<'_>) {
        self.looks = false;
        let step = self.position - 1;
        let scene = self.scene(cpu, memory, next);
        let config = &self.spec.image.config;
        let effects = effects(inst);
        // Control went to the handler although the instruction does not go anywhere.
        let plain = effects.control == mips_sim::isa::effects::Control::None;
        let failed = plain && next != pc.wrapping_add(4) && next == config.exception_handler;
        let is_part = matches!(inst.op, Op::Lwl | Op::Lwr);
        for pending in std::mem::take(&mut self.pending) {
            let Pending { point, access, location, before, sure } = pending;
            let Target::Watch(_, on) = self.spec.points[point].target else { continue };
            let after = location.value(&scene);
            let writes = access == Access::Store;
            let long = matches!(location, Location::Memory { bytes, .. } if bytes > 4);
            let changed = before != after || long;
            let kept = writes
                && effects.may_keep
                && !is_part
                && match effects.control.links() {
                    true => next == pc.wrapping_add(4),
                    false => !changed,
                };
            if !sure || failed || kept || writes && on == Use::Change && !changed {
                continue;
            }
            let what = What::Used { access, location, before, after };
            let point_id = self.spec.points[point].id;
            self.hit(point, Hit { point: point_id, step, pc, what }, &scene);
        }
        if let (Some(services), Some(number)) = (self.spec.services, self.service.take())
            && services.include(number)
        {
            self.keep(Hit { point: 0, step, pc, what: What::Service(number) });
        }
    }

    #[cold]
    fn arrived(&mut self, next: u32, cpu: &Cpu, memory: &Memory) {
        let step = self.position;
        for index in 0..self.spec.points.len() {
            let point = self.spec.points[index];
            if let Target::Code(addresses) = &point.target
                && addresses.contains(&next)
            {
                let hit = Hit { point: point.id, step, pc: next, what: What::Arrived };
                let scene = self.scene(cpu, memory, next);
                self.hit(index, hit, &scene);
            }
        }
    }
}

impl Observer for Scan<'_> {
    #[inline(always)]
    fn step(&mut self, pc: u32, inst: Inst, cpu: &Cpu, memory: &Memory) {
        let flags = self.spec.flag(pc);
        if flags & (LOOK | NEAR) == 0 {
            return;
        }
        // Programs store all the time, and nearly always elsewhere.
        let address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
        if flags & LOOK != 0 || self.spec.watched.contains(&address) {
            self.look(pc, inst, cpu, memory);
        }
    }

    fn service(&mut self, access: &ServiceAccess<'_>) {
        if !self.looks {
            return;
        }
        self.service = Some(access.number);
        for pending in &mut self.pending {
            let load = pending.access == Access::Load;
            let pick = |reads: u32, writes: u32| if load { reads } else { writes };
            pending.sure = match pending.location {
                Location::Register(number) => {
                    pick(access.reads, access.writes) >> (number & 31) & 1 == 1
                }
                Location::Float(number) => {
                    pick(access.fp_reads, access.fp_writes) >> (number & 31) & 1 == 1
                }
                Location::Memory { .. } => access.memory.iter().any(|range| {
                    range.access == pending.access
                        && range.length > 0
                        && pending.location.overlaps(range.address, range.length)
                }),
                _ => false,
            };
        }
    }

    #[inline(always)]
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        self.position += 1;
        if self.looks {
            self.looked(done);
        }
        if self.spec.flag(done.next) & ARRIVE != 0 {
            self.arrived(done.next, done.cpu, done.memory);
        }
        match self.stops && self.found.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
