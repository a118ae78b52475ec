//! `fivetwelve assignment record`: writes what the reference prints to the files of expected output, and
//! tells what is no longer as it was.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use grader::assignment::{self, ExpectedFile, FILE, Folder, expected_files};
use tester::policy::{Mismatch, OutputPart, Policy, compare};
use tester::wording::visible;

use super::shown_mistakes;
use crate::args::assignment::RecordArgs;
use crate::exit::Exit;
use crate::grading::assignment::{Disk, folder_of};
use crate::io::Io;
use crate::loader::read_text;
use crate::output;

pub(super) fn run(args: &RecordArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let folder = folder_of(&args.folder)?;
    let disk = Lenient {
        expected: expected_files(&read_text(folder.join(FILE))?),
        disk: Disk::new(folder.clone()),
        missing: RefCell::default(),
    };
    let assignment = match assignment::read(&disk) {
        Ok(assignment) => assignment,
        Err(list) => return shown_mistakes(&folder, &list, false, io),
    };
    let recordings = assignment.recordings();
    if recordings.is_empty() {
        writeln!(io.out, "No test has an `expected-file`, so there is nothing to record.")?;
        return Ok(Exit::Ok);
    }
    let missing = disk.missing.borrow();
    let (mut changed, mut failed) = (0, false);
    for ExpectedFile { test, path, old, new } in recordings {
        let new = match new {
            Ok(new) => new,
            Err(why) => {
                writeln!(io.out, "{path} can't be recorded for {test}: {why}")?;
                failed = true;
                continue;
            }
        };
        let what = match (missing.contains(&path), compare(&Policy::Exact, &old, None, &new)) {
            (true, _) => "is new".to_string(),
            (false, Some(other)) => format!("changes: {}", changed_part(&other)),
            (false, None) => {
                writeln!(io.out, "{path} stays as it is")?;
                continue;
            }
        };
        changed += 1;
        writeln!(io.out, "{path} {what}")?;
        if !args.check {
            let path = folder.join(&path);
            let parent = path.parent().map(Path::to_path_buf).unwrap_or_default();
            output::writable(&path, fs::create_dir_all(parent))?;
            output::write_whole(&path, &new)?;
        }
    }
    Ok(if failed || args.check && changed > 0 { Exit::Failed } else { Exit::Ok })
}

/// The first part that is not as it was.
fn changed_part(other: &Mismatch) -> String {
    let Mismatch::Part { part: OutputPart::Line(line), expected: old, got: new } = other else {
        return "it is not what it was".into();
    };
    match (old, new) {
        (Some(old), Some(new)) => {
            format!("line {line} was `{}` and is now `{}`", visible(old), visible(new))
        }
        (Some(old), None) => format!("line {line}, which was `{}`, is gone", visible(old)),
        (None, new) => format!("line {line} is new: `{}`", visible(new.as_deref().unwrap_or(""))),
    }
}

/// An assignment's folder in which files of expected output may be missing.
struct Lenient {
    disk: Disk,
    expected: Vec<String>,
    missing: RefCell<BTreeSet<String>>,
}

impl Folder for Lenient {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let read = self.disk.read(path);
        if read.is_err() && self.expected.iter().any(|other| other == path) {
            self.missing.borrow_mut().insert(path.to_owned());
            return Ok(Vec::new());
        }
        read
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, String> {
        self.disk.list(folder)
    }
}
