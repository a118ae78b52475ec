//! One line of source to tokens, by MARS's rules: commas are blanks, a quote ends at the next
//! quote that no backslash precedes, a character literal is an integer. Knows nothing of files or
//! the meaning of a statement; what it can't classify it marks as [`TokenKind::Error`].
//!
//! Whoever reads source text without assembling it does so through [`TokenLine`].

use std::borrow::Cow;
use std::ops::Range;

use super::directive::Directive;
use super::lines::included_name;
use crate::isa::forms::{FORMS, MnemonicId};
use crate::isa::reg;
use crate::java;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// From `#` to the end of the line.
    Comment,
    /// `.word`
    Directive(Directive),
    /// `add`; such a name can be a label too.
    Operator(MnemonicId),
    /// `$t0`
    RegisterName,
    /// `$8`
    RegisterNumber,
    /// `$f0`
    FpRegister,
    /// Any other name.
    Identifier,
    /// `(`
    LeftParen,
    /// `)`
    RightParen,
    /// `:`
    Colon,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// 0 to 31
    Int5,
    /// 32 to 65535
    Int16U,
    /// -32768 to -1
    Int16,
    /// every other integer
    Int32,
    /// `1.5`
    Real,
    /// A text in double quotes, or what is left of the line after an opening one.
    String,
    /// `%x`
    Parameter,
    /// not a token of the language
    Error,
}

impl TokenKind {
    /// Whether it is an integer, of whatever size.
    pub fn is_integer(self) -> bool {
        matches!(self, TokenKind::Int5 | TokenKind::Int16U | TokenKind::Int16 | TokenKind::Int32)
    }

    pub(crate) fn is_register(self) -> bool {
        matches!(self, TokenKind::RegisterName | TokenKind::RegisterNumber)
    }

    /// Whether a line of the data segment that begins so goes on with the values above it.
    pub(crate) fn continues_data(self) -> bool {
        let sign = matches!(self, TokenKind::Plus | TokenKind::Minus);
        let name = matches!(self, TokenKind::String | TokenKind::Identifier | TokenKind::Real);
        self.is_integer() || sign || name
    }

    fn of_integer(value: i32) -> TokenKind {
        match value {
            0..=31 => TokenKind::Int5,
            32..=65535 => TokenKind::Int16U,
            -32768..=-1 => TokenKind::Int16,
            _ => TokenKind::Int32,
        }
    }
}

/// A token of a line: what it is, its value where it has one, and its bytes in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The value of an integer, the number of a register.
    pub value: i32,
    /// Where it begins in the line.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

impl Token {
    /// The token's text as MARS holds it: a character literal has become its decimal code.
    pub(crate) fn text<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let raw = self.raw(line);
        if raw.starts_with('\'') && self.kind.is_integer() {
            return Cow::Owned(self.value.to_string());
        }
        Cow::Borrowed(raw)
    }

    /// The token's characters in the line.
    pub fn raw<'a>(&self, line: &'a str) -> &'a str {
        &line[self.range()]
    }

    /// Its bytes in the line.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line of source by its parts: labels, a statement, a comment.
#[derive(Clone, Debug)]
pub struct TokenLine<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Which of them are the statement.
    statement: Range<usize>,
}

impl<'a> TokenLine<'a> {
    /// Reads a line. MARS knows one label before a statement; here there may be several.
    ///
    /// ```
    /// use mips_sim::asm::lex::TokenLine;
    ///
    /// let line = TokenLine::read("main: li $a0, '#'  # a sign");
    /// assert!(line.labels().eq(["main"]));
    /// assert_eq!(line.head(), "li");
    /// assert_eq!(line.comment(), Some("# a sign"));
    /// ```
    pub fn read(text: &'a str) -> TokenLine<'a> {
        let mut tokens = Vec::new();
        lex_line(text, &mut tokens);
        let comment = tokens.last().is_some_and(|token| token.kind == TokenKind::Comment);
        let end = tokens.len() - usize::from(comment);
        let mut start = 0;
        while begins_with_label(&tokens[start..end]) {
            start += 2;
        }
        TokenLine { text, tokens, statement: start..end }
    }

    /// Whether there is nothing in it but blanks and a comment.
    pub fn is_blank(&self) -> bool {
        self.statement.end == 0
    }

    /// All its tokens: each label with its colon, the statement, a comment.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The names of its labels.
    pub fn labels(&self) -> impl Iterator<Item = &'a str> {
        self.tokens[..self.statement.start].iter().step_by(2).map(|token| token.raw(self.text))
    }

