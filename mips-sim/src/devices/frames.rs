//! Running a program frame by frame, so that someone can look at its pictures.

use super::{FrameClock, Shown};
use crate::host::{FileError, Handle, Host, Input, OpenMode, Refused, Stream};
use crate::machine::{Machine, Stop};
use crate::observe::Observer;

/// A host between a machine and another host, which holds the machine at the end of each frame.
#[derive(Debug)]
pub struct Frames<'h, H> {
    host: &'h mut H,
    clock: FrameClock,
    /// Whether anyone wants frames. Otherwise it only passes everything on.
    wanted: bool,
    /// The program is about to sleep for so many milliseconds.
    sleeps: Option<u32>,
    /// That frame was looked at: the program may sleep.
    passed: bool,
}

/// Why a frame-wise run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameEnd {
    /// A frame is over, and the program can be run on: it is about to sleep for so many milliseconds,
    /// or has executed a million instructions.
    Frame(Option<u32>),
    /// It stopped as it does without frames.
    Stop(Stop),
}

impl<'h, H: Host> Frames<'h, H> {
    /// In front of a host. Without frames it stops for none.
    pub fn new(host: &'h mut H, wanted: bool) -> Frames<'h, H> {
        Frames { host, clock: FrameClock::default(), wanted, sleeps: None, passed: false }
    }

    /// The host behind it.
    pub fn host(&mut self) -> &mut H {
        self.host
    }

    /// How many frames are over.
    pub fn count(&self) -> u64 {
        self.clock.count()
    }

    /// Runs until a frame is over or something stops the machine, at most `budget` instructions.
    ///
    /// ```
    /// use mips_sim::devices::{FrameEnd, Frames};
    /// use mips_sim::host::ScriptedHost;
    /// use mips_sim::machine::{Machine, MachineOptions, Stop};
    /// use mips_sim::observe::Off;
    /// use mips_sim::{AsmOptions, assemble};
    ///
    /// let source = "li $v0, 32\nli $a0, 20\nsyscall\nnop\n";
    /// let mut files: &[(&str, &str)] = &[("p.asm", source)];
    /// let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
    /// let mut machine = Machine::load(&image, &MachineOptions::default());
    /// let mut host = ScriptedHost::default();
    /// let mut frames = Frames::new(&mut host, true);
    /// let mut run = || frames.run(&mut machine, &mut Off, 1000);
    /// assert_eq!(run(), FrameEnd::Frame(Some(20)));
    /// assert_eq!(run(), FrameEnd::Stop(Stop::FellOffEnd));
    /// assert_eq!((frames.count(), host.time), (1, 20));
    /// ```
    pub fn run<O: Observer>(
        &mut self,
        machine: &mut Machine,
        observer: &mut O,
        budget: u64,
    ) -> FrameEnd {
        let due = self.clock.due();
        let until_frame = if self.wanted { due.saturating_sub(machine.steps()) } else { u64::MAX };
        let stop = machine.run(self, observer, budget.min(until_frame));
        if stop == Stop::InputPending && !self.passed {
            if let Some(milliseconds) = self.sleeps.take() {
                self.passed = true;
                // The program sleeps in the next instruction.
                self.clock.next(machine.steps() + 1);
                return FrameEnd::Frame(Some(milliseconds));
            }
        } else if stop == Stop::BudgetSpent && self.wanted && machine.steps() >= due {
            self.clock.next(due);
            return FrameEnd::Frame(None);
        }
        FrameEnd::Stop(stop)
    }
}

impl<H: Host> Host for Frames<'_, H> {
    fn sleep(&mut self, milliseconds: u32) -> bool {
        if self.wanted && !self.passed {
            self.sleeps = Some(milliseconds);
            return false;
        }
        let slept = self.host.sleep(milliseconds);
        self.passed = !slept;
        slept
    }

    fn read(&mut self, buffer: &mut [u8]) -> Input {
        self.host.read(buffer)
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.host.write(stream, bytes)
    }

    fn now(&mut self) -> u64 {
        self.host.now()
    }

    fn key(&mut self, steps: u64) -> Option<u8> {
        self.host.key(steps)
    }

    fn show(&mut self, shown: Shown) -> Result<(), Refused> {
        self.host.show(shown)
    }

    fn hold_note(&mut self, milliseconds: u32) -> bool {
        self.host.hold_note(milliseconds)
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.host.seed(stream)
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        self.host.draw(stream)
    }

    fn overrides_seeds(&self) -> bool {
        self.host.overrides_seeds()
    }

    fn may_draw(&mut self) -> bool {
        self.host.may_draw()
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.host.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.host.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.host.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        self.host.close(handle);
    }
}
