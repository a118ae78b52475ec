//! From the description of a strategy to one that plays, and what may be wrong with that.

use std::sync::Arc;

use thiserror::Error;

use super::Strategy;
use super::average::{AverageOptions, Averaging, Dead, Leaf};
use super::baselines::{First, Greedy, Optimal, Random};
use super::expectimax::{Depth, Expectimax, Options};
use super::heuristics::{ByLine, Clustering, Cms, Heuristic, Turning};
use super::lines::Lines;
use super::methods::Method;
use super::spec::{Algorithm, DefaultDepth, Evaluation, Spec, Unit};
use super::turn::{Methodical, Search};
use super::versus::Versus;
use crate::Direction::{self, Down, Left, Right, Up};
use crate::solve::{self, Policy};
use crate::{Odds, Rules};

/// What a strategy is built for.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules of the game. If it does not end with the goal, no search knows of a goal.
    pub rules: Rules,
    /// How far to look ahead, where the strategy itself does not say. Those that do not look ahead
    /// do not mind.
    pub depth: Option<u32>,
    /// The solved game, for the strategy that needs it.
    pub policy: Option<Arc<Policy<3>>>,
}

impl Setup {
    /// For some rules, everything else as it comes.
    pub fn new(rules: Rules) -> Setup {
        Setup { rules, depth: None, policy: None }
    }

    /// The same with a depth.
    pub fn with_depth(self, depth: Option<u32>) -> Setup {
        Setup { depth, ..self }
    }

    /// The same with a solved game.
    pub fn with_policy(self, policy: Arc<Policy<3>>) -> Setup {
        Setup { policy: Some(policy), ..self }
    }
}

/// Why a strategy can't be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// It is not defined for boards of this size.
    #[error("strategy `{name}` plays on {}, not on {side}×{side} cells", boards(sizes))]
    Size {
        /// The strategy.
        name: &'static str,
        /// The side of the board.
        side: usize,
        /// The sides it is defined for.
        sizes: &'static [usize],
    },
    /// It can't look so far ahead.
    #[error("strategy `{name}` looks 1 to {max} {unit} ahead, not {depth}")]
    Depth {
        /// The strategy.
        name: &'static str,
        /// The depth that was asked for.
        depth: u32,
        /// The greatest it accepts.
        max: u32,
        /// What it counts.
        unit: Unit,
    },
    /// Scoring boards before the last move takes two moves.
    #[error("`before-move` makes no move at depth 1: it takes a depth of 2 or more")]
    NothingToScore,
    /// It needs the solved game.
    #[error("strategy `{name}` needs the solved game")]
    NoPolicy {
        /// The strategy.
        name: &'static str,
    },
    /// The solved game has other rules.
    #[error(
        "the solved game is to {solved} with other rules or another goal than this game, to {goal}"
    )]
    OtherGame {
        /// The goal of the solved game.
        solved: u32,
        /// The goal of the game to play.
        goal: u64,
    },
}

fn boards(sizes: &[usize]) -> String {
    sizes.iter().map(|side| format!("{side}×{side}")).collect::<Vec<_>>().join(" and ")
}

/// The branches that an expectimax search does not follow any further.
const CUT: f64 = 0.0001;
const DIRECTIONS: &[Direction] = &[Left, Right, Up, Down];

impl Spec {
    /// Builds the strategy. The tables that it makes take a moment and some megabytes: for many
    /// games, build it once and let each game begin with [`Strategy::begin`].
    pub fn build(&self, setup: &Setup) -> Result<Box<dyn Strategy + Send>, BuildError> {
        let (name, sizes) = (self.entry.name, self.entry.sizes);
        let side = setup.rules.side();
        if !sizes.contains(&side) {
            return Err(BuildError::Size { name, side, sizes });
        }
        if self.kind == Algorithm::Optimal {
            return optimal(name, setup);
        }
        let depth = self.checked_depth(setup.depth)?;
        if side == 3 {
            self.on::<3>(&setup.rules, depth)
        } else {
            self.on::<4>(&setup.rules, depth)
        }
    }

    fn checked_depth(&self, wanted: Option<u32>) -> Result<Depth, BuildError> {
        let (name, max) = (self.entry.name, self.entry.max_depth);
        match (self.depth.or(wanted), self.entry.unit, self.entry.depth) {
            (Some(depth), Some(unit), _) if depth == 0 || depth > max => {
                Err(BuildError::Depth { name, depth, max, unit })
            }
            (Some(depth), Some(_), _) | (None, _, DefaultDepth::Fixed(depth)) => {
                Ok(Depth::Moves(depth))
            }
            (None, _, DefaultDepth::ByTiles) => Ok(Depth::ByTiles),
            (_, None, _) | (None, _, DefaultDepth::None) => Ok(Depth::Moves(1)),
        }
    }

