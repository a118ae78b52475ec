//! `fivetwelve assignment new`: a folder with an assignment that holds, to be changed. It is a small one
//! made for that, or one of the shelf.

use std::io::Write;
use std::path::Path;

use grader::assignment::FILE;

use crate::args::assignment::NewArgs;
use crate::exit::Exit;
use crate::grading::shelf::{names_on_shelf, on_shelf};
use crate::io::Io;
use crate::output::write_folder;

const PROGRAM: [(&str, &str); 3] = [
    ("assignment.toml", include_str!("scaffold/program.toml")),
    ("solution.asm", include_str!("scaffold/program.asm")),
    ("faulty/subtracts.asm", include_str!("scaffold/program-faulty.asm")),
];

const FUNCTION: [(&str, &str); 4] = [
    ("assignment.toml", include_str!("scaffold/function.toml")),
    ("solution.asm", include_str!("scaffold/function.asm")),
    ("start.asm", include_str!("scaffold/function-start.asm")),
    ("faulty/takes-the-first.asm", include_str!("scaffold/function-faulty.asm")),
];

pub(super) fn run(args: &NewArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let folder = &args.folder;
    let id = id_of(folder);
    let files = match &args.from {
        Some(name) => copied(name, &id)?,
        None if args.function => scaffold(&FUNCTION, &id),
        None => scaffold(&PROGRAM, &id),
    };
    write_folder(folder, files.iter().map(|(name, bytes)| (name, bytes)), io)?;
    let shown = folder.display();
    writeln!(io.out, "\nIt works as it is: `fivetwelve assignment check {shown}` shows it.")?;
    Ok(Exit::Ok)
}

fn scaffold(files: &[(&str, &str)], id: &str) -> Vec<(String, Vec<u8>)> {
    let named = |text: &str| text.replace("NAME", id).into_bytes();
    files.iter().map(|(name, text)| (name.to_string(), named(text))).collect()
}

/// An assignment of the shelf under another name, `assignment.toml` first.
fn copied(name: &str, id: &str) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let Some(files) = on_shelf(name) else {
        let names = names_on_shelf();
        return Err(
            Exit::Usage.error(format!("there is no assignment {name}; choose from {names}"))
        );
    };
    let (was, is) = (format!("id = \"{name}\""), format!("id = \"{id}\""));
    let mut files: Vec<(String, Vec<u8>)> = files.into_iter().collect();
    for (path, bytes) in &mut files {
        if path == FILE {
            *bytes = String::from_utf8_lossy(bytes).replacen(&was, &is, 1).into_bytes();
        }
    }
    Ok(files)
}

/// A short name out of that of the folder.
fn id_of(folder: &Path) -> String {
    let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let letters = name.unwrap_or_default();
    let letters = letters.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    let id: String = letters.take(64).collect();
    let id = id.trim_matches('-');
    if id.is_empty() { "assignment".into() } else { id.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_of_names() {
        let check = |folder: &str, id: &str| assert_eq!(id_of(Path::new(folder)), id);
        check("a/Sorting 2", "sorting-2");
        check("..", "assignment");
        check("äö", "assignment");
        check("x.y/", "x-y");
    }
}
