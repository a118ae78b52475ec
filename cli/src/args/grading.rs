//! The command lines of `grade`, `check` and `gradescope-zip`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use grader::report;

/// How `grade` and its helpers end.
const GRADE_EXITS: &str = "\
Exit codes: 0 graded, whatever the grades; 1 --fail-under or --fail-fast found someone; 2 could not
be graded, or the grader itself failed on a submission; 64 usage, 66 unreadable input, 74
unwritable output, 130 Ctrl-C (go on with --resume)";

#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = format!("\
Examples:
  fivetwelve grade assignments/fivetwelve submissions/ --html report.html
  fivetwelve grade assignments/fivetwelve moodle.zip --csv grades.csv --feedback feedback/
  fivetwelve grade lab3/ submissions/ --only 'doe*'      one student again
  fivetwelve grade lab3/ submissions/ --resume           go on after a kill or Ctrl-C
  fivetwelve grade lab3/ submissions/ --shard 1/4 --json part1.json
  fivetwelve grade merge part*.json --html report.html
  fivetwelve grade diff old.json new.json

A folder of programs is one submission for each of them, a folder of folders one for each folder.
Zips as Moodle, Canvas and Gradescope export them are understood as they are, opened and unopened.
Results are kept as they are finished, so that a kill loses nothing and the same submission is not
graded twice.

Formats for --report: {}.

{GRADE_EXITS}", formats())
)]
pub(crate) struct GradeArgs {
    #[command(subcommand)]
    pub(crate) sub: Option<GradeSub>,
    /// The folder of the assignment, or `fivetwelve` for the one that is built in
    #[arg(required = true, value_name = "ASSIGNMENT")]
    pub(crate) assignment: Option<PathBuf>,
    /// Folders, programs or zips
    #[arg(required = true, value_name = "SUBMISSIONS")]
    pub(crate) submissions: Vec<PathBuf>,
    /// Take each of SUBMISSIONS as the work of one student, whatever is in it
    #[arg(long)]
    pub(crate) single: bool,
    /// Grade only those whose name or key fits; `*` stands for anything
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Stop at the first submission that does not get all points, and exit with 1
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Exit with 1 if someone gets less than so many percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fail_under: Option<f64>,
    /// The seed of the games; the same seed gives the same grades
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads to use; all processors if absent. Grades do not depend on it
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Grade only every N-th submission, beginning with the K-th; see `grade merge`
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,
    /// Where results are kept as they are finished [default: .fivetwelve]
    #[arg(long, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
    /// Grade anew even what has been graded before
    #[arg(long, conflicts_with = "resume")]
    pub(crate) no_cache: bool,
    /// Go on with a run that was stopped; an error if there is none
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) reports: ReportArgs,
}

/// What is written about a run.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ReportArgs {
    /// Write a report in this format; may be given several times, `-` is standard output
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
    /// A page for each student, in a folder
    #[arg(long, value_name = "DIR")]
    pub(crate) feedback: Option<PathBuf>,
    /// What students may see by now, in the reports that are for them
    #[arg(long, value_enum, value_name = "WHEN", default_value = "open")]
    pub(crate) release: Release,
    /// By what tables for platforms know a student
    #[arg(long, value_enum, value_name = "COLUMN", default_value = "id")]
    pub(crate) join: Join,
    /// Neither the table nor progress on the terminal
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// How far results have been made known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Release {
    /// Only what is visible
    #[default]
    Open,
    /// Also what may be seen after the due date
    Due,
    /// All but what is hidden
    Published,
}

/// By what a table knows a student.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Join {
    /// A number or an address, or the key of those who have none
    #[default]
    Id,
    /// The name of the person
    Name,
    /// The name of the folder or file
    Key,
}

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
        report::Options {
            colour,
            width,
            release: match self.release {
                Release::Open => report::Release::Open,
                Release::Due => report::Release::Due,
                Release::Published => report::Release::Published,
            },
            join: match self.join {
                Join::Id => report::Join::Id,
                Join::Name => report::Join::Name,
                Join::Key => report::Join::Key,
            },
            ..report::Options::default()
        }
    }
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum GradeSub {
    /// Join the grades of shards, as `--json` wrote them; none may be missing or there twice
    #[command(after_help = GRADE_EXITS)]
    Merge(GradeMergeArgs),
    /// Say whose grade changed from one run to another, and why
    #[command(
        after_help = "Exit codes: 0 nothing changed, 1 something changed, 2 could not be compared"
    )]
    Diff(GradeDiffArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct GradeMergeArgs {
    /// What `grade --shard K/N --json FILE` wrote
    #[arg(required = true, value_name = "FILE")]
    pub(crate) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reports: ReportArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GradeDiffArgs {
    /// What `grade --json FILE` wrote
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The same, later
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve check prog.asm                    the 3×3 game
  fivetwelve check lab3/ prog.asm              another assignment
  fivetwelve check lab3/ prog.asm --only slide one test again

Only the tests that students may see are run. What they include is looked for beside the program.

Exit codes: 0 all tests pass, 1 some do not, 2 the file or the assignment could not be read,
64 usage, or --only fits no test")]
pub(crate) struct CheckArgs {
    /// The folder of the assignment, if it is not the built-in one, and the program
    #[arg(required = true, num_args = 1..=2, value_names = ["ASSIGNMENT", "FILE"])]
    pub(crate) paths: Vec<PathBuf>,
    /// Run only tests whose name fits; `*` stands for anything
    #[arg(long, value_name = "TEST")]
    pub(crate) only: Vec<String>,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The zip holds setup.sh, run_autograder, the assignment with all files that it names, and a
program to grade with: this one, which must run on Gradescope's Linux, or another by --binary. The
same assignment and program give the same bytes.

Exit codes: 0 written, 2 the assignment or the program could not be read, 64 usage,
74 unwritable output")]
pub(crate) struct GradescopeArgs {
    /// The folder of the assignment, or `fivetwelve` for the one that is built in
    #[arg(value_name = "ASSIGNMENT")]
    pub(crate) assignment: PathBuf,
    /// Where to write the zip
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The fivetwelve program to put in; this one if absent
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

/// A part of the submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) number: usize,
    pub(crate) of: usize,
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Reads "2/3".
pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let part = text.split_once('/').and_then(|(number, of)| {
        Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
    });
    part.filter(|part| 1 <= part.number && part.number <= part.of)
        .ok_or_else(|| "a part is needed, such as 1/4".into())
}

fn target(text: &str) -> Result<Target, String> {
    let (name, path) =
        text.split_once('=').ok_or("a format and a path are needed, such as json=grades.json")?;
    let format = report::find(name)
        .ok_or_else(|| format!("there is no format `{name}`; there are {}", formats()))?;
    if path.is_empty() {
        return Err(format!("where to? Write {name}=PATH"));
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
        .ok_or_else(|| "a number from 0 to 100 is needed".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_targets_are_read() {
        assert_eq!(shard("2/3"), Ok(Shard { number: 2, of: 3 }));
        for bad in ["0/3", "4/3", "1", "/", "a/b", "1/0", "-1/2"] {
            assert!(shard(bad).is_err(), "{bad}");
        }
        let found = target("json=a=b.json").expect("it is a target");
        assert_eq!((found.format.name, found.path), ("json", PathBuf::from("a=b.json")));
        for bad in ["json", "json=", "nothing=x", "="] {
            assert!(target(bad).is_err(), "{bad}");
        }
        assert_eq!(percent("50%"), Ok(50.0));
        assert!(percent("101").is_err() && percent("NaN").is_err());
    }
}
