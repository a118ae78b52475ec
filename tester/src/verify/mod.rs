//! Every board of the 3×3 game, every state of the machine on it, every key, every new tile: does the
//! program do what the engine does?
//!
//! The walk goes layer by layer, from the starts on. From each state at the prompt the machine is forked:
//! `W`, `A`, `S`, `D`, lines that are no moves, and after each move one new tile in each empty cell. What
//! is printed is compared byte for byte, up to the next prompt or the end; so is how often chance is asked.
//!
//! It is recorded which registers and bytes the program reads before it writes them, in every stretch
//! between two prompts. Two states that agree in all of these behave alike for ever, so the second one is
//! not followed; one that differs in any of them is. So what is verified holds for every machine state in
//! which the game can be at a board. A disagreement that is found is one with the fewest moves.
//! `docs/decisions/006-verify.md` says what is proved, and what is not.
//!
//! This module owns the walk, its parts and its checkpoints. It starts no threads, opens no files and
//! sees no clock.

mod arrivals;
mod checkpoint;
mod counts;
mod expect;
mod find;
mod footprint;
mod known;
mod layers;
mod learn;
mod lines;
mod parts;
mod paths;
mod probe;
mod states;
mod walk;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use engine::solve::Workers;

use crate::{Counterexample, Program};
pub use checkpoint::{BadCheckpoint, fingerprint};
pub use counts::LayerCounts;
use known::{Key, Known, KnownLayout, Location};
use layers::Layer;
pub use layers::{Board, FIRST, LAST};
pub use parts::{MergeError, Part, merge};
use paths::{Parents, StateId};
use probe::{Base, Tried, Trouble};
use states::States;
use walk::{Gone, Stands, Walk};

/// A part of the boards of each layer: the first of one is all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Shard {
    /// A part of so many, if there is one with this number.
    pub fn new(number: u32, of: u32) -> Result<Shard, InvalidShard> {
        if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(InvalidShard) }
    }

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
        Shard::new(number, of)
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
    /// The program reads something that it had not read before, in what had been taken for the same. So
    /// all begins again, with that in mind.
    Again,
    /// There are no more layers.
    Done,
    /// Program and engine part.
    Disagree(Box<Counterexample>),
    /// This program can't be verified.
    Unable(Unable),
}

/// Why a program can't be verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unable {
    /// Its states can't be kept.
    #[error(
        "the program has a file open or input left at its prompt, so that its state can't be copied"
    )]
    Unkept,
    /// Something went wrong that does not when the game is played from the beginning.
    #[error("on the board {0} they disagreed, but not when the game was played from the start")]
    Unrepeatable(Board),
    /// There are too many states.
    #[error(
        "the program remembers how it came to a board in {}, which it reads: there are too many \
         states to try them all",
        names(.0)
    )]
    Remembers(Vec<String>),
}

fn names(places: &[String]) -> String {
    match places {
        [] => "some place".into(),
        places => places.join(", "),
    }
}

/// More states than this in one layer would take too much memory.
const MOST_IN_LAYER: usize = 2_000_000;

/// A program that reads something new more often than this goes through more and more memory.
const MOST_RESTARTS: usize = 50;

