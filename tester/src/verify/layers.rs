//! The boards that can be reached, layer by layer, as the rules of the engine have it. No machine.
//!
//! A push keeps the tile sum and a new tile adds 2, so the boards of one sum are a layer. For each
//! board of a layer this module names the one origin that is followed: the first of the least
//! predecessor, in the order of boards, directions and cells. A start is its own origin.

use std::ops::Range;

use engine::packed::Packed;
use engine::solve::{Alone, Job, Workers, mips512_starts};
use engine::{Direction, packed::CellSet};

/// A board of the game.
pub type Board = Packed<3>;

/// The sums of the first and the last layer of the game.
pub const FIRST: u32 = 2;
/// See [`FIRST`].
pub const LAST: u32 = 766;

/// The exponent of the tile that wins.
const GOAL: u8 = 9;
/// Bits of an origin.
const ORIGIN_BITS: u32 = 28;

/// How things stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Live,
    Won,
    Lost,
}

pub(crate) fn status(board: Board) -> Status {
    if board.has(GOAL) {
        Status::Won
    } else if board.legal().is_empty() {
        Status::Lost
    } else {
        Status::Live
    }
}

/// How a board is reached from the layer before: the predecessor's place there, the direction and
/// the cell of the new tile; or as a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin(u32);

/// An origin that is a predecessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) predecessor: usize,
    pub(crate) direction: Direction,
    pub(crate) cell: usize,
}

impl Origin {
    /// The game begins with this board, so nothing comes before it in the order either.
    pub(crate) const START: Origin = Origin(0);

    pub(crate) fn new(step: Move) -> Origin {
        Origin((step.predecessor << 6 | (step.direction as usize) << 4 | step.cell) as u32 + 1)
    }

    /// As a number.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// The other way.
    pub(crate) fn from_bits(bits: u32) -> Origin {
        Origin(bits)
    }

    pub(crate) fn step(self) -> Option<Move> {
        let bits = self.0.checked_sub(1)? as usize;
        let direction = Direction::ALL[bits >> 4 & 3];
        Some(Move { predecessor: bits >> 6, direction, cell: bits & 15 })
    }
}

/// The boards of one sum, least first, each with its origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) sum: u32,
    /// Board and origin in one word, which sorts by board and then by origin.
    entries: Vec<u64>,
}

impl Layer {
    /// The first layer.
    pub(crate) fn first() -> Layer {
        Layer::before(FIRST).next(&Alone)
    }

    /// An empty layer just before the one of a sum.
    pub(crate) fn before(sum: u32) -> Layer {
        Layer { sum: sum - 2, entries: Vec::new() }
    }

    /// The layer that follows: what the moves of this one lead to, and the starts of its sum.
    pub(crate) fn next(&self, workers: &dyn Workers) -> Layer {
        let sum = self.sum + 2;
        let size = self.len().div_ceil(workers.count().max(1)).max(1);
        let mut pieces: Vec<Vec<u64>> = vec![Vec::new(); self.len().div_ceil(size)];
        let jobs = pieces.iter_mut().enumerate().map(|(number, piece)| {
            let ranks = number * size..((number + 1) * size).min(self.len());
            Box::new(move || *piece = self.followers(ranks)) as Job<'_>
        });
        workers.run(jobs.collect());
        let starts = mips512_starts().into_iter().map(|(board, _)| board);
        let starts = starts.filter(|board| board.tile_sum() == sum);
        let mut entries: Vec<u64> = starts.map(|board| entry(board, Origin::START)).collect();
        entries.sort_unstable();
        entries.extend(pieces.into_iter().flatten());
        // A stable sort makes use of the pieces being sorted.
        entries.sort();
        entries.dedup_by_key(|entry| *entry >> ORIGIN_BITS);
        Layer { sum, entries }
    }

    /// What the moves of some boards lead to, sorted, each board with its first origin among these.
    fn followers(&self, ranks: Range<usize>) -> Vec<u64> {
        let mut entries = Vec::new();
        for predecessor in ranks {
            let board = self.board(predecessor);
            if status(board) != Status::Live {
                continue;
            }
            for direction in board.legal().iter() {
                let pushed = board.slide(direction);
                entries.extend(pushed.empty().iter().map(|cell| {
                    entry(pushed.spawn(cell, 1), Origin::new(Move { predecessor, direction, cell }))
                }));
            }
        }
        entries.sort_unstable();
        entries.dedup_by_key(|entry| *entry >> ORIGIN_BITS);
        entries
    }