    fn on<const N: usize>(
        &self,
        rules: &Rules,
        depth: Depth,
    ) -> Result<Box<dyn Strategy + Send>, BuildError> {
        Ok(match self.kind {
            Algorithm::Method { method, options, expectimax } => {
                let search = search::<N>(method, options, expectimax, rules, depth)?;
                Box::new(Methodical { method, search })
            }
            Algorithm::Versus { prune, evaluation } => match evaluation {
                Evaluation::Cluster => versus::<N>(Clustering, prune, rules, depth),
                Evaluation::Cms => versus::<N>(Cms::<N>::new(), prune, rules, depth),
                Evaluation::EmV1 => versus::<N>(ByLine::<N>::em_v1(), prune, rules, depth),
                Evaluation::EmV2 => versus::<N>(ByLine::<N>::em_v2(), prune, rules, depth),
                Evaluation::Lee => versus::<N>(Turning::<N>::lee(), prune, rules, depth),
            },
            Algorithm::Expectimax(evaluation) => {
                let options = expectimax(DIRECTIONS, rules, depth, CUT, false);
                match evaluation {
                    Evaluation::Cluster => Box::new(Expectimax::<N, _>::new(Clustering, options)),
                    Evaluation::Cms => Box::new(Expectimax::<N, _>::new(Cms::new(), options)),
                    Evaluation::EmV1 => Box::new(Expectimax::<N, _>::new(ByLine::em_v1(), options)),
                    Evaluation::EmV2 => Box::new(Expectimax::<N, _>::new(ByLine::em_v2(), options)),
                    Evaluation::Lee => Box::new(Expectimax::<N, _>::new(Turning::lee(), options)),
                }
            }
            Algorithm::Random => Box::new(Random::<N>::new()),
            Algorithm::First => Box::new(First::<N>),
            Algorithm::Greedy | Algorithm::Optimal => Box::new(Greedy::<N>),
        })
    }
}

fn optimal(name: &'static str, setup: &Setup) -> Result<Box<dyn Strategy + Send>, BuildError> {
    let policy = setup.policy.clone().ok_or(BuildError::NoPolicy { name })?;
    let odds = match policy.spawn() {
        solve::Spawn::Twos => Odds::NEVER,
        solve::Spawn::TwosAndFours => Odds::TENTH,
    };
    let (solved, goal) = (policy.target(), setup.rules.goal());
    let same_odds = fours(odds) == fours(setup.rules.fours());
    if u64::from(solved) != goal || !same_odds || !setup.rules.stop_at_win() {
        return Err(BuildError::OtherGame { solved, goal });
    }
    Ok(Box::new(Optimal(policy)))
}

fn search<const N: usize>(
    method: &'static Method,
    options: AverageOptions,
    by_odds: bool,
    rules: &Rules,
    depth: Depth,
) -> Result<Search<N>, BuildError> {
    let moves = fixed(depth);
    if options.leaf == Leaf::BeforeMove && moves < 2 {
        return Err(BuildError::NothingToScore);
    }
    Ok(if by_odds {
        let skip = options.dead == Dead::Skip;
        let options = expectimax(method.directions, rules, depth, 0.0, skip);
        Search::Expectimax(Expectimax::new(Lines::new(method), options))
    } else {
        Search::Average(Averaging::new(method, options, moves, win(rules)))
    })
}

fn versus<const N: usize>(
    heuristic: impl Heuristic<N> + 'static,
    prune: bool,
    rules: &Rules,
    depth: Depth,
) -> Box<dyn Strategy + Send> {
    let spawns = spawns(rules).into_iter().map(|(exponent, _)| exponent).collect();
    Box::new(Versus { heuristic, plies: fixed(depth), prune, spawns, win: win(rules) })
}

fn expectimax(
    directions: &'static [Direction],
    rules: &Rules,
    depth: Depth,
    cut: f64,
    skip_lost: bool,
) -> Options {
    Options { directions, depth, cut, spawns: spawns(rules), win: win(rules), skip_lost }
}

/// A depth that does not depend on the board.
fn fixed(depth: Depth) -> u32 {
    match depth {
        Depth::Moves(depth) => depth,
        Depth::ByTiles => 3,
    }
}

/// The exponent to search for; one that no board has if the game does not end with its goal.
fn win(rules: &Rules) -> u8 {
    if rules.stop_at_win() { rules.goal_exponent() } else { 16 }
}

/// The exponents of new tiles that there are, with their odds.
fn spawns(rules: &Rules) -> Vec<(u8, f64)> {
    let fours = fours(rules.fours());
    [(1, 1.0 - fours), (2, fours)].into_iter().filter(|(_, odds)| *odds > 0.0).collect()
}

fn fours(odds: Odds) -> f64 {
    f64::from(odds.fours) / f64::from(odds.of)
}
