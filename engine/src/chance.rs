//! Where random numbers come from: a trait, and the sources that the game needs.
//!
//! A game asks only for numbers below a bound. What they are used for is in
//! [`Rules`](crate::Rules).

use std::collections::VecDeque;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// A source of random numbers.
pub trait Chance {
    /// A number from 0 up to, but not including, `bound`, each equally likely.
    ///
    /// The game never asks for a number below 0; a source may then answer 0.
    fn below(&mut self, bound: u32) -> u32;
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn below(&mut self, bound: u32) -> u32 {
        (**self).below(bound)
    }
}

/// Chance from any generator of the `rand` crates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice<R>(pub R);

impl<R: Rng> Chance for Dice<R> {
    /// Scales 32 random bits to the bound and draws again where that would favour some numbers
    /// (Lemire's method).
    fn below(&mut self, bound: u32) -> u32 {
        let mut scaled = u64::from(self.0.next_u32()) * u64::from(bound);
        if (scaled as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (scaled as u32) < unfair {
                scaled = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (scaled >> 32) as u32
    }
}

/// Chance from a seed, by a generator whose algorithm is fixed (Xoshiro256++): the same numbers on
/// every machine and in every version, so that a seed names a game.
pub type Seeded = Dice<Xoshiro256PlusPlus>;

impl Seeded {
    /// The draws of a seed. Seeds that follow each other give unrelated draws.
    pub fn new(seed: u64) -> Seeded {
        Seeded::stream(seed, 0)
    }

    /// One of the many sequences of draws that a seed has, each unrelated to the others.
    pub fn stream(seed: u64, number: u64) -> Seeded {
        // Small seeds and small numbers do not meet; what does not is mixed by the generator itself.
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed ^ number.rotate_left(32)))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// Chance that was decided beforehand: a list of draws, for tests and for repeating a game.
///
/// When the list has run out, the draws count up (0, 1, 2 … below each bound), so that a game that
/// waits for a free cell finds one, and [`Scripted::missing`] tells how many were made up. A draw
/// that is not below its bound is reduced to it and counted too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scripted {
    draws: VecDeque<u32>,
    missing: u32,
    misfits: u32,
}

impl Scripted {
    /// A source that gives these numbers, in order.
    pub fn new(draws: impl IntoIterator<Item = u32>) -> Scripted {
        Scripted { draws: draws.into_iter().collect(), ..Scripted::default() }
    }

    /// How many draws have not been used yet.
    pub fn left(&self) -> usize {
        self.draws.len()
    }

    /// How many draws were asked for after the list had run out.
    pub fn missing(&self) -> u32 {
        self.missing
    }

    /// How many draws of the list were not below the bound that was asked for.
    pub fn misfits(&self) -> u32 {
        self.misfits
    }

    /// Whether the list was exactly what the game asked for: nothing left, missing or misfit.
    pub fn used_up(&self) -> bool {
        self.left() == 0 && self.missing == 0 && self.misfits == 0
    }
}

impl Extend<u32> for Scripted {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, draws: I) {
        self.draws.extend(draws);
    }
}

impl Chance for Scripted {
    fn below(&mut self, bound: u32) -> u32 {
        let draw = self.draws.pop_front().unwrap_or_else(|| {
            let made_up = self.missing.checked_rem(bound).unwrap_or(0);
            self.missing = self.missing.wrapping_add(1);
            made_up
        });
        if draw < bound {
            return draw;
        }
        self.misfits = self.misfits.saturating_add(1);
        draw.checked_rem(bound).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use rand::TryRng;

    #[test]
    fn a_script_tells_what_did_not_fit() {
        let mut chance = Scripted::new([1, 7]);
        assert_eq!((chance.below(2), chance.left()), (1, 1));
        assert_eq!((chance.below(5), chance.misfits()), (2, 1));
        assert_eq!([9; 4].map(|bound| chance.below(bound)), [0, 1, 2, 3]);
        assert_eq!((chance.missing(), chance.used_up()), (4, false));
        assert_eq!(chance.below(0), 0);
    }

    #[test]
    fn dice_are_fair_and_stay_below() {
        let mut dice = Seeded::new(1);
        for bound in [1, 2, 3, 9, 10] {
            let mut counts = vec![0u32; bound as usize];
            for _ in 0..10_000 * bound {
                counts[dice.below(bound) as usize] += 1;
            }
            assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        }
        assert_eq!(dice.below(0), 0);
        assert!((0..1000).all(|_| dice.below(u32::MAX) < u32::MAX));
    }

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        // The published first values for the seed 0.
        let mut chance = Seeded::new(0);
        let first: Vec<u64> = (0..3).map(|_| chance.bits()).collect();
        assert_eq!(
            first,
            [5_987_356_902_031_041_503, 7_051_070_477_665_621_255, 6_633_766_593_972_829_180]
        );
        let mut streams: Vec<u64> = (0..100).map(|n| Seeded::stream(7, n).bits()).collect();
        streams.extend((0..100).map(|seed| Seeded::new(seed + 8).bits()));
        let count = streams.len();
        streams.sort_unstable();
        streams.dedup();
        assert_eq!(streams.len(), count);
    }

    /// A generator that gives these numbers.
    struct Given(VecDeque<u32>);

    impl TryRng for Given {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            Ok(self.0.pop_front().unwrap())
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            unreachable!("dice take 32 bits at a time")
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("dice take 32 bits at a time")
        }
    }

    /// 2^32 numbers cannot be dealt out evenly to three: one of them is thrown away.
    #[test]
    fn dice_draw_again_where_it_would_not_be_fair() {
        let mut dice = Dice(Given([0, u32::MAX, 0, 1 << 31].into()));
        assert_eq!((dice.below(3), dice.below(3)), (2, 1));
        assert!(dice.0.0.is_empty());
        let mut dice = Dice(Given([0].into()));
        assert_eq!(dice.below(2), 0);
    }
}
