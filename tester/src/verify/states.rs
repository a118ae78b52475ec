//! The machine states of one layer, as differences from a template: one or more for each live board.

use mips_sim::machine::Change;

/// States by the rank of their board. A board on which the game is over has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct States {
    pieces: Vec<Vec<Change>>,
    /// Where the states of a board begin in `slots`; the last one is their end.
    first: Vec<u32>,
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Slot {
    piece: u32,
    start: u32,
    len: u32,
}

/// The states that one worker found, in the order of finding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    changes: Vec<Change>,
    /// The rank of each, and where its changes end.
    ends: Vec<(u32, usize)>,
}

impl Found {
    /// Adds a state, which `keep` writes down.
    pub(crate) fn add<E>(
        &mut self,
        rank: u32,
        keep: impl FnOnce(&mut Vec<Change>) -> Result<(), E>,
    ) -> Result<(), E> {
        keep(&mut self.changes)?;
        self.ends.push((rank, self.changes.len()));
        Ok(())
    }
}

impl States {
    /// Puts together what workers found for a layer of so many boards, piece by piece in the order of
    /// boards.
    pub(crate) fn new(boards: usize, found: impl IntoIterator<Item = Found>) -> States {
        let mut states = States { pieces: Vec::new(), first: Vec::new(), slots: Vec::new() };
        for piece in found {
            let number = states.pieces.len() as u32;
            let mut start = 0;
            for (rank, end) in piece.ends {
                states
                    .first
                    .resize((rank as usize + 1).max(states.first.len()), states.slots.len() as u32);
                let len = (end - start) as u32;
                states.slots.push(Slot { piece: number, start: start as u32, len });
                start = end;
            }
            states.pieces.push(piece.changes);
        }
        states.first.resize(boards + 1, states.slots.len() as u32);
        states
    }

    /// The states of a board.
    pub(crate) fn of(&self, rank: usize) -> impl ExactSizeIterator<Item = &[Change]> {
        let slots = self.first[rank] as usize..self.first[rank + 1] as usize;
        self.slots[slots].iter().map(|Slot { piece, start, len }| {
            let changes = self.pieces.get(*piece as usize).map_or(&[][..], Vec::as_slice);
            changes.get(*start as usize..(start + len) as usize).unwrap_or(&[])
        })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_states() {
        let mut found = [Found::default(), Found::default()];
        for (piece, rank, place) in [(0, 1, 10), (0, 1, 20), (1, 3, 30), (1, 5, 40)] {
            let keep = |changes: &mut Vec<Change>| {
                changes.push((place, 0));
                Ok::<(), ()>(())
            };
            found[piece].add(rank, keep).unwrap();
        }
        let states = States::new(7, found);
        let of = |rank| states.of(rank).map(|changes| changes[0].0).collect::<Vec<_>>();
        let all: Vec<_> = (0..7).map(of).collect();
        assert_eq!(all, [vec![], vec![10, 20], vec![], vec![30], vec![], vec![40], vec![]]);
        assert_eq!(states.len(), 4);
    }
}
