//! The shape of a file: its symbols, what can be folded, and what kind of word stands where.

use std::collections::HashSet;

use mips_sim::asm::directive::Directive;
use mips_sim::asm::lex::{TokenKind, TokenLine};
use mips_sim::source::FileId;

use crate::calls::functions;
use crate::names::{NameKind, Span};
use crate::program::Program;

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A label that is called, or `main`.
    Function,
    /// Another label in code.
    Label,
    /// A label in data.
    Data,
    /// A macro.
    Macro,
    /// A name by `.eqv`.
    Constant,
}

/// A name that a file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Where the name stands.
    pub place: Span,
    /// The last line of what it names.
    pub end: u32,
}

/// The names that a file defines, from top to bottom.
pub fn symbols(program: &Program, file: FileId) -> Vec<Symbol> {
    let names = program.names();
    let functions = functions(program);
    let image = program.image();
    let called: HashSet<(u32, usize)> = functions
        .iter()
        .filter(|function| function.place.file == file)
        .map(|function| (function.place.line, function.place.range.start))
        .collect();
    let of_data = image.symbols.iter().filter(|symbol| symbol.data && symbol.defined.0 == file);
    let of_data: HashSet<(&str, u32)> =
        of_data.map(|symbol| (symbol.name.as_str(), symbol.defined.1)).collect();
    let mut list: Vec<Symbol> = Vec::new();
    let own = names.list().iter().filter(|name| name.defined.file == file && name.owner.is_none());
    for name in own {
        let line = name.defined.line;
        let kind = match name.kind {
            NameKind::Macro => SymbolKind::Macro,
            NameKind::Constant => SymbolKind::Constant,
            NameKind::Parameter => continue,
            NameKind::Label if called.contains(&(line, name.defined.range.start)) => {
                SymbolKind::Function
            }
            NameKind::Label if of_data.contains(&(name.text.as_str(), line)) => SymbolKind::Data,
            NameKind::Label => SymbolKind::Label,
        };
        list.push(Symbol {
            name: name.text.clone(),
            kind,
            place: name.defined.clone(),
            end: name.end.max(name.defined.line),
        });
    }
    list.sort_by_key(|symbol| (symbol.place.line, symbol.place.range.start));
    // A function reaches to the line before the next one, or to the end of its segment.
    let last = program.assembly.sources.file(file).line_count();
    let starts: Vec<u32> = list
        .iter()
        .filter(|symbol| symbol.kind == SymbolKind::Function)
        .map(|symbol| symbol.place.line)
        .collect();
    for symbol in list.iter_mut().filter(|symbol| symbol.kind == SymbolKind::Function) {
        let line = symbol.place.line;
        let next = starts.iter().find(|start| **start > line).map_or(last, |start| start - 1);
        symbol.end = end_of_code(program, file, line, next);
    }
    list
}

/// The last line with code before a limit, or before another segment begins.
fn end_of_code(program: &Program, file: FileId, from: u32, limit: u32) -> u32 {
    let mut end = from;
    for line in from..=limit {
        let read = TokenLine::read(program.line(file, line));
        match read.statement().first().map(|token| token.kind) {
            Some(TokenKind::Directive(Directive::Data | Directive::Kdata | Directive::Macro)) => {
                break;
            }
            Some(_) => end = line,
            None => {}
        }
    }
    end
}

/// Lines that can be folded, first and last.
pub fn folds(program: &Program, file: FileId) -> Vec<(u32, u32)> {
    let mut list: Vec<(u32, u32)> = symbols(program, file)
        .iter()
        .filter(|symbol| matches!(symbol.kind, SymbolKind::Function | SymbolKind::Macro))
        .map(|symbol| (symbol.place.line, symbol.end))
        .collect();
    let source = program.assembly.sources.file(file);
    let mut segment: Option<u32> = None;
    let mut comment: Option<u32> = None;
    let count = source.line_count();
    for line in 1..=count + 1 {
        let read = TokenLine::read(source.line(line));
        let only_comment = read.is_blank() && read.comment().is_some();
        let head = read.statement().first().map(|token| token.kind);
        use Directive::{Data, Kdata, Ktext, Text};
        let begins = matches!(head, Some(TokenKind::Directive(Data | Kdata | Text | Ktext)));
        if begins || line > count {
            list.extend(segment.map(|start| (start, line - 1)));
            segment = begins.then_some(line);
        }
        match (only_comment, comment) {
            (true, None) => comment = Some(line),
            (false, Some(start)) => {
                list.push((start, line - 1));
                comment = None;
            }
            _ => {}
        }
    }
    list.retain(|(start, end)| start < end);
    list.sort_unstable();
    list.dedup();
    list
}

/// What a word is, for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// An instruction.
    Instruction,
    /// A directive.
    Directive,
    /// A register.
    Register,
    /// A number.
    Number,
    /// A string.
    String,
    /// A comment.
    Comment,
    /// A name of the program.
    Name(NameKind),
}

/// The words of some lines of a file, in order, each with whether it is a definition.
pub fn words(
    program: &Program,
    file: FileId,
    lines: std::ops::RangeInclusive<u32>,
) -> Vec<(Span, WordKind, bool)> {
    let source = program.assembly.sources.file(file);
    let names = program.names();
    let mut list = Vec::new();
    for line in (*lines.start()).max(1)..=(*lines.end()).min(source.line_count()) {
        let read = TokenLine::read(source.line(line));
        let mentions = names.on(file, line);
        for token in read.tokens() {
            let head = read.statement().first().is_some_and(|head| head.start == token.start);
            let mention = mentions.iter().find(|mention| mention.place.range == token.range());
            let kind = match (mention, token.kind) {
                (Some(mention), _) => WordKind::Name(names.get(mention.name).kind),
                (None, TokenKind::Comment) => WordKind::Comment,
                (None, TokenKind::Directive(_)) => WordKind::Directive,
                (None, TokenKind::Operator(_)) if head => WordKind::Instruction,
                (
                    None,
                    TokenKind::RegisterName | TokenKind::RegisterNumber | TokenKind::FpRegister,
                ) => WordKind::Register,
                (None, TokenKind::Real) => WordKind::Number,
                (None, kind) if kind.is_integer() => WordKind::Number,
                (None, TokenKind::String) => WordKind::String,
                (None, TokenKind::Parameter) => WordKind::Name(NameKind::Parameter),
                _ => continue,
            };
            let defines = mention.is_some_and(|mention| mention.defines);
            list.push((Span { file, line, range: token.range() }, kind, defines));
        }
    }
    list
}
