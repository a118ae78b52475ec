//! The walk over all lines that finds definitions first and mentions second.

use std::collections::{BTreeMap, HashMap, HashSet};

use mips_sim::Assembly;
use mips_sim::asm::directive::Directive;
use mips_sim::asm::is_parameter;
use mips_sim::asm::lex::{Token, TokenKind, TokenLine};
use mips_sim::source::{FileId, SourceMap, include_name};

use super::{Mention, Name, NameKind, Names, Span};

/// A line in the order of the assembler.
struct Line<'a> {
    file: FileId,
    number: u32,
    text: &'a str,
    read: TokenLine<'a>,
    program: usize,
    /// The macro whose definition it is part of.
    inside: Option<usize>,
}

impl Line<'_> {
    fn place(&self, token: &Token) -> Span {
        Span { file: self.file, line: self.number, range: token.range() }
    }

    fn head(&self) -> Option<Directive> {
        match self.read.statement().first()?.kind {
            TokenKind::Directive(directive) => Some(directive),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Walk {
    names: Names,
    /// The names that each program knows by itself, those of a macro, and those known to all.
    own: HashMap<(usize, NameKind), HashMap<String, usize>>,
    of_macro: HashMap<usize, HashMap<String, usize>>,
    global: HashMap<String, usize>,
    /// The macros of a program, with how many parameters each has.
    macros: HashMap<usize, HashMap<String, Vec<(usize, usize)>>>,
}

pub(super) fn walk(assembly: &Assembly, files: &[String]) -> Names {
    let image = assembly.draft.as_deref().unwrap_or(&assembly.image);
    let sources = &assembly.sources;
    let mut walk = Walk::default();
    let mut lines = read(sources, files, &mut walk.names);
    walk.define(&mut lines);
    let symbols: HashSet<&str> = image.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    walk.mention(&lines, &symbols);
    let mut names = walk.names;
    let key = |mention: &Mention| {
        let Span { file, line, range } = &mention.place;
        (*file, *line, range.start, !mention.defines)
    };
    names.mentions.sort_by_key(key);
    names.mentions.dedup_by(|b, a| a.place == b.place);
    names
}

/// All lines in order, with the files that they include in their places.
fn read<'a>(sources: &'a SourceMap, files: &[String], names: &mut Names) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let mut ids = sources.ids().peekable();
    for (program, name) in files.iter().enumerate() {
        let Some(root) = ids.next_if(|id| sources.file(*id).name == *name) else { continue };
        names.programs.insert(root, program);
        // The files that are being read: each with its next line.
        let mut open = vec![(root, 1)];
        while let Some((file, number)) = open.pop() {
            let source = sources.file(file);
            if number > source.line_count() {
                continue;
            }
            open.push((file, number + 1));
            let text = source.line(number);
            let read = TokenLine::read(text);
            let line = Line { file, number, text, read, program, inside: None };
            if let Some(token) = line.read.included() {
                let mut inner = token.raw(text).chars();
                inner.next();
                inner.next_back();
                let path = include_name(&source.name, inner.as_str());
                let id = ids.next_if(|id| sources.file(*id).name == path);
                names.includes.push((line.place(&token), id));
                if let Some(id) = id {
                    names.programs.insert(id, program);
                    open.push((id, 1));
                }
            }
            lines.push(line);
        }
    }
    lines
}

impl Walk {
    fn add(
        &mut self,
        kind: NameKind,
        line: &Line<'_>,
        token: &Token,
        owner: Option<usize>,
    ) -> usize {
        let place = line.place(token);
        self.names.list.push(Name {
            kind,
            text: token.raw(line.text).to_string(),
            defined: place.clone(),
            owner,
            value: String::new(),
            parameters: Vec::new(),
            end: line.number,
            program: Some(line.program),
        });
        let name = self.names.list.len() - 1;
        self.names.mentions.push(Mention { place, name, defines: true });
        name
    }

