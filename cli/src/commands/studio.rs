//! `fivetwelve studio`: a page in the browser to write, run, debug and check programs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use studio::Workbench;

use crate::args::studio::StudioArgs;
use crate::exit::Exit;
use crate::grading::assignment;
use crate::host::Files;
use crate::io::Io;
use crate::studio::{Address, DiskWorld, Slices, open_documents, serve};

/// The document if none is named.
const UNTITLED: &str = "untitled.asm";

pub(crate) fn run(args: &StudioArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let mut files = args.files.clone();
    if files.is_empty() {
        files.push(UNTITLED.into());
    }
    let (documents, crlf) = open_documents(&files)?;
    if let Some(named) = &args.assignment {
        assignment::load_for_student(named)?;
    }
    let place = Address::find(&files, args.port)?;
    let slices = Slices::new();
    let world = DiskWorld {
        slices: slices.clone(),
        files: if args.no_files { Files::Denied } else { Files::Below(args.folder.clone()) },
        seed: args.seed,
        assignment: args.assignment.clone(),
        crlf,
        folders: files.iter().map(|file| folder(file)).collect(),
    };
    writeln!(io.out, "The studio is at {}", place.door.address())?;
    io.out.flush()?;
    if !args.no_open && !place.leading_page().is_some_and(|page| opened(&page)) {
        io.tell("note: no browser could be opened; open the address above in one")?;
    }
    io.err.flush()?;
    serve(place.listener, place.door, slices, Workbench::new(world, documents));
    Ok(Exit::Ok)
}

/// The folder that a document lies in.
fn folder(file: &str) -> PathBuf {
    let parent = Path::new(file).parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_path_buf()
}

/// Opens a page in the user's browser; whether there is a program that does.
fn opened(page: &Path) -> bool {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("explorer", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(page);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
