//! The debugger: a program, its histories, the points to stop at, and where one is. What front ends
//! ask for is a method here; what comes of it is data.

use std::fmt;
use std::sync::Arc;

use mips_sim::Image;
use mips_sim::host::Host;
use mips_sim::machine::memory::MemoryFault;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Observer;

use crate::calls::Stack;
use crate::expression::Scene;
use crate::location::Location;
use crate::point::{Point, PointId, PointRule, Target};
use crate::scan::{Hit, Logged};
use crate::timeline::Timeline;
use crate::workers::{Alone, Workers};

/// The bytes that snapshots of a run may take, unless someone says otherwise.
pub const DEFAULT_BUDGET: usize = 256 << 20;
/// The fewest instructions between two snapshots, unless someone says otherwise.
const DEFAULT_SPACING: u64 = 200_000;
/// Instructions between two looks whether it should stop.
const SLICE: u64 = 4_000_000;

/// How to debug.
pub struct Options {
    /// How the program is run.
    pub machine: MachineOptions,
    /// The bytes that snapshots may take.
    pub budget: usize,
    /// The fewest instructions between two snapshots.
    pub spacing: u64,
    /// The run goes no further than this step.
    pub max_steps: u64,
    /// Who helps to search.
    pub workers: Box<dyn Workers>,
    /// Whether someone wants it to stop.
    pub interrupted: Box<dyn Fn() -> bool + Sync>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            machine: MachineOptions::default(),
            budget: DEFAULT_BUDGET,
            spacing: DEFAULT_SPACING,
            max_steps: u64::MAX,
            workers: Box::new(Alone),
            interrupted: Box::new(|| false),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { machine, budget, max_steps, .. } = self;
        f.debug_struct("Options")
            .field("machine", machine)
            .field("budget", budget)
            .field("max_steps", max_steps)
            .finish_non_exhaustive()
    }
}

/// Which way in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeDirection {
    /// As the program runs.
    Forward,
    /// Into the past.
    Back,
}

/// Why it is where it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It went as far as was asked.
    Done,
    /// A breakpoint, a watchpoint or a service that was waited for.
    Hit(Hit),
    /// The program can't go on: it has ended, failed or reached a limit of the machine.
    Ended(Stop),
    /// There is nothing before this.
    Start,
    /// The program waits for input.
    Input,
    /// It may run no further.
    Limit,
    /// Someone wanted it to stop.
    Interrupted,
    /// What was looked for is not there, and it has not moved.
    NotFound,
}

/// What came of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Why it stopped.
    pub reason: Reason,
    /// What points had to say on the way.
    pub logged: Vec<Logged>,
}

impl Stopped {
    pub(crate) fn new(reason: Reason) -> Stopped {
        Stopped { reason, logged: Vec::new() }
    }
}

/// Why something can't be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The program is over.
    #[error("the program has ended here; go back a step first")]
    Ended,
    /// There is no memory.
    #[error(transparent)]
    Memory(#[from] MemoryFault),
}

/// How a stretch of running ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ran {
    /// As far as was asked.
    Through,
    /// The observer stopped it.
    Broke,
    /// The machine did.
    Ended(Stop),
    Input,
    Limit,
    Interrupted,
}

impl Ran {
    pub(crate) fn reason(self) -> Reason {
        match self {
            Ran::Through | Ran::Broke => Reason::Done,
            Ran::Ended(stop) => Reason::Ended(stop),
            Ran::Input => Reason::Input,
            Ran::Limit => Reason::Limit,
            Ran::Interrupted => Reason::Interrupted,
        }
    }
}

/// One of the histories of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryInfo {
    /// The first step that can be reached.
    pub start: u64,
    /// The last one that was.
    pub end: u64,
    /// The step at which it left another history, and which.
    pub forked: Option<(u64, usize)>,
    /// Why the program can't go on from its end, if it can't.
    pub stop: Option<Stop>,
    /// Whether its beginning was forgotten, because the program had asked the world too much.
    pub cut: bool,
    /// The bytes that its snapshots take.
    pub bytes: usize,
}

/// See the module.
pub struct Debugger<H> {
    pub(crate) image: Arc<Image>,
    pub(crate) options: Options,
    pub(crate) host: H,
    pub(crate) machine: Machine,
    timelines: Vec<(Timeline, Option<(u64, usize)>)>,
    current: usize,
    points: Vec<Point>,
    next_id: PointId,
    /// How often points with such a rule were hit up to a step.
    pub(crate) counted: Option<(u64, Vec<u64>)>,
}

impl<H: Host> Debugger<H> {
    /// A program at its start. What it asks of the world goes to the host.
    pub fn new(image: Arc<Image>, host: H, options: Options) -> Debugger<H> {
        let machine = Machine::load(&image, &options.machine);
        Debugger::with_machine(image, machine, host, options)
    }

