//! The command lines of `grade`, `check` and `gradescope-zip`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use grader::report::{self, Join, Release};
use tester::verify::Shard;

use super::cluster::SlurmArgs;
use super::{Choice, choice};

/// The exit codes of `grade` and `grade merge`.
const GRADE_EXITS: &str = "\
Exit codes: 0 graded, whatever the grades; 1 a submission stopped --fail-fast or is below
--fail-under; 2 could not be graded, or the grader itself failed on a submission; 64 invalid
arguments, 66 unreadable input, 74 unwritable output, 130 Ctrl-C (--resume continues)";

#[derive(Clone, Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = format!("\
Examples:
  fivetwelve grade assignments/fivetwelve submissions/ --html report.html
  fivetwelve grade assignments/fivetwelve moodle.zip --csv grades.csv --feedback feedback/
  fivetwelve grade lab3/ submissions/ --only 'doe*'      one student only
  fivetwelve grade lab3/ submissions/ --resume           continue after Ctrl-C
  fivetwelve grade lab3/ submissions/ --shard 1/4 --json part1.json
  fivetwelve grade merge part*.json --html report.html
  fivetwelve grade lab3/ submissions/ --slurm 8 --html report.html    on a cluster
  fivetwelve grade diff old.json new.json

A folder of programs has one submission per program, a folder of folders one per folder. Zip files
as Moodle, Canvas and Gradescope export them work as they are, unpacked or not. Results are saved
as they are finished, so an interrupted run loses nothing and no submission is graded twice.

Formats for --report: {}.

{GRADE_EXITS}", formats())
)]
pub(crate) struct GradeArgs {
    #[command(subcommand)]
    pub(crate) sub: Option<GradeSub>,
    /// The folder of the assignment, or the name of a built-in one
    #[arg(required = true, value_name = "ASSIGNMENT")]
    pub(crate) assignment: Option<PathBuf>,
    /// Folders, programs or zip files
    #[arg(required = true, value_name = "SUBMISSIONS")]
    pub(crate) submissions: Vec<PathBuf>,
    /// Each of SUBMISSIONS is the work of one student
    #[arg(long)]
    pub(crate) single: bool,
    /// Grade only submissions whose name or key matches; `*` matches anything
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Stop at the first submission without full points, and exit with 1
    #[arg(long, conflicts_with = "slurm")]
    pub(crate) fail_fast: bool,
    /// Exit with 1 if a submission gets less than this percentage
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fail_under: Option<f64>,
    /// The seed of the games; the same seed gives the same grades
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Rank the lines of each program that may be wrong, for its smallest failure
    #[arg(long)]
    pub(crate) locate: bool,
    /// How many threads to use [default: all processors]; grades do not depend on it
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The most memory of each process that grades, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 208, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub(crate) worker_memory: u64,
    /// Grade in this process, where others can't be started. A submission that exhausts the memory
    /// then ends the whole run
    #[arg(long, conflicts_with = "worker_memory")]
    pub(crate) in_process: bool,
    /// Grade only every N-th submission, starting with the K-th; see `grade merge`
    #[arg(long, value_name = "K/N", conflicts_with = "slurm")]
    pub(crate) shard: Option<Shard>,
    /// The folder in which results are saved [default: .fivetwelve]
    #[arg(long, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
    /// Grade everything again, without saved results
    #[arg(long, conflicts_with = "resume")]
    pub(crate) no_cache: bool,
    /// Continue an interrupted run; an error if there is none
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) slurm: SlurmArgs,
    #[command(flatten)]
    pub(crate) reports: ReportArgs,
}

/// What a process that grades for `grade` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    pub(crate) assignment: PathBuf,
    /// What the assignment must be.
    #[arg(long)]
    pub(crate) digest: String,
    #[arg(long)]
    pub(crate) seed: u64,
    /// The most memory, in MiB.
    #[arg(long)]
    pub(crate) memory: u64,
    /// Whether lines are ranked.
    #[arg(long)]
    pub(crate) locate: bool,
}

/// Which reports are written.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ReportArgs {
    /// Write a report; can be given several times, and `-` is standard output
    #[arg(long, value_name = "FORMAT=PATH", value_parser = target)]
    pub(crate) report: Vec<Target>,
    /// The class report as one HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Everything as JSON, for `grade diff` and `grade merge`
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// A table for Canvas
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// A folder with a page for each student
    #[arg(long, value_name = "DIR")]
    pub(crate) feedback: Option<PathBuf>,
    /// How much the reports for students show
    #[arg(long, value_parser = choice(&RELEASES), value_name = "WHEN", default_value = "open")]
    pub(crate) release: Release,
    /// How tables for platforms identify a student
    #[arg(long, value_parser = choice(&JOINS), value_name = "COLUMN", default_value = "id")]
    pub(crate) join: Join,
    /// Do not print the table or the progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

