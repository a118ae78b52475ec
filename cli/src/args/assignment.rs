//! The command line of `assignment`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Subcommand;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve assignment new sorting                a folder to begin with
  fivetwelve assignment new sums --function        the same for a single function
  fivetwelve assignment check sorting              does it hold, and what would its tests miss?
  fivetwelve assignment explain sorting --student  the rubric in words

docs/assignments.md explains every key of assignment.toml.

Exit codes: 0 all is well, 1 the assignment has mistakes or does not hold what it says, 64 usage,
66 there is no such assignment, 74 unwritable output")]
pub(crate) struct AssignmentArgs {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Make a folder with an assignment that works and can be changed
    New(NewArgs),
    /// Read it, grade its own programs, and count the small mistakes that its tests notice
    Check(CheckArgs),
    /// Print the rubric in words
    Explain(ExplainArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// The folder; it must not exist yet, or be empty
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// About a single function and not about a whole program
    #[arg(long)]
    pub(crate) function: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The folder of the assignment, or `fivetwelve` for the one that is built in
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Try so many small mistakes, chosen by the seed [default: 300]
    #[arg(long, value_name = "N", conflicts_with = "no_mutants")]
    pub(crate) mutants: Option<usize>,
    /// Try no small mistakes
    #[arg(long)]
    pub(crate) no_mutants: bool,
    /// Of the games, and of the choice of mistakes
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,
    /// How many threads to use; as many as there are processors if absent
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The folder of the assignment, or `fivetwelve` for the one that is built in
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// For students: without hidden tests
    #[arg(long)]
    pub(crate) student: bool,
}
