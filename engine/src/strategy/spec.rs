//! The names of all strategies, and how one is written: a name and then, after colons and in any
//! order, a depth and whatever else the strategy takes. `7`, `1/appendix:4`, `9:before-move:skip`,
//! `alphabeta:cluster:5` and `em-v2` are examples.
//!
//! A strategy that is written here is built in `build`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::average::{AverageOptions, Dead, Leaf, Spawns};
use super::methods::{METHODS, Method};

/// A strategy as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    pub(super) entry: Entry,
    pub(super) kind: Algorithm,
    pub(super) depth: Option<u32>,
    text: String,
}

/// One of the strategies there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The sides of the boards that it can play on.
    pub sizes: &'static [usize],
    /// How far it looks ahead unless told.
    pub depth: DefaultDepth,
    /// What the depth counts; nothing if it does not look ahead.
    pub unit: Option<Unit>,
    /// The greatest depth that it accepts; 0 if it does not look ahead.
    pub max_depth: u32,
    kind: Algorithm,
}

/// How far a strategy looks ahead unless told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultDepth {
    /// It does not.
    None,
    /// So far.
    Fixed(u32),
    /// Two moves less than there are different tiles, but three at least.
    ByTiles,
}

/// What a depth counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The player's moves.
    Moves,
    /// Moves and new tiles.
    Plies,
}

/// What a strategy is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Algorithm {
    Method { method: &'static Method, options: AverageOptions, expectimax: bool },
    Versus { prune: bool, evaluation: Evaluation },
    Expectimax(Evaluation),
    Random,
    First,
    Greedy,
    Optimal,
}

/// What judges boards where a search stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evaluation {
    Cluster,
    Cms,
    EmV1,
    EmV2,
    Lee,
}

const EVALUATIONS: [(&str, Evaluation); 5] = [
    ("cluster", Evaluation::Cluster),
    ("cms", Evaluation::Cms),
    ("em-v1", Evaluation::EmV1),
    ("em-v2", Evaluation::EmV2),
    ("lee", Evaluation::Lee),
];

/// Sets an option of the average, or whether the search is expectimax.
type Set = fn(&mut AverageOptions, &mut bool);

/// The words that a method takes, what each is about, and what it sets.
#[rustfmt::skip]
const OPTIONS: [(&str, Topic, Set); 8] = [
    ("after-move", Topic::Leaf, |options, _| options.leaf = Leaf::AfterMove),
    ("before-move", Topic::Leaf, |options, _| options.leaf = Leaf::BeforeMove),
    ("propagate", Topic::Dead, |options, _| options.dead = Dead::Propagate),
    ("skip", Topic::Dead, |options, _| options.dead = Dead::Skip),
    ("spawns", Topic::Spawns, |options, _| options.spawns = Spawns::Both),
    ("no-spawns", Topic::Spawns, |options, _| options.spawns = Spawns::None),
    ("average", Topic::Search, |_, expectimax| *expectimax = false),
    ("expectimax", Topic::Search, |_, expectimax| *expectimax = true),
];

const BOTH: &[usize] = &[3, 4];

const fn looks(
    name: &'static str,
    kind: Algorithm,
    depth: DefaultDepth,
    unit: Unit,
    about: &'static str,
) -> Entry {
    let max_depth = match unit {
        Unit::Moves => 10,
        Unit::Plies => 12,
    };
    Entry { name, about, sizes: BOTH, depth, unit: Some(unit), max_depth, kind }
}

const fn simple(name: &'static str, kind: Algorithm, about: &'static str) -> Entry {
    Entry { name, about, sizes: BOTH, depth: DefaultDepth::None, unit: None, max_depth: 0, kind }
}

const fn versus(prune: bool, evaluation: Evaluation) -> Algorithm {
    Algorithm::Versus { prune, evaluation }
}

use DefaultDepth::{ByTiles, Fixed};
use Unit::{Moves, Plies};

