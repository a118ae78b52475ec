//! Every exit code, named. `fivetwelve mars` alone has others: MARS's own.

use std::process::ExitCode;

use crate::interrupt;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Ok,
    /// The program could not be assembled.
    AssemblyFailed,
    /// The program did something that can't be done.
    RunError,
    /// The program reached a limit that it was given.
    Limit,
    /// The command line makes no sense, or asks for something that does not exist.
    Usage,
    /// A file could not be read.
    NoInput,
    /// Output could not be written.
    CannotWrite,
    /// Ctrl-C.
    Interrupted,
    /// The program does not do what its reference does.
    Disagrees,
    /// Program and reference could not be compared.
    NotCompared,
    /// Something that was tested does not pass.
    Failed,
    /// Submissions could not be graded, or not all of them.
    NotGraded,
    /// A code that was asked for: MARS's options `ae` and `se`, or by the program that was run.
    Given(u8),
}

/// The codes for `--help`.
pub(crate) const HELP: &str = "\
Exit codes:
  0   all went well
  1   the program could not be assembled
  2   run: the program did something that can't be done
  3   run: the program reached a limit that it was given
  64  the command line makes no sense
  66  a file could not be read
  74  output could not be written
  130 run, grade: stopped by Ctrl-C
diff and verify: 0 they agree, 1 they disagree, 2 they could not be compared.
grade: 0 graded, whatever the grades, 1 --fail-under or --fail-fast found someone, 2 could not be
graded. check: 0 all tests pass, 1 some do not, 2 could not be checked.
assignment: 0 all is well, 1 it has mistakes or does not hold what it says.
A program that ends with syscall 17 makes `run` end with the code that it gives.";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Ok => 0,
            Exit::AssemblyFailed => 1,
            Exit::RunError => 2,
            Exit::Limit => 3,
            Exit::Usage => 64,
            Exit::NoInput => 66,
            Exit::CannotWrite => 74,
            Exit::Interrupted => interrupt::CODE,
            Exit::Disagrees => 1,
            Exit::NotCompared => 2,
            Exit::Failed => 1,
            Exit::NotGraded => 2,
            Exit::Given(code) => code,
        })
    }
}
