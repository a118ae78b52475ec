//! From the states of one layer to those of the next: everything is tried on every board, and from each
//! new state in which a board comes up, the rest is printed.

use std::sync::atomic::{AtomicUsize, Ordering};

use engine::Direction;
use engine::solve::{Job, Workers};
use mips_sim::machine::Change;

use super::arrivals::{Arrivals, Source, joined};
use super::counts::LayerCounts;
use super::known::{Key, Known};
use super::layers::{Layer, Move, Origin, Ranks, Status, shard, start_draws, status};
use super::paths::{Parent, StateId};
use super::probe::{Arrived, Probe, Sink, StateSource, Tried, Trouble};
use super::states::{Found, States};
use super::{Shard, Step, Verification, find};

/// So many boards are taken at a time.
const CHUNK: usize = 256;

/// A state of the layer under work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stands {
    pub(crate) rank: u32,
    pub(crate) state: u16,
}

/// What came of a layer.
#[derive(Debug, Default)]
pub(crate) struct Gone {
    pub(crate) counts: LayerCounts,
    /// The states of the next layer.
    pub(crate) states: States,
    pub(crate) parents: Vec<(StateId, Parent)>,
    /// The first trouble there was.
    pub(crate) trouble: Option<(Stands, Trouble)>,
    /// What was learnt about the program.
    pub(crate) known: Known,
}

impl Gone {
    fn wrong(&mut self, stands: Stands, trouble: Trouble) {
        let order = |(stands, trouble): &(Stands, Trouble)| {
            let tried =
                if let Trouble::Wrong(tried) = trouble { tried.order() } else { usize::MAX };
            (*stands, tried)
        };
        let new = (stands, trouble);
        if self.trouble.as_ref().is_none_or(|old| order(&new) < order(old)) {
            self.trouble = Some(new);
        }
    }
}