    /// The same with a machine that was prepared, such as one with devices. It should not have run.
    pub fn with_machine(
        image: Arc<Image>,
        machine: Machine,
        host: H,
        options: Options,
    ) -> Debugger<H> {
        let timeline = Timeline::new(&machine, options.budget, options.spacing);
        Debugger {
            image,
            options,
            host,
            machine,
            timelines: vec![(timeline, None)],
            current: 0,
            points: Vec::new(),
            next_id: 1,
            counted: None,
        }
    }

    /// The program.
    pub fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// The machine where one is now.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The host.
    pub fn host(&mut self) -> &mut H {
        &mut self.host
    }

    /// How many instructions have been executed where one is now.
    pub fn step(&self) -> u64 {
        self.machine.steps()
    }

    /// What expressions are evaluated in.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            cpu: &self.machine.cpu,
            memory: &self.machine.memory,
            pc: self.machine.pc,
            step: self.machine.steps(),
            config: &self.image.config,
        }
    }

    /// The address of the instruction that one looks at: the next one, or at the end of a run the one
    /// that ended it.
    pub fn pc(&self) -> u32 {
        match self.stop() {
            Some(Stop::Fault { pc, .. } | Stop::Crash { pc, .. }) => pc,
            // The service was the last instruction.
            Some(Stop::Exit(_) | Stop::OutputRefused | Stop::WorkLimit) => {
                self.machine.pc.wrapping_sub(4)
            }
            _ => self.machine.pc,
        }
    }

    /// Why the program can't go on from where one is.
    pub fn stop(&self) -> Option<Stop> {
        let timeline = self.timeline();
        timeline.stop.filter(|_| self.machine.steps() == timeline.end)
    }

    /// What the program has written up to now, as far as it is kept.
    pub fn output(&self) -> &[u8] {
        let timeline = self.timeline();
        timeline.output.range(0, timeline.past.counts.written)
    }

    /// How many bytes the program has written up to now.
    pub fn written(&self) -> u64 {
        self.timeline().past.counts.written
    }

    /// Output from one count of bytes to another, as far as it is kept.
    pub fn output_between(&self, from: u64, to: u64) -> &[u8] {
        self.timeline().output.range(from, to)
    }

    /// The input that the program has not asked for yet.
    pub fn waiting_input(&self) -> &[u8] {
        let timeline = self.timeline();
        timeline.supply.input.get(timeline.past.counts.read as usize..).unwrap_or_default()
    }

    /// Gives the program more input, behind what waits already.
    pub fn feed(&mut self, input: &[u8]) {
        self.timeline_mut().supply.input.extend_from_slice(input);
    }

    pub(crate) fn timeline(&self) -> &Timeline {
        &self.timelines[self.current].0
    }

    pub(crate) fn timeline_mut(&mut self) -> &mut Timeline {
        &mut self.timelines[self.current].0
    }

    /// The machine and its history.
    pub(crate) fn parts(&mut self) -> (&mut Machine, &mut Timeline) {
        (&mut self.machine, &mut self.timelines[self.current].0)
    }

    /// Runs forwards up to a step, through history and beyond it.
    pub(crate) fn forward<O: Observer>(&mut self, observer: &mut O, until: u64) -> Ran {
        let ran = self.run_on(observer, until);
        let (before, rest) = self.timelines.split_at_mut(self.current);
        if let [(timeline, _), behind @ ..] = rest {
            let others = before.iter_mut().chain(behind).map(|(other, _)| &mut other.supply);
            timeline.supply.share(others);
        }
        ran
    }

    fn run_on<O: Observer>(&mut self, observer: &mut O, until: u64) -> Ran {
        let Debugger { machine, timelines, current, host, options, .. } = self;
        let timeline = &mut timelines[*current].0;
        let mut first = true;
        loop {
            let here = machine.steps();
            if here >= until {
                return Ran::Through;
            }
            if !std::mem::take(&mut first) && (options.interrupted)() {
                return Ran::Interrupted;
            }
            let stop = if here < timeline.end {
                let to = until.min(timeline.end).min(here + SLICE);
                timeline.repeat(machine, observer, to)
            } else {
                if let Some(stop) = timeline.stop {
                    return Ran::Ended(stop);
                }
                let Some(left) = options.max_steps.checked_sub(here).filter(|left| *left > 0)
                else {
                    return Ran::Limit;
                };
                let most = left.min(until - here).min(timeline.until_moment(machine)).min(SLICE);
                timeline.extend(machine, host, observer, most)
            };
            match stop {
                Stop::BudgetSpent => {}
                Stop::Break { .. } => return Ran::Broke,
                Stop::InputPending => return Ran::Input,
                stop => return Ran::Ended(stop),
            }
        }
    }

    /// Goes to a step that was reached before.
    pub(crate) fn seek(&mut self, step: u64) {
        let (machine, timeline) = self.parts();
        let step = step.clamp(timeline.start(), timeline.end);
        timeline.seek(machine, step);
    }

    /// The calls that are open now.
    pub fn stack(&mut self) -> Arc<Stack> {
        if self.options.machine.delayed_branching {
            // The tracker of calls does not know delayed branches.
            return Arc::new(Stack { calls: Vec::new(), incomplete: true });
        }
        let (machine, timeline) = self.parts();
        timeline.stack(machine)
    }

    /// The points, by number.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Adds a point: its number.
    pub fn add_point(&mut self, target: Target, rule: PointRule) -> PointId {
        let id = self.next_id;
        self.next_id += 1;
        self.points.push(Point { id, enabled: true, target, rule });
        self.counted = None;
        id
    }

    /// Changes a point; whether there is such a one.
    pub fn change_point(&mut self, id: PointId, change: impl FnOnce(&mut Point)) -> bool {
        self.counted = None;
        self.points.iter_mut().find(|point| point.id == id).map(change).is_some()
    }

    /// Removes a point; whether there was such a one.
    pub fn remove_point(&mut self, id: PointId) -> bool {
        self.counted = None;
        let before = self.points.len();
        self.points.retain(|point| point.id != id);
        self.points.len() < before
    }

    /// The breakpoint at the instruction that is next, if its rule allows.
    pub fn point_here(&self) -> Option<PointId> {
        let scene = self.scene();
        let here = |point: &&Point| {
            let at = matches!(&point.target, Target::Code(at) if at.contains(&self.machine.pc));
            at && point.enabled && point.rule.message.is_none()
        };
        let holds = |point: &&Point| point.rule.holds(&scene).unwrap_or(true);
        let found = self.points.iter().find(|point| here(point) && holds(point));
        found
            .filter(|point| point.rule.hits.is_none_or(|hits| hits.allows(1)))
            .map(|point| point.id)
    }

    /// Gives a place another value, from here on in a history of its own. Of memory one word is set,
    /// or less.
    pub fn set(&mut self, location: Location, value: u32) -> Result<(), ChangeError> {
        if self.stop().is_some() {
            return Err(ChangeError::Ended);
        }
        let mut machine = self.machine.clone();
        match location {
            Location::Register(number) => machine.cpu.set(number, value),
            Location::Float(number) => machine.cpu.float[usize::from(number & 31)] = value,
            Location::Flag(number) => {
                let bit = 1u8.checked_shl(number.into()).unwrap_or(0);
                machine.cpu.flags = machine.cpu.flags & !bit | if value == 0 { 0 } else { bit };
            }
            Location::Hi => machine.cpu.hi = value,
            Location::Lo => machine.cpu.lo = value,
            Location::Memory { address, bytes: 1 } => machine.memory.store_byte(address, value)?,
            Location::Memory { address, bytes: 2 } => machine.memory.store_half(address, value)?,
            Location::Memory { address, .. } => machine.memory.store_word(address, value)?,
        }
        self.machine = machine;
        self.fork(Some(location));
        Ok(())
    }

    /// Puts other input in the place of what the program has not asked for yet, from here on in a
    /// history of its own.
    pub fn set_input(&mut self, input: &[u8]) -> Result<(), ChangeError> {
        if self.stop().is_some() {
            return Err(ChangeError::Ended);
        }
        self.fork(None);
        let timeline = self.timeline_mut();
        timeline.supply.input.truncate(timeline.past.counts.read as usize);
        timeline.supply.input.extend_from_slice(input);
        Ok(())
    }

    /// A new history from here on. The other one stays.
    fn fork(&mut self, location: Option<Location>) {
        let fork = self.timeline().fork(&self.machine, location);
        // The others keep what they need to be repeated, and little more.
        let share = self.options.budget / 4;
        let others = self.timelines.iter_mut().map(|(timeline, _)| timeline);
        let bytes: usize = others.map(|timeline| timeline.bytes()).sum();
        if bytes > share {
            let each = share / self.timelines.len();
            self.timelines.iter_mut().for_each(|(timeline, _)| timeline.thin_out(each));
        }
        self.timelines.push((fork, Some((self.machine.steps(), self.current))));
        self.current = self.timelines.len() - 1;
        self.counted = None;
    }

    /// The histories, in the order in which they began.
    pub fn histories(&self) -> Vec<HistoryInfo> {
        let info = |(timeline, forked): &(Timeline, Option<(u64, usize)>)| HistoryInfo {
            start: timeline.start(),
            end: timeline.end,
            forked: *forked,
            stop: timeline.stop,
            cut: timeline.cut,
            bytes: timeline.bytes(),
        };
        self.timelines.iter().map(info).collect()
    }

    /// The index of the history that one is in.
    pub fn history(&self) -> usize {
        self.current
    }

    /// Goes to another history, to the step that one is at or as near as it has one. Whether there
    /// is such a history.
    pub fn enter_history(&mut self, index: usize) -> bool {
        let step = self.step();
        let Some((timeline, _)) = self.timelines.get_mut(index) else { return false };
        self.current = index;
        self.counted = None;
        let step = step.clamp(timeline.start(), timeline.end);
        timeline.return_to(&mut self.machine, step);
        true
    }
}

impl<H> fmt::Debug for Debugger<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Debugger").field("step", &self.machine.steps()).finish_non_exhaustive()
    }
}
