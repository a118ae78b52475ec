//! A program as an editor sees it: what came of assembling it, and the names in it.

use std::cell::OnceCell;

use mips_sim::source::FileId;
use mips_sim::{AsmOptions, Assembly, Loader, assemble};

use crate::names::Names;

/// A program of one or several files.
#[derive(Debug)]
pub struct Program {
    /// What came of assembling it, with advice.
    pub assembly: Assembly,
    files: Vec<String>,
    names: OnceCell<Names>,
}

impl Program {
    /// Assembles files into one program.
    pub fn read(files: &[String], loader: &mut dyn Loader) -> Program {
        let names: Vec<&str> = files.iter().map(String::as_str).collect();
        let assembly = assemble(&names, loader, &options());
        Program::new(assembly, files.to_vec())
    }

    /// A program that was assembled with [`options`] from these files.
    pub fn new(assembly: Assembly, files: Vec<String>) -> Program {
        Program { assembly, files, names: OnceCell::new() }
    }

    /// The files that were given to the assembler; those that they include are not among them.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The ids of a file: several if several files include it.
    pub fn ids(&self, name: &str) -> impl Iterator<Item = FileId> {
        let sources = &self.assembly.sources;
        sources.ids().filter(move |id| sources.file(*id).name == name)
    }

    /// The text of a line.
    pub fn line(&self, file: FileId, line: u32) -> &str {
        self.assembly.sources.file(file).line(line)
    }

    /// The names in it; found when first asked for, because diagnostics need none.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(&self.assembly, &self.files))
    }
}

/// How editors assemble: as `fivetwelve asm` does.
pub fn options() -> AsmOptions {
    AsmOptions { advice: true, ..AsmOptions::default() }
}