#[rustfmt::skip]
const OTHERS: [Entry; 12] = [
    looks("minimax", versus(false, Evaluation::Cluster), Fixed(3), Plies, "the worst new tile, in full; takes cluster, cms, em-v1, em-v2 or lee"),
    looks("alphabeta", versus(true, Evaluation::Cluster), Fixed(5), Plies, "the same moves as minimax, sooner; takes cluster, cms, em-v1, em-v2 or lee"),
    looks("cluster", versus(true, Evaluation::Cluster), Fixed(5), Plies, "alpha-beta by points, empty cells and how tiles differ from those around them"),
    looks("cms", versus(true, Evaluation::Cms), Fixed(5), Plies, "alpha-beta by smooth and monotone lines, empty cells and the largest tile"),
    looks("expectimax", Algorithm::Expectimax(Evaluation::EmV2), Fixed(3), Moves, "new tiles by their odds; takes cluster, cms, em-v1, em-v2 or lee"),
    looks("em-v1", Algorithm::Expectimax(Evaluation::EmV1), Fixed(3), Moves, "expectimax by empty cells, the largest tiles at an end and steps of one"),
    looks("em-v2", Algorithm::Expectimax(Evaluation::EmV2), ByTiles, Moves, "expectimax by empty cells, pairs, monotone lines and few small tiles"),
    looks("lee", Algorithm::Expectimax(Evaluation::Lee), Fixed(4), Moves, "expectimax by weighted tiles, the matrix turned as it fits best"),
    simple("random", Algorithm::Random, "any legal move"),
    simple("first", Algorithm::First, "the first legal move of left, up, right, down"),
    simple("greedy", Algorithm::Greedy, "the move that scores most now"),
    Entry { sizes: &[3], ..simple("optimal3x3", Algorithm::Optimal, "the best move of the solved 3×3 game") },
];

/// All strategies: the methods and their variants, then the others.
pub fn list() -> impl Iterator<Item = Entry> {
    let methods = METHODS.iter().map(|method| Entry {
        max_depth: 6,
        ..looks(
            method.name,
            Algorithm::Method { method, options: AverageOptions::default(), expectimax: false },
            Fixed(3),
            Moves,
            method.about,
        )
    });
    methods.chain(OTHERS)
}

/// Why something is not a strategy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is none of this name.
    #[error("there is no strategy `{name}`{}", perhaps(near))]
    UnknownStrategy {
        /// The name.
        name: String,
        /// Names that look like it.
        near: Vec<&'static str>,
    },
    /// Something after a colon that this strategy does not take.
    #[error("strategy `{name}` takes no `{part}`; {}", takes(known))]
    UnknownPart {
        /// The name of the strategy.
        name: &'static str,
        /// What it does not take.
        part: String,
        /// What it takes.
        known: Vec<&'static str>,
    },
    /// Two parts that say different things about the same.
    #[error("`{part}` conflicts with an earlier option in `{spec}`")]
    Conflict {
        /// The strategy as it was written.
        spec: String,
        /// The later part.
        part: String,
    },
}

fn perhaps(near: &[&str]) -> String {
    match near {
        [] => String::new(),
        near => format!("; perhaps {}", quoted(near)),
    }
}

fn takes(known: &[&str]) -> String {
    match known {
        [] => "it takes nothing after its name".into(),
        known => format!("it takes {}", known.join(", ")),
    }
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let entry = list().find(|entry| entry.name == name).ok_or_else(|| {
            SpecError::UnknownStrategy { name: name.to_owned(), near: near(name) }
        })?;
        let mut spec = Spec { entry, kind: entry.kind, depth: None, text: text.to_owned() };
        let mut said = Vec::new();
        for part in parts {
            let topic = spec.take(part).ok_or_else(|| SpecError::UnknownPart {
                name: entry.name,
                part: part.to_owned(),
                known: spec.known_parts(),
            })?;
            if said.contains(&topic) || spec.contradicts(&said, topic) {
                let (spec, part) = (text.to_owned(), part.to_owned());
                return Err(SpecError::Conflict { spec, part });
            }
            said.push(topic);
        }
        Ok(spec)
    }
}

