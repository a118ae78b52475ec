//! One history of a run: what the world answered, by instruction count, and snapshots to begin from.
//! Snapshots lie closely where it was recorded last and ever further apart into the past, so that a
//! run of any length fits a number of bytes, and every step of it can be reached again.

use std::sync::Arc;

use mips_sim::host::{Host, Recording, ReplayPosition};
use mips_sim::machine::{Machine, Snapshot, Stop};
use mips_sim::observe::{Observer, Off};

use crate::calls::Stacks;
use crate::location::Location;
use crate::world::{Counts, Live, Output, Past, Supply};

/// Instructions between two snapshots for each byte of memory, which has to be compared and perhaps
/// copied: so to take them stays a small part of the run.
const FOR_EACH_BYTE: u64 = 2;
/// More snapshots than this are not worth having.
const MAX_MOMENTS: usize = 4096;
/// Where snapshots are left on the way to a step, before it: whoever goes back once does so again.
const NEAR: [u64; 4] = [1 << 18, 1 << 14, 1 << 10, 1 << 6];
/// The most of these.
const MAX_NEAR: usize = 16;
/// The part of the bytes that these may take, the rest is for the others.
const NEAR_SHARE: usize = 8;

/// A state that can be returned to.
#[derive(Debug)]
pub(crate) struct Moment {
    pub(crate) step: u64,
    snapshot: Snapshot,
    position: ReplayPosition,
    counts: Counts,
}

impl Moment {
    fn bytes(&self) -> usize {
        self.snapshot.own_bytes()
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// Puts a machine and its world back to this moment.
    pub(crate) fn restore(&self, machine: &mut Machine, past: &mut Past) {
        machine.restore(&self.snapshot);
        past.replay.seek(self.position);
        past.counts = self.counts;
    }
}

/// Changes by hand at one step: the moment just after them, and what was changed besides the input.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) moment: Arc<Moment>,
    pub(crate) locations: Vec<Location>,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Timeline {
    /// By rising step. The first is where it begins.
    moments: Vec<Arc<Moment>>,
    /// Around where someone is, by rising step.
    near: Vec<Moment>,
    /// Where something was changed by hand, by rising step.
    pub(crate) changes: Vec<Change>,
    /// The last step that was reached.
    pub(crate) end: u64,
    /// Why the program can't go on from there, if it can't.
    pub(crate) stop: Option<Stop>,
    pub(crate) supply: Supply,
    pub(crate) output: Output,
    pub(crate) past: Past,
    /// Open calls at some moments.
    pub(crate) stacks: Stacks,
    /// What the snapshots take, and may take.
    bytes: usize,
    budget: usize,
    /// The fewest instructions between two snapshots.
    spacing: u64,
    /// How fast the distance between snapshots grows into the past.
    growth: f64,
    /// Whether its beginning had to be forgotten.
    pub(crate) cut: bool,
}

impl Timeline {
    /// A history that begins with a machine as it is.
    pub(crate) fn new(machine: &Machine, budget: usize, spacing: u64) -> Timeline {
        let mut timeline = Timeline {
            moments: Vec::new(),
            near: Vec::new(),
            changes: Vec::new(),
            end: machine.steps(),
            stop: None,
            supply: Supply::default(),
            output: Output::default(),
            past: Past::default(),
            stacks: Stacks::default(),
            bytes: 0,
            budget,
            spacing,
            growth: 0.0,
            cut: false,
        };
        timeline.remember(machine);
        timeline
    }

    /// The first step that can be reached.
    pub(crate) fn start(&self) -> u64 {
        self.moments[0].step
    }

    /// What its snapshots take, as far as no other history shares them.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.near.iter().map(Moment::bytes).sum::<usize>()
    }

    /// The moments that lead up to a step, by rising step.
    pub(crate) fn moments_before(&self, step: u64) -> Vec<&Moment> {
        let all = self.moments.iter().map(|moment| &**moment).chain(&self.near);
        let mut found: Vec<&Moment> = all.filter(|moment| moment.step < step).collect();
        found.sort_by_key(|moment| moment.step);
        found
    }

    /// The moment of the main row at exactly this step.
    pub(crate) fn moment_at(&self, step: u64) -> Option<&Moment> {
        let index = self.moments.binary_search_by_key(&step, |moment| moment.step).ok()?;
        Some(&self.moments[index])
    }

    fn moment(&self, machine: &Machine, like: Option<&Moment>) -> Moment {
        Moment {
            step: machine.steps(),
            snapshot: match like {
                Some(moment) => machine.snapshot_after(&moment.snapshot),
                None => machine.snapshot(),
            },
            position: self.past.replay.position(),
            counts: self.past.counts,
        }
    }

