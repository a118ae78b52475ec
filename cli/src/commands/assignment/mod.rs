//! `fivetwelve assignment`: makes, checks and explains assignments.

mod check;
mod new;

use std::io::Write;
use std::path::Path;

use grader::assignment::{Assignment, explain};
use serde_json::json;

use crate::args::assignment::{Action, AssignmentArgs};
use crate::exit::Exit;
use crate::grading::assignment::open;
use crate::io::Io;
use crate::render::assignment::{mistakes, mistakes_json};

pub(crate) fn run(args: &AssignmentArgs, io: &mut Io) -> anyhow::Result<Exit> {
    match &args.action {
        Action::New(args) => new::run(args, io),
        Action::Check(args) => {
            let assignment = read(&args.folder, args.json, io)?;
            check::run(args, &assignment, io)
        }
        Action::Explain(args) => {
            let assignment = read(&args.folder, false, io)?;
            write!(io.out, "{}", explain(&assignment, args.student))?;
            Ok(Exit::Ok)
        }
    }
}

/// Reads an assignment, or shows what is wrong with it.
fn read(folder: &Path, json: bool, io: &mut Io) -> anyhow::Result<Assignment> {
    let list = match open(folder)? {
        Ok(assignment) => return Ok(assignment),
        Err(list) => list,
    };
    if json {
        let value = json!({ "holds": false, "mistakes": mistakes_json(&list) });
        writeln!(io.out, "{value}")?;
    } else {
        let folder = match folder.is_dir() {
            true => folder,
            false => folder.parent().unwrap_or(Path::new("")),
        };
        let shown = folder.to_string_lossy();
        write!(io.err, "{}", mistakes(&shown, &list, io.style()))?;
    }
    Err(Exit::Failed.silent())
}
