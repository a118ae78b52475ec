//! The command line of `verify`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::cluster::SlurmArgs;
use tester::verify::{FIRST, LAST, Shard};

#[derive(Clone, Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  fivetwelve verify prog.asm                          every board; takes minutes
  fivetwelve verify prog.asm --layers 2..64           the beginning of the game; takes seconds
  fivetwelve verify prog.asm --state run.state        can be interrupted and continued
  fivetwelve verify prog.asm --from-states --shard 1/8 --save part1.json
  fivetwelve verify merge part*.json
  fivetwelve verify prog.asm --from-states --slurm 8                  on a cluster

With --layers A..B and A above 2, the boards of layer A are entered through choice 2 of the menu,
and the others are reached from there. --shard and --slurm need --from-states.

Exit codes: 0 agrees, 1 disagrees, 2 could not be verified or merged, 64 invalid arguments, 66
unreadable file, 74 unwritable output, 130 Ctrl-C"
)]
pub(crate) struct VerifyArgs {
    #[command(subcommand)]
    pub(crate) sub: Option<VerifySub>,
    /// The program
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) program: Option<String>,
    /// Enter every board through choice 2 of the menu, instead of playing to it
    #[arg(long)]
    pub(crate) from_states: bool,
    /// Check only boards with these tile sums: even numbers from 2 to 766
    #[arg(long, value_name = "A..B", value_parser = layers)]
    pub(crate) layers: Option<RangeInclusive<u32>>,
    /// Check only part K of N of the boards of each layer
    #[arg(long, value_name = "K/N", conflicts_with = "slurm")]
    pub(crate) shard: Option<Shard>,
    /// How many threads to use [default: all processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Keep a journal in a file, and continue from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "slurm")]
    pub(crate) state: Option<PathBuf>,
    /// Write the journal at most every so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20, requires = "state")]
    pub(crate) state_every: u64,
    /// Write the result to a file, as JSON, for `verify merge`
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) slurm: SlurmArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum VerifySub {
    /// Join the results of parts; gaps and overlaps are errors
    #[command(after_help = "\
Examples:
  fivetwelve verify merge part*.json

Exit codes: 0 merged, 2 could not be merged, 64 invalid arguments, 66 unreadable file, 74 unwritable
output")]
    Merge(MergeArgs),
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// What `verify --save` wrote
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the joined result to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn layers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("expected two even tile sums such as {FIRST}..64 or 66..{LAST}");
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, default: u32| match text {
        "" => Ok(default),
        text => text.parse().map_err(|_| wrong()),
    };
    Ok(number(first, FIRST)?..=number(last, LAST)?)
}
