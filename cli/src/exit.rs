//! Exit codes, and the errors that carry them.
//!
//! A command returns `anyhow::Result<Exit>`. An error made by [`Exit::error`] or [`OrExit`] knows its
//! code. Of the others, an [`io::Error`] without context comes from standard output, because every
//! operation on a file adds its path. `fivetwelve mars` alone has other codes: MARS's own.

use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::interrupt;
use crate::loader::reason;

/// How a command ended. A number means the same for every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Success.
    Ok,
    /// The answer is no: a program that does not assemble, disagrees with its reference, fails a
    /// test or does what the checker reports, an assignment with errors, grades that differ.
    Failed,
    /// There is no answer: the program failed while it ran, or could not be tested or graded.
    Unable,
    /// The program reached a limit that it was given.
    Limit,
    /// Invalid arguments.
    Usage,
    /// A file could not be read or understood.
    NoInput,
    /// Output could not be written.
    CannotWrite,
    /// Ctrl-C.
    Interrupted,
    /// A code that was asked for: MARS's options `ae` and `se`, or by the program that was run.
    Given(u8),
}

/// The codes for `--help`; `docs/exit-codes.md` has the same table.
pub(crate) const HELP: &str = "\
Exit codes:
  0    success
  1    the answer is no: the program does not assemble (asm, run, debug), disagrees with its
       reference (diff, verify), fails a test (check), or ends well with findings (run --check); the
       assignment has errors, or its checks fail (assignment); a submission stopped --fail-fast or
       is below --fail-under, or grades differ (grade); a file is not formatted (fmt --check)
  2    there is no answer: the program failed while it ran (run, play, bot), or it could not be
       tested or graded (diff, verify, mutants, check, grade)
  3    the program reached a limit that it was given (run)
  64   invalid arguments
  66   a file could not be read or understood
  74   output could not be written
  130  stopped by Ctrl-C
A program that ends with syscall 17 gives `run` its own code. `mars` has the codes of MARS 4.5.";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Ok => 0,
            Exit::Failed => 1,
            Exit::Unable => 2,
            Exit::Limit => 3,
            Exit::Usage => 64,
            Exit::NoInput => 66,
            Exit::CannotWrite => 74,
            Exit::Interrupted => interrupt::CODE,
            Exit::Given(code) => code,
        })
    }
}

impl Exit {
    /// An error in one sentence that ends the command with this code.
    pub(crate) fn error(self, sentence: impl Into<String>) -> anyhow::Error {
        self.carried_by(Some(anyhow::Error::msg(sentence.into())))
    }

    /// The end of a command that has already shown what is wrong.
    pub(crate) fn silent(self) -> anyhow::Error {
        self.carried_by(None)
    }

    /// The code of an error. What is not marked is a failure to write or to do what was asked.
    pub(crate) fn of(error: &anyhow::Error) -> Exit {
        match error.downcast_ref::<Coded>() {
            Some(coded) => coded.exit,
            None if is_output_error(error) => Exit::CannotWrite,
            None => Exit::Unable,
        }
    }

    fn carried_by(self, error: Option<anyhow::Error>) -> anyhow::Error {
        Coded { exit: self, error }.into()
    }
}

/// Gives an error its exit code, in place of the one that it has.
pub(crate) trait OrExit<T> {
    /// The same, with this code for the error. Errors of standard output keep theirs.
    fn or_exit(self, exit: Exit) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> OrExit<T> for Result<T, E> {
    fn or_exit(self, exit: Exit) -> anyhow::Result<T> {
        self.map_err(|error| match error.into() {
            error if is_output_error(&error) => error,
            error => exit.carried_by(Some(error)),
        })
    }
}

/// Whether an error comes from writing to standard output or standard error.
fn is_output_error(error: &anyhow::Error) -> bool {
    error.chain().len() == 1 && error.is::<io::Error>()
}

/// Whether an error only says that whoever read our output has gone.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    is_output_error(error) && kind == Some(io::ErrorKind::BrokenPipe)
}

/// An error with its causes in one line; nothing if it has been shown already.
pub(crate) fn message(error: &anyhow::Error) -> String {
    let causes: Vec<String> = error.chain().map(reason).collect();
    let prefix = if is_output_error(error) { "output could not be written: " } else { "" };
    format!("{prefix}{}", causes.join(": "))
}

/// An error and the code that it ends the command with.
#[derive(Debug)]
struct Coded {
    exit: Exit,
    error: Option<anyhow::Error>,
}

impl fmt::Display for Coded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.as_ref().map_or(Ok(()), |error| out.write_str(&message(error)))
    }
}

impl std::error::Error for Coded {}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    fn missing() -> io::Error {
        io::Error::from_raw_os_error(2)
    }

    #[test]
    fn an_error_keeps_its_code_and_its_causes() {
        let read: Result<(), _> = Err(missing()).context("a.txt could not be read");
        let error = read.or_exit(Exit::NoInput).context("--script").unwrap_err();
        assert_eq!(Exit::of(&error), Exit::NoInput);
        assert_eq!(message(&error), "--script: a.txt could not be read: No such file or directory");
        let again: Result<(), _> = Err(error);
        assert_eq!(Exit::of(&again.or_exit(Exit::Unable).unwrap_err()), Exit::Unable);
        assert_eq!(message(&Exit::Failed.silent()), "");
        assert_eq!(Exit::of(&anyhow::anyhow!("a mistake")), Exit::Unable);
    }

    #[test]
    fn errors_of_standard_output_stay_what_they_are() {
        let gone: Result<(), _> = Err(io::Error::from(io::ErrorKind::BrokenPipe));
        let error = gone.or_exit(Exit::Unable).unwrap_err();
        assert!(is_broken_pipe(&error));
        let full: Result<(), _> = Err(io::Error::from(io::ErrorKind::StorageFull));
        let error = full.or_exit(Exit::Usage).unwrap_err();
        assert!(!is_broken_pipe(&error) && Exit::of(&error) == Exit::CannotWrite);
        assert_eq!(message(&error), "output could not be written: no storage space");
        assert!(!is_broken_pipe(&Exit::Usage.error("no")));
    }

    #[test]
    fn the_documented_table_is_the_one_of_help() {
        let page = include_str!("../../docs/exit-codes.md");
        for exit in [0, 1, 2, 3, 64, 66, 74, 130] {
            assert!(page.contains(&format!("\n| {exit} |")), "{exit}");
            assert!(HELP.contains(&format!("\n  {exit:<4} ")), "{exit}");
        }
    }
}
