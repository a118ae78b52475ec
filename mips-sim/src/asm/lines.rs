//! Reads a program file: its text, the files that it includes, its tokens, and what `.eqv` does to
//! them. The result is one list of lines, as if everything stood in one file; each line knows
//! where it came from.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::directive::Directive;
use super::lex::{Token, TokenKind, lex_line};
use super::place::{Shared, Texts};
use crate::diag::{Diagnostic, ErrorList, MarsPlace, Message, Severity, Snippet, Stage};
use crate::source::{FileId, Loader, SourceMap, include_name};

/// Deeper than any course material, and shallow enough for the stack.
const MAX_INCLUDE_DEPTH: usize = 100;
/// More files, and larger ones, than any program includes. Names can be spelled in many ways, so
/// that the same few files could be included without end.
const MAX_INCLUDED: usize = 2_000;
const MAX_INCLUDED_BYTES: usize = 256 << 20;
/// `.eqv` replacements on one line. MARS dies of a stack overflow a little above this.
const MAX_REPLACEMENTS: usize = 2000;
/// The length to which `.eqv` may grow a line.
const MAX_LINE: usize = 1 << 20;
/// Bytes that all replacements of a program may read anew.
const MAX_EQV_WORK: usize = 1 << 24;
/// Bytes that they may put in, each of which may become a token.
const MAX_EQV_TEXT: usize = 1 << 22;

/// One line of the merged program.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Where it really stands.
    pub(crate) file: FileId,
    pub(crate) number: u32,
    /// Its tokens, after `.eqv`, in [`Program::tokens`].
    tokens: (u32, u32),
    /// Its text after `.eqv`, if that changed it.
    rewritten: Option<Arc<str>>,
    /// Whether it holds something that is not a token: people have been told, so leave it alone.
    pub(crate) bad: bool,
}

impl Line {
    /// Whether `.eqv` left it alone.
    pub(crate) fn is_as_written(&self) -> bool {
        self.rewritten.is_none()
    }
}

/// The text of a line: in its file, or made by substitution.
#[derive(Clone, Debug)]
pub(crate) enum Text {
    Source(FileId, u32),
    Made(Arc<str>),
}

impl Text {
    pub(crate) fn get<'a>(&'a self, sources: &'a SourceMap) -> &'a str {
        match self {
            Text::Source(file, number) => sources.file(*file).line(*number),
            Text::Made(text) => text,
        }
    }
}

/// A file named on the command line with everything that it includes.
#[derive(Debug)]
pub(crate) struct Program {
    /// Its place among the files given to the assembler.
    pub(crate) index: usize,
    pub(crate) file: FileId,
    pub(crate) lines: Vec<Line>,
    tokens: Vec<Token>,
    /// The texts of its lines in diagnostics.
    pub(crate) texts: Texts,
}

impl Program {
    /// The tokens of a line, by its index from 0.
    pub(crate) fn tokens(&self, index: usize) -> &[Token] {
        let (start, end) = self.lines[index].tokens;
        &self.tokens[start as usize..end as usize]
    }

    /// The text that those tokens are of.
    pub(crate) fn text(&self, index: usize) -> Text {
        let line = &self.lines[index];
        match &line.rewritten {
            Some(text) => Text::Made(text.clone()),
            None => Text::Source(line.file, line.number),
        }
    }

    /// The text as it was before `.eqv`, which is what macros are made of.
    pub(crate) fn raw<'a>(&self, index: usize, sources: &'a SourceMap) -> &'a str {
        let line = &self.lines[index];
        sources.file(line.file).line(line.number)
    }

    /// The real place of a line of the merged program, counted from 1. MARS sometimes asks with a
    /// number that was mapped already; out of range it crashes, and we stay with the file.
    pub(crate) fn place(&self, merged: u32) -> (FileId, u32) {
        let line = (merged as usize).checked_sub(1).and_then(|index| self.lines.get(index));
        line.map_or((self.file, merged), |line| (line.file, line.number))
    }
}

/// A program file that was read.
pub(crate) struct Read {
    pub(crate) program: Program,
    pub(crate) eqv: Equivalents,
    /// Whether all that it includes is in it. MARS reads no further if not.
    pub(crate) complete: bool,
}

