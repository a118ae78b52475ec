//! Lists the files of the shelf of assignments for `grading/shelf.rs`, which embeds them: an installed
//! binary has no repository beside it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let assignments = Path::new("../assignments");
    let mut table = String::from("[\n");
    for folder in sorted(assignments)? {
        // The assignments about the game take their programs from elsewhere.
        if !folder.join("solution.asm").is_file() {
            continue;
        }
        let _ = writeln!(table, "({:?}, &[", name(&folder));
        let mut open = vec![folder.clone()];
        while let Some(inner) = open.pop() {
            for path in sorted(&inner)? {
                if path.is_dir() {
                    open.push(path);
                    continue;
                }
                let within = path.strip_prefix(&folder).unwrap_or(&path);
                let within = within.to_string_lossy().replace('\\', "/");
                let whole = fs::canonicalize(&path)?;
                let _ = writeln!(table, "({within:?}, include_bytes!({whole:?})),");
            }
        }
        table.push_str("]),\n");
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("shelf.rs"), table)?;
    println!("cargo::rerun-if-changed=../assignments");
    Ok(())
}

/// What lies in a folder, by name.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    // What editors and systems leave behind belongs to nobody.
    paths.retain(|path| !name(path).starts_with('.'));
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
