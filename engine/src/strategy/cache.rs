//! Values of boards that were worked out before, in a table of fixed size: a board has one place,
//! and whoever comes last keeps it.

/// Values by board and a small number that says at what level they hold.
pub(super) struct Cache {
    entries: Vec<Entry>,
    /// Entries of earlier rounds are no longer there.
    round: u32,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    board: u64,
    level: u32,
    round: u32,
    value: f64,
}

impl Cache {
    /// A cache of two to this power entries.
    pub(super) fn new(bits: u32) -> Cache {
        Cache { entries: vec![Entry::default(); 1 << bits], round: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.entries.fill(Entry::default());
            self.round = 1;
        }
    }

    /// The value of a board at just this level.
    #[inline]
    pub(super) fn get(&self, board: u64, level: u32) -> Option<f64> {
        self.find(board).filter(|entry| entry.level == level).map(|entry| entry.value)
    }

    /// The value of a board at this level or a lower one.
    #[inline]
    pub(super) fn get_up_to(&self, board: u64, level: u32) -> Option<f64> {
        self.find(board).filter(|entry| entry.level <= level).map(|entry| entry.value)
    }

    /// Keeps a value.
    #[inline]
    pub(super) fn put(&mut self, board: u64, level: u32, value: f64) {
        let (at, round) = (self.place(board), self.round);
        if let Some(entry) = self.entries.get_mut(at) {
            *entry = Entry { board, level, round, value };
        }
    }

    #[inline]
    fn find(&self, board: u64) -> Option<&Entry> {
        let entry = self.entries.get(self.place(board))?;
        (entry.board == board && entry.round == self.round).then_some(entry)
    }

    /// The high bits of a product depend on all cells.
    #[inline]
    fn place(&self, board: u64) -> usize {
        let mixed = (board ^ board >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.entries.len() - 1)
    }
}
