//! How the states were reached that are not the first one of their board. The first one is reached as the
//! layer says: by the first origin, from the first state there.

use std::collections::BTreeMap;

use super::arrivals::Source;

/// A state: the layer, the board's rank in it, and the state's number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StateId {
    pub(crate) sum: u32,
    pub(crate) rank: u32,
    pub(crate) state: u16,
}

/// How a state was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// By a move.
    Move(Source),
    /// From another state of the board, by lines that leave it as it is.
    Lines { state: u16, lines: Vec<Vec<u8>> },
}

/// More than this would take too much memory.
pub(crate) const MOST: usize = 4_000_000;

/// All that is known about this.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parents(pub(crate) BTreeMap<StateId, Parent>);

impl Parents {
    pub(crate) fn of(&self, place: StateId) -> Option<&Parent> {
        self.0.get(&place)
    }
}