    /// The tokens of the labels, without their colons.
    pub fn label_tokens(&self) -> impl Iterator<Item = &Token> {
        self.tokens[..self.statement.start].iter().step_by(2)
    }

    /// The tokens behind the labels, without a comment.
    pub fn statement(&self) -> &[Token] {
        &self.tokens[self.statement.clone()]
    }

    /// The first word of the statement: a mnemonic, a directive or the name of a macro. Empty if
    /// there is no statement.
    pub fn head(&self) -> &'a str {
        self.statement().first().map_or("", |token| token.raw(self.text))
    }

    /// The token of the file that it includes, with its quotes.
    pub fn included(&self) -> Option<Token> {
        included_name(&self.tokens)
    }

    /// The comment with its `#`.
    pub fn comment(&self) -> Option<&'a str> {
        self.tokens.get(self.statement.end).map(|token| token.raw(self.text))
    }

    /// Everything that is neither comment nor string: labels, names, numbers and punctuation.
    pub fn words(&self) -> impl Iterator<Item = &'a str> {
        let code = self.tokens[..self.statement.end].iter();
        let code = code.filter(|token| token.kind != TokenKind::String);
        code.map(|token| token.raw(self.text))
    }

    /// The bytes of the statement; those of the labels if there is no statement.
    pub fn range(&self) -> Range<usize> {
        let code = &self.tokens[..self.statement.end];
        let first = code.get(self.statement.start).or(code.first());
        match (first, code.last()) {
            (Some(first), Some(last)) => first.start as usize..last.end as usize,
            _ => 0..0,
        }
    }
}

/// Whether the tokens begin with the definition of a label.
pub(crate) fn begins_with_label(tokens: &[Token]) -> bool {
    tokens.len() > 1
        && matches!(tokens[0].kind, TokenKind::Identifier | TokenKind::Operator(_))
        && tokens[1].kind == TokenKind::Colon
}

/// MARS's column of a byte position: counted from 1 in UTF-16 units.
pub(crate) fn column(line: &str, at: usize) -> u32 {
    utf16_length(&line[..at]) + 1
}

pub(crate) fn utf16_length(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.encode_utf16().count() as u32 }
}

/// Splits a line into tokens and appends them.
pub(crate) fn lex_line(line: &str, tokens: &mut Vec<Token>) {
    let mut lexer = Lexer { line, tokens, first: 0, open: None };
    lexer.first = lexer.tokens.len();
    lexer.run();
}

struct Lexer<'a> {
    line: &'a str,
    tokens: &'a mut Vec<Token>,
    /// The index of the line's first token.
    first: usize,
    /// Where the token under construction begins.
    open: Option<usize>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        let bytes = self.line.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            match bytes[i] {
                b'#' => {
                    self.close(i);
                    self.emit(i, bytes.len());
                    return;
                }
                b' ' | b'\t' | b',' => self.close(i),
                b'+' | b'-' => self.sign(i),
                b':' | b'(' | b')' => {
                    self.close(i);
                    self.emit(i, i + 1);
                }
                b'"' => {
                    self.close(i);
                    let end = string_end(bytes, i);
                    self.emit(i, end);
                    i = end;
                    continue;
                }
                b'\'' => {
                    self.close(i);
                    i = self.character(i);
                    continue;
                }
                _ => self.open = self.open.or(Some(i)),
            }
            i += 1;
        }
        self.close(bytes.len());
    }

    /// `+` and `-`: part of an exponent, the sign of a number, or a token of their own.
    fn sign(&mut self, i: usize) {
        let bytes = self.line.as_bytes();
        let next = self.line[i + 1..].chars().next();
        let digit_follows = next.is_some_and(|c| java::decimal_digit(c).is_some());
        if self.open.is_some() && digit_follows && matches!(bytes[i - 1], b'e' | b'E') {
            return;
        }
        self.close(i);
        let last = self.tokens[self.first..].last();
        if digit_follows && last.is_none_or(|token| token.kind != TokenKind::Identifier) {
            self.open = Some(i);
        } else {
            self.emit(i, i + 1);
        }
    }

    /// A character literal that begins at `start`; returns where to go on. It takes at most six
    /// UTF-16 units, by which MARS counts; too short a rest of the line stays open as an ordinary
    /// token, which is then invalid.
    fn character(&mut self, start: usize) -> usize {
        // ends[k] is where unit k of the rest ends; a pair outside the basic plane ends together.
        let rest = &self.line[start..];
        let mut units = [0u16; 6];
        let mut ends = [start; 6];
        let mut count = 0;
        for (at, c) in rest.char_indices() {
            let mut buffer = [0; 2];
            for unit in c.encode_utf16(&mut buffer) {
                if count < 6 {
                    units[count] = *unit;
                    ends[count] = start + at + c.len_utf8();
                }
                count += 1;
            }
            if count > 6 {
                break;
            }
        }
        const QUOTE: u16 = b'\'' as u16;
        const BACKSLASH: u16 = b'\\' as u16;
        let ahead = count - 1;
        if ahead < 2 {
            self.open = Some(start);
            return ends[0];
        }
        if units[1] == QUOTE {
            self.open = Some(start);
            return ends[1];
        }
        let taken = if units[2] == QUOTE && units[1] != BACKSLASH || ahead == 2 {
            3
        } else if units[3] == QUOTE || ahead < 5 {
            4
        } else if units[4] == QUOTE {
            5
        } else {
            6
        };
        let end = ends[taken - 1];
        self.emit(start, end);
        end
    }

    fn close(&mut self, end: usize) {
        if let Some(start) = self.open.take() {
            self.emit(start, end);
        }
    }

    fn emit(&mut self, start: usize, end: usize) {
        let (kind, value) = classify(&self.line[start..end]);
        self.tokens.push(Token { kind, value, start: start as u32, end: end as u32 });
    }
}

