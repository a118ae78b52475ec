//! Every board of the 3×3 game, every key, every new tile: does the program do what the engine does?
//!
//! The walk goes layer by layer, from the starts on. For each live board there is one state of the
//! machine at its prompt, reached by the program itself. From there the machine is forked: `W`, `A`,
//! `S`, `D` and a line that is not a choice, and after each move one new tile in each empty cell. What is
//! printed is compared byte for byte, up to the next prompt or the end; so is how often chance is
//! asked. The walk continues from the first state found for a new board.
//!
//! So a disagreement that is found is one with the fewest lines. What is *not* tried: other states of
//! the machine on the same board (a program may remember how it got there, or what was typed
//! before), and lines other than these five. `docs/decisions/006-verify.md` says more.
//!
//! This module owns the walk, its parts and its checkpoints. It starts no threads, opens no files and
//! sees no clock.

mod checkpoint;
mod counts;
mod expect;
mod find;
mod layers;
mod parts;
mod probe;
mod states;

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use engine::solve::{Job, Workers};

use crate::{Counterexample, Program};
pub use checkpoint::{DamagedCheckpoint, fingerprint};
pub use counts::LayerCounts;
pub use layers::{Board, FIRST, LAST};
use layers::{Layer, Move, Origin, Status, shard, start_draws, status};
pub use parts::{MergeError, Part, merge};
use probe::{Base, Entry, Probe, Tried, Trouble};
use states::{Found, States};

/// A part of the boards of each layer: the first of one is all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Shard {
    /// Whether an item belongs to this part, if items are dealt like cards.
    pub fn contains(&self, index: u64) -> bool {
        index % u64::from(self.of) == u64::from(self.number) - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Text that is not a part such as 1/4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a part such as 1/4")]
pub struct InvalidShard;

impl FromStr for Shard {
    type Err = InvalidShard;

    fn from_str(text: &str) -> Result<Shard, InvalidShard> {
        let (number, of) = text.split_once('/').ok_or(InvalidShard)?;
        let number = number.parse().map_err(|_| InvalidShard)?;
        let of = of.parse().map_err(|_| InvalidShard)?;
        if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(InvalidShard) }
    }
}

/// What to verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Whether every board is typed in by choice 2 of the menu. Otherwise only those of the first
    /// layer are, unless that is the one that the game itself begins with.
    pub from_states: bool,
    /// The tile sums of the layers, even numbers from [`FIRST`] to [`LAST`].
    pub layers: RangeInclusive<u32>,
    /// The part of each layer, which can be less than all only if boards are typed in.
    pub shard: Shard,
    /// How many instructions the program may execute after a line.
    pub steps: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        let steps = crate::Limits::default().steps;
        Plan { from_states: false, layers: FIRST..=LAST, shard: Shard { number: 1, of: 1 }, steps }
    }
}

/// Why a plan can't be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Not even, out of bounds, or in the wrong order.
    #[error("layers are even tile sums from {FIRST} to {LAST}, the first before the last")]
    Layers,
    /// No such part.
    #[error("a part is a number from 1 to the number of parts")]
    Shard,
    /// Parts of layers without typing boards in.
    #[error("--shard needs --from-states")]
    WalkInParts,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A layer has been gone through without a disagreement.
    Layer(u32, LayerCounts),
    /// There are no more layers.
    Done,
    /// Program and engine part.
    Disagree(Box<Counterexample>),
    /// This program can't be verified.
    Unable(Unable),
}

/// Why a program can't be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unable {
    /// Its states can't be kept.
    #[error(
        "the program has a file open or input left at its prompt, so that its state can't be copied"
    )]
    Unkept,
    /// Something went wrong that does not when the game is played from the beginning.
    #[error("on the board {0} they disagreed, but not when the game was played from the start")]
    Unrepeatable(Board),
}

/// A verification under way.
#[derive(Debug)]
pub struct Verification {
    program: Program,
    plan: Plan,
    base: Base,
    fingerprint: u64,
    /// The layer that comes next.
    layer: Layer,
    /// Its states, unless its boards are typed in.
    states: Option<States>,
    done: Vec<(u32, LayerCounts)>,
}

