//! The machine states of one layer, one for each live board, as differences from a template.

use mips_sim::machine::Change;

/// States by the rank of their board. A board on which the game is over has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct States {
    pieces: Vec<Vec<Change>>,
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
    /// Puts together what workers found for a layer of so many boards.
    pub(crate) fn new(boards: usize, found: impl IntoIterator<Item = Found>) -> States {
        let mut states = States { pieces: Vec::new(), slots: vec![Slot::default(); boards] };
        for piece in found {
            let number = states.pieces.len() as u32;
            let mut start = 0;
            for (rank, end) in piece.ends {
                let slot = Slot { piece: number, start: start as u32, len: (end - start) as u32 };
                if let Some(place) = states.slots.get_mut(rank as usize) {
                    *place = slot;
                }
                start = end;
            }
            states.pieces.push(piece.changes);
        }
        states
    }

    /// The state of a board.
    pub(crate) fn of(&self, rank: usize) -> &[Change] {
        let Slot { piece, start, len } = self.slots[rank];
        let changes = self.pieces.get(piece as usize).map_or(&[][..], Vec::as_slice);
        changes.get(start as usize..(start + len) as usize).unwrap_or(&[])
    }

    /// All states in the order of their boards.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Change]> {
        (0..self.slots.len()).map(|rank| self.of(rank))
    }
}
