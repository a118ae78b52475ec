//! The command lines of `diff` and `mutants`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Fidelity;

/// How output is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Comparison {
    /// Byte for byte
    Exact,
    /// By the boards that are shown, whatever the words around them
    Boards,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve diff game.asm                             10,000 games against the engine
  fivetwelve diff game.asm --games 1000000 --seed 7    more of them, and others
  fivetwelve diff game.asm --reference right.asm       against another program
  fivetwelve diff game.asm --script '1 A X ; draws: 1 1'   one game, which is made smaller
  fivetwelve diff game.asm --save found.txt            keep the game that is found ...
  fivetwelve diff game.asm --script found.txt          ... and play it again
  fivetwelve diff right.asm --games 200 --record games.json
  fivetwelve diff game.asm --reference games.json      against what was recorded
  fivetwelve diff other.asm --compare boards           a game with words and keys of its own
  fivetwelve diff other.asm --learn > other.toml       what it was taken for, to be corrected

A game is a line: words are lines of input, `.` is an empty one, `_` a blank, `\\xHH` a byte, `/`
nothing; behind `; draws:` come the numbers that the random services draw, or none. Behind those
come 0, 1, 2 and so on. Program and reference draw the same.

Exit codes: 0 they agree, 1 they disagree, 2 they could not be compared (not assembled, unreadable
file, unwritable output), 64 usage.")]
pub(crate) struct DiffArgs {
    /// The program to test
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: String,
    /// How many games to play: first the fixed ones, then those of the seed
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = at_least_one())]
    pub(crate) games: u64,
    /// Which games to play
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How to compare what is printed
    #[arg(long, value_enum, value_name = "HOW", default_value = "exact")]
    pub(crate) compare: Comparison,
    /// What to compare with: engine, a program (.asm) or recorded games (.json)
    #[arg(long, value_name = "REFERENCE", default_value = "engine")]
    pub(crate) reference: String,
    /// How the engine plays
    #[arg(long, value_enum, value_name = "HOW", default_value = "program")]
    pub(crate) fidelity: Fidelity,
    /// With --compare boards: how to talk to the program, instead of finding out by trying
    #[arg(long, value_name = "FILE")]
    pub(crate) protocol: Option<PathBuf>,
    /// Print the protocol that trying the program out suggests, and do nothing else
    #[arg(long)]
    pub(crate) learn: bool,
    /// Play this game only: a script, or a file that holds one
    #[arg(long, value_name = "SCRIPT")]
    pub(crate) script: Option<String>,
    /// Write the smallest game that shows a disagreement to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Write what the program did in its games to a file, as a reference for others
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// How many games to play at the same time; as many as there are cores if absent
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// Report as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve mutants asm/fivetwelve.asm
  fivetwelve mutants game.asm --lines 40..80       only mistakes in these lines
  fivetwelve mutants game.asm --games 500 --json

A mutant is the program with one instruction changed: left out, another operation, another register,
another constant, a branch turned round. Those in which nothing is noticed are listed with their
lines: first mistakes of which the games show nothing, then those that did the same as the program
whenever they ran, then those in instructions that never ran.

Exit codes: 0 the mutants were tried, 2 they could not be (the program does not assemble, or is wrong
itself), 64 usage.")]
pub(crate) struct MutantsArgs {
    /// The program to make mutants of
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: String,
    /// How many games to play with each, at most
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = at_least_one())]
    pub(crate) games: u64,
    /// Only mistakes in these lines
    #[arg(long, value_name = "A..B", value_parser = line_range)]
    pub(crate) lines: Option<std::ops::RangeInclusive<u32>>,
    /// Which games to play
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many mutants to try at the same time; as many as there are cores if absent
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// Report as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Nothing can be said of no games.
fn at_least_one() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..)
}

fn line_range(text: &str) -> Result<std::ops::RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("two line numbers are needed, such as 40..80".into()),
    }
}
