//! Moving through a run: steps, calls, breakpoints, services, lines, forwards and backwards.

use std::ops::ControlFlow;

use mips_sim::host::Host;
use mips_sim::image::TextWord;
use mips_sim::isa::effects::{Control, effects};
use mips_sim::observe::{Done, Observer, Off};

use crate::calls::CallLog;
use crate::location::Location;
use crate::point::{Point, PointRule, Target, Use};
use crate::scan::{Hit, Scan, Services, Spec};
use crate::search::Interrupted;
use crate::session::{Debugger, Ran, Reason, Stopped, TimeDirection};

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepSize {
    /// One machine instruction.
    Instruction,
    /// One statement of the source, which may be several instructions.
    Statement,
}

/// Stops when fewer calls are open than at the start.
struct UntilDepth {
    log: CallLog,
    depth: usize,
}

impl Observer for UntilDepth {
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        let flow = self.log.done(done);
        if self.log.depth() < self.depth { ControlFlow::Break(()) } else { flow }
    }
}

impl<H: Host> Debugger<H> {
    fn word(&self) -> Option<TextWord> {
        self.image.text_at(self.machine.pc).copied()
    }

    /// Whether a statement begins here.
    fn is_at_statement(&self) -> bool {
        self.word().is_none_or(|word| word.first)
    }

    /// A step. Calls are stepped into, or over.
    pub fn go(&mut self, direction: TimeDirection, unit: StepSize, over: bool) -> Stopped {
        let mut logged = Vec::new();
        loop {
            let stopped = match direction {
                TimeDirection::Forward => self.instruction(over),
                TimeDirection::Back => Stopped::new(self.back(over)),
            };
            logged.extend(stopped.logged);
            let whole = unit == StepSize::Instruction || self.is_at_statement();
            if stopped.reason != Reason::Done || whole {
                return Stopped { reason: stopped.reason, logged };
            }
        }
    }

    /// One instruction, or the call that it is as a whole.
    fn instruction(&mut self, over: bool) -> Stopped {
        let calls = over && self.word().is_some_and(|word| effects(word.inst).control.links());
        let here = self.step();
        if !calls || self.options.machine.delayed_branching {
            return Stopped::new(self.forward(&mut Off, here + 1).reason());
        }
        // Behind the call itself one call more is open; it has returned when that is closed.
        let mut log = CallLog::new(here, &[]);
        match self.forward(&mut log, here + 1) {
            Ran::Through if log.depth() > 0 => self.until(UntilDepth { log, depth: 1 }),
            ran => Stopped::new(ran.reason()),
        }
    }

    /// Runs until fewer calls are open, or a point is hit.
    fn until(&mut self, depth: UntilDepth) -> Stopped {
        self.with_points(None, |debugger, scan| {
            let mut both = (scan, depth);
            let ran = debugger.forward(&mut both, u64::MAX);
            (ran, both.0)
        })
    }

    /// One instruction back, or the call that it ended as a whole.
    fn back(&mut self, over: bool) -> Reason {
        let here = self.step();
        if here == self.timeline().start() {
            return Reason::Start;
        }
        let before = self.stack_if(over);
        self.seek(here - 1);
        let returns =
            self.word().is_some_and(|word| effects(word.inst).control == Control::JumpRegister);
        if !over || !returns {
            return Reason::Done;
        }
        let stack = self.stack();
        // The outermost call that this return closed.
        if let Some(call) = stack.calls.get(before) {
            self.seek(call.step);
        }
        Reason::Done
    }

    fn stack_if(&mut self, wanted: bool) -> usize {
        if wanted { self.stack().calls.len() } else { 0 }
    }

    /// Forwards to behind the return from the innermost call, or back to the call itself.
    pub fn out(&mut self, direction: TimeDirection) -> Stopped {
        let stack = self.stack();
        let Some(call) = stack.calls.last() else { return Stopped::new(Reason::NotFound) };
        match direction {
            TimeDirection::Forward => {
                let log = CallLog::new(self.step(), &stack.calls);
                let depth = log.depth();
                self.until(UntilDepth { log, depth })
            }
            TimeDirection::Back => {
                self.seek(call.step);
                Stopped::new(Reason::Done)
            }
        }
    }

    /// To the next point that is hit, or the last one before.
    pub fn proceed(&mut self, direction: TimeDirection) -> Stopped {
        self.find(direction, None)
    }

    /// To the next or last service of a kind, or a point on the way.
    pub fn to_service(&mut self, direction: TimeDirection, services: Services) -> Stopped {
        self.find(direction, Some(services))
    }

    fn find(&mut self, direction: TimeDirection, services: Option<Services>) -> Stopped {
        match direction {
            TimeDirection::Forward => self.with_points(services, |debugger, mut scan| {
                // Where nobody looks for anything, at full speed.
                let ran = match scan.is_idle() {
                    true => debugger.forward(&mut Off, u64::MAX),
                    false => debugger.forward(&mut scan, u64::MAX),
                };
                (ran, scan)
            }),
            TimeDirection::Back => {
                let points = self.points().to_vec();
                let image = self.image.clone();
                // Those with messages don't stop, and what they said was said.
                let stopping = points.iter().filter(|point| point.rule.message.is_none());
                let spec = Spec::new(&image, stopping, services);
                let here = self.step();
                Stopped::new(match self.last_hit(&spec, here) {
                    Ok(Some(hit)) => {
                        self.seek(hit.step);
                        Reason::Hit(hit)
                    }
                    Ok(None) => {
                        let start = self.timeline().start();
                        self.seek(start);
                        Reason::Start
                    }
                    Err(Interrupted) => Reason::Interrupted,
                })
            }
        }
    }

