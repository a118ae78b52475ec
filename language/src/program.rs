//! A program as an editor sees it: what came of assembling it, and the names in it.

use std::cell::OnceCell;

use mips_sim::diag::{Severity, Stage};
use mips_sim::source::FileId;
use mips_sim::{AsmOptions, Assembly, Image, Loader, assemble};

use crate::names::{NameKind, Names, Span};

/// A program of one or several files.
#[derive(Debug)]
pub struct Program {
    /// What came of assembling it, with advice.
    pub assembly: Assembly,
    files: Vec<String>,
    names: OnceCell<Names>,
    settled: OnceCell<Settled>,
}

/// Which addresses will stay when the errors of a program are gone.
#[derive(Clone, Copy, Debug)]
enum Settled {
    All,
    /// Those in a file before its first line that could not be assembled.
    Before(FileId, u32),
    Nothing,
}

impl Settled {
    fn of(assembly: &Assembly) -> Settled {
        // A label that nobody defines takes no room from others.
        let moving = assembly.diagnostics.all().iter().filter(|found| {
            found.severity == Severity::Error
                && matches!(found.stage, Stage::Read(_) | Stage::Parse)
        });
        let mut settled = Settled::All;
        for found in moving {
            let at = found.snippet.as_ref().map(|snippet| (snippet.file, snippet.line));
            settled = match (settled, at) {
                (Settled::All, Some((file, line))) => Settled::Before(file, line),
                (Settled::Before(file, first), Some((other, line))) if other == file => {
                    Settled::Before(file, first.min(line))
                }
                _ => return Settled::Nothing,
            };
        }
        settled
    }
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
        Program { assembly, files, names: OnceCell::new(), settled: OnceCell::new() }
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

    /// The program; while it has errors, what of it has none.
    pub fn image(&self) -> &Image {
        self.assembly.draft.as_deref().unwrap_or(&self.assembly.image)
    }

    /// Whether what a line says of labels by their addresses will stay when the errors are gone: each of
    /// them is defined before the first line that could not be assembled.
    pub(crate) fn is_settled(&self, file: FileId, line: u32) -> bool {
        let names = self.names();
        let settled = |place: &Span| self.keeps_address(place);
        self.assembly.succeeded()
            || names.on(file, line).iter().all(|mention| {
                let name = names.get(mention.name);
                match name.kind {
                    NameKind::Label => settled(&name.defined),
                    NameKind::Constant => match names.label(&name.value, file) {
                        Some(label) => settled(&names.get(label).defined),
                        None => true,
                    },
                    NameKind::Macro | NameKind::Parameter => true,
                }
            })
    }

    /// Whether what is defined at a place will keep its address when the errors are gone.
    pub(crate) fn keeps_address(&self, place: &Span) -> bool {
        match *self.settled.get_or_init(|| Settled::of(&self.assembly)) {
            Settled::All => true,
            Settled::Before(file, line) => place.file == file && place.line < line,
            Settled::Nothing => false,
        }
    }

    /// The names in it; found when first asked for, because diagnostics need none.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(&self.assembly, &self.files))
    }
}

/// How editors assemble: as `fivetwelve asm` does, and with a draft of programs that are being written.
pub fn options() -> AsmOptions {
    AsmOptions { advice: true, unfinished: true, ..AsmOptions::default() }
}
