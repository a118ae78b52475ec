//! The machine states in which the boards of the next layer are reached: those with the same key are
//! one.

use mips_sim::machine::Change;

use super::known::Key;
use super::layers::Origin;
use super::probe::Reached;

const NONE: u32 = u32::MAX;

/// By which move a state came up: the board it came from and the move, and the state there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Source {
    pub(crate) origin: Origin,
    /// Which of the states on that board.
    pub(crate) state: u16,
}

/// A state in which a board is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) source: Source,
    pub(crate) reached: Reached,
    key: (u32, u32),
    changes: (u32, u32),
    next: u32,
}

/// The arrivals that one worker has seen.
#[derive(Debug)]
pub(crate) struct Arrivals {
    /// The first arrival of each board of the next layer, by rank.
    heads: Vec<u32>,
    arrivals: Vec<Arrival>,
    keys: Vec<u32>,
    changes: Vec<Change>,
}

impl Arrivals {
    pub(crate) fn new(boards: usize) -> Arrivals {
        Arrivals {
            heads: vec![NONE; boards],
            arrivals: Vec::new(),
            keys: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// A board has been reached. `keep` writes the state down if it is the first with its key, or comes
    /// before that in the order of sources.
    pub(crate) fn add<E>(
        &mut self,
        rank: u32,
        source: Source,
        reached: Reached,
        key: &Key,
        keep: impl FnOnce(&mut Vec<Change>) -> Result<(), E>,
    ) -> Result<(), E> {
        let head = self.heads[rank as usize];
        let mut at = head;
        while let Some(known) = self.arrivals.get_mut(at as usize) {
            let known_key = &self.keys[known.key.0 as usize..known.key.1 as usize];
            if known.reached == reached && known_key == key.as_slice() {
                if source < known.source {
                    let start = self.changes.len() as u32;
                    keep(&mut self.changes)?;
                    known.source = source;
                    known.changes = (start, self.changes.len() as u32);
                }
                return Ok(());
            }
            at = known.next;
        }
        let start = self.changes.len() as u32;
        keep(&mut self.changes)?;
        let changes = (start, self.changes.len() as u32);
        self.heads[rank as usize] = self.arrivals.len() as u32;
        let start = self.keys.len() as u32;
        self.keys.extend_from_slice(key);
        let key = (start, self.keys.len() as u32);
        self.arrivals.push(Arrival { source, reached, key, changes, next: head });
        Ok(())
    }

    fn of(&self, rank: usize) -> impl Iterator<Item = &Arrival> {
        let mut at = self.heads[rank];
        std::iter::from_fn(move || {
            let arrival = self.arrivals.get(at as usize)?;
            at = arrival.next;
            Some(arrival)
        })
    }
}

/// The arrivals on a board that all workers together have seen, each once, in the order of sources.
pub(crate) fn joined(tables: &[Arrivals], rank: usize) -> Vec<(Arrival, &[Change])> {
    let mut found: Vec<(&[u32], Arrival, &[Change])> = Vec::new();
    for table in tables {
        for arrival in table.of(rank) {
            let key = &table.keys[arrival.key.0 as usize..arrival.key.1 as usize];
            let (start, end) = arrival.changes;
            let changes = &table.changes[start as usize..end as usize];
            let same = |(other, known, _): &&mut (&[u32], Arrival, &[Change])| {
                *other == key && known.reached == arrival.reached
            };
            match found.iter_mut().find(same) {
                Some(known) if arrival.source < known.1.source => *known = (key, *arrival, changes),
                Some(_) => {}
                None => found.push((key, *arrival, changes)),
            }
        }
    }
    found.sort_by_key(|(_, arrival, _)| arrival.source);
    found.into_iter().map(|(_, arrival, changes)| (arrival, changes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::known::At;
    use crate::verify::layers::Move;

    #[test]
    fn states_with_one_key_are_one_and_the_first_source_stays() {
        let source = |predecessor, state| Source {
            origin: Origin::new(Move { predecessor, direction: engine::Direction::Up, cell: 3 }),
            state,
        };
        let mut tables = [Arrivals::new(2), Arrivals::new(2)];
        let mut add = |table: usize, rank, source, key: u32| {
            let keep = |changes: &mut Vec<Change>| {
                changes.push((key, 7));
                Ok::<(), ()>(())
            };
            let reached = Reached { at: At::Printed, printed: 5 };
            tables[table].add(rank, source, reached, &vec![key], keep).unwrap();
        };
        add(0, 1, source(4, 0), 10);
        add(0, 1, source(5, 0), 10);
        add(0, 1, source(5, 1), 20);
        add(1, 1, source(2, 0), 20);
        add(1, 1, source(3, 1), 10);
        let joined = joined(&tables, 1);
        let shown: Vec<_> =
            joined.iter().map(|(arrival, changes)| (arrival.source, changes[0].0)).collect();
        assert_eq!(shown, [(source(2, 0), 20), (source(3, 1), 10)]);
        assert!(super::joined(&tables, 0).is_empty());
    }
}