/// A layer under work.
pub(crate) struct Walk<'a> {
    verification: &'a Verification,
    next: &'a Layer,
    ranks: Ranks,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(verification: &'a Verification, next: &'a Layer) -> Walk<'a> {
        Walk { verification, next, ranks: Ranks::new(next) }
    }

    fn probe(&self) -> Probe<'a> {
        Probe::new(&self.verification.base, &self.verification.layout)
    }

    /// The arrivals by which games begin with boards of the next layer.
    pub(crate) fn starts(&mut self) -> Result<Option<Table>, Step> {
        let mut probe = self.probe();
        let mut arrivals = Arrivals::new(self.next.len());
        for rank in (0..self.next.len()).filter(|rank| self.next.origin(*rank) == Origin::START) {
            let board = self.next.board(rank);
            let source = Source { origin: Origin::START, state: 0 };
            let started = probe.start(board, &start_draws(board)).and_then(|arrived| {
                let keep = |changes: &mut Vec<Change>| arrived.keep(changes);
                arrivals.add(rank as u32, source, arrived.reached, arrived.key, keep)
            });
            match started {
                Ok(()) => {}
                Err(Trouble::Wrong(tried)) => {
                    let place = StateId { sum: self.next.sum, rank: rank as u32, state: 0 };
                    let script =
                        find::session(place, &Tried::Entry, None, &self.verification.parents);
                    return Err(self.verification.conclude(board, &tried, script));
                }
                Err(_) => return Err(Step::Unable(super::Unable::Unkept)),
            }
        }
        Ok(Some(Table { arrivals, grown: probe.grown() }))
    }

    /// Goes through the layer. `keeps` tells whether the states of the next one are wanted.
    pub(crate) fn go(
        &mut self,
        workers: &dyn Workers,
        progress: &(dyn Fn(u64) + Sync),
        starts: Option<Table>,
        keeps: bool,
    ) -> Gone {
        let mut gone = Gone::default();
        let next_chunk = AtomicUsize::new(0);
        let mut workings: Vec<Working> =
            (0..workers.count().max(1)).map(|_| Working::default()).collect();
        let walk = &*self;
        let jobs = workings.iter_mut().map(|working| {
            let next_chunk = &next_chunk;
            Box::new(move || *working = walk.work(next_chunk, progress)) as Job<'_>
        });
        workers.run(jobs.collect());
        let mut tables: Vec<Table> = starts.into_iter().collect();
        for working in workings {
            gone.counts += working.counts;
            gone.parents.extend(working.parents);
            if let Some((stands, trouble)) = working.trouble {
                gone.wrong(stands, trouble);
            }
            tables.extend(working.table);
        }
        self.land(workers, tables, keeps, &mut gone);
        gone
    }

    /// One worker's share of the boards.
    fn work(&self, next_chunk: &AtomicUsize, progress: &(dyn Fn(u64) + Sync)) -> Working {
        let Verification { layer, plan, states, .. } = self.verification;
        let mut working = Working::default();
        let mut probe = self.probe();
        let mut sink = Leads {
            walk: self,
            rank: 0,
            known: 0,
            arrivals: Arrivals::new(self.next.len()),
            parents: Vec::new(),
        };
        let Shard { number, of } = plan.shard;
        'chunks: loop {
            let start = next_chunk.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= layer.len() {
                break;
            }
            let end = (start + CHUNK).min(layer.len());
            for rank in start..end {
                let board = layer.board(rank);
                if of > 1 && shard(board, of) != number - 1 {
                    continue;
                }
                let status = status(board);
                *match status {
                    Status::Live => &mut working.counts.live,
                    Status::Won => &mut working.counts.won,
                    Status::Lost => &mut working.counts.lost,
                } += 1;
                let entries: Vec<StateSource<'_>> = match states {
                    // Over, and seen to be when it was reached.
                    Some(_) if status != Status::Live => continue,
                    Some(states) => states.of(rank).map(StateSource::Kept).collect(),
                    None => vec![StateSource::Typed],
                };
                (sink.rank, sink.known) = (rank, entries.len() as u16);
                let tried = probe.board(board, &entries, &mut working.counts, &mut sink);
                if let Err((state, trouble)) = tried {
                    working.trouble = Some((Stands { rank: rank as u32, state }, trouble));
                    // What lies behind it is of no interest.
                    next_chunk.fetch_max(layer.len(), Ordering::Relaxed);
                    break 'chunks;
                }
            }
            progress((end - start) as u64);
        }
        working.parents = sink.parents;
        working.table = Some(Table { arrivals: sink.arrivals, grown: probe.grown() });
        working
    }

    /// Prints the rest from each state in which a board has come up.
    pub(crate) fn land(
        &self,
        workers: &dyn Workers,
        tables: Vec<Table>,
        keeps: bool,
        gone: &mut Gone,
    ) {
        let boards = self.next.len();
        let size = boards.div_ceil(workers.count().max(1) * 4).max(CHUNK);
        let ranges = (0..boards).step_by(size).map(|start| start..(start + size).min(boards));
        let mut landings: Vec<Landing> = ranges.clone().map(|_| Landing::default()).collect();
        let (arrivals, grown): (Vec<Arrivals>, Vec<Known>) =
            tables.into_iter().map(|table| (table.arrivals, table.grown)).unzip();
        let arrivals = &arrivals;
        let jobs = ranges.zip(&mut landings).map(|(ranks, landing)| {
            Box::new(move || *landing = self.finish(ranks, arrivals, keeps)) as Job<'_>
        });
        workers.run(jobs.collect());
        grown.iter().for_each(|known| gone.known.add(known));
        let mut found = Vec::new();
        for landing in landings {
            gone.known.add(&landing.grown);
            gone.parents.extend(landing.parents);
            found.push(landing.found);
            if let Some((stands, tried)) = landing.trouble {
                gone.wrong(stands, tried);
            }
        }
        gone.states = States::new(boards, found);
    }

    fn finish(&self, ranks: std::ops::Range<usize>, arrivals: &[Arrivals], keeps: bool) -> Landing {
        let mut landing = Landing::default();
        let mut probe = self.probe();
        let mut keys: Vec<Key> = Vec::new();
        for rank in ranks {
            let board = self.next.board(rank);
            keys.clear();
            for (arrival, changes) in joined(arrivals, rank) {
                let arrived = probe.finish(board, changes, arrival.reached);
                let Ok(arrived) = arrived else {
                    let (stands, tried) = arrival.source.tried();
                    landing.wrong(stands, Trouble::Wrong(tried));
                    continue;
                };
                let Some(arrived) = arrived.filter(|arrived| keeps && !keys.contains(arrived.key))
                else {
                    continue;
                };
                if !keys.is_empty() {
                    let place =
                        StateId { sum: self.next.sum, rank: rank as u32, state: keys.len() as u16 };
                    landing.parents.push((place, Parent::Move(arrival.source)));
                }
                keys.push(arrived.key.clone());
                if let Err(trouble) = landing.found.add(rank as u32, |kept| arrived.keep(kept)) {
                    landing.wrong(arrival.source.tried().0, trouble);
                }
                if keys.len() > super::probe::MOST_STATES {
                    landing
                        .wrong(arrival.source.tried().0, Trouble::Many(std::mem::take(&mut keys)));
                    break;
                }
            }
        }
        landing.grown = probe.grown();
        landing
    }
}