/// Reads one program file. What goes wrong is added to `errors`, up to the first file that can't be
/// included; `None` if the file itself can't be read.
pub(crate) fn read_program(
    name: &str,
    index: u32,
    loader: &mut dyn Loader,
    sources: &mut SourceMap,
    errors: &mut ErrorList,
) -> Option<Read> {
    let stage = Stage::Read(index);
    let bytes = match loader.load(name) {
        Ok(bytes) => bytes,
        Err(reason) => {
            let message = Message::FileUnreadable { path: name.to_string(), reason };
            errors.add(Diagnostic::new(message, Severity::Error, stage));
            return None;
        }
    };
    let file = sources.add(name.to_string(), bytes);
    let mut reader = Reader {
        loader,
        sources,
        errors,
        stage,
        included: HashSet::new(),
        included_bytes: 0,
        program: Program {
            index: index as usize,
            file,
            lines: Vec::new(),
            tokens: Vec::new(),
            texts: Texts::default(),
        },
        eqv: Equivalents::default(),
        complete: true,
    };
    reader.scan(file, 0);
    reader.substitute();
    Some(Read { program: reader.program, eqv: reader.eqv, complete: reader.complete })
}

struct Reader<'a> {
    loader: &'a mut dyn Loader,
    sources: &'a mut SourceMap,
    errors: &'a mut ErrorList,
    stage: Stage,
    included: HashSet<String>,
    included_bytes: usize,
    program: Program,
    eqv: Equivalents,
    /// Whether all files could be included. After the first that can't, nothing more is said.
    complete: bool,
}

impl Reader<'_> {
    /// Whether more can be said.
    fn says(&self) -> bool {
        self.complete && !self.errors.limit_exceeded()
    }

    /// A file can't be included: the last thing that is said.
    fn give_up(&mut self, why: Diagnostic) {
        if std::mem::replace(&mut self.complete, false) {
            self.errors.add(why);
        }
    }

    /// MARS's first scan: tokenizes every line and puts included files in place of the directive.
    fn scan(&mut self, file: FileId, depth: usize) {
        let count = self.sources.file(file).line_count();
        self.program.lines.reserve(count as usize);
        // A token takes about six bytes of source.
        self.program.tokens.reserve(self.sources.file(file).text.len() / 6);
        for number in 1..=count {
            let text = self.sources.file(file).line(number);
            let start = self.program.tokens.len();
            lex_line(text, &mut self.program.tokens);
            let tokens = &self.program.tokens[start..];
            let bad = tokens.iter().any(|token| token.kind == TokenKind::Error);
            let shared = Shared::default();
            let at = At { stage: self.stage, file, number, text, shared: &shared };
            for token in tokens.iter().filter(|token| token.kind == TokenKind::Error) {
                if !self.says() {
                    break;
                }
                self.errors.add(at.token(at.invalid(token), token));
            }
            if let Some(name) = included_name(tokens) {
                self.program.tokens.truncate(start);
                self.include(file, number, name, depth);
                continue;
            }
            let end = self.program.tokens.len() as u32;
            let tokens = (start as u32, end);
            self.program.lines.push(Line { file, number, tokens, rewritten: None, bad });
        }
    }

    fn include(&mut self, file: FileId, number: u32, name: Token, depth: usize) {
        let source = self.sources.file(file);
        let text = source.line(number);
        let quoted = name.raw(text);
        let shared = Shared::default();
        let at = At { stage: self.stage, file, number, text, shared: &shared };
        let refuse = |message| at.token(message, &name);
        if quoted.len() == 1 {
            return self.give_up(refuse(Message::IncludeLoneQuote));
        }
        // MARS drops the last character as the closing quote, whether or not it is one.
        let mut inner = quoted.chars();
        inner.next();
        inner.next_back();
        let path = include_name(&source.name, inner.as_str());
        if self.included.contains(&path) {
            return self.give_up(refuse(Message::RecursiveInclude { path }));
        }
        let too_many =
            self.included.len() == MAX_INCLUDED || self.included_bytes > MAX_INCLUDED_BYTES;
        if depth == MAX_INCLUDE_DEPTH || too_many {
            return self.give_up(refuse(Message::ExpansionLimit { what: "included files" }));
        }
        self.included.insert(path.clone());
        match self.loader.load(&path) {
            Ok(bytes) => {
                self.included_bytes += bytes.len();
                let id = self.sources.add(path, bytes);
                self.scan(id, depth + 1);
            }
            Err(reason) => self.give_up(refuse(Message::IncludeUnreadable { path, reason })),
        }
    }

    /// MARS's second scan: the same tokens and the same complaints again, then `.eqv`.
    fn substitute(&mut self) {
        let uses_eqv = self
            .program
            .tokens
            .iter()
            .any(|token| token.kind == TokenKind::Directive(Directive::Eqv));
        for index in 0..self.program.lines.len() {
            let Line { file, number, bad, .. } = self.program.lines[index];
            if !bad && !uses_eqv {
                continue;
            }
            let text = self.sources.file(file).line(number);
            let mut reported = Vec::new();
            let shared = Shared::default();
            let at = At { stage: self.stage, file, number, text, shared: &shared };
            for token in self.program.tokens(index).iter().filter(|t| t.kind == TokenKind::Error) {
                if !self.says() {
                    break;
                }
                let found = at.token(at.invalid(token), token);
                self.errors.add(Diagnostic { echo: true, ..found });
                reported.push(token.raw(text).to_string());
            }
            if !uses_eqv || !self.eqv.concerns(text, self.program.tokens(index)) {
                continue;
            }
            let (stage, complete) = (self.stage, self.complete);
            let errors = &mut *self.errors;
            let mut tokens = self.program.tokens(index).to_vec();
            let rewritten = self.eqv.apply(text, &mut tokens, &mut |message, made, token| {
                if !complete || errors.limit_exceeded() {
                    return;
                }
                let said = |text: &String| reported.contains(text);
                let echo = matches!(&message, Message::InvalidToken { token, .. } if said(token));
                let shared = Shared::default();
                let rewritten = made != text;
                let at = At { stage, file, number, text: made, shared: &shared };
                let mut found = at.token(message, token);
                found.echo = echo;
                found.snippet = found.snippet.map(|snippet| Snippet { rewritten, ..snippet });
                errors.add(found);
            });
            if let Some(text) = rewritten {
                let start = self.program.tokens.len() as u32;
                self.program.tokens.extend(tokens.iter().copied());
                let line = &mut self.program.lines[index];
                line.tokens = (start, self.program.tokens.len() as u32);
                line.bad |= tokens.iter().any(|token| token.kind == TokenKind::Error);
                line.rewritten = Some(text.into());
            }
        }
    }
}

