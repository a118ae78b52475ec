//! `fivetwelve assignment`: makes, checks and explains assignments.

mod check;
mod new;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use grader::assignment::{Assignment, explain};
use serde_json::json;

use crate::exit::Exit;
use crate::grading::assignment::open;
use crate::io::Io;
use crate::render::assignment::{mistakes, mistakes_json};

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
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
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
    folder: PathBuf,
    /// About a single function and not about a whole program
    #[arg(long)]
    function: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The folder of the assignment, or `fivetwelve` for the one that is built in
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Try so many small mistakes, chosen by the seed [default: 300]
    #[arg(long, value_name = "N", conflicts_with = "no_mutants")]
    mutants: Option<usize>,
    /// Try no small mistakes
    #[arg(long)]
    no_mutants: bool,
    /// Of the games, and of the choice of mistakes
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many threads to use; as many as there are processors if absent
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The folder of the assignment, or `fivetwelve` for the one that is built in
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// For students: without hidden tests
    #[arg(long)]
    student: bool,
}

pub(crate) fn run(args: &AssignmentArgs, io: &mut Io) -> io::Result<Exit> {
    match &args.action {
        Action::New(args) => new::run(args, io),
        Action::Check(args) => match read(&args.folder, args.json, io)? {
            Ok(assignment) => check::run(args, &assignment, io),
            Err(exit) => Ok(exit),
        },
        Action::Explain(args) => match read(&args.folder, false, io)? {
            Ok(assignment) => {
                write!(io.out, "{}", explain(&assignment, args.student))?;
                Ok(Exit::Ok)
            }
            Err(exit) => Ok(exit),
        },
    }
}

/// Reads an assignment, or tells what is wrong with it.
fn read(folder: &Path, json: bool, io: &mut Io) -> io::Result<Result<Assignment, Exit>> {
    match open(folder) {
        Ok(Ok(assignment)) => Ok(Ok(assignment)),
        Ok(Err(list)) => {
            if json {
                let value = json!({ "holds": false, "mistakes": mistakes_json(&list) });
                writeln!(io.out, "{value}")?;
            } else {
                let folder = match folder.is_dir() {
                    true => folder,
                    false => folder.parent().unwrap_or(Path::new("")),
                };
                let shown = folder.to_string_lossy();
                write!(io.err, "{}", mistakes(&shown, &list, io.color, io.width))?;
            }
            Ok(Err(Exit::Failed))
        }
        Err(trouble) => {
            writeln!(io.err, "error: {}", trouble.words)?;
            Ok(Err(Exit::NoInput))
        }
    }
}
