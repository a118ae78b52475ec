//! Renaming. The new program is assembled before anyone is told of a change: a new name that would
//! make other words, or other messages, is refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mips_sim::Loader;
use mips_sim::asm::is_parameter;
use mips_sim::asm::lex::{TokenKind, TokenLine};
use mips_sim::source::FileId;

use crate::names::{Mention, NameKind, Span};
use crate::program::Program;

/// Why something can't be renamed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenameError {
    /// There is no name there.
    #[error("there is no label, macro, constant or parameter here")]
    NoName,
    /// A word that can't be such a name.
    #[error(
        "`{0}` can't be a name: letters, digits, `_`, `.` and `$`, not an instruction or register"
    )]
    NotAName(String),
    /// A word that can't be a parameter.
    #[error("`{0}` can't be a parameter, which is written `%name`")]
    NotAParameter(String),
    /// A name that is in use, or one that MARS would replace inside of other words.
    #[error(
        "with `{0}` the program would not be the same: the name is in use, or part of another word"
    )]
    OtherProgram(String),
}

/// What is to be renamed at a place, and its present name.
pub fn renamed(program: &Program, file: FileId, line: u32, byte: usize) -> Option<(Span, &str)> {
    let mention = program.names().at(file, line, byte)?;
    Some((mention.place.clone(), &program.names().get(mention.name).text))
}

/// All places of the name at a place, if it can be replaced by another.
pub fn rename(
    program: &Program,
    (file, line, byte): (FileId, u32, usize),
    new: &str,
    loader: &mut dyn Loader,
) -> Result<Vec<Span>, RenameError> {
    let names = program.names();
    let mention = names.at(file, line, byte).ok_or(RenameError::NoName)?;
    let name = names.get(mention.name);
    check(name.kind, new)?;
    let places: Vec<Span> = names.mentions(mention.name).map(place).collect();
    if name.text == new {
        return Ok(places);
    }
    let after = Program::read(
        program.files(),
        &mut Changed { texts: changed(program, &places, new), loader },
    );
    match is_same(program, &after) {
        true => Ok(places),
        false => Err(RenameError::OtherProgram(new.to_string())),
    }
}

fn place(mention: &Mention) -> Span {
    mention.place.clone()
}

fn check(kind: NameKind, new: &str) -> Result<(), RenameError> {
    let read = TokenLine::read(new);
    let single = match read.tokens() {
        [token] if token.raw(new) == new => Some(token.kind),
        _ => None,
    };
    match (kind, single) {
        (NameKind::Parameter, Some(TokenKind::Parameter)) => Ok(()),
        (NameKind::Parameter, Some(TokenKind::Identifier)) if is_parameter(new) => Ok(()),
        (NameKind::Parameter, _) => Err(RenameError::NotAParameter(new.to_string())),
        (_, Some(TokenKind::Identifier)) if !new.starts_with('$') => Ok(()),
        _ => Err(RenameError::NotAName(new.to_string())),
    }
}

/// The texts of the files with another word at some places.
fn changed(program: &Program, places: &[Span], new: &str) -> HashMap<String, Vec<u8>> {
    let sources = &program.assembly.sources;
    // A file that several others include has several ids, but only one text.
    let mut bytes: BTreeMap<&str, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for place in places {
        let file = sources.file(place.file);
        let start = file.line_range(place.line).start;
        let range = (start + place.range.start, start + place.range.end);
        bytes.entry(&file.name).or_default().insert(range);
    }
    let text_of = |name: &str| sources.files().iter().find(|file| file.name == name);
    let mut texts = HashMap::new();
    for (name, ranges) in bytes {
        let Some(file) = text_of(name) else { continue };
        let mut text = file.text.clone();
        for (start, end) in ranges.into_iter().rev() {
            text.replace_range(start..end, new);
        }
        texts.insert(name.to_string(), text.into_bytes());
    }
    texts
}

fn is_same(before: &Program, after: &Program) -> bool {
    let words = |program: &Program| -> Vec<(u32, u32)> {
        program.image().text.iter().map(|word| (word.address, word.word)).collect()
    };
    fn codes(program: &Program) -> Vec<&str> {
        program.assembly.diagnostics.all().iter().map(|found| found.message.code()).collect()
    }
    let addresses = |program: &Program| -> Vec<u32> {
        let mut list: Vec<u32> = program.image().symbols.iter().map(|s| s.address).collect();
        list.sort_unstable();
        list
    };
    before.assembly.succeeded() == after.assembly.succeeded()
        && words(before) == words(after)
        && before.image().data == after.image().data
        && codes(before) == codes(after)
        && addresses(before) == addresses(after)
}

/// Some files as they would be, the others as they are.
struct Changed<'a> {
    texts: HashMap<String, Vec<u8>>,
    loader: &'a mut dyn Loader,
}

impl Loader for Changed<'_> {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match self.texts.get(name) {
            Some(text) => Ok(text.clone()),
            None => self.loader.load(name),
        }
    }
}
