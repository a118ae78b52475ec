//! What is found by drawing games again from those that were played. Seeded, so that the same games
//! always give the same numbers.

use std::collections::BTreeMap;

use super::Interval;
use crate::{Chance, Seeded};

/// Draws from a histogram.
#[derive(Clone, Debug)]
pub struct Resampler {
    values: Vec<f64>,
    chance: Seeded,
}

/// How many means make the interval of a mean. So many that its ends do not wander.
const MEANS: usize = 2_000;
/// How many small samples tell how unusual one is.
const SAMPLES: usize = 20_000;
/// Above so many games a sample is drawn from fewer: the ends are as good, and it takes no longer.
const MOST: usize = 20_000;

impl Resampler {
    /// The values of a histogram, and the seed of the draws.
    pub fn new(histogram: &BTreeMap<u64, u64>, seed: u64) -> Resampler {
        let games: u64 = histogram.values().sum();
        let thin = games.div_ceil(MOST as u64).max(1);
        let one = |(value, count): (&u64, &u64)| {
            // Whatever was seen stays, however rare.
            std::iter::repeat_n(*value as f64, count.div_ceil(thin) as usize)
        };
        Resampler { values: histogram.iter().flat_map(one).collect(), chance: Seeded::new(seed) }
    }

    fn mean(&mut self, count: usize) -> f64 {
        let below = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        let draws = (0..count).map(|_| self.values[self.chance.below(below) as usize]);
        draws.sum::<f64>() / count as f64
    }

    /// The interval of the mean by the percentiles of means drawn again; `games` is how many each is
    /// of. `None` if there is nothing to draw from.
    pub fn mean_interval(&mut self, games: u64) -> Option<Interval> {
        if self.values.is_empty() || games == 0 {
            return None;
        }
        // With fewer values than games the means vary more than they should, by this much.
        let drawn = self.values.len().min(usize::try_from(games).unwrap_or(usize::MAX));
        let shrink = (drawn as f64 / games as f64).sqrt();
        let mut means: Vec<f64> = (0..MEANS).map(|_| self.mean(drawn)).collect();
        means.sort_by(f64::total_cmp);
        let middle = self.values.iter().sum::<f64>() / self.values.len() as f64;
        let end = |at: usize| middle + (means[at] - middle) * shrink;
        Some(Interval { low: end(MEANS / 40), high: end(MEANS - 1 - MEANS / 40) })
    }

    /// How often so few games have a mean as far to one side as this one, which was cut down to a
    /// whole number; both sides together, 1 at most.
    pub fn chance_of_mean(&mut self, games: usize, truncated: u64) -> Option<f64> {
        if self.values.is_empty() || games == 0 {
            return None;
        }
        let (mut below, mut above) = (0_u32, 0_u32);
        for _ in 0..SAMPLES {
            let mean = self.mean(games).floor() as u64;
            below += u32::from(mean <= truncated);
            above += u32::from(mean >= truncated);
        }
        Some((2.0 * f64::from(below.min(above)) / SAMPLES as f64).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(counts: &[(u64, u64)]) -> BTreeMap<u64, u64> {
        counts.iter().copied().collect()
    }

    #[test]
    fn the_interval_is_that_of_the_normal_distribution_where_that_holds() {
        for scale in [1, 100] {
            let counts = histogram(&[(512, 400 * scale), (1024, 500 * scale), (2048, 100 * scale)]);
            let games: u64 = counts.values().sum();
            let interval = Resampler::new(&counts, 1).mean_interval(games).unwrap();
            let values = counts
                .iter()
                .flat_map(|(value, count)| std::iter::repeat_n(*value as f64, *count as usize));
            let expected = super::super::interval::normal(values).unwrap();
            let width = expected.high - expected.low;
            assert!((interval.low - expected.low).abs() < 0.1 * width, "{interval:?} {expected:?}");
            assert!(
                (interval.high - expected.high).abs() < 0.1 * width,
                "{interval:?} {expected:?}"
            );
        }
    }

    #[test]
    fn a_mean_that_is_usual_is_likely_and_one_that_is_not_is_not() {
        let counts = histogram(&[(256, 300), (512, 500), (1024, 200)]);
        let mut again = Resampler::new(&counts, 7);
        assert!(again.chance_of_mean(10, 537).unwrap() > 0.8);
        assert!(again.chance_of_mean(10, 1024).unwrap() < 0.001);
        assert!(again.chance_of_mean(10, 256).unwrap() < 0.001);
        let always = histogram(&[(512, 10)]);
        assert_eq!(Resampler::new(&always, 1).chance_of_mean(10, 512), Some(1.0));
        assert_eq!(Resampler::new(&always, 1).chance_of_mean(10, 513), Some(0.0));
    }

    #[test]
    fn nothing_comes_from_nothing() {
        let mut empty = Resampler::new(&BTreeMap::new(), 1);
        assert_eq!((empty.mean_interval(5), empty.chance_of_mean(10, 1)), (None, None));
    }
}