impl Source {
    /// What was tried in which state.
    fn tried(self) -> (Stands, Tried) {
        match self.origin.step() {
            Some(Move { predecessor, direction, cell }) => (
                Stands { rank: predecessor as u32, state: self.state },
                Tried::Move(direction, cell),
            ),
            None => (Stands { rank: 0, state: 0 }, Tried::Entry),
        }
    }
}

/// Arrivals, and what was learnt on the way.
pub(crate) struct Table {
    arrivals: Arrivals,
    grown: Known,
}

/// What one worker has done.
#[derive(Default)]
struct Working {
    counts: LayerCounts,
    table: Option<Table>,
    parents: Vec<(StateId, Parent)>,
    trouble: Option<(Stands, Trouble)>,
}

/// What came of finishing some boards.
#[derive(Default)]
struct Landing {
    found: Found,
    parents: Vec<(StateId, Parent)>,
    trouble: Option<(Stands, Trouble)>,
    grown: Known,
}

impl Landing {
    fn wrong(&mut self, stands: Stands, trouble: Trouble) {
        let mut gone = Gone { trouble: self.trouble.take(), ..Gone::default() };
        gone.wrong(stands, trouble);
        self.trouble = gone.trouble;
    }
}

/// Takes what a board of the layer leads to.
struct Leads<'a> {
    walk: &'a Walk<'a>,
    rank: usize,
    /// How many states the board began with.
    known: u16,
    arrivals: Arrivals,
    parents: Vec<(StateId, Parent)>,
}

impl Sink for Leads<'_> {
    fn reached(
        &mut self,
        state: u16,
        direction: Direction,
        cell: usize,
        arrived: Arrived<'_>,
    ) -> Result<(), Trouble> {
        let Walk { verification, next, ranks, .. } = self.walk;
        let board = verification.layer.board(self.rank).slide(direction).spawn(cell, 1);
        let Some(rank) = ranks.of(board, next) else { return Ok(()) };
        let origin = Origin::new(Move { predecessor: self.rank, direction, cell });
        let keep = |changes: &mut Vec<Change>| arrived.keep(changes);
        self.arrivals.add(rank, Source { origin, state }, arrived.reached, arrived.key, keep)
    }

    fn another(&mut self, from: u16, lines: Vec<Vec<u8>>) -> Result<(), Trouble> {
        let place = StateId {
            sum: self.walk.verification.layer.sum,
            rank: self.rank as u32,
            state: self.known,
        };
        self.known += 1;
        self.parents.push((place, Parent::Lines { state: from, lines }));
        Ok(())
    }
}