impl Verification {
    /// Prepares a verification.
    pub fn new(program: &Program, plan: Plan) -> Result<Verification, PlanError> {
        let (first, last) = (*plan.layers.start(), *plan.layers.end());
        let even = first.is_multiple_of(2) && last.is_multiple_of(2);
        if !even || first < FIRST || last > LAST || first > last {
            return Err(PlanError::Layers);
        }
        let Shard { number, of } = plan.shard;
        if number == 0 || number > of {
            return Err(PlanError::Shard);
        }
        if of > 1 && !plan.from_states {
            return Err(PlanError::WalkInParts);
        }
        Ok(Verification {
            base: Base::new(program, plan.steps),
            fingerprint: fingerprint(program.image()),
            layer: Layer::before(first),
            program: program.clone(),
            plan,
            states: None,
            done: Vec::new(),
        })
    }

    /// Continues from a checkpoint of a verification of the same program and plan.
    pub fn resume(&mut self, checkpoint: &[u8]) -> Result<(), DamagedCheckpoint> {
        let checkpoint = checkpoint::read(checkpoint, &self.plan)?;
        self.layer = checkpoint.layer;
        self.states = checkpoint.states;
        self.done = checkpoint.done;
        Ok(())
    }

    /// All that is needed to continue from here another time.
    pub fn checkpoint(&self) -> Vec<u8> {
        checkpoint::write(&self.done, self.layer.sum, self.states.as_ref())
    }

    /// What has been done so far.
    pub fn part(&self) -> Part {
        Part::new(self.fingerprint, &self.plan, &self.done)
    }

    /// The sum of the layer that comes next.
    pub fn next_sum(&self) -> u32 {
        self.layer.sum.max(*self.plan.layers.start())
    }

    /// Goes through the next layer. `progress` is told how many more boards have been dealt with.
    pub fn step(&mut self, workers: &dyn Workers, progress: &(dyn Fn(u64) + Sync)) -> Step {
        match self.try_step(workers, progress) {
            Ok(step) | Err(step) => step,
        }
    }

