//! `fivetwelve assignment`: makes, checks and explains assignments.

mod check;
mod new;

use std::io::{self, Write};
use std::path::Path;

use grader::assignment::{Assignment, explain};
use serde_json::json;

use crate::args::assignment::{Action, AssignmentArgs};
use crate::exit::Exit;
use crate::grading::assignment::open;
use crate::io::Io;
use crate::render::assignment::{mistakes, mistakes_json};

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
                write!(io.err, "{}", mistakes(&shown, &list, io.style()))?;
            }
            Ok(Err(Exit::Failed))
        }
        Err(trouble) => {
            writeln!(io.err, "error: {}", trouble.words)?;
            Ok(Err(Exit::NoInput))
        }
    }
}
