//! Looks for an input on which two programs disagree.
//!
//! Inputs are tried by their index. Each is made by chance, of a seed and the index, from what is known
//! when its round begins; what a round brings is added in the order of the indices. So a search finds
//! the same, however many threads share a round. An input that goes new ways in one of the programs is
//! kept, and others are made from it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use mips_sim::observe::Off;

use super::compare::{Comparison, Disagreement};
use super::cover::{Cover, Covered};
use super::describe::Description;
use super::labels::{Sample, Wording};
use super::run::{Input, Ran, Runner};
use super::shrink::smallest;
use super::strings::Strings;
use super::unfit::Unfit;
use crate::draws::Tail;
use crate::player::{Limit, Outcome};
use crate::policy::Policy;
use crate::subject::{Limits, Program};
use crate::values::{Maker, Pool, Value, ValueKind, Ways};

/// Instructions between two lines that the reference is given at first: most inputs on which it takes
/// longer are beyond all limits.
const PATIENCE: u64 = 50_000;
/// Lines that an input has at most.
const MOST_LINES: usize = 100;
/// Files that an input has at most.
const MOST_FILES: usize = 4;
/// Inputs that are kept to make others from.
const MOST_KEPT: usize = 1024;
/// Inputs that the reference must have been tried on before it is called unfit.
const TO_JUDGE: u64 = 512;
/// Instructions after which it is, too.
const WORK_TO_JUDGE: u64 = 100_000_000;
/// Inputs that show what a program always prints, and what it puts in its own words.
pub(super) const TO_SEE_WORDS: usize = 48;
/// So many of its last lines are an input as well, perhaps.
const LINES_OF_ENDING: usize = 3;
/// The longest round.
const LONGEST_ROUND: u64 = 1024;
/// A program may take so many times as long as the reference, and some more, before it is looked at
/// with all patience.
const TIMES_AS_LONG: u64 = 100;

/// What is searched for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Decides all choices.
    pub seed: u64,
    /// When outputs count as the same.
    pub policy: Policy,
    /// Whether what a program always prints is left out.
    pub ignore_prompts: bool,
    /// What inputs look like.
    pub description: Option<Description>,
    /// How far the programs may go between two lines.
    pub limits: Limits,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search {
    reference: Program,
    program: Option<Program>,
    options: Options,
    comparison: Comparison,
    pool: Pool,
    ways: Ways,
    covered: [Covered; 2],
    kept: Vec<Input>,
    /// How many were tried.
    tried: u64,
    accepted: u64,
    patience: u64,
    /// Whether the reference never ends by itself, so that the end of the input ends it.
    endless: bool,
    /// Whether the reference has read anything.
    reads: bool,
}

/// What a thread needs to try inputs.
#[derive(Debug)]
pub struct Worker {
    runners: [Runner; 2],
    covers: [Cover; 2],
}

/// What came of one input.
#[derive(Debug)]
pub struct Attempt {
    used: u8,
    ran: Ran,
    accepted: bool,
    input: Input,
    new_ways: Option<[Cover; 2]>,
    unfit: Option<Unfit>,
    /// Whether the programs disagree.
    pub wrong: bool,
}

impl Attempt {
    /// The input, and what the reference did, unless it failed.
    pub(super) fn case(&self) -> Option<(&Input, &Ran)> {
        self.accepted.then_some((&self.input, &self.ran))
    }

    /// Whether it took a branch in a new way, as far as was known when its round began.
    pub(super) fn goes_new_ways(&self) -> bool {
        self.new_ways.is_some()
    }

    /// What the reference took, in instructions.
    pub(super) fn work(&self) -> u64 {
        self.ran.work
    }

    /// The input.
    pub fn input(&self) -> &Input {
        &self.input
    }
}

