//! The command line of `bot`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve bot optimal3x3 --games 1000        the assembly game, won every time
  fivetwelve bot 7 --watch                      look on; q ends it
  fivetwelve bot em-v2 game.asm                 a program of your own
  fivetwelve bot greedy other.asm --protocol other.toml
  fivetwelve bot lee:3 --games 200 --json

The program is played through its text alone: the board is read from what it prints, and a key is
typed. How it wants to be talked to is found out by trying, unless a protocol file says so (see
docs/boards.md). What it draws comes from the seed: game K of a run has the seed S + K.
`fivetwelve tournament --list` shows all strategies.

Exit codes: 0 played to the end, won or not, 1 the program does not assemble, 2 it can't be played:
it crashes, hangs, shows no board or breaks the rules, 64 usage, 66 unreadable file, 130 Ctrl-C")]
pub(crate) struct BotArgs {
    /// Who plays: a name, and after colons a depth and options, such as 7, em-v2 or lee:3
    #[arg(value_name = "STRATEGY")]
    pub(crate) strategy: String,
    /// The program; the assembly game that `play` plays if absent
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: Option<String>,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::tournament::games)]
    pub(crate) games: u64,
    /// What the programs draw in the first game
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How far to look ahead, unless the strategy itself says so
    #[arg(long, value_name = "D")]
    pub(crate) depth: Option<u32>,
    /// Show the games, one after the other
    #[arg(long, conflicts_with_all = ["json", "threads"])]
    pub(crate) watch: bool,
    /// How long each board is shown
    #[arg(long, value_name = "MS", default_value_t = 100, requires = "watch",
        value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub(crate) delay: u64,
    /// How to talk to the program, instead of finding out by trying
    #[arg(long, value_name = "FILE")]
    pub(crate) protocol: Option<PathBuf>,
    /// Take the solved game for optimal3x3 from a file that `solve3x3 --save` wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// How many games to play at the same time; as many as there are processors if absent
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Report as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
