//! Values of boards that were worked out before, in a table of fixed size: a board has one place,
//! and whoever comes last keeps it.
//!
//! Looking a board up is mostly waiting for memory, so entries are small. A board is mixed into 64
//! other bits in a way that can be undone; the high ones say where it is kept, so only the rest is
//! kept there, and the bits that this saves hold the level and the round.

/// Bits of a level.
const LEVEL: u32 = 4;

/// Values by board and a number from 0 to 15 that says at what level they hold.
pub(super) struct Cache {
    entries: Vec<Entry>,
    /// The number of entries is two to this power.
    bits: u32,
    /// Entries of other rounds are no longer there; never 0.
    round: u64,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    /// From the highest bit: the rest of the mixed board, the round, the level.
    tag: u64,
    value: f64,
}

impl Cache {
    /// A cache of two to this power entries, from 8 to 24.
    pub(super) fn new(bits: u32) -> Cache {
        let bits = bits.clamp(8, 24);
        Cache { entries: vec![Entry::default(); 1 << bits], bits, round: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.round += 1;
        if self.round >> (self.bits - LEVEL) != 0 {
            self.entries.fill(Entry::default());
            self.round = 1;
        }
    }

    /// The value of a board at just this level.
    #[inline]
    pub(super) fn get(&self, board: u64, level: u32) -> Option<f64> {
        let (at, tag) = self.place(board);
        let entry = self.entries.get(at)?;
        (entry.tag == tag | u64::from(level)).then_some(entry.value)
    }

    /// The value of a board at this level or a lower one.
    #[inline]
    pub(super) fn get_up_to(&self, board: u64, level: u32) -> Option<f64> {
        let (at, tag) = self.place(board);
        let entry = self.entries.get(at)?;
        // The level is what the tag has more than the rest.
        (entry.tag.wrapping_sub(tag) <= u64::from(level)).then_some(entry.value)
    }

    /// Keeps a value.
    #[inline]
    pub(super) fn put(&mut self, board: u64, level: u32, value: f64) {
        let (at, tag) = self.place(board);
        if level < 1 << LEVEL
            && let Some(entry) = self.entries.get_mut(at)
        {
            *entry = Entry { tag: tag | u64::from(level), value };
        }
    }

    /// Where a board is kept, and its tag for level 0 of this round.
    #[inline]
    fn place(&self, board: u64) -> (usize, u64) {
        // Neither step loses anything, and the high bits of the product depend on all cells.
        let mixed = (board ^ board >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed >> (64 - self.bits)) as usize, mixed << self.bits | self.round << LEVEL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_put_is_found() {
        let mut cache = Cache::new(8);
        for board in 0..1000 {
            assert_eq!(cache.get_up_to(board, 15), None);
        }
        cache.put(7, 3, 0.5);
        assert_eq!((cache.get(7, 3), cache.get(7, 2), cache.get(7, 4)), (Some(0.5), None, None));
        assert_eq!((cache.get_up_to(7, 4), cache.get_up_to(7, 2)), (Some(0.5), None));
        // Boards that share a place are told apart.
        for board in (0..100_000_u64).filter(|board| *board != 7) {
            assert_eq!(cache.get_up_to(board << 32 | board, 15), None);
        }
        cache.put(8, 16, 0.5);
        assert_eq!(cache.get_up_to(8, 99), None, "a level that does not fit is not kept");
        for _ in 0..100 {
            cache.clear();
            assert_eq!(cache.get(7, 3), None);
        }
    }
}
