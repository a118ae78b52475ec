//! What is counted, layer by layer.

use std::ops::AddAssign;

/// What was tried on the boards of one layer. Each of the fields adds up over layers and parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerCounts {
    /// Boards on which the game goes on.
    pub live: u64,
    /// Boards with the tile that wins.
    pub won: u64,
    /// Boards without a move.
    pub lost: u64,
    /// Machine states at the prompt that differ in something that the program reads, of all live boards.
    pub states: u64,
    /// Lines typed, or known to do the same as one that was: the four directions in each state, the other
    /// lines also with the switch off.
    pub keys: u64,
    /// Of these, moves that change the board.
    pub moves: u64,
    /// New tiles: one for each move and each cell that is empty after it.
    pub spawns: u64,
    /// Of these, those that came after a draw of a taken cell.
    pub rejected: u64,
    /// New tiles after which the game is won.
    pub wins: u64,
    /// New tiles after which it is lost.
    pub losses: u64,
}

impl LayerCounts {
    /// The fields by name, in order.
    pub fn named(mut self) -> [(&'static str, u64); 10] {
        self.named_mut().map(|(name, number)| (name, *number))
    }

    /// The same, to be changed.
    fn named_mut(&mut self) -> [(&'static str, &mut u64); 10] {
        [
            ("live", &mut self.live),
            ("won", &mut self.won),
            ("lost", &mut self.lost),
            ("states", &mut self.states),
            ("keys", &mut self.keys),
            ("moves", &mut self.moves),
            ("spawns", &mut self.spawns),
            ("rejected", &mut self.rejected),
            ("wins", &mut self.wins),
            ("losses", &mut self.losses),
        ]
    }

    /// The other way: from a function that knows each number.
    pub fn from_named<E>(
        mut number: impl FnMut(&'static str) -> Result<u64, E>,
    ) -> Result<LayerCounts, E> {
        let mut counts = LayerCounts::default();
        for (name, place) in counts.named_mut() {
            *place = number(name)?;
        }
        Ok(counts)
    }
}

/// Saturates: what is added up may come from a file that somebody changed.
impl AddAssign for LayerCounts {
    fn add_assign(&mut self, other: LayerCounts) {
        for ((_, sum), (_, number)) in self.named_mut().into_iter().zip(other.named()) {
            *sum = sum.saturating_add(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_any_size_can_be_added() {
        let most = LayerCounts { live: u64::MAX, keys: 5, ..LayerCounts::default() };
        let mut sum = most;
        sum += most;
        assert_eq!((sum.live, sum.keys, sum.won), (u64::MAX, 10, 0));
    }
}
