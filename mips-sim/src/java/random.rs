//! `java.util.Random`: the generator behind MARS's random services.
//!
//! It is also a generator for the `rand` crates, so that whatever they offer can be fed from the
//! sequence that a program sees.

use std::convert::Infallible;

use rand_core::{SeedableRng, TryRng, utils};

const MULTIPLIER: u64 = 0x5_deec_e66d;
const MASK: u64 = (1 << 48) - 1;

/// One stream of pseudo-random numbers. Equal seeds give equal streams.
///
/// ```
/// use mips_sim::java::Random;
///
/// let mut random = Random::new(42);
/// assert_eq!(random.next_int(), -1170105035);
/// assert_eq!(random.next_int(), 234785527);
/// assert_eq!(random.next_int_below(100), 48);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// `new Random(seed)`. Only the low 48 bits of the seed matter.
    pub fn new(seed: i64) -> Random {
        Random { state: (seed as u64 ^ MULTIPLIER) & MASK }
    }

    /// The next `bits` bits, from 1 to 32 of them, sign-extended if there are 32.
    pub fn next(&mut self, bits: u32) -> i32 {
        debug_assert!((1..=32).contains(&bits));
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(0xb) & MASK;
        (self.state >> (48 - bits)) as i32
    }

    /// `nextInt()`: any integer.
    pub fn next_int(&mut self) -> i32 {
        self.next(32)
    }

    /// `nextInt(bound)`: an integer from 0 up to, but not including, `bound`.
    ///
    /// # Panics
    ///
    /// If the bound is not positive, for which Java throws an exception: ask before calling.
    pub fn next_int_below(&mut self, bound: i32) -> i32 {
        assert!(bound > 0, "a bound of {bound} leaves nothing to choose");
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(self.next(31))) >> 31) as i32;
        }
        loop {
            let draw = self.next(31);
            let value = draw % bound;
            // The last, incomplete run of remainders would favour the small ones.
            if (draw - value).checked_add(bound - 1).is_some() {
                return value;
            }
        }
    }

    /// `nextFloat()`: a float from 0 up to, but not including, 1.
    pub fn next_float(&mut self) -> f32 {
        self.next(24) as f32 / (1 << 24) as f32
    }

    /// `nextDouble()`: a double from 0 up to, but not including, 1.
    pub fn next_double(&mut self) -> f64 {
        let high = i64::from(self.next(26)) << 27;
        (high + i64::from(self.next(27))) as f64 / (1u64 << 53) as f64
    }
}

impl SeedableRng for Random {
    type Seed = [u8; 8];

    fn from_seed(seed: [u8; 8]) -> Random {
        Random::new(i64::from_le_bytes(seed))
    }

    /// The same stream as `new Random(seed)`: the seed is not stirred first.
    fn seed_from_u64(seed: u64) -> Random {
        Random::new(seed as i64)
    }
}

// Being infallible makes this an `Rng` too.
impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next(32) as u32)
    }

    /// `nextLong()`, whose upper half is drawn first and takes the lower half's sign.
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let high = i64::from(self.next(32)) << 32;
        Ok(high.wrapping_add(i64::from(self.next(32))) as u64)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
    }
}