impl Search {
    /// A search with a reference that does what a reference must, and a program if one is there to be
    /// compared.
    pub fn new(
        reference: &Program,
        program: Option<&Program>,
        options: Options,
    ) -> Result<Search, Unfit> {
        let images = [reference.image()].into_iter().chain(program.map(Program::image));
        let mut search = Search {
            reference: reference.clone(),
            program: None,
            comparison: Comparison { policy: options.policy, wording: None },
            pool: Pool::of(images),
            ways: Ways::default(),
            covered: Default::default(),
            kept: Vec::new(),
            tried: 0,
            accepted: 0,
            // What is described is asked of the reference too, however long it takes.
            patience: match options.description {
                Some(_) => options.limits.steps,
                None => PATIENCE.min(options.limits.steps),
            },
            endless: false,
            reads: false,
            options,
        };
        let mut samples = search.warm_up()?;
        search.program = program.cloned();
        if let (Some(program), true) = (program, search.options.ignore_prompts) {
            search.add_endings(&mut samples);
            let mut runner = Runner::new(program);
            let limits = search.options.limits;
            let mut run = |(input, expected): (Input, Ran)| {
                let got = runner.run_on(&input, limits, Tail::Count, &mut Off);
                let got = Some(got).filter(|got| got.outcome.is_like(&expected.outcome));
                Sample { input, expected, got }
            };
            let samples: Vec<Sample> = samples.into_iter().map(&mut run).collect();
            let strings = [reference, program].map(|program| Some(Strings::of(program.image())));
            search.comparison.wording = Some(Arc::new(Wording::of(strings, &samples)));
        }
        // The program has not been seen with what was tried so far.
        (search.tried, search.covered) = (0, Default::default());
        Ok(search)
    }

    /// Tries the reference alone, until it is known to be one.
    fn warm_up(&mut self) -> Result<Vec<(Input, Ran)>, Unfit> {
        let mut worker = self.worker();
        let mut samples = Vec::new();
        let mut failed: Option<(Input, Ran)> = None;
        let mut work = 0;
        loop {
            for index in self.round(TO_JUDGE) {
                let patient = self.patience == self.options.limits.steps;
                let attempt = self.attempt(&mut worker, index);
                // One that fails says more than one that is slow, and a small one more than a large.
                let rank = |input: &Input, ran: &Ran| (ran.outcome.error().is_none(), input.cost());
                let own = rank(&attempt.input, &attempt.ran);
                if !attempt.accepted
                    && failed.as_ref().is_none_or(|(input, ran)| own < rank(input, ran))
                {
                    failed = Some((attempt.input.clone(), attempt.ran.clone()));
                }
                if attempt.accepted && samples.len() < TO_SEE_WORDS {
                    samples.push((attempt.input.clone(), attempt.ran.clone()));
                }
                work += attempt.ran.work;
                self.absorb([attempt])?;
                // What a program does that reads nothing is seen once.
                if work > WORK_TO_JUDGE || !self.reads && (patient || self.accepted > 0) {
                    break;
                }
            }
            if let (Some((input, ran)), true) = (&failed, self.options.description.is_some()) {
                return Err(Unfit::fails(&self.reference, input.clone(), ran, false));
            }
            if self.accepted > 0 && (self.tried >= 64 || !self.reads) {
                return Ok(samples);
            }
            if self.tried < TO_JUDGE && work <= WORK_TO_JUDGE && self.reads {
                continue;
            }
            let Some((input, ran)) = failed.take() else { return Ok(samples) };
            if ran.outcome == Outcome::EndOfInput && !self.endless {
                (self.endless, self.tried, work) = (true, 0, 0);
                continue;
            }
            return Err(Unfit::fails(&self.reference, input, &ran, true));
        }
    }