    /// The layer of a sum; the walk to it is short, since no machine takes part.
    pub(crate) fn of(sum: u32) -> Layer {
        let mut layer = Layer::first();
        while layer.sum < sum {
            layer = layer.next(&Alone);
        }
        layer
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn board(&self, rank: usize) -> Board {
        board(self.entries[rank])
    }

    pub(crate) fn boards(&self) -> impl Iterator<Item = Board> {
        self.entries.iter().map(|entry| board(*entry))
    }

    pub(crate) fn origin(&self, rank: usize) -> Origin {
        Origin(self.entries[rank] as u32 & ((1 << ORIGIN_BITS) - 1))
    }
}

/// Where the boards of a layer are in it.
pub(crate) struct Ranks {
    /// A rank plus one, by the bits of a board; boards whose place is taken are behind it.
    slots: Vec<u32>,
}

impl Ranks {
    pub(crate) fn new(layer: &Layer) -> Ranks {
        let mut slots = vec![0; (2 * layer.len()).next_power_of_two()];
        for (rank, board) in layer.boards().enumerate() {
            let mut at = Ranks::place(board, slots.len());
            while slots[at] != 0 {
                at = (at + 1) % slots.len();
            }
            slots[at] = rank as u32 + 1;
        }
        Ranks { slots }
    }

    fn place(board: Board, slots: usize) -> usize {
        mixed(board.bits()) as usize % slots
    }

    /// The rank of a board of the layer.
    pub(crate) fn of(&self, board: Board, layer: &Layer) -> Option<u32> {
        let mut at = Ranks::place(board, self.slots.len());
        loop {
            let rank = self.slots[at].checked_sub(1)?;
            if layer.board(rank as usize) == board {
                return Some(rank);
            }
            at = (at + 1) % self.slots.len();
        }
    }
}

fn entry(board: Board, origin: Origin) -> u64 {
    board.bits() << ORIGIN_BITS | u64::from(origin.0)
}

fn board(entry: u64) -> Board {
    Board::from_bits(entry >> ORIGIN_BITS).unwrap_or_default()
}

/// The draws that bring a start.
pub(crate) fn start_draws(start: Board) -> Vec<u32> {
    let pass: Vec<u32> = start.exponents().map(u32::from).collect();
    // A pass with a single tile is followed by another one, which keeps count and not the tile.
    if start.tile_sum() == 2 { [pass.clone(), pass].concat() } else { pass }
}

/// What is drawn before the cell of a new tile: nothing, or a cell that is taken, so that the program
/// has to draw again. It is the first new tile of about every second move.
pub(crate) fn rejected(board: Board, direction: Direction, empty: CellSet) -> Option<usize> {
    let bits = mixed(board.bits() * 4 + direction as u64);
    let taken = (bits >> 8) as usize % (9 - empty.len() as usize).max(1);
    let mut taken_cells = (0..9).filter(|cell| empty.iter().all(|empty| empty != *cell));
    if bits & 1 == 0 { None } else { taken_cells.nth(taken) }
}

/// What is drawn for a new tile in a cell.
pub(crate) fn spawn_draws(board: Board, direction: Direction, cell: usize) -> Vec<u32> {
    let empty = board.slide(direction).empty();
    let first = empty.iter().next() == Some(cell);
    let rejected = if first { rejected(board, direction, empty) } else { None };
    rejected.into_iter().chain([cell]).map(|cell| cell as u32).collect()
}

/// Which of so many parts a board belongs to.
pub(crate) fn shard(board: Board, shards: u32) -> u32 {
    ((mixed(board.bits()) >> 32) % u64::from(shards.max(1))) as u32
}

/// Bits without a pattern (the finaliser of MurmurHash3).
pub(crate) fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits = (bits ^ bits >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ bits >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_to_their_boards() {
        let mut layer = Layer::first();
        assert_eq!((layer.sum, layer.len()), (2, 9));
        while layer.sum < 40 {
            let next = layer.next(&Alone);
            let ranks = Ranks::new(&next);
            assert!(
                (0..next.len()).all(|rank| ranks.of(next.board(rank), &next) == Some(rank as u32))
            );
            assert_eq!(ranks.of(Board::EMPTY, &next), None);
            for rank in 0..next.len() {
                let Some(step) = next.origin(rank).step() else {
                    assert!(next.sum <= 4, "{:?}", next.board(rank));
                    continue;
                };
                let pushed = layer.board(step.predecessor).slide(step.direction);
                assert_eq!(pushed.spawn(step.cell, 1), next.board(rank));
            }
            layer = next;
        }
        assert_eq!(Layer::of(40), layer);
    }

    #[test]
    fn rejected_cells_are_taken_and_vary() {
        let mut seen = [0; 10];
        for board in Layer::of(30).boards() {
            for direction in board.legal().iter() {
                let empty = board.slide(direction).empty();
                match rejected(board, direction, empty) {
                    Some(cell) => {
                        assert!(empty.iter().all(|empty| empty != cell));
                        seen[cell] += 1;
                    }
                    None => seen[9] += 1,
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }
}