    fn again(&mut self, name: usize, line: &Line<'_>, token: &Token) {
        self.names.mentions.push(Mention { place: line.place(token), name, defines: true });
    }

    /// Finds everything that is defined.
    fn define(&mut self, lines: &mut [Line<'_>]) {
        let mut inside = None;
        let mut globals: BTreeMap<(usize, String), ()> = BTreeMap::new();
        let mut program = 0;
        for line in lines.iter_mut() {
            if line.program != program {
                (program, inside) = (line.program, None);
            }
            let directive = line.head();
            if directive == Some(Directive::Macro) && inside.is_none() {
                inside = self.define_macro(line);
            }
            line.inside = inside;
            if directive == Some(Directive::EndMacro)
                && let Some(name) = inside.take()
            {
                self.names.list[name].end = line.number;
            }
            if let Some((name, value)) = equivalent(line) {
                self.define_constant(line, &name, value);
                continue;
            }
            let labels: Vec<Token> = line.read.label_tokens().copied().collect();
            for token in labels {
                self.define_label(line, &token);
            }
            match directive {
                Some(Directive::Globl) => {
                    let names = line.read.statement()[1..].iter();
                    globals
                        .extend(names.map(|t| ((line.program, t.raw(line.text).to_string()), ())));
                }
                Some(Directive::Extern) => {
                    if let Some(token) = line.read.statement().get(1).copied() {
                        let name = self.add(NameKind::Label, line, &token, None);
                        self.names.list[name].program = None;
                        let text = token.raw(line.text).to_string();
                        self.global.entry(text).or_insert(name);
                    }
                }
                _ => {}
            }
        }
        for (program, text) in globals.into_keys() {
            if let Some(name) = self.own(program, NameKind::Label, &text) {
                self.names.list[name].program = None;
                self.global.entry(text).or_insert(name);
            }
        }
    }

    fn define_macro(&mut self, line: &Line<'_>) -> Option<usize> {
        let token = line.read.statement().get(1)?;
        if token.kind != TokenKind::Identifier {
            return None;
        }
        let name = self.add(NameKind::Macro, line, token, None);
        for token in &line.read.statement()[2..] {
            let text = token.raw(line.text);
            if is_parameter(text) {
                self.names.list[name].parameters.push(text.to_string());
                if self.of_macro(Some(name), text).is_none() {
                    let parameter = self.add(NameKind::Parameter, line, token, Some(name));
                    self.of_macro.entry(name).or_default().insert(text.to_string(), parameter);
                }
            }
        }
        let text = token.raw(line.text).to_string();
        let arity = self.names.list[name].parameters.len();
        let macros = self.macros.entry(line.program).or_default();
        macros.entry(text.clone()).or_default().push((arity, name));
        self.keep(line.program, NameKind::Macro, text, name);
        Some(name)
    }

    fn define_constant(&mut self, line: &Line<'_>, token: &Token, value: String) {
        let text = token.raw(line.text);
        match self.own(line.program, NameKind::Constant, text) {
            Some(name) => self.again(name, line, token),
            None => {
                let name = self.add(NameKind::Constant, line, token, None);
                self.names.list[name].value = value;
                self.keep(line.program, NameKind::Constant, text.to_string(), name);
            }
        }
    }

    fn define_label(&mut self, line: &Line<'_>, token: &Token) {
        let text = token.raw(line.text);
        let known = match line.inside {
            Some(_) => self.of_macro(line.inside, text),
            None => self.own(line.program, NameKind::Label, text),
        };
        if let Some(name) = known {
            return self.again(name, line, token);
        }
        let name = self.add(NameKind::Label, line, token, line.inside);
        match line.inside {
            Some(owner) => {
                self.of_macro.entry(owner).or_default().insert(text.to_string(), name);
            }
            None => self.keep(line.program, NameKind::Label, text.to_string(), name),
        }
    }

    fn own(&self, program: usize, kind: NameKind, text: &str) -> Option<usize> {
        self.own.get(&(program, kind))?.get(text).copied()
    }

    fn keep(&mut self, program: usize, kind: NameKind, text: String, name: usize) {
        self.own.entry((program, kind)).or_default().insert(text, name);
    }

    fn of_macro(&self, owner: Option<usize>, text: &str) -> Option<usize> {
        self.of_macro.get(&owner?)?.get(text).copied()
    }

    /// Finds everything that is mentioned.
    fn mention(&mut self, lines: &[Line<'_>], symbols: &HashSet<&str>) {
        // Constants hold from their line on, except in the bodies of macros, which come later.
        let mut constants: HashSet<usize> = HashSet::new();
        for line in lines {
            if let Some((name, _)) = equivalent(line) {
                constants.extend(self.own(line.program, NameKind::Constant, name.raw(line.text)));
            }
            let statement = line.read.statement();
            for (index, token) in line.read.tokens().iter().enumerate() {
                let text = token.raw(line.text);
                let word = matches!(
                    token.kind,
                    TokenKind::Identifier | TokenKind::Operator(_) | TokenKind::Parameter
                );
                let head = statement.first().is_some_and(|head| head.start == token.start);
                let mnemonic = head && matches!(token.kind, TokenKind::Operator(_));
                if !word || mnemonic || index == 0 && text.is_empty() {
                    continue;
                }
                let arguments = head.then(|| arguments(statement));
                let found = self.meant(line, text, arguments, &constants).or_else(|| {
                    let made = !head && symbols.contains(text) && line.inside.is_none();
                    made.then(|| self.made_label(line, token))
                });
                if let Some(name) = found {
                    let place = line.place(token);
                    self.names.mentions.push(Mention { place, name, defines: false });
                }
            }
        }
    }

    /// A label that a macro defines by a name that it was given: here is the first we hear of it.
    fn made_label(&mut self, line: &Line<'_>, token: &Token) -> usize {
        let name = self.add(NameKind::Label, line, token, None);
        self.keep(line.program, NameKind::Label, token.raw(line.text).to_string(), name);
        name
    }

    /// What a word means on a line; `arguments` if it begins the statement.
    fn meant(
        &self,
        line: &Line<'_>,
        text: &str,
        arguments: Option<usize>,
        constants: &HashSet<usize>,
    ) -> Option<usize> {
        let own = |kind| self.own(line.program, kind, text);
        if is_parameter(text) {
            return self.of_macro(line.inside, text);
        }
        let constant = own(NameKind::Constant);
        if let Some(name) = constant.filter(|n| line.inside.is_some() || constants.contains(n)) {
            return Some(name);
        }
        if let Some(arguments) = arguments {
            let named = self.macros.get(&line.program).and_then(|macros| macros.get(text));
            let fits = |(arity, name): &(usize, usize)| (*arity == arguments).then_some(*name);
            let exact = named.and_then(|list| list.iter().rev().find_map(fits));
            if let Some(name) = exact.or_else(|| own(NameKind::Macro)) {
                return Some(name);
            }
        }
        let label = self.of_macro(line.inside, text).or_else(|| own(NameKind::Label));
        label.or_else(|| self.global.get(text).copied())
    }
}

/// How many arguments a call has, with or without parentheses.
fn arguments(statement: &[Token]) -> usize {
    let operands = &statement[1..];
    match operands {
        [first, .., last]
            if first.kind == TokenKind::LeftParen && last.kind == TokenKind::RightParen =>
        {
            operands.len() - 2
        }
        _ => operands.len(),
    }
}

/// The name and the text of an `.eqv`.
fn equivalent(line: &Line<'_>) -> Option<(Token, String)> {
    let statement = line.read.statement();
    let [head, name, first, ..] = statement else { return None };
    let last = statement.last()?;
    let fits =
        head.kind == TokenKind::Directive(Directive::Eqv) && name.kind == TokenKind::Identifier;
    fits.then(|| (*name, line.text[first.start as usize..last.end as usize].to_string()))
}
