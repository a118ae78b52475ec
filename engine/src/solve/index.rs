//! Where a board stands in its layer, found in one step or two.

use crate::packed::Packed;

/// Bits of a rank; a key has the rest.
const RANK: u32 = 28;
const FREE: u64 = u64::MAX;

/// A hash table of the boards of a layer. A slot is key and rank in one word, so that finding a
/// board touches one place in memory.
pub(super) struct Index {
    slots: Vec<u64>,
    shift: u32,
}

impl Index {
    /// The index of a list of distinct boards. They have at most 3×3 cells, so 36 bits.
    pub(super) fn new<const N: usize>(boards: &[Packed<N>]) -> Index {
        assert!(boards.len() < 1 << RANK, "a layer is far smaller");
        let size = (2 * boards.len()).next_power_of_two().max(2);
        let mut index = Index { slots: vec![FREE; size], shift: 64 - size.trailing_zeros() };
        for (rank, board) in boards.iter().enumerate() {
            let mut at = index.home(board.bits());
            while index.slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            index.slots[at] = board.bits() << RANK | rank as u64;
        }
        index
    }

    /// Where the search for a key begins: the top bits of a product that all its bits take part in.
    fn home(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The place of a board in the list.
    #[inline]
    pub(super) fn rank<const N: usize>(&self, board: Packed<N>) -> Option<usize> {
        let key = board.bits();
        let mask = self.slots.len() - 1;
        let mut at = self.home(key);
        loop {
            let slot = self.slots[at & mask];
            if slot >> RANK == key {
                return Some((slot & ((1 << RANK) - 1)) as usize);
            }
            if slot == FREE {
                return None;
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_its_rank_and_others_have_none() {
        for count in [0, 1, 2, 3, 1000] {
            let board = |n: u64| Packed::<3>::from_bits((n * 0x1_2345_6789) & 0xf_ffff_ffff);
            let boards: Vec<_> = (0..count).filter_map(board).collect();
            let index = Index::new(&boards);
            for (rank, board) in boards.iter().enumerate() {
                assert_eq!(index.rank(*board), Some(rank));
            }
            assert_eq!(Packed::<3>::from_bits(0xf_ffff_fffe).and_then(|b| index.rank(b)), None);
        }
    }
}
