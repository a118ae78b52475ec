//! A run: one program at some moment of it, and how to get to others, slice by slice.

use std::sync::Arc;

use debugger::point::{Target, Use, at_line, file_named};
use debugger::{
    Debugger, Expression, Location, Options, PointId, PointRule, Reason, StepSize, Stopped,
    TimeDirection, What,
};
use mips_sim::Image;
use mips_sim::devices::{Bitmap, KeyList, KeyboardAndDisplay, KeyboardOptions, Picture};
use mips_sim::diag::hint::report;
use mips_sim::isa::effects::effects;
use mips_sim::isa::reg;
use mips_sim::machine::{MachineOptions, Stop};

use tester::boards::Typing;
use tester::{Limits, Script};

use crate::console::Console;
use crate::host::StudioHost;
use crate::protocol::{Devices, How, Moment, PointAsked, PointSet, Screens, StopReason};

/// The most instructions of a run, as for one that is graded generously; a game gets far with it.
const MAX_STEPS: u64 = 1 << 40;
/// The bytes that snapshots may take.
const BUDGET: usize = 128 << 20;

/// See the module.
pub(crate) struct Run {
    pub(crate) debugger: Debugger<StudioHost>,
    pub(crate) console: Console,
    /// The point of each place to stop at that the page asked for.
    points: Vec<Option<PointId>>,
    /// The point at which the step that is going on ends.
    goal: Option<PointId>,
    why: Reason,
    /// Whether someone stopped what is whole or not at all.
    stopped: bool,
    bitmap: Option<Bitmap>,
    /// The picture that the page has.
    picture: Option<Picture>,
}

impl Run {
    /// A program at its start.
    pub(crate) fn new(
        image: Image,
        host: StudioHost,
        interrupted: Box<dyn Fn() -> bool + Sync>,
        devices: &Devices,
        keys: KeyList,
    ) -> Result<Run, String> {
        let bitmap = match devices.bitmap.as_str() {
            "" => None,
            text => Some(text.parse::<Bitmap>().map_err(|why| why.to_string())?),
        };
        let keyboard =
            KeyboardOptions { asks_host: true, keys: Arc::new(keys), ..KeyboardOptions::default() };
        let options = Options {
            machine: MachineOptions {
                devices: devices.keyboard.then_some(keyboard),
                dialogs: true,
                ..MachineOptions::default()
            },
            budget: BUDGET,
            max_steps: MAX_STEPS,
            interrupted,
            ..Options::default()
        };
        Ok(Run {
            debugger: Debugger::new(Arc::new(image), host, options),
            console: Console::default(),
            points: Vec::new(),
            goal: None,
            why: Reason::Done,
            stopped: false,
            bitmap,
            picture: None,
        })
    }

    /// Goes on for one slice; `more` continues what was begun.
    pub(crate) fn go(&mut self, how: How, more: bool) {
        let stopped = match how {
            How::Run => self.debugger.proceed(TimeDirection::Forward),
            How::RunBack => self.debugger.proceed(TimeDirection::Back),
            How::Over | How::Out if more && self.goal.is_some() => {
                self.debugger.proceed(TimeDirection::Forward)
            }
            How::Step => self.step(TimeDirection::Forward, false),
            How::StepBack => self.step(TimeDirection::Back, false),
            How::OverBack => self.step(TimeDirection::Back, true),
            How::Over => self.over(),
            How::Out => self.out(),
            How::OutBack => self.debugger.out(TimeDirection::Back),
        };
        self.why = stopped.reason;
        self.stopped = !how.is_sliced();
        let goes_on = match &self.why {
            Reason::Interrupted => true,
            Reason::Input => self.debugger.host().sleeps().is_some(),
            Reason::Hit(hit) if Some(hit.point) == self.goal => {
                self.why = Reason::Done;
                false
            }
            _ => false,
        };
        if !goes_on {
            self.forget_goal();
        }
    }

    /// Ends what was going on.
    pub(crate) fn forget_goal(&mut self) {
        if let Some(goal) = self.goal.take() {
            self.debugger.remove_point(goal);
        }
    }

    fn step(&mut self, direction: TimeDirection, over: bool) -> Stopped {
        self.debugger.go(direction, StepSize::Statement, over)
    }

