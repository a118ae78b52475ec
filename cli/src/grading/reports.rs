//! Where reports go: files that are written whole or not at all, and folders in which nothing that
//! others put there is touched.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use grader::book::Gradebook;
use grader::report::{self, Output};
use grader::submission::names;

use crate::args::grading::{ReportArgs, Target};
use crate::exit::Exit;
use crate::io::Io;
use crate::output::{self, writable};

/// Makes sure that all reports can be written, before the work that leads to them.
pub(crate) fn check(args: &ReportArgs) -> anyhow::Result<()> {
    let targets = args.targets();
    for (at, target) in targets.iter().enumerate() {
        if is_stdout(&target.path) {
            if target.format.kind == Output::Folder {
                return Err(Exit::Usage.error(format!("{} needs a folder", target.format.name)));
            }
            continue;
        }
        if targets[..at].iter().any(|other| other.path == target.path) {
            return Err(
                Exit::Usage.error(format!("{} is named for two reports", target.path.display()))
            );
        }
        match target.format.kind {
            Output::Folder => {
                writable(&target.path, fs::create_dir_all(&target.path))?;
                output::can_write(&target.path.join("probe"))?;
            }
            Output::Text | Output::File => output::can_write(&target.path)?,
        }
    }
    Ok(())
}

/// Writes all reports, and the table to the terminal if nothing else goes there.
pub(crate) fn write(args: &ReportArgs, book: &Gradebook, io: &mut Io) -> anyhow::Result<()> {
    let targets = args.targets();
    let taken = targets.iter().any(|target| is_stdout(&target.path));
    // A reader that went away is not an error, and the other reports are still wanted.
    let out = |io: &mut Io, bytes: &[u8]| match io.out.write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    };
    if !args.quiet && !taken {
        let options = args.options(io.on_out.color, io.on_out.width);
        if let Some(format) = report::find("terminal") {
            for file in format.report(book, &options) {
                out(io, &file.bytes)?;
            }
        }
    }
    let options = args.options(false, io.on_out.width);
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

fn put(target: &Target, file: &report::File) -> anyhow::Result<()> {
    let path = match (target.format.kind, file.path.as_str()) {
        (Output::Folder, inside) => {
            // Names are made harmless where reports are made; this is the second lock on the door.
            let inside = names::clean(inside).map_err(|why| {
                Exit::CannotWrite.error(format!(
                    "{}: {}: {why}",
                    target.path.display(),
                    names::shown(inside)
                ))
            })?;
            let path = target.path.join(PathBuf::from(inside));
            if let Some(folder) = path.parent() {
                writable(folder, fs::create_dir_all(folder))?;
            }
            path
        }
        (Output::Text | Output::File, _) => target.path.clone(),
    };
    output::write_whole(&path, &file.bytes)
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}
