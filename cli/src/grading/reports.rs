//! Where reports go: files that are written whole or not at all, and folders in which nothing that
//! others put there is touched.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use grader::book::Gradebook;
use grader::report::{self, Output};
use grader::submission::names;

use super::Trouble;
use crate::args::grading::{ReportArgs, Target};
use crate::io::Io;
use crate::loader::reason;
use crate::output;

/// Makes sure that all reports can be written, before the work that leads to them.
pub(crate) fn check(args: &ReportArgs) -> Result<(), Trouble> {
    let targets = args.targets();
    for (at, target) in targets.iter().enumerate() {
        if is_stdout(&target.path) {
            if target.format.kind == Output::Folder {
                return Err(usage(format!("{} needs a folder", target.format.name)));
            }
            continue;
        }
        if targets[..at].iter().any(|other| other.path == target.path) {
            return Err(usage(format!("{} is named for two reports", target.path.display())));
        }
        let done = match target.format.kind {
            Output::Folder => fs::create_dir_all(&target.path)
                .and_then(|()| output::can_write(&target.path.join("probe"))),
            Output::Text | Output::File => output::can_write(&target.path),
        };
        done.map_err(|error| unwritable(&target.path, &error))?;
    }
    Ok(())
}

/// Writes all reports, and the table to the terminal if nothing else goes there.
pub(crate) fn write(args: &ReportArgs, book: &Gradebook, io: &mut Io) -> Result<(), Trouble> {
    let targets = args.targets();
    let taken = targets.iter().any(|target| is_stdout(&target.path));
    // A reader that went away is no error, and the other reports are still wanted.
    let out = |io: &mut Io, bytes: &[u8]| match io.out.write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(|error| unwritable(Path::new("standard output"), &error)),
    };
    if !args.quiet && !taken {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let options = args.options(io::stdout().is_terminal() && !plain, io.width);
        if let Some(format) = report::find("terminal") {
            for file in format.report(book, &options) {
                out(io, &file.bytes)?;
            }
        }
    }
    let options = args.options(false, io.width);
    for target in &targets {
        for file in target.format.report(book, &options) {
            if is_stdout(&target.path) {
                out(io, &file.bytes)?;
            } else {
                put(target, &file)?;
            }
        }
    }
    Ok(())
}

fn put(target: &Target, file: &report::File) -> Result<(), Trouble> {
    let path = match (target.format.kind, file.path.as_str()) {
        (Output::Folder, inside) => {
            // Names are made harmless where reports are made; this is the second lock on the door.
            let inside = names::clean(inside).map_err(|why| {
                Trouble::cannot_write(format!("{}: {inside:?}: {why}", target.path.display()))
            })?;
            let path = target.path.join(PathBuf::from(inside));
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
            }
            path
        }
        (Output::Text | Output::File, _) => target.path.clone(),
    };
    output::write_whole(&path, &file.bytes).map_err(|error| unwritable(&path, &error))
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn usage(words: String) -> Trouble {
    Trouble { words, exit: crate::exit::Exit::Usage }
}

fn unwritable(path: &Path, error: &io::Error) -> Trouble {
    Trouble::cannot_write(format!("{} can't be written: {}", path.display(), reason(error)))
}