    /// Adds inputs that are the ends of others. What all long runs print (a menu has been used, an error has
    /// been made) need not come in every run.
    fn add_endings(&self, samples: &mut Vec<(Input, Ran)>) {
        let mut runner = Runner::new(&self.reference);
        let mut known: Vec<Vec<u8>> = samples.iter().map(|(input, _)| input.typed()).collect();
        for at in 0..samples.len() {
            for length in 1..=LINES_OF_ENDING {
                let Input { values, files } = &samples[at].0;
                let Some(start) = values.len().checked_sub(length) else { continue };
                let input = Input { values: values[start..].to_vec(), files: files.clone() };
                let described = self.options.description.as_ref();
                if known.contains(&input.typed())
                    || described.is_some_and(|description| !description.holds(&input.values))
                {
                    continue;
                }
                known.push(input.typed());
                let ran = runner.run_on(&input, self.limits(), Tail::Count, &mut Off);
                if self.accepts(&ran) {
                    samples.push((input, ran));
                }
            }
        }
    }

    /// How the programs are compared.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// Whether the reference asked for anything so far.
    pub fn reads(&self) -> bool {
        self.reads
    }

    /// How many inputs were tried.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// The indices of the next round, none behind the last of so many inputs.
    pub fn round(&self, most: u64) -> Range<u64> {
        let length = self.tried.next_power_of_two().clamp(32, LONGEST_ROUND);
        // A program that reads nothing does the same every time.
        let most = if self.accepted > 0 && !self.reads { most.min(1) } else { most };
        self.tried..most.min(self.tried + length).max(self.tried)
    }

    /// What a thread needs.
    pub fn worker(&self) -> Worker {
        let program = self.program.as_ref().unwrap_or(&self.reference);
        let programs = [&self.reference, program];
        Worker {
            runners: programs.map(Runner::new),
            covers: programs.map(|program| Cover::new(program.image())),
        }
    }

    /// Tries the input of an index.
    pub fn attempt(&self, worker: &mut Worker, index: u64) -> Attempt {
        let mut maker = Maker::new(self.options.seed, index, &self.pool, self.ways);
        let mut input = match self.kept.is_empty() || maker.once_in(2) {
            true => Input::default(),
            false => {
                let base = &self.kept[maker.below(self.kept.len())];
                mutated(base, &mut maker)
            }
        };
        if let Some(description) = &self.options.description
            && !description.holds(&input.values)
        {
            input.values = description.make(&mut maker);
        }
        let ran = loop {
            let ran = self.run_reference(worker, &mut input, &mut maker);
            match &ran.wanted {
                Some(name) if input.files.len() < MOST_FILES => {
                    let contents = (!maker.once_in(12)).then(|| file(&mut maker));
                    input.files.insert(name.clone(), contents);
                }
                _ => break ran,
            }
        };
        let accepted = self.accepts(&ran);
        let mut attempt = Attempt {
            used: maker.used(),
            ran,
            accepted,
            input,
            new_ways: None,
            unfit: None,
            wrong: false,
        };
        if !accepted {
            return attempt;
        }
        if let Some(chance) = attempt.ran.chance {
            let other = Tail::Seed(index ^ 0x5eed);
            let again = worker.runners[0].run_on(&attempt.input, self.limits(), other, &mut Off);
            if (&again.output, again.outcome) != (&attempt.ran.output, attempt.ran.outcome) {
                attempt.unfit = Some(Unfit::Chance { input: attempt.input.clone(), chance });
                return attempt;
            }
        }
        worker.covers[1].clear();
        if self.program.is_some() {
            let got = self.run_program(worker, &attempt.input, &attempt.ran);
            attempt.wrong = self.comparison.differs(&attempt.input, &attempt.ran, &got);
        }
        let new = self.covered.iter().zip(&worker.covers).any(|(all, cover)| all.lacks(cover));
        attempt.new_ways = new.then(|| worker.covers.clone());
        attempt
    }