/// The end of the string that begins at `start`: behind the next quote that does not directly
/// follow a backslash, else the end of the line.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = (start + 1..bytes.len()).find(|i| bytes[*i] == b'"' && bytes[i - 1] != b'\\');
    quote.map_or(bytes.len(), |i| i + 1)
}

/// What a piece of text is; the first rule that fits wins.
pub(crate) fn classify(text: &str) -> (TokenKind, i32) {
    let first = text.as_bytes()[0];
    match first {
        b'\'' => match character_value(text) {
            Some(value) => (TokenKind::of_integer(value), value),
            None => (TokenKind::Error, 0),
        },
        b'#' => (TokenKind::Comment, 0),
        b'"' => (TokenKind::String, 0),
        b'(' if text.len() == 1 => (TokenKind::LeftParen, 0),
        b')' if text.len() == 1 => (TokenKind::RightParen, 0),
        b':' if text.len() == 1 => (TokenKind::Colon, 0),
        b'+' if text.len() == 1 => (TokenKind::Plus, 0),
        b'-' if text.len() == 1 => (TokenKind::Minus, 0),
        b'%' if text.len() > 1 => (TokenKind::Parameter, 0),
        b'$' => {
            if let Some((number, spelling)) = reg::integer(text) {
                let kind = match spelling {
                    reg::Spelling::Name => TokenKind::RegisterName,
                    reg::Spelling::Number => TokenKind::RegisterNumber,
                };
                (kind, i32::from(number))
            } else if let Some(number) = reg::float(text) {
                (TokenKind::FpRegister, i32::from(number))
            } else {
                identifier_or_error(text)
            }
        }
        // No number begins with one of these letters, and nearly every word of a program does.
        b'a'..=b'z' | b'A'..=b'H' | b'J'..=b'M' | b'O'..=b'Z' | b'_' => word(text),
        _ => {
            if let Some(value) = java::string_to_int(text) {
                (TokenKind::of_integer(value), value)
            } else if java::parse_double(text).is_some() {
                (TokenKind::Real, 0)
            } else {
                word(text)
            }
        }
    }
}

/// A mnemonic, a directive or a name.
fn word(text: &str) -> (TokenKind, i32) {
    if let Some(id) = FORMS.find(text) {
        return (TokenKind::Operator(id), 0);
    }
    if text.starts_with('.')
        && let Some(directive) = Directive::find(text)
    {
        return (TokenKind::Directive(directive), 0);
    }
    identifier_or_error(text)
}

fn identifier_or_error(text: &str) -> (TokenKind, i32) {
    let kind = if is_identifier(text) { TokenKind::Identifier } else { TokenKind::Error };
    (kind, 0)
}

fn is_identifier(text: &str) -> bool {
    let name = |c: char| matches!(c, '_' | '.' | '$') || java::is_letter(c);
    let mut chars = text.chars();
    chars.next().is_some_and(name) && chars.all(|c| name(c) || java::decimal_digit(c).is_some())
}