    fn try_step(
        &mut self,
        workers: &dyn Workers,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Step, Step> {
        if self.layer.sum < *self.plan.layers.start() {
            self.begin()?;
        }
        let sum = self.layer.sum;
        if sum > *self.plan.layers.end() {
            return Ok(Step::Done);
        }
        let next = self.layer.next();
        let walks_on = !self.plan.from_states && sum < *self.plan.layers.end();
        let origins = if walks_on { next.origins() } else { Vec::new() };
        let mut counts = LayerCounts::default();
        let mut found = Vec::new();
        for piece in self.pieces(&origins, workers, progress) {
            counts += piece.counts;
            found.push(piece.found);
            if let Some((rank, trouble)) = piece.trouble {
                let wrong = self.explain(rank, trouble);
                return Err(self.with_two_tiles(workers).unwrap_or(wrong));
            }
        }
        self.done.push((sum, counts));
        self.states = None;
        if walks_on {
            found.push(self.start_states(&next)?);
            self.states = Some(States::new(next.len(), found));
        }
        self.layer = next;
        Ok(Step::Layer(sum, counts))
    }

    /// Goes to the first layer.
    fn begin(&mut self) -> Result<(), Step> {
        self.layer = Layer::of(*self.plan.layers.start());
        if self.typed().is_none() {
            let wrong =
                find::first_passes().find_map(|script| find::judge(&self.program, script, None));
            if let Some(wrong) = wrong {
                return Err(Step::Disagree(Box::new(wrong)));
            }
            let found = self.start_states(&self.layer)?;
            self.states = Some(States::new(self.layer.len(), [found]));
        }
        Ok(())
    }

    /// The layer whose boards are typed in, in the walk that leads to the present one.
    fn typed(&self) -> Option<u32> {
        let first = *self.plan.layers.start();
        match self.plan.from_states {
            true => Some(self.layer.sum),
            false => (first > FIRST).then_some(first),
        }
    }

    /// The states of those boards of a layer with which the game begins.
    fn start_states(&self, layer: &Layer) -> Result<Found, Step> {
        let mut found = Found::default();
        let mut probe = Probe::new(&self.base);
        for rank in (0..layer.len()).filter(|rank| layer.origin(*rank) == Origin::START) {
            let board = layer.board(rank);
            let draws = start_draws(board);
            let started = found.add(rank as u32, |kept| probe.start(board, &draws, kept));
            if let Err(trouble) = started {
                let script = find::session(layer.sum, rank, Tried::Entry, None);
                return Err(self.conclude(board, trouble, script));
            }
        }
        Ok(found)
    }

    /// If a game that begins with one tile goes wrong, then perhaps also one that begins with two,
    /// after as many lines. That one is drawn in one pass and easier to read.
    fn with_two_tiles(&mut self, workers: &dyn Workers) -> Option<Step> {
        let one_tile = self.layer.sum == FIRST && !self.plan.from_states;
        if !one_tile || *self.plan.layers.end() == FIRST {
            return None;
        }
        self.layer = self.layer.next();
        let found = self.start_states(&self.layer).ok()?;
        self.states = Some(States::new(self.layer.len(), [found]));
        let pieces = self.pieces(&[], workers, &|_| ());
        let (rank, trouble) = pieces.into_iter().find_map(|piece| piece.trouble)?;
        Some(self.explain(rank, trouble)).filter(|step| matches!(step, Step::Disagree(_)))
    }

    fn explain(&self, rank: usize, trouble: Trouble) -> Step {
        let tried = if let Trouble::Wrong(tried) = trouble { tried } else { Tried::Entry };
        let script = find::session(self.layer.sum, rank, tried, self.typed());
        self.conclude(self.layer.board(rank), trouble, script)
    }

    fn conclude(&self, board: Board, trouble: Trouble, script: crate::Script) -> Step {
        if trouble == Trouble::Unkept {
            return Step::Unable(Unable::Unkept);
        }
        let entered = trouble != Trouble::Wrong(Tried::Entry);
        match find::judge(&self.program, script, entered.then_some(board)) {
            Some(counterexample) => Step::Disagree(Box::new(counterexample)),
            None => Step::Unable(Unable::Unrepeatable(board)),
        }
    }

    /// Cuts the layer into pieces and has them worked on; the results come in the order of boards.
    fn pieces(
        &self,
        origins: &[(Origin, u32)],
        workers: &dyn Workers,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Vec<Piece> {
        // A few for each worker, because some take longer than others.
        let boards = self.layer.len();
        let size = boards.div_ceil(workers.count().max(1) * 4).max(256);
        let ranges = (0..boards).step_by(size).map(|start| start..(start + size).min(boards));
        let mut pieces: Vec<Piece> = ranges.clone().map(|_| Piece::default()).collect();
        let jobs = ranges.zip(&mut pieces).map(|(range, piece)| {
            Box::new(move || self.work(range, origins, piece, progress)) as Job<'_>
        });
        workers.run(jobs.collect());
        pieces
    }

    fn work(
        &self,
        range: Range<usize>,
        origins: &[(Origin, u32)],
        piece: &mut Piece,
        progress: &(dyn Fn(u64) + Sync),
    ) {
        let mut probe = Probe::new(&self.base);
        let start = Move { predecessor: range.start, direction: engine::Direction::Up, cell: 0 };
        let from = origins.partition_point(|(origin, _)| *origin < Origin::new(start));
        let mut origins = origins[from..].iter().peekable();
        let Shard { number, of } = self.plan.shard;
        let mut told = range.start;
        for rank in range.clone() {
            let board = self.layer.board(rank);
            if of > 1 && shard(board, of) != number - 1 {
                continue;
            }
            let live = match status(board) {
                Status::Live => &mut piece.counts.live,
                Status::Won => &mut piece.counts.won,
                Status::Lost => &mut piece.counts.lost,
            };
            *live += 1;
            let entry = match &self.states {
                // Over, and seen to be when it was reached.
                Some(_) if status(board) != Status::Live => continue,
                Some(states) => Entry::Kept(states.of(rank)),
                None => Entry::Typed,
            };
            let found = &mut piece.found;
            let mut reached = |direction, cell, keeper: &probe::Keeper<'_>| {
                let origin = Origin::new(Move { predecessor: rank, direction, cell });
                match origins.next_if(|(next, _)| *next == origin) {
                    Some((_, rank)) => found.add(*rank, |changes| keeper.keep(changes)),
                    None => Ok(()),
                }
            };
            if let Err(trouble) = probe.board(board, entry, &mut piece.counts, &mut reached) {
                piece.trouble = Some((rank, trouble));
                return;
            }
            if rank - told >= 256 {
                progress((rank - told) as u64);
                told = rank;
            }
        }
        progress((range.end - told) as u64);
    }
}

/// What came of some boards of a layer.
#[derive(Default)]
struct Piece {
    counts: LayerCounts,
    found: Found,
    /// The first board with trouble.
    trouble: Option<(usize, Trouble)>,
}