/// The string token behind the first `.include` that has one.
pub(crate) fn included_name(tokens: &[Token]) -> Option<Token> {
    let include = |pair: &&[Token]| {
        pair[0].kind == TokenKind::Directive(Directive::Include)
            && pair[1].kind == TokenKind::String
    };
    tokens.windows(2).find(include).map(|pair| pair[1])
}

/// A line that is being read.
struct At<'a> {
    stage: Stage,
    file: FileId,
    number: u32,
    text: &'a str,
    shared: &'a Shared,
}

impl At<'_> {
    fn invalid(&self, token: &Token) -> Message {
        let line = self.shared.text(self.text, self.text).0;
        Message::InvalidToken { line, token: token.raw(self.text).to_string() }
    }

    fn token(&self, message: Message, token: &Token) -> Diagnostic {
        let range = token.start as usize..token.end as usize;
        let (text, rewritten) = self.shared.text(self.text, self.text);
        Diagnostic {
            mars_place: MarsPlace {
                file: Some(self.file),
                history: Vec::new(),
                line: self.number,
                column: self.shared.column(self.text, range.start),
            },
            snippet: Some(Snippet { file: self.file, line: self.number, text, range, rewritten }),
            ..Diagnostic::new(message, Severity::Error, self.stage)
        }
    }
}

/// What `.eqv` has defined so far in a file.
#[derive(Debug, Default)]
pub(crate) struct Equivalents {
    map: HashMap<String, String>,
    work: usize,
    text: usize,
}

/// Reports something about a token of a line.
pub(crate) type Report<'a> = &'a mut dyn FnMut(Message, &str, &Token);