const RELEASES: [Choice<Release>; 3] = [
    ("open", "Visible tests only", Release::Open),
    ("due", "Also tests that are visible after the due date", Release::Due),
    ("published", "All tests that are not hidden", Release::Published),
];

const JOINS: [Choice<Join>; 3] = [
    ("id", "The number or address, or the key if there is none", Join::Id),
    ("name", "The person's name", Join::Name),
    ("key", "The name of the folder or file", Join::Key),
];

impl ReportArgs {
    /// All reports that are asked for.
    pub(crate) fn targets(&self) -> Vec<Target> {
        let named = [
            ("html", &self.html),
            ("json", &self.json),
            ("canvas", &self.csv),
            ("junit", &self.junit),
            ("feedback", &self.feedback),
        ];
        let named = named.into_iter().filter_map(|(name, path)| {
            Some(Target { format: report::find(name)?, path: path.clone()? })
        });
        named.chain(self.report.iter().cloned()).collect()
    }

    /// The settings of all reports, for text of such a width.
    pub(crate) fn options(&self, colour: bool, width: usize) -> report::Options {
        let (release, join) = (self.release, self.join);
        report::Options { colour, width, release, join, ..report::Options::default() }
    }
}

#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum GradeSub {
    /// Join the parts that `--shard` and `--json` wrote
    #[command(after_help = format!("Examples:\n  fivetwelve grade merge part*.json --html report.html\n\n{GRADE_EXITS}"))]
    Merge(GradeMergeArgs),
    /// Show whose grade changed between two runs, and why
    #[command(after_help = "\
Examples:
  fivetwelve grade diff old.json new.json

Exit codes: 0 nothing changed, 1 something changed, 2 could not be compared, 64 invalid arguments,
66 unreadable file")]
    Diff(GradeDiffArgs),
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GradeMergeArgs {
    /// What `grade --shard K/N --json FILE` wrote
    #[arg(required = true, value_name = "FILE")]
    pub(crate) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reports: ReportArgs,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GradeDiffArgs {
    /// What `grade --json FILE` wrote
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The same, from a later run
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
Examples:
  fivetwelve check prog.asm                      the 3×3 game
  fivetwelve check lab3/ prog.asm                another assignment
  fivetwelve check lab3/ prog.asm --only slide   one test

Only the tests that students may see are run. Files that the program includes must be next to it.

Exit codes: 0 all tests pass, 1 some fail, 2 the assignment has errors, 64 invalid arguments, or no
test matches --only, 66 unreadable file or assignment, 130 Ctrl-C"
)]
pub(crate) struct CheckArgs {
    /// The folder of the assignment, or the name of a built-in one [default: fivetwelve]
    #[arg(value_name = "ASSIGNMENT")]
    pub(crate) assignment: Option<PathBuf>,
    /// The program
    #[arg(value_name = "FILE", required = true)]
    pub(crate) file: PathBuf,
    /// Run only tests whose name matches; `*` matches anything
    #[arg(long, value_name = "TEST")]
    pub(crate) only: Vec<String>,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve gradescope-zip assignments/fivetwelve -o upload.zip
  fivetwelve gradescope-zip lab3/ -o lab3.zip --seed 7
  fivetwelve gradescope-zip lab3/ -o lab3.zip --binary fivetwelve-linux    built elsewhere

The zip file contains setup.sh, run_autograder, the assignment with all files that it names, and the
fivetwelve binary: this one or the one given by --binary. The static binary of a release runs on
every image; for another, a warning says what it needs. The same assignment and binary give the same
bytes.

Exit codes: 0 written, 2 the assignment has errors, 64 invalid arguments, 66 unreadable assignment
or binary, 74 unwritable output")]
pub(crate) struct GradescopeArgs {
    /// The folder of the assignment, or the name of a built-in one
    #[arg(value_name = "ASSIGNMENT")]
    pub(crate) assignment: PathBuf,
    /// Where to write the zip file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The fivetwelve binary to include [default: this one]
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A report, and where it goes.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) format: &'static report::Format,
    pub(crate) path: PathBuf,
}

fn target(text: &str) -> Result<Target, String> {
    let (name, path) =
        text.split_once('=').ok_or("expected a format and a path, such as json=grades.json")?;
    let format = report::find(name)
        .ok_or_else(|| format!("unknown format `{name}`; known formats are {}", formats()))?;
    if path.is_empty() {
        return Err(format!("the path is missing: write {name}=PATH"));
    }
    Ok(Target { format, path: path.into() })
}

fn formats() -> String {
    report::FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read() {
        let found = target("json=a=b.json").expect("it is a target");
        assert_eq!((found.format.name, found.path), ("json", PathBuf::from("a=b.json")));
        for bad in ["json", "json=", "nothing=x", "="] {
            assert!(target(bad).is_err(), "{bad}");
        }
        assert_eq!(percent("50%"), Ok(50.0));
        assert!(percent("101").is_err() && percent("NaN").is_err());
    }
}