    /// Learns from inputs that were tried, in the order of their indices.
    pub fn absorb(&mut self, attempts: impl IntoIterator<Item = Attempt>) -> Result<(), Unfit> {
        let mut slow = 0;
        for attempt in attempts {
            if let Some(unfit) = attempt.unfit {
                return Err(unfit);
            }
            self.tried += 1;
            self.accepted += u64::from(attempt.accepted);
            self.ways.note(attempt.used, attempt.accepted);
            slow += u64::from(attempt.ran.outcome == Outcome::Limit(Limit::Steps));
            self.reads |= !attempt.ran.reads.is_empty() || !attempt.input.files.is_empty();
            if let Some(covers) = attempt.new_ways {
                let pairs = self.covered.iter_mut().zip(&covers);
                let new = pairs.fold(false, |new, (all, cover)| all.add(cover) || new);
                if new && self.kept.len() < MOST_KEPT {
                    self.kept.push(attempt.input);
                }
            }
        }
        // A reference that is slow most of the time needs the time.
        if slow > 0 && self.accepted == 0 && self.patience < self.options.limits.steps {
            self.patience = self.patience.saturating_mul(4).min(self.options.limits.steps);
        }
        Ok(())
    }

    /// Searches on the thread that asks: the first input on which the programs disagree.
    pub fn find(&mut self, most: u64) -> Result<Option<Input>, Unfit> {
        let mut worker = self.worker();
        loop {
            let round = self.round(most);
            if round.is_empty() {
                return Ok(None);
            }
            let mut attempts = Vec::new();
            for index in round {
                let attempt = self.attempt(&mut worker, index);
                if attempt.wrong {
                    return Ok(Some(attempt.input));
                }
                attempts.push(attempt);
            }
            self.absorb(attempts)?;
        }
    }

    /// Whether the reference accepts an input that someone gives.
    pub fn check(&self, input: &Input) -> Result<(), Unfit> {
        let mut runner = Runner::new(&self.reference);
        let ran = runner.run_on(input, self.options.limits, Tail::Count, &mut Off);
        match ran.outcome {
            Outcome::Exited => Ok(()),
            _ if self.accepts(&ran) => Ok(()),
            _ => Err(Unfit::fails(&self.reference, input.clone(), &ran, false)),
        }
    }

    /// Makes an input on which the programs disagree as small as it can be; none if they agree on it.
    pub fn smallest(&self, input: &Input) -> Option<Disagreement> {
        let program = self.program.as_ref()?;
        let accepts = |ran: &Ran| self.accepts(ran);
        let description = self.options.description.as_ref();
        let programs = [&self.reference, program];
        smallest(programs, &self.comparison, self.options.limits, description, &accepts, input)
    }

    /// What is different on an input that someone gives, which the reference need not accept.
    pub fn on(&self, input: &Input) -> Option<Disagreement> {
        let program = self.program.as_ref()?;
        let programs = [&self.reference, program];
        let limits = self.options.limits;
        self.smallest(input).or_else(|| {
            let run = |program: &Program| {
                Runner::new(program).run_on(input, limits, Tail::Count, &mut Off)
            };
            self.comparison.disagreement(programs, limits, input.clone(), programs.map(run))
        })
    }

    /// Whether what a reference did can be asked of others.
    fn accepts(&self, ran: &Ran) -> bool {
        match ran.outcome {
            Outcome::Exited if self.options.description.is_some() => true,
            // It reports an error of its input. A longer line than it takes is nobody's test: others may
            // have more room.
            Outcome::Exited => ran.code == 0 && !ran.complained && !ran.cut,
            Outcome::EndOfInput => self.endless && !ran.reads.is_empty() && !ran.cut,
            _ => false,
        }
    }

    fn limits(&self) -> Limits {
        Limits { steps: self.patience, ..self.options.limits }
    }

