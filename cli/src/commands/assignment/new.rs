//! `fivetwelve assignment new`: a folder with an assignment that holds, to be changed.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::args::assignment::NewArgs;
use crate::exit::Exit;
use crate::io::Io;
use crate::output::writable;

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
    let taken = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => folder.exists(),
    };
    if taken {
        let shown = folder.display();
        let sentence = format!("{shown} is there already and not empty; choose another name");
        return Err(Exit::CannotWrite.error(sentence));
    }
    let files: &[(&str, &str)] = if args.function { &FUNCTION } else { &PROGRAM };
    let id = id_of(folder);
    for (name, text) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let text = text.replace("NAME", &id);
        writable(&path, fs::create_dir_all(parent).and_then(|()| fs::write(&path, text)))?;
        writeln!(io.out, "{}", path.display())?;
    }
    let shown = folder.display();
    writeln!(io.out, "\nIt works as it is: `fivetwelve assignment check {shown}` shows it.")?;
    Ok(Exit::Ok)
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
