//! The command line of `verify`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use tester::verify::{FIRST, LAST, Shard};

#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  fivetwelve verify prog.asm                          every board; minutes
  fivetwelve verify prog.asm --layers 2..64           the beginning of the game; seconds
  fivetwelve verify prog.asm --state run.state        can be killed and started again
  fivetwelve verify prog.asm --from-states --shard 1/8 --save part1.json
  fivetwelve verify merge part*.json

On a walk with --layers A..B, A above 2, the boards of layer A are entered through choice 2 of the
menu, the others are reached from there. --shard needs --from-states.

Exit codes: 0 agrees, 1 disagrees, 2 could not be verified or merged, 64 usage, 74 unwritable output"
)]
pub(crate) struct VerifyArgs {
    #[command(subcommand)]
    pub(crate) sub: Option<VerifySub>,
    /// The program
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) program: Option<String>,
    /// Enter every board through choice 2 of the menu, instead of walking there from the starts
    #[arg(long)]
    pub(crate) from_states: bool,
    /// Only boards with these tile sums, even numbers from 2 to 766
    #[arg(long, value_name = "A..B", value_parser = layers)]
    pub(crate) layers: Option<RangeInclusive<u32>>,
    /// Only part K of N of the boards of each layer
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,
    /// How many threads to use; all processors if absent
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Keep a journal in a file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Write the journal after a layer when so many seconds have passed since the last time
    #[arg(long, value_name = "SECONDS", default_value_t = 20, requires = "state")]
    pub(crate) state_every: u64,
    /// Write the result to a file, as JSON, for `verify merge`
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Show the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress on the terminal
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum VerifySub {
    /// Join the results of parts; nothing may be missing between them and nothing be there twice
    Merge(MergeArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// What `--save` wrote
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the joined result to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Show the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn layers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("two even tile sums are needed, such as {FIRST}..64 or 66..{LAST}");
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, default: u32| match text {
        "" => Ok(default),
        text => text.parse().map_err(|_| wrong()),
    };
    Ok(number(first, FIRST)?..=number(last, LAST)?)
}

fn shard(text: &str) -> Result<Shard, String> {
    let wrong = || "a part is needed, such as 1/8".to_string();
    let (number, of) = text.split_once('/').ok_or_else(wrong)?;
    let number_of = |text: &str| text.parse().map_err(|_| wrong());
    Ok(Shard { number: number_of(number)?, of: number_of(of)? })
}
