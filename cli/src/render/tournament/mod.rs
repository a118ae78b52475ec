//! What came of a tournament: tables for people ([`text`]), everything for programs ([`json`] and
//! [`csv`]) and a page with plots ([`html()`]). Shows what it is given; nothing is computed here but
//! how it looks.

mod data;
mod html;
mod plots;
mod table;

use engine::Rules;
use engine::strategy::{DefaultDepth, Entry};
use engine::tournament::thesis::Comparison;
use engine::tournament::{Durations, Interval, Summary};

pub(crate) use data::{csv, json};
pub(crate) use html::html;
pub(crate) use table::text;

/// A whole tournament.
pub(crate) struct Report {
    pub(crate) rules: Rules,
    /// How far everyone looks ahead who does not say so; by strategy if absent.
    pub(crate) depth: Option<u32>,
    /// How many games each was to play.
    pub(crate) games: u64,
    /// The seed of the first.
    pub(crate) seed: u64,
    pub(crate) rows: Vec<Row>,
    /// Whether some are compared with the thesis.
    pub(crate) thesis: bool,
    pub(crate) threads: usize,
    /// How long it took this time, by the clock on the wall.
    pub(crate) seconds: f64,
    /// The processor, where it is known.
    pub(crate) machine: Option<String>,
}

/// One strategy.
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) about: &'static str,
    /// How many directions a method searches.
    pub(crate) directions: Option<usize>,
    pub(crate) summary: Summary,
    /// How long its turns took.
    pub(crate) turns: Durations,
    pub(crate) comparison: Option<Comparison>,
}

impl Row {
    /// Microseconds a turn: mean, p50 and p99.
    fn microseconds(&self) -> [f64; 3] {
        let turns = &self.turns;
        [turns.mean(), turns.percentile(50.0), turns.percentile(99.0)]
            .map(|nanoseconds| nanoseconds.unwrap_or(0.0) / 1e3)
    }

    /// Seconds a game.
    fn seconds(&self) -> f64 {
        self.turns.total() as f64 / 1e9 / self.summary.games.max(1) as f64
    }
}

impl Report {
    /// The mean time of a turn of methods that search four directions by that of those that search
    /// three, each method counting once; with both means in microseconds.
    fn direction_ratio(&self) -> Option<(f64, f64, f64)> {
        let mean = |directions| {
            // As they are in the table of the thesis: other depths and searches are another matter.
            let rows = self.rows.iter().filter(|row| row.comparison.is_some());
            let times: Vec<f64> = rows
                .filter(|row| row.directions == Some(directions))
                .map(|row| row.microseconds()[0])
                .collect();
            (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
        };
        let (three, four) = (mean(3)?, mean(4)?);
        Some((four / three, three, four))
    }

    /// The tiles that any game ended with, from the smallest.
    fn tiles(&self) -> Vec<u64> {
        let mut tiles: Vec<u64> =
            self.rows.iter().flat_map(|row| row.summary.histogram.keys().copied()).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// What was played, in a line.
    fn title(&self) -> String {
        let games = super::grouped(self.games);
        let plural = if self.games == 1 { "game" } else { "games" };
        let last = self.seed.wrapping_add(self.games - 1);
        let depth = match self.depth {
            Some(depth) => format!("depth {depth}"),
            None => "each at its own depth".to_owned(),
        };
        let rules = rules_text(&self.rules);
        format!("{rules}; {depth}; {games} {plural} each, seeds {} to {last}", self.seed)
    }
}

/// Rules in a few words.
pub(crate) fn rules_text(rules: &Rules) -> String {
    let side = rules.side();
    let fours = rules.fours();
    let new = match fours.fours {
        0 => "new tiles are 2".to_owned(),
        _ => format!("{} in {} new tiles is a 4", fours.fours, fours.of),
    };
    let on = if rules.stop_at_win() { "" } else { ", played on" };
    format!("{side}×{side} to {}{on}, {new}", rules.goal())
}

/// The strategies that there are, with what they are.
pub(crate) fn catalogue(entries: impl Iterator<Item = Entry>) -> String {
    let mut rows = Vec::new();
    for entry in entries {
        let depth = match (entry.depth, entry.unit) {
            (DefaultDepth::None, _) | (_, None) => "–".to_owned(),
            (depth, Some(unit)) => format!("{depth} {unit}"),
        };
        let sizes: Vec<String> = entry.sizes.iter().map(|side| format!("{side}×{side}")).collect();
        rows.push([entry.name.to_owned(), sizes.join(" "), depth, entry.about.to_owned()]);
    }
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let (names, sizes, depths) = (width(0), width(1), width(2));
    let line = |row: &[String; 4]| {
        format!("{:names$}  {:sizes$}  {:depths$}  {}\n", row[0], row[1], row[2], row[3])
    };
    let after = "\nA depth and options follow after colons, in any order: 7:4, 9:before-move:skip, \
                 alphabeta:cms:5.\nMethods take after-move, before-move, propagate, skip, spawns, \
                 no-spawns, average, expectimax.\n";
    rows.iter().map(line).collect::<String>() + after
}

/// A share in percent with one digit behind the point.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// An interval of shares in percent.
fn percents(interval: &Interval) -> String {
    format!("{:.1}–{:.1}", 100.0 * interval.low, 100.0 * interval.high)
}

/// An interval of tiles, without digits behind the point.
fn tiles_between(interval: &Interval) -> String {
    format!("{:.0}–{:.0}", interval.low, interval.high)
}

/// A time in microseconds with three digits that count.
fn short(number: f64) -> String {
    match number {
        n if n >= 100.0 => format!("{n:.0}"),
        n if n >= 10.0 => format!("{n:.1}"),
        n if n >= 1.0 => format!("{n:.2}"),
        n => format!("{n:.3}"),
    }
}

/// How likely a mean is, not more exactly than it is known.
fn chance(chance: f64) -> String {
    if chance < 0.001 { "<0.001".to_owned() } else { format!("{chance:.3}") }
}
