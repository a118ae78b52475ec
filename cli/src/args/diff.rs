//! The command lines of `diff` and `mutants`.

use std::fmt;
use std::path::PathBuf;

use clap::ValueEnum;

use engine::protocol::Fidelity;
use tester::Rule;
use tester::boards::Protocol;
use tester::policy::Policy;

use super::cluster::SlurmArgs;
use super::play::FIDELITIES;
use super::{Choice, choice};

/// How output is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Comparison {
    /// Byte for byte
    Exact,
    /// By the boards, whatever the text around them
    Boards,
    /// Any two programs, by what they print on the same input
    Output,
}

/// What a program is compared with, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    Engine,
    /// A file of recorded games.
    Games(String),
    Program(String),
}

impl From<&str> for Reference {
    fn from(name: &str) -> Reference {
        match name {
            "engine" => Reference::Engine,
            _ if name.ends_with(".json") => Reference::Games(name.into()),
            _ => Reference::Program(name.into()),
        }
    }
}

/// As it is named.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reference::Engine => f.write_str("engine"),
            Reference::Games(name) | Reference::Program(name) => f.write_str(name),
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve diff game.asm                             10,000 games against the engine
  fivetwelve diff game.asm --games 1000000 --seed 7    more games, and others
  fivetwelve diff game.asm --reference right.asm       against another program
  fivetwelve diff game.asm --script '1 A X ; draws: 1 1'   one game, which is shrunk
  fivetwelve diff game.asm --save found.txt            save the game that is found ...
  fivetwelve diff game.asm --script found.txt          ... and play it again
  fivetwelve diff right.asm --games 200 --record games.json
  fivetwelve diff game.asm --reference games.json      against recorded games
  fivetwelve diff other.asm --compare boards           a game with other texts and keys
  fivetwelve diff other.asm --learn > other.toml       its keys and texts, to be corrected
  fivetwelve diff sum.asm --reference solution.asm     any two programs, with inputs made for them
  fivetwelve diff sum.asm --reference solution.asm --policy numeric --relative 0.001
  fivetwelve diff sum.asm --reference solution.asm --input '2 3'   one input, a word for each line

A script is one line: its words are lines of input; `.` is an empty line, `_` a blank, `\\xHH` a
byte, and `/` is ignored. After `; draws:` come the numbers that the random services draw, or
`none`; then 0, 1, 2 and so on follow. Program and reference draw the same numbers. On the command
line `; draws: none` can be left out, unless there is a file of that name.

A reference that is not the game, or --compare output, means any two programs: inputs are made while
the reference asks for them.

Exit codes: 0 they agree, 1 they disagree, 2 they could not be compared, 64 invalid arguments, 66
unreadable file, 74 unwritable output, 130 Ctrl-C")]
pub(crate) struct DiffArgs {
    /// The program to test
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: String,
    /// How many games to play, fixed ones first, then random ones; or how many inputs to try
    #[arg(long, visible_alias = "runs", value_name = "N", default_value_t = 10_000, value_parser = at_least_one())]
    pub(crate) games: u64,
    /// The seed of the random games and inputs
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How to compare the output [default: exact for the game, output for other programs]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) compare: Option<Comparison>,
    /// What to compare with: engine, a program (.asm) or recorded games (.json)
    #[arg(long, value_name = "REFERENCE", default_value = "engine")]
    pub(crate) reference: Reference,
    /// Which game the engine plays
    #[arg(long, value_parser = choice(&FIDELITIES), value_name = "HOW", default_value = "program")]
    pub(crate) fidelity: Fidelity,
    /// With --compare boards: a protocol file, instead of finding the keys by trying
    #[arg(long, value_name = "FILE")]
    pub(crate) protocol: Option<PathBuf>,
    /// With --compare boards: continue games that break this rule: start, or one about new tiles
    #[arg(long, value_name = "RULE", value_parser = allowed_rule)]
    pub(crate) allow: Vec<Rule>,
    /// Find the keys and texts of the program by trying, print them as a protocol file, and stop
    #[arg(long)]
    pub(crate) learn: bool,
    /// Play this game only: a script, or a file that contains one
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    pub(crate) script: Option<String>,
    /// Any two programs: when outputs count as the same [default: trailing-space]
    #[arg(long, value_name = "POLICY", value_parser = choice(&POLICIES))]
    pub(crate) policy: Option<Policy>,
    /// With --policy numeric: how much numbers may differ
    #[arg(long, value_name = "X", value_parser = tolerance)]
    pub(crate) absolute: Option<f64>,
    /// With --policy numeric: the same, as a fraction of the expected number
    #[arg(long, value_name = "X", value_parser = tolerance)]
    pub(crate) relative: Option<f64>,
    /// Any two programs: compare only what depends on the input, not the words around it
    #[arg(long)]
    pub(crate) ignore_prompts: bool,
    /// Any two programs: try this input only; each word is a line, as in a script
    #[arg(long, value_name = "LINES", allow_hyphen_values = true, conflicts_with = "script")]
    pub(crate) input: Option<String>,
    /// Write the smallest game or input with a difference to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Record what the program does to a file, as a reference for others
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) slurm: SlurmArgs,
    /// How many games to play in parallel [default: all processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// Show all lines that ran, not only the most suspicious ones
    #[arg(long)]
    pub(crate) all_lines: bool,
    /// Show changes of one instruction that correct the game
    #[arg(long)]
    pub(crate) repairs: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The policies for any two programs: a reference prints no patterns and no boards.
pub(super) const POLICIES: [Choice<Policy>; 4] = [
    ("trailing-space", "everything except blanks at the ends of lines", Policy::TrailingSpace),
    ("exact", "byte for byte", Policy::Exact),
    ("tokens", "only the words, not the space between them", Policy::Tokens),
    (
        "numeric",
        "the words; numbers may differ a little",
        Policy::Numeric { absolute: 0.0, relative: 0.0 },
    ),
];

pub(super) fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 on".into())
}

/// A rule that games can be told to overlook.
pub(super) fn allowed_rule(text: &str) -> Result<Rule, String> {
    let known = Protocol::CAN_BE_BROKEN;
    let names = known.map(Rule::name).join(" or ");
    known.into_iter().find(|rule| rule.name() == text).ok_or(format!("expected {names}"))
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve mutants asm/fivetwelve.asm
  fivetwelve mutants game.asm --lines 40..80       only these lines
  fivetwelve mutants game.asm --games 500 --json

A mutant is the program with one instruction changed: removed, another operation, another register,
another constant, or an inverted branch. Mutants that are not noticed are listed with their lines:
first those that the games do not show, then those that behaved like the program whenever they ran,
then those in instructions that never ran.

Exit codes: 0 the mutants were tried, 2 they could not be tried (the program does not assemble, or
is wrong itself), 64 invalid arguments, 66 unreadable file, 130 Ctrl-C")]
pub(crate) struct MutantsArgs {
    /// The program to mutate
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: String,
    /// Judge by the tests of an assignment, not by games; the program must pass them
    #[arg(long, value_name = "DIR", conflicts_with = "games")]
    pub(crate) assignment: Option<std::path::PathBuf>,
    /// The most games to play with each mutant
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = at_least_one())]
    pub(crate) games: u64,
    /// Mutate only these lines
    #[arg(long, value_name = "A..B", value_parser = line_range)]
    pub(crate) lines: Option<std::ops::RangeInclusive<u32>>,
    /// The seed of the random games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) slurm: SlurmArgs,
    /// How many mutants to try in parallel [default: all processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// Print one JSON object
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
        _ => Err("expected two line numbers such as 40..80".into()),
    }
}