/// A verification under way.
#[derive(Debug)]
pub struct Verification {
    program: Program,
    plan: Plan,
    base: Base,
    /// What the program is known to read and write.
    layout: KnownLayout,
    fingerprint: u64,
    /// The layer that comes next.
    layer: Layer,
    /// Its states, unless its boards are typed in.
    states: Option<States>,
    /// How those states were reached that are not the first of their board.
    parents: Parents,
    done: Vec<(u32, LayerCounts)>,
    /// How often it has begun again.
    restarts: usize,
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
        let base = Base::new(program, plan.steps);
        Ok(Verification {
            layout: learn::layout(program, &base),
            base,
            fingerprint: fingerprint(program.image()),
            layer: Layer::before(first),
            program: program.clone(),
            plan,
            states: None,
            parents: Parents::default(),
            done: Vec::new(),
            restarts: 0,
        })
    }

    /// Continues from a checkpoint of a verification of the same program and plan.
    pub fn resume(&mut self, checkpoint: &[u8]) -> Result<(), BadCheckpoint> {
        let checkpoint = checkpoint::read(checkpoint, &self.plan)?;
        self.layout = KnownLayout::new(&self.program, &checkpoint.known);
        self.layer = checkpoint.layer;
        self.states = checkpoint.states;
        self.parents = checkpoint.parents;
        self.done = checkpoint.done;
        Ok(())
    }

    /// All that is needed to continue from here another time.
    pub fn checkpoint(&self) -> Vec<u8> {
        checkpoint::write(&checkpoint::Parts {
            known: self.layout.known(),
            done: &self.done,
            next: &self.layer,
            states: self.states.as_ref(),
            parents: &self.parents,
        })
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
        if self.layer.sum < *self.plan.layers.start()
            && let Some(known) = self.begin(workers)?
        {
            return self.again(&known);
        }
        let sum = self.layer.sum;
        if sum > *self.plan.layers.end() {
            return Ok(Step::Done);
        }
        let next = self.layer.next(workers);
        let walks_on = !self.plan.from_states && sum < *self.plan.layers.end();
        let mut walk = Walk::new(self, &next);
        let starts = if walks_on { walk.starts()? } else { None };
        let mut gone = walk.go(workers, progress, starts, walks_on);
        if let Some((state, trouble)) = gone.trouble.take() {
            let wrong = self.explain(state, trouble);
            // What was taken for the same may not have been, so that is for the next time.
            if !gone.known.is_empty() && !matches!(wrong, Step::Disagree(_)) {
                return self.again(&gone.known);
            }
            return Err(self.with_two_tiles(workers).unwrap_or(wrong));
        }
        if !gone.known.is_empty() {
            return self.again(&gone.known);
        }
        if gone.states.len() > MOST_IN_LAYER || self.parents.0.len() > paths::MOST {
            return Err(Step::Unable(Unable::Remembers(Vec::new())));
        }
        self.done.push((sum, gone.counts));
        self.states = walks_on.then_some(gone.states);
        self.parents.0.extend(gone.parents);
        self.layer = next;
        Ok(Step::Layer(sum, gone.counts))
    }

    /// Begins again, with more in mind.
    fn again(&mut self, news: &Known) -> Result<Step, Step> {
        self.restarts += 1;
        if self.restarts > MOST_RESTARTS {
            return Err(Step::Unable(Unable::Remembers(Vec::new())));
        }
        let mut known = self.layout.known().clone();
        known.add(news);
        self.layout = KnownLayout::new(&self.program, &known);
        self.layer = Layer::before(*self.plan.layers.start());
        (self.states, self.parents) = (None, Parents::default());
        self.done.clear();
        Ok(Step::Again)
    }

    /// Goes to the first layer. If something was learnt on the way, that.
    fn begin(&mut self, workers: &dyn Workers) -> Result<Option<Known>, Step> {
        self.layer = Layer::of(*self.plan.layers.start());
        if self.typed().is_none() {
            let wrong =
                find::first_passes().find_map(|script| find::judge(&self.program, script, None));
            if let Some(wrong) = wrong {
                return Err(Step::Disagree(Box::new(wrong)));
            }
            let gone = self.started(&self.layer, workers)?;
            self.states = Some(gone.states);
            return Ok(Some(gone.known).filter(|known| !known.is_empty()));
        }
        Ok(None)
    }

    /// The states of those boards of a layer with which the game begins.
    fn started(&self, layer: &Layer, workers: &dyn Workers) -> Result<Gone, Step> {
        let mut walk = Walk::new(self, layer);
        let starts = walk.starts()?;
        let mut gone = Gone::default();
        walk.land(workers, starts.into_iter().collect(), true, &mut gone);
        Ok(gone)
    }

    /// The layer whose boards are typed in, in the walk that leads to the present one.
    fn typed(&self) -> Option<u32> {
        let first = *self.plan.layers.start();
        match self.plan.from_states {
            true => Some(self.layer.sum),
            false => (first > FIRST).then_some(first),
        }
    }

    /// If a game that begins with one tile goes wrong, then perhaps also one that begins with two,
    /// after as many lines. That one is drawn in one pass and easier to read.
    fn with_two_tiles(&mut self, workers: &dyn Workers) -> Option<Step> {
        let one_tile = self.layer.sum == FIRST && !self.plan.from_states;
        if !one_tile || *self.plan.layers.end() == FIRST {
            return None;
        }
        self.layer = self.layer.next(workers);
        self.states = Some(self.started(&self.layer, workers).ok()?.states);
        let next = self.layer.next(workers);
        let (state, trouble) = Walk::new(self, &next).go(workers, &|_| (), None, false).trouble?;
        Some(self.explain(state, trouble)).filter(|step| matches!(step, Step::Disagree(_)))
    }

    fn explain(&self, state: Stands, trouble: Trouble) -> Step {
        let tried = match trouble {
            Trouble::Wrong(tried) => tried,
            Trouble::Unkept => return Step::Unable(Unable::Unkept),
            Trouble::Many(keys) => return Step::Unable(self.remembers(&keys)),
        };
        let place = StateId { sum: self.layer.sum, rank: state.rank, state: state.state };
        let script = find::session(place, &tried, self.typed(), &self.parents);
        self.conclude(self.layer.board(state.rank as usize), &tried, script)
    }

    fn conclude(&self, board: Board, tried: &Tried, script: crate::Script) -> Step {
        let entered = *tried != Tried::Entry;
        match find::judge(&self.program, script, entered.then_some(board)) {
            Some(counterexample) => Step::Disagree(Box::new(counterexample)),
            None => Step::Unable(Unable::Unrepeatable(board)),
        }
    }

    /// Where these keys differ.
    fn remembers(&self, keys: &[Key]) -> Unable {
        let first = keys.first().map(Vec::as_slice).unwrap_or_default();
        let places = self.layout.locations().zip(0..first.len());
        let differing = places.filter(|(_, at)| keys.iter().any(|key| key[*at] != first[*at]));
        let image = self.program.image();
        let name = |location: Location| match location {
            Location::Register(number) => {
                Some(mips_sim::isa::reg::NAMES[usize::from(number)].to_string())
            }
            Location::Word(address) => {
                let variables = image.variables();
                let holds = |start: u32, bytes: u32| {
                    (start..start.saturating_add(bytes)).contains(&address)
                };
                let variable =
                    variables.iter().find(|variable| holds(variable.address, variable.bytes()));
                let label = variable.and_then(|variable| variable.labels.first());
                let unnamed = || format!("the word at 0x{address:08x}");
                Some(label.map_or_else(unnamed, |label| format!("`{}`", label.name)))
            }
            Location::Other => None,
        };
        let mut names: Vec<String> = differing.filter_map(|(location, _)| name(location)).collect();
        names.dedup();
        names.truncate(4);
        Unable::Remembers(names)
    }
}
