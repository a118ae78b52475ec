//! The games of one strategy, and what is told of them.

use std::collections::BTreeMap;

use super::interval::{self, Interval};
use super::resample::Resampler;
use crate::strategy::{Ending, GameResult};

/// What is told of the games of a strategy. The same games give the same summary.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many games there were.
    pub games: u64,
    /// The mean of the largest tile.
    pub mean: Mean,
    /// The smallest largest tile.
    pub min: u64,
    /// The largest largest tile.
    pub max: u64,
    /// How many games ended with which largest tile.
    pub histogram: BTreeMap<u64, u64>,
    /// Games whose largest tile is half the goal, no more and no less.
    pub half: Share,
    /// Games whose largest tile is half the goal or more.
    pub half_or_more: Share,
    /// Games that reached the goal.
    pub goal: Share,
    /// Games in which the strategy had no move although there was one.
    pub gave_up: u64,
    /// Moves a game, as a mean.
    pub turns: f64,
    /// Points a game, as a mean.
    pub score: f64,
    /// What decided the moves.
    pub decided: Decided,
}

/// A mean with its intervals. With a single game there is nothing to judge the spread by, and the
/// intervals are that one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// By the normal distribution.
    pub normal: Interval,
    /// By drawing the games again.
    pub bootstrap: Interval,
}

/// A share with Wilson's interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of all, from 0 to 1.
    pub share: f64,
    /// Where it lies.
    pub interval: Interval,
}

impl Share {
    /// So many of so many.
    pub fn new(count: u64, games: u64) -> Share {
        let share = if games == 0 { 0.0 } else { count as f64 / games as f64 };
        Share { count, share, interval: interval::wilson(count, games) }
    }
}

/// Shares of all turns, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// Decided by the first exception.
    pub exception1: f64,
    /// Decided by the second exception.
    pub exception2: f64,
    /// Where only down was legal.
    pub forced_down: f64,
}

impl Summary {
    /// Sums up games that were played to a goal, in any order; `None` if there are none. The seed is
    /// that of drawing again.
    pub fn new(games: &[GameResult], goal: u64, seed: u64) -> Option<Summary> {
        let count = games.len() as u64;
        let mut histogram = BTreeMap::new();
        for game in games {
            *histogram.entry(game.largest).or_default() += 1;
        }
        let (min, max) = (*histogram.first_key_value()?.0, *histogram.last_key_value()?.0);
        let mean_of = |of: &dyn Fn(&GameResult) -> u64| {
            games.iter().map(of).map(|value| value as f64).sum::<f64>() / count as f64
        };
        let value = mean_of(&|game| game.largest);
        let point = Interval { low: value, high: value };
        // From the histogram, so that the order in which games ended changes no digit.
        let values = histogram
            .iter()
            .flat_map(|(tile, count)| std::iter::repeat_n(*tile as f64, *count as usize));
        let bootstrap = Resampler::new(&histogram, seed).mean_interval(count);
        let of_tiles = |wanted: &dyn Fn(u64) -> bool| {
            let hits = histogram.iter().filter(|(tile, _)| wanted(**tile)).map(|(_, count)| count);
            Share::new(hits.sum(), count)
        };
        let turns: u64 = games.iter().map(|game| game.turns).sum();
        let decided = |of: &dyn Fn(&GameResult) -> u64| {
            games.iter().map(of).sum::<u64>() as f64 / turns.max(1) as f64
        };
        Some(Summary {
            games: count,
            mean: Mean {
                value,
                normal: interval::normal(values).unwrap_or(point),
                bootstrap: bootstrap.unwrap_or(point),
            },
            min,
            max,
            half: of_tiles(&|tile| tile == goal / 2),
            half_or_more: of_tiles(&|tile| tile >= goal / 2),
            goal: of_tiles(&|tile| tile >= goal),
            gave_up: games.iter().filter(|game| game.ending == Ending::GaveUp).count() as u64,
            turns: turns as f64 / count as f64,
            score: mean_of(&|game| game.score),
            decided: Decided {
                exception1: decided(&|game| game.decisions.exception1),
                exception2: decided(&|game| game.decisions.exception2),
                forced_down: decided(&|game| game.decisions.forced_down),
            },
            histogram,
        })
    }
}
