//! How long many things took, in little room: counts of durations that differ by a few percent at
//! most. Means are exact; percentiles are right to half a step. No clock is read here.

use std::collections::BTreeMap;

/// Steps for each doubling; neighbouring steps differ by 4.4 %.
const STEPS: f64 = 16.0;

/// A collection of durations in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Durations {
    total: u64,
    steps: BTreeMap<u16, u64>,
}

impl Durations {
    /// One more.
    pub fn add(&mut self, nanoseconds: u64) {
        self.total = self.total.saturating_add(nanoseconds);
        *self.steps.entry(step(nanoseconds)).or_default() += 1;
    }

    /// All those of another collection.
    pub fn merge(&mut self, other: &Durations) {
        self.total = self.total.saturating_add(other.total);
        for (step, count) in &other.steps {
            *self.steps.entry(*step).or_default() += count;
        }
    }

    /// Together.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.steps.values().sum()
    }

    /// The mean, exactly.
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| self.total as f64 / count as f64)
    }

    /// The duration that so much of all are not longer than, to about 2 %.
    pub fn percentile(&self, percent: f64) -> Option<f64> {
        let wanted = ((percent / 100.0 * self.count() as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let found = self.steps.iter().find(|(_, count)| {
            seen += **count;
            seen >= wanted
        });
        found.or(self.steps.last_key_value()).map(|(step, _)| middle(*step))
    }

    /// The steps and how many durations are in each, for those who want to keep them.
    pub fn steps(&self) -> impl Iterator<Item = (u16, u64)> + '_ {
        self.steps.iter().map(|(step, count)| (*step, *count))
    }

    /// From what was kept.
    pub fn from_steps(total: u64, steps: impl IntoIterator<Item = (u16, u64)>) -> Durations {
        Durations { total, steps: steps.into_iter().collect() }
    }
}

fn step(nanoseconds: u64) -> u16 {
    // The greatest is 64 doublings, 1024 steps.
    (STEPS * (nanoseconds.max(1) as f64).log2()).round() as u16
}

fn middle(step: u16) -> f64 {
    (f64::from(step) / STEPS).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_right_to_half_a_step() {
        let mut durations = Durations::default();
        (1..=1000).for_each(|k| durations.add(k * 100));
        assert_eq!(durations.count(), 1000);
        assert_eq!(durations.mean(), Some(50_050.0));
        for (percent, exact) in [(0.0, 100.0), (50.0, 50_000.0), (99.0, 99_000.0), (100.0, 1e5)] {
            let found = durations.percentile(percent).unwrap();
            assert!((found / exact - 1.0).abs() < 0.023, "{percent}: {found}");
        }
    }

    #[test]
    fn what_is_kept_can_be_read_back_and_joined() {
        let (mut first, mut second) = (Durations::default(), Durations::default());
        [0, 1, 5, 70, u64::MAX].into_iter().for_each(|nanoseconds| first.add(nanoseconds));
        assert_eq!(Durations::from_steps(first.total(), first.steps()), first);
        assert_eq!(Durations::default().percentile(50.0), None);
        assert_eq!(Durations::default().mean(), None);
        second.add(70);
        second.merge(&first);
        assert_eq!(second.count(), 6);
        assert_eq!(second.total(), u64::MAX);
    }
}
