//! The command line of `tournament`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use engine::Odds;

use super::cluster::SlurmArgs;
use super::{Choice, Preset, choice};

/// How often a new tile is a 4.
pub(crate) const ODDS: [Choice<Odds>; 3] = [
    ("2", "Always a 2", Odds::NEVER),
    ("90/10", "A 4 once in ten", Odds::TENTH),
    ("50/50", "A 4 every other time", Odds { fours: 1, of: 2 }),
];

/// Words of a strategy that are given for all methods.
type Words = [Choice<&'static str>; 2];
const LEAVES: Words = [
    ("after-move", "After the last move", "after-move"),
    ("before-move", "Before it", "before-move"),
];
const DEAD: Words = [
    ("propagate", "Moves that lead there are never chosen", "propagate"),
    ("skip", "They are left out of the average", "skip"),
];
const SEARCHES: Words = [
    ("average", "One average over all boards that can follow", "average"),
    ("expectimax", "The best move each time, new tiles by their odds", "expectimax"),
];

#[derive(Clone, Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve tournament 7 10 em-v2 --games 200     three strategies, the same 200 games
  fivetwelve tournament --thesis                   the 17 methods next to the thesis's tables
  fivetwelve tournament --thesis --variants --games 1000 --html report.html
  fivetwelve tournament 7 --ablations              the effect of each choice in its search
  fivetwelve tournament 3 3@50/50 --state run.jsonl    can be interrupted and continued
  fivetwelve tournament optimal3x3 greedy --size 3
  fivetwelve tournament --thesis --games 1000 --slurm 8 --html report.html    on a cluster
  fivetwelve tournament --list                     all strategies

A strategy is a name, and after colons a depth and options in any order: 7:4, 9:before-move:skip,
alphabeta:cms:5. After @ come other odds of new tiles: 7@50/50.
Game K of every strategy has the seed S + K - 1, so all strategies meet the same chances. The same
seed gives the same games on any number of threads; only the times differ.

Exit codes: 0 played, 2 --slurm failed, 64 invalid arguments, 66 unreadable file, 74 unwritable output, 130 Ctrl-C")]
pub(crate) struct TournamentArgs {
    /// The strategies
    #[arg(value_name = "STRATEGY")]
    pub(crate) strategies: Vec<String>,
    /// Play the 17 methods of the thesis as it does: 4×4 to 2048, three moves deep
    #[arg(long, conflicts_with_all = ["strategies", "size", "preset", "goal", "depth", "spawn",
        "play_on", "leaf", "dead", "search"])]
    pub(crate) thesis: bool,
    /// With --thesis: play the variants too
    #[arg(long, requires = "thesis")]
    pub(crate) variants: bool,
    /// Play each method also with each other choice: leaf, dead ends, expectimax, new tiles
    #[arg(long)]
    pub(crate) ablations: bool,
    /// List all strategies and stop
    #[arg(long)]
    pub(crate) list: bool,
    /// How many games each strategy plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    pub(crate) games: u64,
    /// The seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How far to look ahead, for strategies that do not say so
    #[arg(long, value_name = "D")]
    pub(crate) depth: Option<u32>,
    /// The number of rows and columns, 3 or 4 [default: the preset's]
    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) size: Option<usize>,
    /// The rules [default: classic; mips512 with --size 3]
    #[arg(long, value_enum, value_name = "PRESET")]
    pub(crate) preset: Option<Preset>,
    /// The tile that wins [default: the preset's; 512 on 3×3 cells]
    #[arg(long, value_name = "TILE")]
    pub(crate) goal: Option<u64>,
    /// Which new tiles appear [default: the preset's]
    #[arg(long, value_parser = choice(&ODDS), value_name = "ODDS")]
    pub(crate) spawn: Option<Odds>,
    /// Continue games after a win
    #[arg(long)]
    pub(crate) play_on: bool,
    /// Where methods score boards
    #[arg(long, value_parser = choice(&LEAVES), value_name = "WHERE")]
    pub(crate) leaf: Option<&'static str>,
    /// What methods do with dead ends
    #[arg(long, value_parser = choice(&DEAD), value_name = "HOW")]
    pub(crate) dead: Option<&'static str>,
    /// How methods search
    #[arg(long, value_parser = choice(&SEARCHES), value_name = "HOW")]
    pub(crate) search: Option<&'static str>,
    /// How many games to play in parallel [default: all processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Keep a journal of all games in a file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) slurm: SlurmArgs,
    /// Write all results to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write one line per strategy to a file, as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write a page with plots to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Read the solved game for optimal3x3 from a file that `solve3x3 --save` wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The most games that anyone would wait for.
const MOST_GAMES: u64 = 10_000_000;

/// A number of games.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1 game".into()),
        Ok(games) if games <= MOST_GAMES => Ok(games),
        _ => Err(format!("expected a number from 1 to {MOST_GAMES}")),
    }
}

fn size(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(side @ (3 | 4)) => Ok(side),
        _ => Err("strategies play on 3×3 and 4×4 cells".into()),
    }
}