/// The code of a character literal with its quotes, or `None` if it is malformed.
fn character_value(text: &str) -> Option<i32> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut units = inner.encode_utf16();
    let first = units.next()?;
    if first != u16::from(b'\\') {
        return units.next().is_none().then_some(i32::from(first));
    }
    let escape = &inner[1..];
    match escape.encode_utf16().count() {
        1 => match escape {
            "'" => Some(39),
            "\"" => Some(34),
            "\\" => Some(92),
            "n" => Some(10),
            "t" => Some(9),
            "b" => Some(8),
            "r" => Some(13),
            "f" => Some(12),
            "0" => Some(0),
            _ => None,
        },
        // Java reads the three octal digits as a number, so that a sign may stand for the first.
        3 => java::parse_int(escape, 8).filter(|value| (0..=255).contains(value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &[&str]) {
        let mut tokens = Vec::new();
        lex_line(line, &mut tokens);
        let texts: Vec<_> = tokens.iter().map(|token| token.text(line)).collect();
        assert_eq!(texts, expected, "{line:?}");
    }

    #[test]
    fn splits_as_mars_does() {
        check("add,$t0,,$t1 $t2", &["add", "$t0", "$t1", "$t2"]);
        check("a: lw $t0, 4($t1) # x", &["a", ":", "lw", "$t0", "4", "(", "$t1", ")", "# x"]);
        check("5-3", &["5", "-3"]);
        check("lab-3", &["lab", "-", "3"]);
        check("lab+-4", &["lab", "+", "-4"]);
        check("- 4", &["-", "4"]);
        check("1.2e-5 fe-5", &["1.2e-5", "fe-5"]);
        check("-'a'", &["-", "97"]);
        check(r#""a\\" # c"#, &[r#""a\\" # c"#]);
        check(r#""a\"b" c"#, &[r#""a\"b""#, "c"]);
        check(r#""open"#, &[r#""open"#]);
        check(r"'\n' '\377' '#' ' '", &["10", "255", "35", "32"]);
        check("''abc d", &["''abc", "d"]);
        check("'ab' c", &["'ab'", "c"]);
        check("'a", &["'a"]);
        check(r"'\400'", &[r"'\400'"]);
    }

    #[test]
    fn a_line_has_labels_a_statement_and_a_comment() {
        let check = |text: &str, labels: &[&str], statement: &str, comment: Option<&str>| {
            let line = TokenLine::read(text);
            assert!(line.labels().eq(labels.iter().copied()), "{text:?}");
            assert_eq!(&text[line.range()], statement, "{text:?}");
            assert_eq!(line.comment(), comment, "{text:?}");
        };
        let both = ["main", "b"];
        check(
            "main: b : lw $t0, 4($t1)  # here: it is",
            &both,
            "lw $t0, 4($t1)",
            Some("# here: it is"),
        );
        check("  li $t0, '#' # hash", &[], "li $t0, '#'", Some("# hash"));
        check("  li $t0, ':'", &[], "li $t0, ':'", None);
        check("main:", &["main"], "main:", None);
        check("   # nothing", &[], "", Some("# nothing"));
        check("s: .asciiz \"a: # b\"", &["s"], ".asciiz \"a: # b\"", None);
        check(" ,, ", &[], "", None);
    }

    #[test]
    fn classifies_as_mars_does() {
        let cases: &[(&str, TokenKind)] = &[
            ("$t0", TokenKind::RegisterName),
            ("$8", TokenKind::RegisterNumber),
            ("$", TokenKind::RegisterNumber),
            ("$f4", TokenKind::FpRegister),
            ("$s8", TokenKind::Identifier),
            ("%x", TokenKind::Parameter),
            ("%", TokenKind::Error),
            ("31", TokenKind::Int5),
            ("32", TokenKind::Int16U),
            ("-1", TokenKind::Int16),
            ("0xffffffff", TokenKind::Int16),
            ("65536", TokenKind::Int32),
            ("1e5", TokenKind::Real),
            ("NaN", TokenKind::Real),
            ("Infinity", TokenKind::Real),
            ("-2147483649", TokenKind::Real),
            (".5", TokenKind::Real),
            (".foo", TokenKind::Identifier),
            ("a*b", TokenKind::Error),
            ("0x1ffffffff", TokenKind::Error),
            ("\u{feff}main", TokenKind::Error),
            ("é", TokenKind::Identifier),
        ];
        for (text, kind) in cases {
            assert_eq!(classify(text).0, *kind, "{text:?}");
        }
        assert!(matches!(classify("ADD").0, TokenKind::Operator(_)));
        assert!(matches!(classify(".TEXT").0, TokenKind::Directive(_)));
    }
}