    /// Instructions until the next snapshot is due.
    pub(crate) fn until_moment(&self, machine: &Machine) -> u64 {
        let spacing = self.spacing.max(FOR_EACH_BYTE * machine.memory.size() as u64);
        let last = self.moments.last().map_or(0, |moment| moment.step);
        (last + spacing).saturating_sub(machine.steps()).max(1)
    }

    fn remember(&mut self, machine: &Machine) {
        let moment = self.moment(machine, self.moments.last().map(|moment| &**moment));
        self.bytes += moment.bytes();
        self.moments.push(Arc::new(moment));
        let most = self.budget - self.budget / NEAR_SHARE;
        if self.bytes > most || self.moments.len() > MAX_MOMENTS {
            self.thin_out(most / 4 * 3);
        }
    }

    /// Drops snapshots until a number of bytes is left, or only the first and the last are. The
    /// distance between those that stay grows with the square root of their age.
    pub(crate) fn thin_out(&mut self, bytes: usize) {
        self.near.clear();
        let fits = |timeline: &Timeline| {
            timeline.bytes <= bytes && timeline.moments.len() <= MAX_MOMENTS / 2
        };
        // Growing as fast as before is enough most of the time: what is new lies closely. If it grew each time, little
        // would be left of a long run.
        let mut faster = false;
        while !fits(self) && self.moments.len() > 2 + self.changes.len() {
            if std::mem::replace(&mut faster, true) {
                self.growth = (self.growth * 1.2).max(16.0);
            }
            let end = self.moments[self.moments.len() - 1].step;
            let mut kept = Vec::with_capacity(self.moments.len());
            for moment in std::mem::take(&mut self.moments) {
                let last = kept.last().map(|kept: &Arc<Moment>| kept.step);
                let gap = last.map_or(u64::MAX, |last| moment.step - last);
                let wanted = self.growth * ((end - moment.step) as f64).sqrt();
                let changed = self.changes.iter().any(|c| c.moment.step == moment.step);
                if moment.step == end || changed || gap as f64 >= wanted {
                    kept.push(moment);
                } else if let Some(moment) = Arc::into_inner(moment) {
                    self.bytes = self.bytes.saturating_sub(moment.bytes());
                }
            }
            self.moments = kept;
        }
    }

    /// Repeats history from where the machine is, up to a step that was reached before.
    pub(crate) fn repeat<O: Observer>(
        &mut self,
        machine: &mut Machine,
        observer: &mut O,
        step: u64,
    ) -> Stop {
        repeat(machine, &mut self.past, &self.changes, observer, step)
    }

    /// Makes new history from the end on, at most so many instructions.
    pub(crate) fn extend<H: Host, O: Observer>(
        &mut self,
        machine: &mut Machine,
        host: &mut H,
        observer: &mut O,
        instructions: u64,
    ) -> Stop {
        let Timeline { supply, output, past, .. } = self;
        let mut live = Live { host, supply, output, counts: past.counts };
        let mut recording = Recording::resume(&mut live, std::mem::take(&mut past.replay));
        let stop = machine.run(&mut recording, observer, instructions);
        let position = recording.position();
        let replay = recording.finish();
        past.counts = live.counts;
        self.end = machine.steps();
        self.stop = Some(stop)
            .filter(|s| !matches!(s, Stop::BudgetSpent | Stop::Break { .. } | Stop::InputPending));
        if let Some(replay) = replay {
            self.past.replay = replay;
            self.past.replay.seek(position);
            if self.until_moment(machine) <= 1 {
                self.remember(machine);
            }
        } else {
            // More answers than can be kept: history begins anew here.
            self.moments.clear();
            self.near.clear();
            self.stacks = Stacks::default();
            self.bytes = 0;
            self.cut = true;
            self.remember(machine);
        }
        stop
    }

    /// Goes to a step between the start and the end.
    pub(crate) fn seek(&mut self, machine: &mut Machine, step: u64) {
        let after = self.moments.partition_point(|moment| moment.step <= step);
        let main = self.moments.get(after.saturating_sub(1)).map(|moment| &**moment);
        let near = self.near.iter().rev().find(|moment| moment.step <= step);
        let best = main.into_iter().chain(near).max_by_key(|moment| moment.step);
        let Some(best) = best else { return };
        let here = machine.steps();
        if here > step || here < best.step {
            best.restore(machine, &mut self.past);
            for distance in NEAR {
                let at = step.saturating_sub(distance);
                // Not if that is where it begins anyway.
                if at >= machine.steps() + distance {
                    self.repeat(machine, &mut Off, at);
                    self.remember_near(machine, after.saturating_sub(1));
                }
            }
        }
        self.repeat(machine, &mut Off, step);
    }

    /// Goes to a step with a machine that was in another history.
    pub(crate) fn return_to(&mut self, machine: &mut Machine, step: u64) {
        self.moments[0].restore(machine, &mut self.past);
        self.seek(machine, step);
    }

