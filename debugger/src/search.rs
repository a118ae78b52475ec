//! Searches into the past: stretches between two snapshots are looked through from the last to the
//! first, several at the same time if someone helps.

use mips_sim::host::Host;
use mips_sim::isa::{Inst, Op};
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::Off;

use crate::scan::{Glance, Hit, Scan, Spec};
use crate::session::Debugger;
use crate::timeline::{Moment, Timeline, repeat};
use crate::workers::{Job, Workers};

/// Someone wanted the search to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was interrupted")]
pub struct Interrupted;

impl Timeline {
    /// The last hit before a step.
    fn last_hit(
        &self,
        machine: &Machine,
        spec: &Spec<'_>,
        traps: Option<&[(u32, Inst)]>,
        before: u64,
        workers: &dyn Workers,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Hit>, Interrupted> {
        if spec.is_empty() {
            return Ok(None);
        }
        let moments = self.moments_before(before);
        let ends = moments.iter().skip(1).map(|moment| moment.step).chain([before.min(self.end)]);
        let mut stretches: Vec<(&Moment, u64)> = moments.iter().copied().zip(ends).collect();
        if spec.counts() {
            // Hits are counted from the start, so it is one stretch.
            stretches =
                moments.first().map(|moment| (*moment, before.min(self.end))).into_iter().collect();
        }
        // What is looked for is often near: the last stretch first, by itself.
        let mut together = 1;
        while !stretches.is_empty() {
            if interrupted() {
                return Err(Interrupted);
            }
            let batch = stretches.split_off(stretches.len().saturating_sub(together));
            let mut found: Vec<Option<Hit>> = vec![None; batch.len()];
            let jobs = batch.iter().zip(&mut found).map(|(stretch, slot)| {
                let job = move || *slot = self.last_in(machine, spec, traps, *stretch, before);
                Box::new(job) as Job<'_>
            });
            workers.run(jobs.collect());
            if let Some(hit) = found.into_iter().flatten().next_back() {
                return Ok(Some(hit));
            }
            together = workers.count().max(1);
        }
        Ok(None)
    }

    /// The last hit in a stretch that begins with a moment. With traps it is run at full speed first,
    /// and looked through only if one of them is sprung; where only memory matters, it is glanced at
    /// first.
    fn last_in(
        &self,
        machine: &Machine,
        spec: &Spec<'_>,
        traps: Option<&[(u32, Inst)]>,
        (moment, end): (&Moment, u64),
        before: u64,
    ) -> Option<Hit> {
        let (mut machine, mut past) = (machine.clone(), self.past.clone());
        moment.restore(&mut machine, &mut past);
        if let Some(traps) = traps {
            machine.set_instructions(traps);
            let stop = repeat(&mut machine, &mut past, &self.changes, &mut Off, end);
            let trapped = |pc| traps.binary_search_by_key(&pc, |(address, _)| *address).is_ok();
            let sprung = matches!(stop, Stop::Fault { pc, .. } if trapped(pc));
            if machine.steps() == end && !sprung && !trapped(machine.pc) {
                return None;
            }
            moment.restore(&mut machine, &mut past);
        } else if let Some(mut glance) = Glance::new(spec) {
            repeat(&mut machine, &mut past, &self.changes, &mut glance, end);
            if !glance.touched {
                return None;
            }
            moment.restore(&mut machine, &mut past);
        }
        let mut scan = Scan::last(spec, moment.step, before);
        repeat(&mut machine, &mut past, &self.changes, &mut scan, end);
        scan.found
    }
}

impl<H: Host> Debugger<H> {
    /// The last hit before a step.
    pub(crate) fn last_hit(
        &self,
        spec: &Spec<'_>,
        before: u64,
    ) -> Result<Option<Hit>, Interrupted> {
        let Debugger { machine, options, .. } = self;
        let interrupted = || (options.interrupted)();
        let traps = self.traps(spec);
        let workers = &*options.workers;
        self.timeline().last_hit(machine, spec, traps.as_deref(), before, workers, &interrupted)
    }

    /// Instructions that stop the machine, to be put where something may be found. Not if the program
    /// has a handler that would be called instead.
    fn traps(&self, spec: &Spec<'_>) -> Option<Vec<(u32, Inst)>> {
        let options = &self.options.machine;
        let handler = self.image.text_at(self.image.config.exception_handler);
        if handler.is_some() || options.delayed_branching || options.self_modifying {
            return None;
        }
        let trap = Inst { op: Op::BreakPlain, regs: [0; 3], imm: 0 };
        Some(spec.decisive()?.into_iter().map(|address| (address, trap)).collect())
    }
}
