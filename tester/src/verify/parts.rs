//! Parts of a verification, and how they make a whole: nothing missing, nothing twice.

use std::collections::{BTreeMap, BTreeSet};

use super::counts::LayerCounts;
use super::{FIRST, Plan, Shard};

/// A part in which program and engine agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which program, see [`fingerprint`](super::fingerprint).
    pub fingerprint: u64,
    /// Whether boards were typed in.
    pub from_states: bool,
    /// Which of the boards of each layer.
    pub shard: Shard,
    /// The layers that a walk began with other than the game does: their boards were typed in.
    pub entered: BTreeSet<u32>,
    /// What was tried in each layer, by tile sum.
    pub layers: BTreeMap<u32, LayerCounts>,
}

/// Why parts are no whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There are none.
    #[error("there is nothing to merge")]
    Nothing,
    /// They are about different programs.
    #[error("they are about different programs, or different versions of one")]
    Programs,
    /// Some with boards that were typed in, some without.
    #[error("some walked from board to board, some entered every board as a state")]
    Modes,
    /// Something was done twice.
    #[error("layer {sum}, part {shard}, is there twice")]
    Overlap {
        /// The layer.
        sum: u32,
        /// The part of it.
        shard: Shard,
    },
    /// Something was not done.
    #[error("layer {sum}, part {shard}, is missing")]
    Gap {
        /// The layer.
        sum: u32,
        /// The part of it.
        shard: Shard,
    },
    /// A layer was cut in different ways.
    #[error("layer {sum} was cut into {one} parts and into {other}")]
    Cuts {
        /// The layer.
        sum: u32,
        /// Into how many parts.
        one: u32,
        /// Into how many parts another time.
        other: u32,
    },
}

impl Part {
    /// The part that a plan leads to.
    pub fn new(fingerprint: u64, plan: &Plan, done: &[(u32, LayerCounts)]) -> Part {
        let walk = done.first().filter(|(sum, _)| !plan.from_states && *sum > FIRST);
        Part {
            fingerprint,
            from_states: plan.from_states,
            shard: plan.shard,
            entered: walk.map(|(sum, _)| *sum).into_iter().collect(),
            layers: done.iter().copied().collect(),
        }
    }

    /// All layers together.
    pub fn total(&self) -> LayerCounts {
        let mut total = LayerCounts::default();
        self.layers.values().for_each(|counts| total += *counts);
        total
    }
}

/// Joins parts that cover the layers from the first to the last of them, each once.
pub fn merge(parts: &[Part]) -> Result<Part, MergeError> {
    let first = parts.first().ok_or(MergeError::Nothing)?;
    if parts.iter().any(|part| part.fingerprint != first.fingerprint) {
        return Err(MergeError::Programs);
    }
    if parts.iter().any(|part| part.from_states != first.from_states) {
        return Err(MergeError::Modes);
    }
    let sums = || parts.iter().flat_map(|part| part.layers.keys().copied());
    let (low, high) = (sums().min(), sums().max());
    let (low, high) = low.zip(high).ok_or(MergeError::Nothing)?;
    let mut layers = BTreeMap::new();
    for sum in (low..=high).step_by(2) {
        let here = || parts.iter().filter_map(|part| Some((part.shard, part.layers.get(&sum)?)));
        let Some((Shard { of, .. }, _)) = here().next() else {
            return Err(MergeError::Gap { sum, shard: Shard { number: 1, of: 1 } });
        };
        if let Some((other, _)) = here().find(|(shard, _)| shard.of != of) {
            return Err(MergeError::Cuts { sum, one: of, other: other.of });
        }
        let mut total = LayerCounts::default();
        for number in 1..=of {
            let shard = Shard { number, of };
            let mut counts = here().filter(|(other, _)| *other == shard);
            let (_, found) = counts.next().ok_or(MergeError::Gap { sum, shard })?;
            if counts.next().is_some() {
                return Err(MergeError::Overlap { sum, shard });
            }
            total += *found;
        }
        layers.insert(sum, total);
    }
    let entered = parts.iter().flat_map(|part| part.entered.iter().copied()).collect();
    Ok(Part { shard: Shard { number: 1, of: 1 }, entered, layers, ..*first })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(layers: std::ops::RangeInclusive<u32>, number: u32, of: u32) -> Part {
        let counts = LayerCounts { live: 10, ..LayerCounts::default() };
        let layers = layers.step_by(2).map(|sum| (sum, counts)).collect();
        let entered = BTreeSet::new();
        Part { fingerprint: 7, from_states: true, shard: Shard { number, of }, entered, layers }
    }

    #[test]
    fn parts_are_read_from_text() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for bad in ["0/3", "4/3", "1", "/", "a/b", "1/0", "-1/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn parts_make_a_whole_only_if_nothing_is_missing_or_twice() {
        let parts = [part(2..=8, 1, 1), part(10..=20, 2, 2), part(10..=20, 1, 2)];
        let whole = merge(&parts).unwrap();
        assert_eq!(whole.total().live, 4 * 10 + 6 * 20);
        assert_eq!(whole.layers.len(), 10);
        assert_eq!(merge(&[whole, part(22..=22, 1, 1)]).unwrap().layers.len(), 11);

        let walk = |sum| Part { entered: [sum].into(), ..part(sum..=sum, 1, 1) };
        assert_eq!(merge(&[walk(8), walk(6)]).unwrap().entered, [6, 8].into());

        let error = |parts: &[Part]| merge(parts).unwrap_err();
        let shard = |number, of| Shard { number, of };
        assert_eq!(error(&[]), MergeError::Nothing);
        let gap = error(&[part(2..=8, 1, 1), part(12..=20, 1, 1)]);
        assert_eq!(gap, MergeError::Gap { sum: 10, shard: shard(1, 1) });
        let gap = error(&[part(2..=8, 1, 2), part(2..=6, 2, 2)]);
        assert_eq!(gap, MergeError::Gap { sum: 8, shard: shard(2, 2) });
        let overlap = error(&[part(2..=8, 1, 1), part(8..=20, 1, 1)]);
        assert_eq!(overlap, MergeError::Overlap { sum: 8, shard: shard(1, 1) });
        let cuts = error(&[part(2..=8, 1, 2), part(2..=8, 3, 3)]);
        assert_eq!(cuts, MergeError::Cuts { sum: 2, one: 2, other: 3 });
        let other = Part { fingerprint: 8, ..part(10..=20, 1, 1) };
        assert_eq!(error(&[part(2..=8, 1, 1), other]), MergeError::Programs);
        let other = Part { from_states: false, ..part(10..=20, 1, 1) };
        assert_eq!(error(&[part(2..=8, 1, 1), other]), MergeError::Modes);
    }
}
