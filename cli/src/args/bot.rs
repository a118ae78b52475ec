//! The command line of `bot`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve bot optimal3x3 --games 1000        the assembly game; wins every time
  fivetwelve bot 7 --watch                      watch it play; q quits
  fivetwelve bot em-v2 game.asm                 your own program
  fivetwelve bot greedy other.asm --protocol other.toml
  fivetwelve bot lee:3 --games 200 --json

The strategy reads the board from what the program prints, and types a key. The program's keys and
menu are found by trying, or given by a protocol file (see docs/boards.md). Game K of a run has the
seed S + K.
`fivetwelve tournament --list` shows all strategies.

Exit codes: 0 played to the end, won or not, 1 the program does not assemble, 2 it can't be played:
it crashes, hangs, shows no board or breaks the rules, 64 invalid arguments, 66 unreadable file, 130
Ctrl-C")]
pub(crate) struct BotArgs {
    /// The strategy: a name, and after colons a depth and options, such as 7, em-v2 or lee:3
    #[arg(value_name = "STRATEGY")]
    pub(crate) strategy: String,
    /// The program [default: the game that `play` plays]
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: Option<String>,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::tournament::games)]
    pub(crate) games: u64,
    /// The seed of the random draws
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How far to look ahead, unless the strategy says so
    #[arg(long, value_name = "D")]
    pub(crate) depth: Option<u32>,
    /// Show the games
    #[arg(long, conflicts_with_all = ["json", "threads"])]
    pub(crate) watch: bool,
    /// How long each board is shown
    #[arg(long, value_name = "MS", default_value_t = 100, requires = "watch",
        value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub(crate) delay: u64,
    /// A protocol file, instead of finding the keys by trying
    #[arg(long, value_name = "FILE")]
    pub(crate) protocol: Option<PathBuf>,
    /// Read the solved game for optimal3x3 from a file that `solve3x3 --save` wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// How many games to play in parallel [default: all processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
