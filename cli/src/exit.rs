//! Every exit code, named. `fivetwelve mars` alone has others: MARS's own.

use std::process::ExitCode;

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
verify: 0 the program agrees, 1 it disagrees, 2 it could not be verified.
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
            Exit::Given(code) => code,
        })
    }
}