    fn remember_near(&mut self, machine: &Machine, like: usize) {
        let step = machine.steps();
        let index = self.near.partition_point(|moment| moment.step < step);
        let last = index.checked_sub(1).and_then(|index| self.near.get(index));
        let like = last.or_else(|| self.moments.get(like).map(|moment| &**moment));
        let moment = self.moment(machine, like);
        self.near.insert(index, moment);
        let most = self.budget / NEAR_SHARE;
        let too_much = |near: &[Moment]| {
            near.len() > MAX_NEAR || near.iter().map(Moment::bytes).sum::<usize>() > most
        };
        while too_much(&self.near) && !self.near.is_empty() {
            // Whichever end is further away.
            let far = |moment: &Moment| moment.step.abs_diff(step);
            let last = self.near.len() - 1;
            let index = if far(&self.near[0]) >= far(&self.near[last]) { 0 } else { last };
            self.near.remove(index);
        }
    }

    /// A history that has all of this one up to where the machine is, and goes its own way from a
    /// change that was made to it there.
    pub(crate) fn fork(&self, machine: &Machine, location: Option<Location>) -> Timeline {
        let step = machine.steps();
        let changes = self.changes.iter().filter(|change| change.moment.step < step).cloned();
        let before = self.moments.iter().filter(|moment| moment.step < step).cloned();
        let mut output = self.output.clone();
        output.truncate(self.past.counts.written);
        let mut fork = Timeline {
            moments: before.collect(),
            near: Vec::new(),
            changes: changes.collect(),
            end: step,
            stop: None,
            supply: self.supply.clone(),
            output,
            past: self.past.clone(),
            stacks: Stacks::default(),
            bytes: 0,
            budget: self.budget,
            spacing: self.spacing,
            growth: self.growth,
            cut: self.cut,
        };
        fork.forget_future();
        fork.remember(machine);
        if let Some(moment) = fork.moments.last().cloned() {
            let here = self.changes.iter().filter(|change| change.moment.step == step);
            let before = here.flat_map(|change| change.locations.iter().copied());
            let locations = before.chain(location).collect();
            fork.changes.push(Change { moment, locations });
        }
        fork
    }

    /// Forgets the answers behind where it is, as new ones come instead.
    fn forget_future(&mut self) {
        let mut nobody = mips_sim::host::ScriptedHost::default();
        let position = self.past.replay.position();
        let recording = Recording::resume(&mut nobody, std::mem::take(&mut self.past.replay));
        self.past.replay = recording.finish().unwrap_or_default();
        self.past.replay.seek(position);
    }
}

/// Repeats history up to a step, with answers from the past and the changes that were made by hand.
pub(crate) fn repeat<O: Observer>(
    machine: &mut Machine,
    past: &mut Past,
    changes: &[Change],
    observer: &mut O,
    step: u64,
) -> Stop {
    loop {
        let here = machine.steps();
        if here >= step {
            return Stop::BudgetSpent;
        }
        let change = changes.iter().find(|change| change.moment.step > here);
        let to = change.map_or(step, |change| change.moment.step.min(step));
        let before = past.replay.position();
        let stop = machine.run(past, observer, to - here);
        if let Some(change) = change.filter(|change| change.moment.step == machine.steps()) {
            change.moment.restore(machine, past);
        }
        // There was no input at first, then some came.
        let waited = stop == Stop::InputPending && past.replay.position() != before;
        if !waited && stop != Stop::BudgetSpent {
            return stop;
        }
    }
}

#[cfg(test)]
mod tests {
    use mips_sim::host::ScriptedHost;
    use mips_sim::machine::MachineOptions;
    use mips_sim::{AsmOptions, assemble};

    use super::*;

    /// Writes to a page for ever, so that every snapshot has one of its own.
    const PAINTER: &str = "\
paint:  addiu   $t0, $t0, 4
        andi    $t0, $t0, 0xfff
        addu    $t1, $gp, $t0
        sw      $s0, 0($t1)
        addiu   $s0, $s0, 1
        j       paint
";

    #[test]
    fn a_long_run_keeps_snapshots_all_over() {
        let mut files: &[(&str, &str)] = &[("p.asm", PAINTER)];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        let mut machine = Machine::load(&image, &MachineOptions::default());
        let mut timeline = Timeline::new(&machine, 512 << 10, 1_000);
        let mut host = ScriptedHost::default();
        let all = 20_000_000;
        while machine.steps() < all {
            let most = timeline.until_moment(&machine);
            timeline.extend(&mut machine, &mut host, &mut Off, most);
        }
        let gaps = timeline.moments.windows(2).map(|two| two[1].step - two[0].step);
        let largest = gaps.max().unwrap_or(all);
        let count = timeline.moments.len() as u64;
        assert!(largest <= 4 * all / count, "{largest} of {all} without one, of {count}");
        assert!(count > 20, "{count}");
    }
}
