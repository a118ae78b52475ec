//! A run of a program, in slices between which Ctrl-C is looked for, and the history of one that
//! went wrong. Nobody looks on while it runs: it is repeated for that, from recorded answers, as a
//! whole or, if it was long, its beginning and its end.

use std::time::{Duration, Instant};

use mips_sim::Image;
use mips_sim::devices::{FrameEnd, Frames};
use mips_sim::host::{Recording, Replay, ReplayPosition};
use mips_sim::machine::{Machine, MachineOptions, Snapshot, Stop};
use mips_sim::observe::{History, Observer};

use crate::args::RunArgs;
use crate::devices::Stage;
use crate::host::RealHost;
use crate::interrupt;

/// Instructions between two looks whether Ctrl-C was pressed.
const SLICE: u64 = 2_000_000;
/// A longer run is not repeated as a whole.
const MAX_REPLAY: u64 = 50_000_000;
/// Of such a run this much is repeated from its start: most mistakes happen early.
const HEAD: u64 = 5_000_000;
/// The end of it that is repeated is at least as long as this, and less than twice as long.
const TAIL: u64 = 16_000_000;
/// A machine with more memory than this is not kept again and again.
const MAX_KEPT: usize = 16 << 20;

/// A run that is over.
pub(super) struct Run {
    pub(super) machine: Machine,
    pub(super) stop: Stop,
    /// Whether Ctrl-C ended it.
    pub(super) interrupted: bool,
    /// What is needed to repeat it, unless that is too much.
    replay: Option<Replay>,
    /// Where its end begins, if it was long.
    tail: Option<Moment>,
    pub(super) time: Duration,
}

/// A moment of a run that can be returned to.
struct Moment {
    snapshot: Snapshot,
    position: ReplayPosition,
}

pub(super) fn watched<O: Observer>(
    args: &RunArgs,
    image: &Image,
    options: &MachineOptions,
    host: &mut RealHost,
    stage: &mut Option<Stage>,
    observer: &mut O,
) -> anyhow::Result<Run> {
    let mut machine = Machine::load(image, options);
    let mut recording = Recording::new(host);
    let mut frames = Frames::new(&mut recording, stage.is_some());
    let start = Instant::now();
    let max_steps = args.max_steps.unwrap_or(u64::MAX);
    // The last two, so that there is always enough behind the first of them.
    let mut moments: [Option<Moment>; 2] = [None, None];
    let mut next_moment = TAIL;
    let (stop, interrupted) = loop {
        let left = max_steps - machine.steps();
        let stop = match frames.run(&mut machine, observer, left.min(SLICE)) {
            FrameEnd::Frame(sleeps) => {
                if let Some(stage) = stage {
                    stage.frame(&machine, frames.host().host(), sleeps)?;
                }
                // With sleeps in between, a slice can take very long.
                Stop::BudgetSpent
            }
            FrameEnd::Stop(stop) => stop,
        };
        let over = stop != Stop::BudgetSpent || machine.steps() == max_steps;
        // Services that would wait or write let it stop as well.
        let open = !over || matches!(stop, Stop::InputPending | Stop::OutputRefused);
        if over || interrupt::asked() {
            break (stop, open && interrupt::asked());
        }
        // What was printed shows even if the program is killed. An error shows at the next write.
        let _ = frames.host().host().flush();
        if machine.memory.size() > MAX_KEPT {
            moments = [None, None];
        } else if machine.steps() >= next_moment {
            next_moment = machine.steps() + TAIL;
            moments.swap(0, 1);
            let position = frames.host().position();
            match &mut moments[1] {
                Some(moment) => {
                    machine.snapshot_into(&mut moment.snapshot);
                    moment.position = position;
                }
                none => *none = Some(Moment { snapshot: machine.snapshot(), position }),
            }
        }
    };
    let time = start.elapsed();
    let [tail, _] = moments;
    Ok(Run { machine, stop, interrupted, replay: recording.finish(), tail, time })
}

impl Run {
    /// How it came to where it is, as far as that can be found out.
    pub(super) fn history(&self, image: &Image, options: &MachineOptions) -> Option<History> {
        let steps = self.machine.steps();
        let mut replay = self.replay.clone()?;
        let mut history = History::new(image, options.delayed_branching);
        let mut machine = Machine::load(image, options);
        if steps <= MAX_REPLAY {
            machine.run(&mut replay, &mut history, steps);
            return Some(history);
        }
        let tail = self.tail.as_ref()?;
        machine.run(&mut replay, &mut history, HEAD);
        history.skip();
        machine.restore(&tail.snapshot);
        replay.seek(tail.position);
        machine.run(&mut replay, &mut history, steps - machine.steps());
        Some(history)
    }
}