    /// Runs with all points in place.
    fn with_points(
        &mut self,
        services: Option<Services>,
        run: impl for<'a> FnOnce(&mut Debugger<H>, Scan<'a>) -> (Ran, Scan<'a>),
    ) -> Stopped {
        let points = self.points().to_vec();
        let image = self.image.clone();
        let spec = Spec::new(&image, &points, services);
        let here = self.step();
        let hits = if spec.counts() { self.hits_before(&spec) } else { Vec::new() };
        let (ran, scan) = run(self, Scan::first(&spec, here, hits));
        if spec.counts() {
            self.counted = Some((self.step(), scan.hits));
        }
        let reason = match scan.found {
            Some(hit) => Reason::Hit(hit),
            None => ran.reason(),
        };
        Stopped { reason, logged: scan.logged }
    }

    /// How often the points were hit up to here.
    fn hits_before(&mut self, spec: &Spec<'_>) -> Vec<u64> {
        let here = self.step();
        if let Some((step, hits)) = &self.counted
            && *step == here
        {
            return hits.clone();
        }
        let start = self.timeline().start();
        self.seek(start);
        let mut scan = Scan::last(spec, start, here);
        self.forward(&mut scan, here);
        scan.hits
    }

    /// To a step: back to it, or forwards, into the unknown if need be. Points on the way don't count.
    pub fn goto(&mut self, step: u64) -> Stopped {
        let (start, end) = (self.timeline().start(), self.timeline().end);
        if step <= end {
            self.seek(step);
            let reason = if step < start { Reason::Start } else { Reason::Done };
            return Stopped::new(reason);
        }
        self.seek(end);
        Stopped::new(self.forward(&mut Off, step).reason())
    }

    /// Runs until the program waits for input that `answer` does not give, which this says; or until it
    /// can't go on, or has gone on for so many steps without asking. What it asks is what it has written
    /// since the last answer.
    pub fn to_question(
        &mut self,
        steps: u64,
        mut answer: impl FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> bool {
        let mut answered = self.written();
        loop {
            let limit = self.step().saturating_add(steps);
            if self.goto(limit).reason != Reason::Input {
                return false;
            }
            let written = self.written();
            let Some(input) = answer(self.output_between(answered, written)) else { return true };
            answered = written;
            self.feed(&input);
        }
    }

    /// To the first step of the run.
    pub fn to_start(&mut self) {
        let start = self.timeline().start();
        self.seek(start);
    }

    /// To the last step that was reached.
    pub fn to_end(&mut self) {
        let end = self.timeline().end;
        self.seek(end);
    }

    /// To the first time in the run that control comes to one of some addresses.
    pub fn to_first(&mut self, addresses: &[u32]) -> Stopped {
        let here = self.step();
        self.to_start();
        if addresses.contains(&self.machine.pc) {
            return Stopped::new(Reason::Done);
        }
        let found = self.one(Target::Code(addresses.to_vec()), |debugger, scan| {
            debugger.forward(scan, u64::MAX)
        });
        match found {
            (Some(_), _) => Stopped::new(Reason::Done),
            (None, Ran::Interrupted) => Stopped::new(Reason::Interrupted),
            (None, Ran::Input) => Stopped::new(Reason::Input),
            _ => {
                self.seek(here);
                Stopped::new(Reason::NotFound)
            }
        }
    }

    /// To the last time, as far as the run is known, that control came to one of some addresses.
    pub fn to_last(&mut self, addresses: &[u32]) -> Stopped {
        let point = temporary(Target::Code(addresses.to_vec()));
        let image = self.image.clone();
        let spec = Spec::new(&image, [&point], None);
        let end = self.timeline().end;
        Stopped::new(match self.last_hit(&spec, end + 1) {
            Ok(Some(hit)) => {
                self.seek(hit.step);
                Reason::Done
            }
            Ok(None) if addresses.contains(&self.start_pc()) => {
                self.to_start();
                Reason::Done
            }
            Ok(None) => Reason::NotFound,
            Err(Interrupted) => Reason::Interrupted,
        })
    }

    fn start_pc(&mut self) -> u32 {
        let here = self.step();
        self.to_start();
        let pc = self.machine.pc;
        self.seek(here);
        pc
    }

    /// The next instruction that reads a place, before another value gets there. It stays where it is.
    pub fn reader(&mut self, location: Location) -> Result<Option<Hit>, Interrupted> {
        let here = self.step();
        let target = Target::Watch(location, Use::Any);
        let (hit, ran) = self.one(target, |debugger, scan| debugger.forward(scan, u64::MAX));
        self.seek(here);
        match ran {
            Ran::Interrupted => Err(Interrupted),
            _ => Ok(hit),
        }
    }

    /// The last instruction before this that wrote a place. It stays where it is.
    pub fn writer(&self, location: Location) -> Result<Option<Hit>, Interrupted> {
        let point = temporary(Target::Watch(location, Use::Write));
        let spec = Spec::new(&self.image, [&point], None);
        self.last_hit(&spec, self.step())
    }

    /// Runs with one point of its own.
    pub(crate) fn one(
        &mut self,
        target: Target,
        run: impl FnOnce(&mut Debugger<H>, &mut Scan<'_>) -> Ran,
    ) -> (Option<Hit>, Ran) {
        let point = temporary(target);
        let image = self.image.clone();
        let spec = Spec::new(&image, [&point], None);
        let mut scan = Scan::first(&spec, self.step(), Vec::new());
        let ran = run(self, &mut scan);
        (scan.found, ran)
    }
}

fn temporary(target: Target) -> Point {
    Point { id: 0, enabled: true, target, rule: PointRule::default() }
}