/// What a part is about; each may be said once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Topic {
    Depth,
    Evaluation,
    Leaf,
    Dead,
    Spawns,
    Search,
}

impl Spec {
    /// The strategy without what was said after its name.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The depth that was written.
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Takes in a part; `None` if the strategy does not take it.
    fn take(&mut self, part: &str) -> Option<Topic> {
        if self.entry.unit.is_some() && !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())
        {
            // What does not fit is absurd, and building will say so.
            self.depth = Some(part.parse().unwrap_or(u32::MAX));
            return Some(Topic::Depth);
        }
        match &mut self.kind {
            Algorithm::Method { options, expectimax, .. } => {
                let (_, topic, set) = OPTIONS.iter().find(|(name, ..)| *name == part)?;
                set(options, expectimax);
                Some(*topic)
            }
            Algorithm::Versus { evaluation, .. } | Algorithm::Expectimax(evaluation)
                if self.entry.takes_judge() =>
            {
                *evaluation = EVALUATIONS.iter().find(|(name, _)| *name == part)?.1;
                Some(Topic::Evaluation)
            }
            _ => None,
        }
    }

    /// Whether an expectimax search was given an option that only the average has.
    fn contradicts(&self, said: &[Topic], topic: Topic) -> bool {
        let only_average = |topic| matches!(topic, Topic::Leaf | Topic::Spawns);
        let is_method = matches!(self.kind, Algorithm::Method { expectimax: true, .. });
        is_method && said.iter().copied().chain([topic]).any(only_average)
    }

    fn known_parts(&self) -> Vec<&'static str> {
        let depth = self.entry.unit.map(|unit| match unit {
            Unit::Moves => "a depth in moves",
            Unit::Plies => "a depth in plies",
        });
        let words: Vec<&str> = match self.kind {
            Algorithm::Method { .. } => OPTIONS.iter().map(|(name, ..)| *name).collect(),
            _ if self.entry.takes_judge() => EVALUATIONS.iter().map(|(name, _)| *name).collect(),
            _ => Vec::new(),
        };
        depth.into_iter().chain(words).collect()
    }
}

impl Entry {
    fn takes_judge(&self) -> bool {
        ["minimax", "alphabeta", "expectimax"].contains(&self.name)
    }
}

/// As it was written.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for DefaultDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DefaultDepth::None => f.write_str("none"),
            DefaultDepth::Fixed(depth) => write!(f, "{depth}"),
            DefaultDepth::ByTiles => f.write_str("3 or more"),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Moves => "moves",
            Unit::Plies => "plies",
        })
    }
}

/// The names that look most like this one: those that begin with it, then those that differ in few
/// letters.
fn near(name: &str) -> Vec<&'static str> {
    let name = name.to_lowercase();
    let mut found: Vec<(bool, usize, usize, &str)> = list()
        .map(|entry| {
            let known = entry.name;
            let begins = !name.is_empty() && known.starts_with(&name);
            (!begins, distance(&name, known), known.len().abs_diff(name.len()), known)
        })
        .filter(|(other, far, _, known)| !other || *far <= known.len().max(3) / 3)
        .filter(|_| !name.is_empty())
        .collect();
    // Of names as far away, those in the order of the list stay in it.
    found.sort_by_key(|(other, far, longer, _)| (*other, *far, *longer));
    found.into_iter().map(|(.., known)| known).take(3).collect()
}

/// How many letters must be changed, added or left out to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (at, a) in from.chars().enumerate() {
        let mut before = at;
        row[0] = at + 1;
        for (to_at, b) in to.chars().enumerate() {
            let changed = before + usize::from(a != b);
            before = row[to_at + 1];
            row[to_at + 1] = changed.min(before + 1).min(row[to_at] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}
