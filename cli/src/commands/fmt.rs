//! `fivetwelve fmt`: puts the parts of every line in their columns, as [`language::format`] does.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use language::format::{Changed, changes, format};

use crate::args::FmtArgs;
use crate::exit::{Exit, OrExit};
use crate::io::Io;
use crate::loader::{MAX_SOURCE_BYTES, all_of, read_at_most, readable};
use crate::{output, settings};

/// Lines shown around a change.
const CONTEXT: usize = 3;

pub(crate) fn run(args: &FmtArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let mut changed = 0;
    let stdin = args.files.is_empty() || args.files.iter().any(|name| name == "-");
    if stdin {
        if args.files.len() > 1 {
            return Err(Exit::Usage.error("standard input can't be formatted together with files"));
        }
        changed += usize::from(standard_input(args, io)?);
    }
    for path in files(args)? {
        changed += usize::from(file(&path, args, io)?);
    }
    let told = args.check || args.diff;
    Ok(if told && changed > 0 { Exit::Failed } else { Exit::Ok })
}

fn standard_input(args: &FmtArgs, io: &mut Io) -> anyhow::Result<bool> {
    let name = "standard input";
    let text = text(name, readable(name, all_of(io::stdin(), MAX_SOURCE_BYTES))?)?;
    let columns = settings::columns(Path::new("."))?;
    let tidy = format(&text, &columns);
    let changed = tidy != text;
    match (args.check, args.diff) {
        (false, false) => io.out.write_all(tidy.as_bytes())?,
        (_, true) => show(name, &text, &changes(&text, &columns), io)?,
        (true, false) if changed => writeln!(io.out, "{name}")?,
        (true, false) => {}
    }
    Ok(changed)
}

fn file(path: &Path, args: &FmtArgs, io: &mut Io) -> anyhow::Result<bool> {
    let name = path.display().to_string();
    let text = text(&name, readable(path, read_at_most(path, MAX_SOURCE_BYTES))?)?;
    let columns =
        settings::columns(path.parent().filter(|p| p != &Path::new("")).unwrap_or(Path::new(".")))?;
    let tidy = format(&text, &columns);
    if tidy == text {
        return Ok(false);
    }
    match (args.check, args.diff) {
        (false, false) => output::write_whole(path, tidy.as_bytes())?,
        (_, true) => show(&name, &text, &changes(&text, &columns), io)?,
        (true, false) => writeln!(io.out, "{name}")?,
    }
    Ok(true)
}

/// What was read as text. Other bytes would not survive being written again.
fn text(name: &str, bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        Exit::NoInput.error(format!(
            "{name} is not UTF-8 (line {line}), and is left as it is; save it as UTF-8 first"
        ))
    })
}

/// The files that were asked for, those of folders by name.
fn files(args: &FmtArgs) -> anyhow::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for name in args.files.iter().filter(|name| *name != "-") {
        let path = PathBuf::from(name);
        if path.is_dir() {
            below(&path, &mut found)?;
        } else {
            found.insert(path);
        }
    }
    Ok(found)
}

/// The programs below a folder; what is hidden stays out.
fn below(folder: &Path, found: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("{} could not be read", folder.display()))
            .or_exit(Exit::NoInput)?;
        for entry in entries.flatten() {
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            let kind = entry.file_type().ok();
            if hidden {
                continue;
            }
            if kind.is_some_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "asm" || e == "s") && path.is_file() {
                found.insert(path);
            }
        }
    }
    Ok(())
}

/// A unified diff. Formatting never adds or removes lines, so there is nothing to search for.
fn show(name: &str, text: &str, changed: &[Changed], io: &mut Io) -> io::Result<()> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let open = !text.is_empty() && !text.ends_with(['\n', '\r']);
    let last = lines.len() as u32;
    let mut list = changed.to_vec();
    if open && list.last().is_none_or(|changed| changed.line != last) {
        let line = lines.last().copied().unwrap_or_default().to_string();
        list.push(Changed { line: last, before: line.clone(), after: line });
    }
    let (remove, add, plain) = match io.on_out.color {
        true => ("\u{1b}[31m", "\u{1b}[32m", "\u{1b}[0m"),
        false => ("", "", ""),
    };
    let near = |a: &Changed, b: &Changed| b.line - a.line <= 2 * CONTEXT as u32 + 1;
    if list.is_empty() {
        return Ok(());
    }
    writeln!(io.out, "--- {name}\n+++ {name}")?;
    for hunk in list.chunk_by(near) {
        let (first, end) = (hunk[0].line as usize, hunk[hunk.len() - 1].line as usize);
        let from = first.saturating_sub(CONTEXT).max(1);
        let to = (end + CONTEXT).min(lines.len());
        let count = to + 1 - from;
        writeln!(io.out, "@@ -{from},{count} +{from},{count} @@")?;
        let mut next = from;
        for group in hunk.chunk_by(|a, b| a.line + 1 == b.line) {
            let start = group[0].line as usize;
            for line in &lines[next - 1..start - 1] {
                writeln!(io.out, " {}", line.trim_end_matches(['\n', '\r']))?;
            }
            for changed in group {
                writeln!(io.out, "{remove}-{}{plain}", changed.before)?;
                if open && changed.line == last {
                    writeln!(io.out, "\\ No newline at end of file")?;
                }
            }
            for changed in group {
                writeln!(io.out, "{add}+{}{plain}", changed.after)?;
            }
            next = start + group.len();
        }
        for line in &lines[(next - 1).min(to)..to] {
            writeln!(io.out, " {}", line.trim_end_matches(['\n', '\r']))?;
        }
    }
    Ok(())
}