impl Equivalents {
    /// Whether a line is an `.eqv` directive or holds a defined name.
    pub(crate) fn concerns(&self, text: &str, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| match token.kind {
            TokenKind::Directive(directive) => directive == Directive::Eqv,
            TokenKind::Identifier => self.map.contains_key(token.raw(text)),
            _ => false,
        })
    }

    /// Carries out an `.eqv` directive, or replaces defined names in another line, one at a time,
    /// reading the line anew after each. Returns the changed line; `tokens` are then its tokens.
    pub(crate) fn apply(
        &mut self,
        text: &str,
        tokens: &mut Vec<Token>,
        report: Report<'_>,
    ) -> Option<String> {
        let mut changed: Option<String> = None;
        for replaced in 0.. {
            let line = changed.as_deref().unwrap_or(text);
            if self.define(line, tokens, report) {
                return changed;
            }
            let found = tokens.iter().find_map(|token| {
                let name = (token.kind == TokenKind::Identifier).then(|| token.raw(line))?;
                Some((*token, self.map.get(name)?))
            });
            let Some((token, replacement)) = found else { return changed };
            if replaced == MAX_REPLACEMENTS || line.len() + replacement.len() > MAX_LINE {
                let name = token.raw(line).to_string();
                report(Message::EqvCycle { name }, line, &token);
                return changed;
            }
            self.work += line.len();
            self.text += replacement.len();
            if self.work > MAX_EQV_WORK || self.text > MAX_EQV_TEXT {
                report(Message::ExpansionLimit { what: "replacements by `.eqv`" }, line, &token);
                return changed;
            }
            let (start, end) = (token.start as usize, token.end as usize);
            let line = format!("{}{replacement}{}", &line[..start], &line[end..]);
            tokens.clear();
            lex_line(&line, tokens);
            for token in tokens.iter().filter(|token| token.kind == TokenKind::Error) {
                let token_text = token.raw(&line).to_string();
                let message =
                    Message::InvalidToken { line: line.as_str().into(), token: token_text };
                report(message, &line, token);
            }
            changed = Some(line);
        }
        changed
    }

    /// Carries out the line if it is an `.eqv` directive; says whether it was.
    fn define(&mut self, line: &str, tokens: &[Token], report: Report<'_>) -> bool {
        let is_directive = |index: usize| matches!(tokens[index].kind, TokenKind::Directive(_));
        if tokens.len() < 3 || !(is_directive(0) || is_directive(2)) {
            return false;
        }
        let at = if is_directive(0) { 0 } else { 2 };
        if tokens[at].kind != TokenKind::Directive(Directive::Eqv) {
            return false;
        }
        let comment = tokens[tokens.len() - 1].kind == TokenKind::Comment;
        let last = tokens.len() - if comment { 2 } else { 1 };
        if last < at + 2 {
            report(Message::EqvTooFew, line, &tokens[at]);
            return true;
        }
        let name = tokens[at + 1];
        let symbol = name.text(line);
        if name.kind != TokenKind::Identifier {
            report(Message::EqvMalformed { name: symbol.into_owned() }, line, &tokens[at]);
            return true;
        }
        if tokens[at + 2..].iter().any(|token| token.text(line) == symbol) {
            report(Message::EqvSelf { name: symbol.into_owned() }, line, &tokens[at]);
            return true;
        }
        // MARS takes the end from the length of the token's value, which for a character literal
        // is its decimal code: `.eqv A 'a'` defines `'a`.
        let start = tokens[at + 2].start as usize;
        let end_token = &tokens[last];
        let length = end_token.text(line).encode_utf16().count();
        let Some(length) = utf16_prefix(&line[end_token.start as usize..], length) else {
            // Java's substring would end behind the line.
            report(Message::EqvCharacter, line, end_token);
            return true;
        };
        let end = end_token.start as usize + length;
        let text = &line[start..end];
        match self.map.get(&*symbol) {
            Some(defined) if defined != text => {
                report(Message::EqvRedefined { name: symbol.into_owned() }, line, &name);
            }
            _ => {
                self.map.insert(symbol.into_owned(), text.to_string());
            }
        }
        true
    }
}

/// The bytes of the first `units` UTF-16 units of a text, if it has as many.
fn utf16_prefix(text: &str, units: usize) -> Option<usize> {
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left == 0 {
            return Some(at);
        }
        left = left.saturating_sub(c.len_utf16());
    }
    (left == 0).then_some(text.len())
}
