//! The one generator of games: small, the same everywhere and for ever, so that a seed names a game.

use crate::Chance;

/// Chance from a seed (SplitMix64). Seeds that follow each other give unrelated games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded(u64);

impl Seeded {
    /// The draws of this seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

impl Chance for Seeded {
    fn below(&mut self, bound: u32) -> u32 {
        // The high bits, scaled. A bound is tiny beside 2^64, so the unfairness is too.
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_never_changes() {
        // The published first values for the seed 1234567.
        let mut chance = Seeded::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| chance.next()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn draws_stay_below_their_bound() {
        let mut chance = Seeded::new(1);
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[chance.below(10) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!((chance.below(0), chance.below(1)), (0, 0));
    }
}
