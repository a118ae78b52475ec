//! `fivetwelve assignment`: makes, checks, explains and exports assignments.

mod check;
mod export;
mod new;
mod record;
pub(super) mod small_mistakes;
mod suggest;

use std::io::Write;
use std::path::Path;

use grader::assignment::{Assignment, Mistake, explain};
use serde_json::json;

use crate::args::assignment::{Action, AssignmentArgs};
use crate::exit::Exit;
use crate::form;
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
        Action::Suggest(args) => {
            let assignment = read(&args.folder, args.json, io)?;
            suggest::run(args, &assignment, io)
        }
        Action::Record(args) => record::run(args, io),
        Action::Explain(args) => {
            let assignment = read(&args.folder, false, io)?;
            write!(io.out, "{}", explain(&assignment, args.student))?;
            Ok(Exit::Ok)
        }
        Action::Export(args) => export::run(args, io),
    }
}

/// Reads an assignment, or shows what is wrong with it.
pub(super) fn read(folder: &Path, json: bool, io: &mut Io) -> anyhow::Result<Assignment> {
    match open(folder)? {
        Ok(assignment) => Ok(assignment),
        Err(list) => shown_mistakes(folder, &list, json, io),
    }
}

/// Shows what is wrong with an assignment, and ends the command.
fn shown_mistakes<T>(
    folder: &Path,
    list: &[Mistake],
    json: bool,
    io: &mut Io,
) -> anyhow::Result<T> {
    if json {
        let value = json!({ "holds": false, "mistakes": mistakes_json(list) });
        let value = form::ASSIGNMENT_CHECK.object(value);
        writeln!(io.out, "{value}")?;
    } else {
        let folder = match folder.is_dir() {
            true => folder,
            false => folder.parent().unwrap_or(Path::new("")),
        };
        let shown = folder.to_string_lossy();
        write!(io.err, "{}", mistakes(&shown, list, io.style()))?;
    }
    Err(Exit::Failed.silent())
}
