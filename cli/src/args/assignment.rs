//! The command line of `assignment`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Subcommand;

/// The exit codes of all of them.
const EXITS: &str = "\
Exit codes: 0 success, 1 the assignment has errors, or its checks fail, 64 invalid arguments, 66
no such assignment, 74 unwritable output, 130 Ctrl-C";

#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  fivetwelve assignment new sorting                a folder to start from
  fivetwelve assignment new sums --function        the same for a single function
  fivetwelve assignment new lab3 --from quicksort  a copy of a ready one
  fivetwelve assignment check sorting              is it correct, and what would its tests miss?
  fivetwelve assignment suggest sorting            the test that would find most of that
  fivetwelve assignment explain sorting --student  the rubric, for students
  fivetwelve assignment record sorting             what the reference prints, as expected output
  fivetwelve assignment export sorting -o sorting.zip   what students get

docs/assignments.md describes every key of assignment.toml.

{EXITS}"))]
pub(crate) struct AssignmentArgs {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Create a folder with a small assignment that works
    #[command(after_help = format!("Examples:\n  fivetwelve assignment new sorting\n  fivetwelve assignment new lab3 --from quicksort\n\n{EXITS}"))]
    New(NewArgs),
    /// Read an assignment, grade its own programs, and count the mistakes that its tests notice
    #[command(after_help = format!("Examples:\n  fivetwelve assignment check sorting --mutants 50\n\n{EXITS}"))]
    Check(CheckArgs),
    /// Propose the test that would find most of the mistakes that the tests miss
    #[command(after_help = format!("Examples:\n  fivetwelve assignment suggest sorting >> sorting/assignment.toml\n\n{EXITS}"))]
    Suggest(SuggestArgs),
    /// Write what students get: the tests that they may see, the starter files and a README
    #[command(after_help = format!("\
Examples:
  fivetwelve assignment export lab3 -o lab3-students
  fivetwelve assignment export quicksort -o quicksort.zip    one of the shelf

Neither the solution nor a hidden test is in it. Students run `fivetwelve check FOLDER PROGRAM`.

{EXITS}"))]
    Export(ExportArgs),
    /// Write what the reference prints to the files of expected output
    #[command(after_help = format!("Examples:\n  fivetwelve assignment record sorting\n  fivetwelve assignment record sorting --check   would anything change?\n\n{EXITS}"))]
    Record(RecordArgs),
    /// Print the rubric: the tests, what each of them checks, and its points
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
    /// Copy an assignment of the shelf, such as factorial or quicksort; docs/assignments.md lists them
    #[arg(long, value_name = "NAME", conflicts_with = "function")]
    pub(crate) from: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The folder of the assignment, or the name of a built-in one
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
pub(crate) struct SuggestArgs {
    /// The folder of the assignment, or the name of a built-in one
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Try N small mistakes, chosen by the seed [default: 300]
    #[arg(long, value_name = "N")]
    pub(crate) mutants: Option<usize>,
    /// The seed of the inputs and of the choice of mistakes
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
pub(crate) struct ExportArgs {
    /// The folder of the assignment, or the name of a built-in one
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The folder to create, or a zip file if the name ends in .zip
    #[arg(short, long, value_name = "FOLDER|ZIP")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RecordArgs {
    /// The folder of the assignment
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Write nothing, and end with 1 if a file would change
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The folder of the assignment, or the name of a built-in one
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Leave out what is hidden from students
    #[arg(long)]
    pub(crate) student: bool,
}