    /// Runs the reference; without a description, the values are made where they are asked for.
    fn run_reference(&self, worker: &mut Worker, input: &mut Input, maker: &mut Maker<'_>) -> Ran {
        let (runner, cover) = (&mut worker.runners[0], &mut worker.covers[0]);
        cover.clear();
        if self.options.description.is_some() {
            return runner.run_on(input, self.limits(), Tail::Count, cover);
        }
        let plan = std::mem::take(&mut input.values);
        let mut plan = plan.into_iter();
        let enough = [1, 2, 3, 4, 6, 9, 14, 24][maker.below(8)];
        let most = if self.endless { enough } else { MOST_LINES };
        let values = &mut input.values;
        runner.run(&input.files, self.limits(), Tail::Count, cover, |kind, line| {
            if values.len() >= most {
                return false;
            }
            let planned = plan.next().filter(|value| value.fits(kind));
            let value =
                planned.unwrap_or_else(|| match values.len() >= enough && !maker.once_in(4) {
                    true => maker.ending(kind),
                    false => maker.value(kind, values),
                });
            value.write(line);
            values.push(value);
            true
        })
    }

    /// Runs the program, with all patience if it needs that.
    fn run_program(&self, worker: &mut Worker, input: &Input, expected: &Ran) -> Ran {
        let (runner, cover) = (&mut worker.runners[1], &mut worker.covers[1]);
        let limits = self.options.limits;
        let short = hurried(limits, expected);
        let ran = runner.run_on(input, short, Tail::Count, cover);
        if ran.outcome != Outcome::Limit(Limit::Steps) || short.steps == limits.steps {
            return ran;
        }
        runner.run_on(input, limits, Tail::Count, &mut Off)
    }
}

/// Limits for a program whose reference took so long.
pub(super) fn hurried(limits: Limits, expected: &Ran) -> Limits {
    let steps = expected.steps.saturating_mul(TIMES_AS_LONG).max(PATIENCE);
    Limits { steps: steps.min(limits.steps), ..limits }
}

/// The contents of a file: a few lines.
fn file(maker: &mut Maker<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    let numbers = maker.once_in(2);
    for _ in 0..maker.below(6) {
        let kind = if numbers { ValueKind::Int } else { ValueKind::Text { room: 40 } };
        maker.value(kind, &[]).write(&mut text);
        text.push(b'\n');
    }
    if maker.once_in(3) {
        text.pop();
    }
    text
}

/// An input like another one.
fn mutated(base: &Input, maker: &mut Maker<'_>) -> Input {
    let mut values = base.values.clone();
    let mut files: BTreeMap<_, _> = base.files.clone();
    if !files.is_empty() && maker.once_in(3) {
        let at = maker.below(files.len());
        let name = files.keys().nth(at).cloned();
        files.extend(name.map(|name| (name, Some(file(maker)))));
    }
    for _ in 0..1 + maker.below(3) {
        if values.is_empty() {
            break;
        }
        let at = maker.below(values.len());
        match maker.below(8) {
            0 => drop(values.remove(at)),
            1 => values.insert(at, values[at].clone()),
            2 => {
                let other = maker.below(values.len());
                values.swap(at, other);
            }
            3 => values.truncate(at),
            4 => {
                let other = values[maker.below(values.len())].clone();
                values[at] = other;
            }
            5 | 6 => {
                if let Value::Int(number) = values[at] {
                    let near = [
                        number.wrapping_add(1),
                        number.wrapping_sub(1),
                        number.wrapping_neg(),
                        number.wrapping_mul(2),
                    ];
                    values[at] = Value::Int(near[maker.below(4)]);
                } else {
                    values[at] = maker.value(kind_of(&values[at]), &values);
                }
            }
            _ => values[at] = maker.value(kind_of(&values[at]), &values),
        }
    }
    Input { values, files }
}

/// The kind of question that a value answers.
fn kind_of(value: &Value) -> ValueKind {
    match value {
        Value::Int(_) => ValueKind::Int,
        Value::Real(_) => ValueKind::Double,
        Value::Char(_) => ValueKind::Char,
        Value::Text(text) => ValueKind::Text { room: text.len() as u32 + 2 },
    }
}
