//! The names of a program: labels, macros, `.eqv` constants and macro parameters, where each is
//! defined, and every place that mentions it.
//!
//! The lines are walked in the order in which the assembler reads them, through `.include`; a name
//! means what it means to MARS: a parameter in its macro, else a constant from its `.eqv` on, else
//! a label of the macro, of the file, or of all files.

mod walk;

use std::collections::BTreeMap;
use std::ops::Range;

use mips_sim::Assembly;
use mips_sim::source::FileId;

/// A part of a line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// Its bytes in the line.
    pub range: Range<usize>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// An address.
    Label,
    /// A macro.
    Macro,
    /// A text, by `.eqv`.
    Constant,
    /// A parameter of a macro.
    Parameter,
}

/// A name.
#[derive(Clone, Debug)]
pub struct Name {
    /// What it stands for.
    pub kind: NameKind,
    /// How it is written.
    pub text: String,
    /// Where it is defined first.
    pub defined: Span,
    /// The macro that it belongs to: its parameters, and the labels of its body.
    pub owner: Option<usize>,
    /// The text of a constant.
    pub value: String,
    /// The parameters of a macro.
    pub parameters: Vec<String>,
    /// The last line of a macro.
    pub end: u32,
    /// Which of the files given to the assembler knows it; `None` if all do.
    pub program: Option<usize>,
}

/// A place that mentions a name.
#[derive(Clone, Debug)]
pub struct Mention {
    /// Where.
    pub place: Span,
    /// The index of the name.
    pub name: usize,
    /// Whether it is defined there.
    pub defines: bool,
}

/// All names of a program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    list: Vec<Name>,
    /// By place.
    mentions: Vec<Mention>,
    /// Included files, by the place of their names.
    includes: Vec<(Span, Option<FileId>)>,
    /// The program that each file belongs to.
    programs: BTreeMap<FileId, usize>,
}

impl Names {
    /// The names of a program that was assembled from these files.
    pub fn of(assembly: &Assembly, files: &[String]) -> Names {
        walk::walk(assembly, files)
    }

    /// All of them, in the order of their definitions.
    pub fn list(&self) -> &[Name] {
        &self.list
    }

    /// The name behind an index.
    pub fn get(&self, index: usize) -> &Name {
        &self.list[index]
    }

    /// The mention at a byte of a line, also directly behind it.
    pub fn at(&self, file: FileId, line: u32, byte: usize) -> Option<&Mention> {
        self.on(file, line).iter().find(|mention| {
            let range = &mention.place.range;
            range.start <= byte && byte <= range.end
        })
    }

    /// The mentions on a line.
    pub fn on(&self, file: FileId, line: u32) -> &[Mention] {
        let key = |mention: &Mention| (mention.place.file, mention.place.line);
        let start = self.mentions.partition_point(|mention| key(mention) < (file, line));
        let end = self.mentions.partition_point(|mention| key(mention) <= (file, line));
        &self.mentions[start..end]
    }

    /// All mentions of a name, by place.
    pub fn mentions(&self, name: usize) -> impl Iterator<Item = &Mention> {
        self.mentions.iter().filter(move |mention| mention.name == name)
    }

    /// The label of a name as a file knows it.
    pub fn label(&self, text: &str, file: FileId) -> Option<usize> {
        let program = self.programs.get(&file).copied();
        let fits =
            |name: &Name| name.kind == NameKind::Label && name.text == text && name.owner.is_none();
        let own = self.list.iter().position(|name| fits(name) && name.program == program);
        own.or_else(|| self.list.iter().position(|name| fits(name) && name.program.is_none()))
    }

    /// The names that a line of a file can use.
    pub fn visible(&self, file: FileId, line: u32) -> impl Iterator<Item = (usize, &Name)> {
        let program = self.programs.get(&file).copied();
        let inside = self.macro_around(file, line);
        self.list.iter().enumerate().filter(move |(_, name)| {
            let known = name.program.is_none() || name.program == program;
            known && (name.owner.is_none() || name.owner == inside)
        })
    }

    /// The macro whose body a line is in.
    pub fn macro_around(&self, file: FileId, line: u32) -> Option<usize> {
        self.list.iter().position(|name| {
            name.kind == NameKind::Macro
                && name.defined.file == file
                && (name.defined.line..=name.end).contains(&line)
        })
    }

    /// The places of included files' names, with the file if it could be read.
    pub fn includes(&self) -> &[(Span, Option<FileId>)] {
        &self.includes
    }
}
