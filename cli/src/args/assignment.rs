//! The command line of `assignment`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Subcommand;

/// The exit codes of all three.
const EXITS: &str = "\
Exit codes: 0 success, 1 the assignment has errors, or its checks fail, 64 invalid arguments, 66
there is no such assignment, 74 unwritable output, 130 Ctrl-C";

#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  fivetwelve assignment new sorting                a folder to start from
  fivetwelve assignment new sums --function        the same for a single function
  fivetwelve assignment check sorting              is it correct, and what would its tests miss?
  fivetwelve assignment explain sorting --student  the rubric, for students

docs/assignments.md describes every key of assignment.toml.

{EXITS}"))]
pub(crate) struct AssignmentArgs {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Create a folder with a small assignment that works
    #[command(after_help = format!("Examples:\n  fivetwelve assignment new sorting\n\n{EXITS}"))]
    New(NewArgs),
    /// Read an assignment, grade its own programs, and count the mistakes that its tests notice
    #[command(after_help = format!("Examples:\n  fivetwelve assignment check sorting --mutants 50\n\n{EXITS}"))]
    Check(CheckArgs),
    /// Print the rubric
    #[command(after_help = format!("Examples:\n  fivetwelve assignment explain sorting --student\n\n{EXITS}"))]
    Explain(ExplainArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// The folder to create; it must be empty if it exists
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Test a single function instead of a whole program
    #[arg(long)]
    pub(crate) function: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The folder of the assignment, or `fivetwelve` for the built-in one
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Try N small mistakes, chosen by the seed [default: 300]
    #[arg(long, value_name = "N", conflicts_with = "no_mutants")]
    pub(crate) mutants: Option<usize>,
    /// Try no small mistakes
    #[arg(long)]
    pub(crate) no_mutants: bool,
    /// The seed of the games and of the choice of mistakes
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,
    /// How many threads to use [default: all processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The folder of the assignment, or `fivetwelve` for the built-in one
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Leave out what is hidden from students
    #[arg(long)]
    pub(crate) student: bool,
}
