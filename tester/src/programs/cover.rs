//! Which way the branches of a program went, and roughly how often: what a new input must add to be
//! worth keeping.

use std::ops::ControlFlow;

use mips_sim::Image;
use mips_sim::isa::effects::{Control, effects};
use mips_sim::observe::{Done, Observer};

/// The ways that one run went.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    base: u32,
    /// Whether there is a branch, by instruction.
    branches: Vec<bool>,
    /// How often each way was gone: on, or to somewhere else, of each instruction.
    counts: Vec<u8>,
    /// The ways that were gone at all.
    gone: Vec<u32>,
}

/// The ways that all runs together went: a bit for each range of counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Covered(Vec<u8>);

impl Cover {
    pub(super) fn new(image: &Image) -> Cover {
        let base = image.text.first().map_or(0, |word| word.address);
        // Kernel text lies far off.
        let near = image.text.iter().filter(|word| word.address.wrapping_sub(base) >> 22 == 0);
        let is_branch =
            |inst| matches!(effects(inst).control, Control::Branch | Control::BranchAndLink);
        let branches: Vec<bool> = near.map(|word| is_branch(word.inst)).collect();
        let counts = vec![0; 2 * branches.len()];
        Cover { base, branches, counts, gone: Vec::new() }
    }

    /// Forgets the last run.
    pub(super) fn clear(&mut self) {
        self.gone.drain(..).for_each(|way| self.counts[way as usize] = 0);
    }

    /// The ways of the run with the range of how often each was gone.
    fn ways(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.gone.iter().map(|way| {
            let range = match self.counts[*way as usize] {
                count @ 0..=3 => count.saturating_sub(1),
                4..=7 => 3,
                8..=15 => 4,
                16..=31 => 5,
                32..=127 => 6,
                _ => 7,
            };
            (*way as usize, 1 << range)
        })
    }
}

impl Covered {
    /// Whether a run went some way that no other did, or another number of times.
    pub(super) fn lacks(&self, cover: &Cover) -> bool {
        cover.ways().any(|(way, range)| self.0.get(way).is_none_or(|ranges| ranges & range == 0))
    }

    /// Adds the ways of a run: whether some are new.
    pub(super) fn add(&mut self, cover: &Cover) -> bool {
        let lacks = self.lacks(cover);
        self.0.resize(cover.counts.len(), 0);
        cover.ways().for_each(|(way, range)| self.0[way] |= range);
        lacks
    }
}

impl Observer for Cover {
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        let Done { pc, next, .. } = done;
        let at = (pc.wrapping_sub(self.base) / 4) as usize;
        let on = next == pc.wrapping_add(4);
        if let Some(is_branch) = self.branches.get(at)
            && (!on || *is_branch)
        {
            let way = 2 * at + usize::from(!on);
            if self.counts[way] == 0 {
                self.gone.push(way as u32);
            }
            self.counts[way] = self.counts[way].saturating_add(1);
        }
        ControlFlow::Continue(())
    }
}