    /// A call as a whole is a run to behind it, with the stack as it is now.
    fn over(&mut self) -> Stopped {
        let pc = self.debugger.machine().pc;
        let word = self.debugger.image().text_at(pc);
        if !word.is_some_and(|word| effects(word.inst).control.links()) {
            return self.step(TimeDirection::Forward, false);
        }
        let sp = self.debugger.machine().cpu.get(reg::SP);
        self.run_to(pc.wrapping_add(4), sp)
    }

    fn out(&mut self) -> Stopped {
        let stack = self.debugger.stack();
        let Some(call) = stack.calls.last() else {
            return Stopped { reason: Reason::NotFound, logged: Vec::new() };
        };
        self.run_to(call.frame.call.wrapping_add(4), call.frame.sp)
    }

    fn run_to(&mut self, address: u32, sp: u32) -> Stopped {
        self.forget_goal();
        // A call of the same function further in comes back to the same place with a lower stack.
        let text = format!("$sp >= 0x{sp:x}");
        let condition = Expression::read(&text, self.debugger.image()).ok();
        let rule = PointRule { condition, ..PointRule::default() };
        self.goal = Some(self.debugger.add_point(Target::Code(vec![address]), rule));
        self.debugger.proceed(TimeDirection::Forward)
    }

    pub(crate) fn seek(&mut self, step: u64) {
        self.forget_goal();
        self.why = self.debugger.goto(step).reason;
    }

    /// Goes to where a byte of the output was written; whether there is such a one.
    pub(crate) fn seek_output(&mut self, byte: u64) -> bool {
        self.forget_goal();
        match self.debugger.output_origin(byte, 1) {
            Ok(Some((debugger::Made::Service { step, .. }, _))) => {
                self.seek(step);
                true
            }
            _ => false,
        }
    }

    /// A line is typed. In the past it takes the place of what was typed then.
    pub(crate) fn input(&mut self, text: &str) -> Result<(), String> {
        let (step, written) = (self.debugger.step(), self.debugger.written());
        if self.debugger.waiting_input().is_empty() {
            self.debugger.feed(text.as_bytes());
        } else {
            self.debugger.set_input(text.as_bytes()).map_err(|why| why.to_string())?;
        }
        self.console.type_at(step, written, text);
        Ok(())
    }

    /// Input that waits from the start, and is not shown as typed.
    pub(crate) fn prepare(&mut self, input: &str) {
        self.debugger.feed(input.as_bytes());
    }

    /// Plays a game up to where its last line is about to be read.
    pub(crate) fn replay(&mut self, script: &Script, typing: &Typing) {
        for line in &script.lines {
            let steps = Limits::default().steps;
            let waits = self.debugger.to_question(steps, |asked| {
                typing.aside(asked).map(|answer| [answer, b"\n"].concat())
            });
            if !waits {
                break;
            }
            self.debugger.feed(&[line.as_slice(), b"\n"].concat());
        }
    }

    /// Keys are pressed.
    pub(crate) fn press(&mut self, keys: &[u8]) {
        self.debugger.host().press(keys);
    }

    /// Gives a place another value.
    pub(crate) fn set(&mut self, place: &str, value: &str) -> Result<(), String> {
        let (image, scene) = (self.debugger.image(), self.debugger.scene());
        let location = Location::read(place, image, &scene).map_err(|why| why.to_string())?;
        let bits = match (location, value.trim().parse::<f32>()) {
            (Location::Float(_), Ok(number)) => number.to_bits(),
            _ => {
                let value = Expression::read(value, image).map_err(|why| why.to_string())?;
                value.value(&scene).map_err(|why| why.to_string())? as u32
            }
        };
        self.debugger.set(location, bits).map_err(|why| why.to_string())?;
        self.why = Reason::Done;
        Ok(())
    }

    /// Stops at these places and no others.
    pub(crate) fn set_points(&mut self, asked: &[PointAsked]) -> Vec<PointSet> {
        for id in self.points.drain(..).flatten() {
            self.debugger.remove_point(id);
        }
        let mut set = Vec::new();
        for point in asked {
            let read = self.point(point);
            let (id, shown) = match read {
                Ok((target, rule, line)) => {
                    let id = self.debugger.add_point(target, rule);
                    (Some(id), PointSet { line, failure: None })
                }
                Err(why) => (None, PointSet { line: point.line, failure: Some(why) }),
            };
            self.points.push(id);
            set.push(shown);
        }
        set
    }

