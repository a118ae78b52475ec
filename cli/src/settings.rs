//! What `fivetwelve.toml` says, which is found in a folder or above it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use language::format::Columns;
use serde::Deserialize;

use crate::exit::{Exit, OrExit};
use crate::loader::readable;

/// The name of the file.
const FILE: &str = "fivetwelve.toml";

/// No screen has more columns, and a mistyped number must not fill a disk with blanks.
const WIDEST: usize = 200;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Settings {
    format: Format,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Format {
    statements: usize,
    operands: usize,
    comments: usize,
}

impl Default for Format {
    fn default() -> Format {
        let Columns { statements, operands, comments } = Columns::default();
        Format { statements, operands, comments }
    }
}

/// The columns for the files of a folder.
pub(crate) fn columns(folder: &Path) -> anyhow::Result<Columns> {
    let Some(path) = found(folder) else { return Ok(Columns::default()) };
    let text = readable(&path, fs::read_to_string(&path))?;
    read(&text).with_context(|| path.display().to_string()).or_exit(Exit::NoInput)
}

fn found(folder: &Path) -> Option<PathBuf> {
    let whole = fs::canonicalize(folder).ok()?;
    whole.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}

fn read(text: &str) -> anyhow::Result<Columns> {
    let Format { statements, operands, comments } = toml::from_str::<Settings>(text)?.format;
    if !(statements < operands && operands < comments && comments <= WIDEST) {
        anyhow::bail!(
            "statements, operands and comments are columns from left to right, up to {WIDEST}; \
             {statements}, {operands} and {comments} are not"
        );
    }
    Ok(Columns { statements, operands, comments })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_and_mistakes_told() {
        let set = read("[format]\nstatements = 4\noperands = 12\n").expect("they are in order");
        assert_eq!(set, Columns { statements: 4, operands: 12, comments: 40 });
        assert_eq!(read("").expect("nothing is required"), Columns::default());
        for (text, part) in [
            ("[format]\ncomments = 10\n", "from left to right"),
            ("[format]\ncomments = 1000\n", "up to 200"),
            ("[format]\nindent = 4\n", "unknown field `indent`"),
            ("[fmt]\n", "unknown field `fmt`"),
            ("[format\n", "expected"),
        ] {
            let told = read(text).expect_err(text).to_string();
            assert!(told.contains(part), "{told}");
        }
    }
}