    fn point(&self, asked: &PointAsked) -> Result<(Target, PointRule, u32), String> {
        let image = self.debugger.image();
        let condition = match asked.condition.trim() {
            "" => None,
            text => Some(Expression::read(text, image).map_err(|why| why.to_string())?),
        };
        let rule = PointRule { condition, ..PointRule::default() };
        if !asked.watch.is_empty() {
            let scene = self.debugger.scene();
            let place = Location::read(&asked.watch, image, &scene);
            let place = place.map_err(|why| why.to_string())?;
            return Ok((Target::Watch(place, Use::Change), rule, 0));
        }
        let file = file_named(image, &asked.file).map_err(|why| why.to_string())?;
        let found = at_line(image, file, asked.line).map_err(|why| why.to_string())?;
        Ok((Target::Code(found.addresses), rule, found.moved.unwrap_or(asked.line)))
    }

    fn why(&mut self) -> StopReason {
        match &self.why {
            Reason::Done => match self.debugger.stop() {
                Some(stop) => self.ended(stop),
                None => StopReason::Done,
            },
            Reason::Interrupted if self.stopped => StopReason::Stopped,
            Reason::Interrupted => StopReason::More,
            Reason::Input => match self.debugger.host().sleeps() {
                Some(milliseconds) => StopReason::Sleep { milliseconds },
                None => StopReason::Input,
            },
            Reason::Start => StopReason::Start,
            Reason::NotFound => StopReason::Nowhere,
            Reason::Limit => StopReason::Limit,
            Reason::Hit(hit) => {
                let index = self.points.iter().position(|id| *id == Some(hit.point));
                let change = match &hit.what {
                    What::Used { location, before, after, .. } => {
                        Some((location.to_string(), *before, *after))
                    }
                    _ => None,
                };
                let unclear = match &hit.what {
                    What::Unclear(error) => Some(error.to_string()),
                    _ => None,
                };
                StopReason::Point { index: index.unwrap_or(usize::MAX), change, unclear }
            }
            Reason::Ended(stop) => self.ended(*stop),
        }
    }

    fn ended(&self, stop: Stop) -> StopReason {
        match stop {
            Stop::Exit(code) => StopReason::Ended { code },
            Stop::FellOffEnd => StopReason::Ended { code: 0 },
            stop => {
                let told = report(stop, self.debugger.machine(), None, self.debugger.image());
                StopReason::Failed { title: told.title, mars: told.mars, hint: told.hint }
            }
        }
    }

    /// Where it is now. `seen` is the output that the page knows; without it the console is shown.
    pub(crate) fn moment(&mut self, seen: Option<u64>) -> Moment {
        let why = self.why();
        let running = matches!(why, StopReason::More | StopReason::Sleep { .. });
        let debugger = &self.debugger;
        let written = debugger.written();
        let shown = !running || seen != Some(written);
        let console = shown.then(|| {
            let output = |from, to| debugger.output_between(from, to);
            self.console.pieces(debugger.step(), written, output)
        });
        let history = debugger.histories()[debugger.history()];
        let (step, start, end) = (debugger.step(), history.start, history.end);
        let look = (!running).then(|| Box::new(self.look()));
        let devices = self.screens();
        Moment { step, start, end: end.max(step), why, console, written, devices, look }
    }

    /// What the devices show, if there are any.
    fn screens(&mut self) -> Option<Screens> {
        let machine = self.debugger.machine();
        let text = machine.device::<KeyboardAndDisplay>().map(|device| device.screen());
        let text = text.map(|screen| screen.lines().collect());
        let picture = self
            .bitmap
            .map(|bitmap| bitmap.picture(&machine.memory, &self.debugger.image().config));
        if text.is_none() && picture.is_none() {
            return None;
        }
        let size = picture.as_ref().map_or((0, 0), |picture| (picture.columns, picture.rows));
        let units =
            picture.filter(|picture| self.picture.as_ref() != Some(picture)).map(|picture| {
                let text = base64(&picture.units);
                self.picture = Some(picture);
                text
            });
        Some(Screens { text, size, units })
    }
}

/// Colours as base 64, four letters each.
fn base64(units: &[u32]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letter = |unit: u32, shift: u32| char::from(ALPHABET[(unit >> shift & 63) as usize]);
    units.iter().flat_map(|unit| [18, 12, 6, 0].map(|shift| letter(*unit, shift))).collect()
}
